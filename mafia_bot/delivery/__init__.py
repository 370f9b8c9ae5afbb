"""How a position becomes a Discord server: voice, rooms and board, brought to what should stand. No rules."""
