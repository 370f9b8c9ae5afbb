"""Which hall a command means, and how a hall is founded or mended: channels created, adopted, remembered."""

import logging

import msgspec

from mafia_bot.delivery.channels import GRAVEYARD, TABLE, HallChannels
from mafia_bot.delivery.rooms.building import HallNames, HallRefused
from mafia_bot.delivery.trouble import Trouble, TroubleKind
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.scene import CALM, RoomView, Scene, room_keys
from mafia_bot.store import Hall
from mafia_bot.table.services import Services
from mafia_bot.texts import Language

NOBODY: frozenset[UserId] = frozenset()

_log = logging.getLogger(__name__)


def channels_of(hall: Hall) -> HallChannels:
    """A stored hall as delivery knows it."""
    rooms = {**hall.rooms, TABLE: hall.chat_id}
    if hall.graveyard_id is not None:
        rooms[GRAVEYARD] = hall.graveyard_id
    return HallChannels(hall.guild_id, hall.category_id, hall.voice_id, rooms)


def names_of(texts: Language, keys: tuple[str, ...], title: str | None) -> HallNames:
    """What the channels of a new hall are called; `title` tells several tables of a server apart."""
    category = texts("channel-category")
    rooms = {key: texts(f"channel-{key}") for key in (TABLE, GRAVEYARD)}
    rooms |= {key: texts(f"channel-{key}") for key in keys}
    return HallNames(f"{category} {title}" if title else category, texts("channel-voice"), rooms)


def all_room_keys(rulesets: dict[str, Ruleset]) -> tuple[str, ...]:
    """The role rooms that any of these rulesets opens."""
    return tuple(dict.fromkeys(key for rules in rulesets.values() for key in room_keys(rules)))


class Founded(msgspec.Struct, frozen=True):
    """A hall that stands; `adopted`: all its channels were there already."""

    hall: Hall
    adopted: bool


