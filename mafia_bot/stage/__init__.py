"""How a scene becomes a Discord server: who is heard, who sees which room. No rule and no word is here."""
