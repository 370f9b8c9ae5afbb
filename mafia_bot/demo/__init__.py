"""A game on a simulated server: the real bot, a real database, people who play by themselves.

Needs the extra `demo` (simcord); nothing in this file imports it, so that a bot without it starts.
"""
