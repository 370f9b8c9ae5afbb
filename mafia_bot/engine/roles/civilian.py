"""The civilian: votes by day and sleeps all night; he presses the same panel as all (GE-11)."""

from mafia_bot.engine.ids import Team
from mafia_bot.engine.roles.card import RoleCard
from mafia_bot.engine.words import CIVILIAN

CARD = RoleCard(role=CIVILIAN, team=Team.TOWN, sleeps=True, dealt_unwoken=True)
