"""The night acts by name. A civilian has none: he presses the same panel and nothing comes of it (GE-11)."""

from mafia_bot.engine.ids import Act
from mafia_bot.engine.roles import courtesan, doctor, don, lover, mafia, maniac, sheriff
from mafia_bot.engine.roles.base import Ability

ABILITIES: dict[Act, Ability] = {
    module.ABILITY.act: module.ABILITY for module in (mafia, don, sheriff, doctor, lover, courtesan, maniac)
}