class Halls:
    """The halls of all servers, as far as this process asked for them."""

    def __init__(self, services: Services) -> None:
        self._services, self._builder = services, services.delivery.builder

    async def find(self, guild_id: int, channel_id: int | None) -> Hall | Refusal:
        """The hall that a channel belongs to, or the server's only one."""
        found = None if channel_id is None else await self._services.store.halls.at(channel_id)
        if found is not None:
            return found
        halls = await self._services.store.halls.of_guild(guild_id)
        if len(halls) == 1:
            return halls[0]
        return Refusal(Code.CHOOSE_TABLE if halls else Code.NO_HALL)

    async def of(self, hall_id: int, guild_id: int) -> Hall | Refusal:
        """A hall by its number, if it is one of this server's."""
        hall = await self._services.store.halls.get(hall_id)
        return hall if hall is not None and hall.guild_id == guild_id else Refusal(Code.NO_HALL)

    async def found(
        self, guild_id: int, keys: tuple[str, ...], language: str, title: str | None
    ) -> Founded | Refusal:
        """Create or adopt all channels of a hall and remember them, however often and by whom it is asked.

        Without a title the server's first hall is meant, whatever its channels are called by now. What the
        bot may not do is answered at once and whole, before the first channel.
        """
        lacking = self._builder.missing(guild_id)
        if lacking:
            return Refusal(Code.MISSING_PERMISSIONS, "", {"permissions": lacking})
        texts = self._services.texts.for_language(language)
        async with self._builder.at_work(guild_id):
            halls = await self._services.store.halls.of_guild(guild_id)
            known = self._known(halls, title, names_of(texts, keys, title).category)
            before = self._builder.channels(guild_id)
            names = names_of(texts, keys, title if known is None else known.title)
            made = await self._build(guild_id, names, known, halls)
            if not isinstance(made, HallChannels):
                return _refused(made)
            hall = await self._remember(made, language, None if known is None else known.id, title)
        if await self._services.store.games.in_hall(hall.id) is None:
            await self.calm(hall)
        return Founded(hall, {made.category_id, made.voice_id, *made.rooms.values()} <= before)

    async def mend(
        self, hall_id: int, hall: HallChannels, language: str, more: tuple[str, ...] = ()
    ) -> HallChannels | None:
        """Make the channels anew that were deleted by hand, and rooms for `more` roles; None if refused."""
        texts, kind = self._services.texts.for_language(language), TroubleKind.CHANNEL_GONE
        keys = tuple(dict.fromkeys([*(key for key in hall.rooms if key not in (TABLE, GRAVEYARD)), *more]))
        async with self._builder.at_work(hall.guild_id):
            halls = await self._services.store.halls.of_guild(hall.guild_id)
            known = next((found for found in halls if found.id == hall_id), None)
            title = None if known is None else known.title
            made = await self._build(hall.guild_id, names_of(texts, keys, title), known, halls)
            if isinstance(made, HallChannels):
                await self._remember(made, language, hall_id, title)
                for each in (kind, TroubleKind.CHANNEL_LIMIT):
                    self._services.delivery.troubles.settled(each, hall.guild_id)
                return made
        if isinstance(made, HallRefused):
            kind = TroubleKind.CHANNEL_LIMIT if made.full else kind
            self._services.delivery.troubles.raised(Trouble(kind, hall.guild_id))
        return None

    async def remove(self, hall: Hall) -> Refusal | None:
        """Forget a hall; its channels stay, at rest, and belong to nobody. Not while a game is on in it."""
        if await self._services.store.games.in_hall(hall.id) is not None:
            return Refusal(Code.GAME_EXISTS, "", {"voice": hall.voice_id})
        await self.calm(hall)
        await self._services.store.halls.remove(hall.id)
        return None

    async def _build(
        self, guild_id: int, names: HallNames, known: Hall | None, halls: list[Hall]
    ) -> HallChannels | HallRefused | None:
        others = [channels_of(hall) for hall in halls if known is None or hall.id != known.id]
        taken = {i for hall in others for i in (hall.category_id, hall.voice_id, *hall.rooms.values())}
        channels = None if known is None else channels_of(known)
        return await self._builder.build(guild_id, names, channels, frozenset(taken))

    def _known(self, halls: list[Hall], title: str | None, category: str) -> Hall | None:
        """The hall that is meant; one from before titles were kept by what its category is called."""
        same = [hall for hall in halls if (hall.title or "").casefold() == (title or "").casefold()]
        if len(same) == 1:
            return same[0]
        named = [h for h in halls if self._builder.name_of(h.guild_id, h.category_id) == category]
        return next(iter([*(h for h in named if h.title is None or h in same), *same]), None)

    async def _remember(
        self, made: HallChannels, language: str, known: int | None, title: str | None
    ) -> Hall:
        return await self._services.store.halls.add(
            made.guild_id,
            category_id=made.category_id,
            chat_id=made.rooms[TABLE],
            voice_id=made.voice_id,
            graveyard_id=made.rooms.get(GRAVEYARD),
            rooms={key: room for key, room in made.rooms.items() if key not in (TABLE, GRAVEYARD)},
            language=language,
            at=self._services.now(),
            known=known,
            title=title,
        )

    async def calm(self, hall: Hall, bans: frozenset[UserId] = NOBODY) -> None:
        """Bring a hall without a game to rest; what is so already costs nothing."""
        shut = {key: RoomView(NOBODY, NOBODY) for key in hall.rooms}
        scene = Scene(False, NOBODY, {TABLE: CALM, **shut})
        await self._services.delivery.rooms.rooms.apply(channels_of(hall), scene, bans)


def _refused(made: HallRefused | None) -> Refusal:
    if made is not None and made.full:
        return Refusal(Code.CHANNEL_LIMIT)
    if made is not None:
        _log.warning("channel %s refused: %s %s", made.key, made.status, made.code)
    if made is None or made.status >= 500:
        return Refusal(Code.DISCORD_AWAY)
    # Every permission is there, so it is the category that takes one of them away again.
    return Refusal(Code.MISSING_PERMISSIONS, "", {"permissions": ("manage_channels",)})
