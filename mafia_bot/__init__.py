"""A Discord bot that hosts the game of Mafia by the rulebook a club plays."""

__version__ = "0.1.0"
