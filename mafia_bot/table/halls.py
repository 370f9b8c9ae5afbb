"""Which hall a command means, and how a hall is founded or mended: channels created, adopted, remembered."""

import logging

import discord
import msgspec

from mafia_bot.delivery.channels import GRAVEYARD, TABLE, HallChannels
from mafia_bot.delivery.rooms.building import HallNames, HallRefused, create_or_adopt
from mafia_bot.delivery.rooms.preflight import missing_permissions
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


class Lacking(msgspec.Struct, frozen=True):
    """The permissions that the bot lacks, all at once, by Discord's name."""

    permissions: tuple[str, ...]


class Halls:
    """The halls of all servers, as far as this process asked for them."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services, self._client = services, client

    async def find(self, guild_id: int, channel_id: int | None) -> Hall | Refusal:
        """The hall that a channel belongs to, or the server's only one."""
        found = None if channel_id is None else await self._services.store.halls.at(channel_id)
        if found is not None:
            return found
        halls = await self._services.store.halls.of_guild(guild_id)
        if len(halls) == 1:
            return halls[0]
        return Refusal(Code.CHOOSE_TABLE if halls else Code.NO_HALL)

    async def found(
        self, guild: discord.Guild, keys: tuple[str, ...], language: str, title: str | None
    ) -> Founded | Lacking:
        """Create or adopt all channels of a hall and remember them; true: nothing had to be created.

        What the bot may not do is answered at once and whole, before the first channel.
        """
        missing = missing_permissions(guild.me)
        if missing:
            return Lacking(tuple(lack.permission for lack in missing))
        texts = self._services.texts.for_language(language)
        names = names_of(texts, keys, title)
        known = await self._known(guild, names)
        before = len(guild.channels)
        made = await create_or_adopt(guild, names, None if known is None else channels_of(known))
        if isinstance(made, HallRefused):
            # Every permission is there, so it is the category that takes one of them away again.
            _log.warning("channel %s refused: %s %s", made.key, made.status, made.code)
            return Lacking(("manage_channels",))
        hall = await self._remember(made, language, None if known is None else known.id)
        if await self._services.store.games.in_hall(hall.id) is None:
            await self.calm(hall)
        return Founded(hall, len(guild.channels) == before)

    async def mend(
        self, hall_id: int, hall: HallChannels, language: str, more: tuple[str, ...] = ()
    ) -> HallChannels | None:
        """Make the channels anew that were deleted by hand, and rooms for `more` roles; None if refused."""
        guild = self._client.get_guild(hall.guild_id)
        if guild is None:
            return None
        texts = self._services.texts.for_language(language)
        keys = tuple(dict.fromkeys([*(key for key in hall.rooms if key not in (TABLE, GRAVEYARD)), *more]))
        made = await create_or_adopt(guild, names_of(texts, keys, None), hall)
        if isinstance(made, HallRefused):
            return None
        await self._remember(made, language, hall_id)
        return made

    async def _known(self, guild: discord.Guild, names: HallNames) -> Hall | None:
        """The hall of that name, or else one whose channels were all deleted by hand."""
        lost = None
        for hall in await self._services.store.halls.of_guild(guild.id):
            category = guild.get_channel(hall.category_id)
            if category is not None and category.name == names.category:
                return hall
            if all(guild.get_channel(i) is None for i in (hall.category_id, hall.voice_id, hall.chat_id)):
                lost = hall
        return lost

    async def _remember(self, made: HallChannels, language: str, known: int | None) -> Hall:
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
        )

    async def calm(self, hall: Hall, bans: frozenset[UserId] = NOBODY) -> None:
        """Bring a hall without a game to rest; what is so already costs nothing."""
        shut = {key: RoomView(NOBODY, NOBODY) for key in hall.rooms}
        scene = Scene(False, NOBODY, {TABLE: CALM, **shut})
        await self._services.delivery.rooms.rooms.apply(channels_of(hall), scene, bans)
