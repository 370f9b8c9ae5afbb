"""Cards as a host types them: «мафия 3, шериф 1» or "mafia 3, sheriff" (MA-01)."""

import re
from collections.abc import Mapping

from mafia_bot.engine.ids import Role
from mafia_bot.texts import LANGUAGES, Texts

AS_EVERYWHERE: Mapping[Role, str] = {}
"""Rules without names of their own for cards."""

ENTRY = re.compile(r"^(?P<name>[^\d]+?)\s*[:=x×-]?\s*(?P<count>\d{1,2})?$")


def parse_cards(
    typed: str, texts: Texts, own: Mapping[Role, str] = AS_EVERYWHERE
) -> tuple[tuple[Role, int], ...] | None:
    """Roles with their numbers; an empty line is the recommended deal (), an unknown role gives None.

    `own` is what the rules call their cards (CI-23); such a card answers to its usual name as well.
    """
    spoken = [texts.for_language(code) for code in LANGUAGES]
    ways = [*spoken, *(language.called(own) for language in spoken)]
    names = {language(f"role-{role}").casefold(): role for language in ways for role in Role}
    names |= {role.value: role for role in Role} | {name: role for role, name in own.items()}
    found: dict[Role, int] = {}
    for part in filter(None, (part.strip() for part in typed.split(","))):
        match = ENTRY.match(part)
        role = names.get(match["name"].strip().casefold()) if match else None
        if match is None or role is None or role in found:
            return None
        found[role] = int(match["count"] or 1)
    return tuple(found.items())
