"""The shape of the database, one class a table. Migrations must agree with it (a test compares them).

Times are timestamptz in the database and epoch seconds in the code.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Identity,
    Index,
    MetaData,
    Table,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel


class Moment(TypeDecorator[float]):
    """timestamptz <-> epoch seconds, to the microsecond."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: float | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime.fromtimestamp(value, UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> float | None:
        return None if value is None else value.timestamp()


class Rows(SQLModel):
    """Names constraints predictably, so that a migration can name them too."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_name)s",
        }
    )


def _serial() -> Any:
    return Field(default=None, sa_column=Column(BigInteger, Identity(), primary_key=True))


def _big(**options: Any) -> Any:
    return Field(sa_type=BigInteger, **options)


def _game(*, primary_key: bool = False) -> Any:
    target = ForeignKey("games.id", ondelete="CASCADE")
    return Field(sa_column=Column(BigInteger, target, primary_key=primary_key, autoincrement=False))


class HallRow(Rows, table=True):
    __tablename__ = "halls"
    id: int = _serial()
    guild_id: int = _big(index=True)
    category_id: int = _big()
    chat_id: int = _big()
    voice_id: int = _big(unique=True)
    graveyard_id: int | None = _big()
    rooms: dict[str, int] = Field(sa_type=JSONB)
    language: str | None
    created_at: float = Field(sa_type=Moment)
    title: str | None


class RoomRow(Rows, table=True):
    __tablename__ = "room_ledger"
    channel_id: int = _big(primary_key=True)
    guild_id: int = _big(index=True)
    memory: dict[str, Any] = Field(sa_type=JSONB)


class BotRow(Rows, table=True):
    __tablename__ = "bots"
    application_id: int = _big(primary_key=True)
    commands_digest: str
    synced_at: float = Field(sa_type=Moment)


class ClubRow(Rows, table=True):
    __tablename__ = "clubs"
    guild_id: int = _big(primary_key=True)
    language: str | None
    settings: dict[str, Any] = Field(sa_type=JSONB)
    created_at: float = Field(sa_type=Moment)


class ClubRulesetRow(Rows, table=True):
    """Every version of a club's own rulesets; a game keeps the one it started with in its own row."""

    __tablename__ = "club_rulesets"
    guild_id: int = _big(primary_key=True)
    ruleset_id: str = Field(primary_key=True)
    version: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    data: dict[str, Any] = Field(sa_type=JSONB)
    author_id: int = _big()
    created_at: float = Field(sa_type=Moment)


ONE_OPEN_GAME = "uq_games_open_in_hall"
"""The index that lets a hall have one open game."""


class GameRow(Rows, table=True):
    __tablename__ = "games"
    # Two hosts who start at once: the second is refused here, whatever process they reached.
    __table_args__ = (
        Index(
            ONE_OPEN_GAME,
            "hall_id",
            unique=True,
            postgresql_where=text("status IN ('lobby', 'running')"),
        ),
        Index("ix_games_guild_ended", "guild_id", "ended_at"),
    )
    id: int = _serial()
    guild_id: int = _big()
    hall_id: int | None = Field(
        sa_column=Column(BigInteger, ForeignKey("halls.id", ondelete="SET NULL"), nullable=True)
    )
    ruleset_id: str
    ruleset: dict[str, Any] = Field(sa_type=JSONB)
    language: str
    status: str
    created_at: float = Field(sa_type=Moment)
    started_at: float | None = Field(sa_type=Moment)
    ended_at: float | None = Field(sa_type=Moment)
    alive_at: float | None = Field(sa_type=Moment)
    winners: list[str] | None = Field(sa_type=JSONB(none_as_null=True))
    reason: str | None
    serving: list[int] | None = Field(sa_type=JSONB(none_as_null=True))


class JournalRow(Rows, table=True):
    __tablename__ = "journal"
    game_id: int = _game(primary_key=True)
    seq: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    at: float = Field(sa_type=Moment)
    kind: str
    version: int
    data: dict[str, Any] = Field(sa_type=JSONB)


class ResultRow(Rows, table=True):
    __tablename__ = "results"
    game_id: int = _game(primary_key=True)
    seat: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = _big(index=True)
    role: str
    team: str
    won: bool
    exit_cause: str | None
    exit_round: int | None
    warnings: int
    points: float = Field(sa_type=Double)
    extra: dict[str, Any] = Field(sa_type=JSONB)


class LedgerRow(Rows, table=True):
    """No foreign key to the game: a debt outlives whatever happens to the game's row."""

    __tablename__ = "mute_ledger"
    guild_id: int = _big(primary_key=True)
    user_id: int = _big(primary_key=True)
    game_id: int | None = _big(index=True)
    wish: bool
    wished_at: float = Field(sa_type=Moment)
    seen: bool | None
    seen_at: float | None = Field(sa_type=Moment)
    debt: bool


class MessageRow(Rows, table=True):
    """No foreign key to the game: a message outlives whatever happens to the game's row."""

    __tablename__ = "messages"
    # What a start of the process asks for is a handful of rows among all messages ever sent.
    __table_args__ = (Index("ix_messages_open", "game_id", postgresql_where=text("open")),)
    nonce: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    game_id: int = _big(index=True)
    guild_id: int = _big()
    channel_id: int = _big()
    screen: str
    wanted: str
    written_at: float = Field(sa_type=Moment)
    message_id: int | None = _big()
    shown: str | None
    shown_at: float | None = Field(sa_type=Moment)
    open: bool


class PanelRow(Rows, table=True):
    """No foreign key to the game, as for messages."""

    __tablename__ = "panels"
    nonce: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    game_id: int = _big(index=True)
    user_id: int = _big()
    screen: str
    detail: str
    language: str
    token: str
    until: float = Field(sa_type=Moment)
    message_id: int | None = _big()


class SuspensionRow(Rows, table=True):
    """A ban and its place among those of its game; before bans were numbered they had none."""

    __tablename__ = "suspensions"
    __table_args__ = (
        Index("ix_suspensions_guild_user", "guild_id", "user_id"),
        UniqueConstraint("game_id", "number"),
    )
    id: int = _serial()
    guild_id: int = _big()
    user_id: int = _big()
    offence: str
    games: int | None
    until: float | None = Field(sa_type=Moment)
    game_id: int | None = Field(
        sa_column=Column(BigInteger, ForeignKey("games.id", ondelete="SET NULL"), nullable=True)
    )
    number: int | None
    presence: bool
    hall: bool
    created_at: float = Field(sa_type=Moment)
    lifted: bool


class MemberRow(Rows, table=True):
    __tablename__ = "members"
    guild_id: int = _big(primary_key=True)
    user_id: int = _big(primary_key=True)
    name: str
    updated_at: float = Field(sa_type=Moment)


_tables = Rows.metadata.tables
bots: Table = _tables["bots"]
halls: Table = _tables["halls"]
room_ledger: Table = _tables["room_ledger"]
clubs: Table = _tables["clubs"]
club_rulesets: Table = _tables["club_rulesets"]
games: Table = _tables["games"]
journal: Table = _tables["journal"]
results: Table = _tables["results"]
mute_ledger: Table = _tables["mute_ledger"]
messages: Table = _tables["messages"]
panels: Table = _tables["panels"]
suspensions: Table = _tables["suspensions"]
members: Table = _tables["members"]
