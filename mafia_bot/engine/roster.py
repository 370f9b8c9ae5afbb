"""What a ruleset and a position must know of every card: its team, and for which acts it may be woken. Filled
by the roles' own files (`roles/registry.py`), so nothing here names one.
"""

from mafia_bot.engine.ids import Act, Role, Team

TEAM_OF: dict[Role, Team] = {}
"""A card's team. The maniac plays alone, whatever the sheriff sees (MA-16, CX-03)."""

ACTORS: dict[Act, set[Role]] = {}
"""The cards that a step of the night may wake for an act."""
