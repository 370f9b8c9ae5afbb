"""Cards as a host types them: «мафия 3, шериф 1» or "mafia 3, sheriff" (MA-01)."""

import re

from mafia_bot.engine.ids import Role
from mafia_bot.texts import LANGUAGES, Texts

ENTRY = re.compile(r"^(?P<name>[^\d]+?)\s*[:=x×-]?\s*(?P<count>\d{1,2})?$")


def parse_cards(typed: str, texts: Texts) -> tuple[tuple[Role, int], ...] | None:
    """Roles with their numbers; an empty line is the recommended deal (), an unknown role gives None."""
    names = {texts.for_language(code)(f"role-{role}").casefold(): role for code in LANGUAGES for role in Role}
    names |= {role.value: role for role in Role}
    found: dict[Role, int] = {}
    for part in filter(None, (part.strip() for part in typed.split(","))):
        match = ENTRY.match(part)
        role = names.get(match["name"].strip().casefold()) if match else None
        if match is None or role is None or role in found:
            return None
        found[role] = int(match["count"] or 1)
    return tuple(found.items())
