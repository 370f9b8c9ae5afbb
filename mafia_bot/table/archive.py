"""What is read of a game beside its position: its journal as events, and its sheet once it is over."""

import datetime

from mafia_bot.club.points import PointsProfile
from mafia_bot.club.results import FinishedGame, FinishedSeat, SeatExit
from mafia_bot.club.sheet import sheet_parts
from mafia_bot.delivery.committed import Committed
from mafia_bot.engine.events import Event
from mafia_bot.engine.events.codec import decode
from mafia_bot.engine.ids import GameId, UserId
from mafia_bot.engine.state import Game, Over
from mafia_bot.screens.names import ruleset_name
from mafia_bot.store import Store
from mafia_bot.texts import Language


class Archive:
    """Asks the store alone, so the same is told of a game whoever asks and whenever."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def events(self, game_id: GameId) -> list[tuple[int, Event]]:
        """The whole journal of a game, events with their places. Raises UnknownEvent, and what a database
        raises.
        """
        records = await self._store.journal.load(game_id)
        return [(r.seq, decode(r.kind, r.version, r.data)) for r in records]

    async def sheet(self, ended: Committed) -> tuple[str, ...]:
        """The sheet of a game that is over, in parts that each fit a message."""
        finished = await self.finished(ended.hall.guild_id, ended.game_id, ended.game, ended.texts)
        return sheet_parts(finished, ended.texts, await self.profile(ended.hall.guild_id))

    async def profile(self, guild_id: int) -> PointsProfile:
        """How a club counts points."""
        club = await self._store.clubs.get(guild_id)
        return PointsProfile.model_validate(club.settings.get("points", {}))

    async def finished(self, guild_id: int, game_id: GameId, game: Game, texts: Language) -> FinishedGame:
        """A game that is over as results and sheets take it, with the names that a server knows."""
        assert isinstance(game.phase, Over)
        names = await self._store.members.names(guild_id, [player.user for player in game.players])
        ended_at = datetime.datetime.fromtimestamp(game.clock.opened, datetime.UTC)
        return FinishedGame(
            number=game_id,
            ruleset=ruleset_name(game, texts),
            day=ended_at.date(),
            days=game.broke,
            winners=game.phase.outcome.winners,
            reason=game.phase.outcome.reason,
            counts=game.phase.outcome.counts,
            seats=tuple(
                FinishedSeat(
                    seat=p.seat,
                    user=p.user,
                    name=names.get(p.user, str(p.user)),
                    role=p.role,
                    team=p.team,
                    exit=_exit(game, p.user),
                    warnings=p.warnings,
                    best_move=game.best_move if _named_best_move(game, p.user) else (),
                )
                for p in game.players
            ),
            host=game.host,
        )


def _exit(game: Game, user: UserId) -> SeatExit | None:
    seat = game.seat_of(user)
    gone = None if seat is None else game.player(seat).exit
    if gone is None:
        return None
    first = game.rules.circle.first_day
    return SeatExit(gone.cause, gone.round if gone.at_night else gone.round + first, gone.at_night)


def _named_best_move(game: Game, user: UserId) -> bool:
    """SP-08: the best move belongs to the one who was killed on the first night."""
    seat = game.seat_of(user)
    gone = None if seat is None else game.player(seat).exit
    return gone is not None and gone.at_night and gone.round == 1
