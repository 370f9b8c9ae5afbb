"""A club's own rules: copied from others, changed axis by axis, imported; every version kept, games
keep theirs.
"""

import logging
from typing import Any

import msgspec
from pydantic import ValidationError

from mafia_bot.engine.ids import UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.stored import UnknownSchema, ruleset_of, stored
from mafia_bot.rulesets.axes import AxisError, changed, value_of
from mafia_bot.rulesets.files import Fault, read
from mafia_bot.store import RulesetConflict
from mafia_bot.table.services import Services

DEFAULT = "most_wanted"
MOST_OWN = 40

_log = logging.getLogger(__name__)


class Changed(msgspec.Struct, frozen=True):
    """An axis was set: the new version, and the values before and after."""

    rules: Ruleset
    old: Any
    new: Any


class Rulemaking:
    """`shipped` are the rulesets of the program and of the operator's directory, which no club can change."""

    def __init__(self, services: Services, shipped: dict[str, Ruleset]) -> None:
        self._services, self.shipped = services, shipped

    async def all(self, guild_id: int) -> dict[str, Ruleset]:
        """Every ruleset that a club can play by: the shipped ones, then its own in their newest version."""
        found = dict(self.shipped)
        for ruleset_id, data in (await self._services.store.rulebooks.latest(guild_id)).items():
            try:
                found[ruleset_id] = ruleset_of(data)
            except (UnknownSchema, ValidationError):
                _log.exception("ruleset %s of guild %s cannot be read by this version", ruleset_id, guild_id)
        return found

    async def get(self, guild_id: int, ruleset_id: str | None) -> Ruleset | Refusal:
        """A ruleset by its id, or the club's default for None."""
        known = await self.all(guild_id)
        if ruleset_id is None:
            settings = (await self._services.store.clubs.get(guild_id)).settings
            ruleset_id = settings.get("default_ruleset", DEFAULT)
        found = known.get(ruleset_id or "")
        if found is None:
            return Refusal(Code.UNKNOWN_RULESET, "", {"name": ruleset_id, "known": sorted(known)})
        return found

    async def set_default(self, guild_id: int, ruleset_id: str) -> Ruleset | Refusal:
        """What a lobby is opened by when nobody names the rules."""
        rules = await self.get(guild_id, ruleset_id)
        if isinstance(rules, Ruleset):
            await self._services.store.clubs.set(
                guild_id, {"default_ruleset": rules.id}, self._services.now()
            )
        return rules

    async def copy(self, guild_id: int, source: str, name: str, author: UserId) -> Ruleset | Refusal:
        """A club's own ruleset that begins as another one's equal."""
        rules = await self.get(guild_id, source)
        if isinstance(rules, Refusal):
            return rules
        known = await self.all(guild_id)
        if len(known) - len(self.shipped) >= MOST_OWN:
            return Refusal(Code.TOO_MANY_RULESETS, "", {"most": MOST_OWN})
        base = (rules.copied_from or rules.id)[:24]
        number = next(n for n in range(2, MOST_OWN + 3) if f"{base}_{n}" not in known)
        own = rules.model_copy(
            update={"id": f"{base}_{number}", "name": name, "copied_from": base, "version": 1}
        )
        return await self._keep(guild_id, own, author)

    async def set(
        self, guild_id: int, ruleset_id: str, axis: str, typed: str, author: UserId
    ) -> Changed | Refusal:
        """Change one axis of a club's own ruleset. Raises AxisError for a change that cannot be made."""
        rules = await self.get(guild_id, ruleset_id)
        if isinstance(rules, Refusal):
            return rules
        if rules.id in self.shipped:
            return Refusal(Code.SHIPPED_RULESET)
        old = value_of(rules, axis)
        kept = await self._keep(guild_id, changed(rules, axis, typed), author)
        if isinstance(kept, Refusal):
            return kept
        return Changed(kept, old, value_of(kept, axis))

    async def take_in(
        self, guild_id: int, text: str, author: UserId
    ) -> Ruleset | Refusal | tuple[Fault, ...]:
        """A ruleset from a file: a new one, or the next version of the club's own of that id."""
        rules = read(text)
        if not isinstance(rules, Ruleset):
            return rules
        if rules.id in self.shipped:
            return Refusal(Code.SHIPPED_RULESET)
        known = await self.all(guild_id)
        before = known.get(rules.id)
        if before is None and len(known) - len(self.shipped) >= MOST_OWN:
            return Refusal(Code.TOO_MANY_RULESETS, "", {"most": MOST_OWN})
        version = 1 if before is None else before.version + 1
        return await self._keep(guild_id, rules.model_copy(update={"version": version}), author)

    async def _keep(self, guild_id: int, rules: Ruleset, author: UserId) -> Ruleset | Refusal:
        try:
            await self._services.store.rulebooks.add(
                guild_id, rules.id, rules.version, stored(rules), author, self._services.now()
            )
        except RulesetConflict:
            return Refusal(Code.CHANGED_MEANWHILE)
        return rules


__all__ = ["AxisError", "Changed", "Rulemaking"]
