"""first tables

Why: a game must survive the bot, so its journal and the mutes it owes live in a database from the first day.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String()),
        sa.Column("settings", JSONB(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_clubs"),
    )
    op.create_table(
        "bots",
        sa.Column("application_id", sa.BigInteger(), nullable=False),
        sa.Column("commands_digest", sa.String(), nullable=False),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("application_id", name="pk_bots"),
    )
    op.create_table(
        "club_rulesets",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("ruleset_id", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", JSONB(), nullable=False),
        sa.Column("author_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "ruleset_id", "version", name="pk_club_rulesets"),
    )
    op.create_table(
        "halls",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("category_id", sa.BigInteger(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("voice_id", sa.BigInteger(), nullable=False),
        sa.Column("graveyard_id", sa.BigInteger()),
        sa.Column("rooms", JSONB(), nullable=False),
        sa.Column("language", sa.String()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_halls"),
        sa.UniqueConstraint("voice_id", name="uq_halls_voice_id"),
    )
    op.create_index("ix_halls_guild_id", "halls", ["guild_id"])
    op.create_table(
        "members",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_members"),
    )
    op.create_table(
        "mute_ledger",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger()),
        sa.Column("wish", sa.Boolean(), nullable=False),
        sa.Column("wished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.Boolean()),
        sa.Column("seen_at", sa.DateTime(timezone=True)),
        sa.Column("debt", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name="pk_mute_ledger"),
    )
    op.create_index("ix_mute_ledger_game_id", "mute_ledger", ["game_id"])
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("hall_id", sa.BigInteger()),
        sa.Column("ruleset_id", sa.String(), nullable=False),
        sa.Column("ruleset", JSONB(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("alive_at", sa.DateTime(timezone=True)),
        sa.Column("winners", JSONB()),
        sa.Column("reason", sa.String()),
        sa.ForeignKeyConstraint(["hall_id"], ["halls.id"], name="fk_games_hall_id", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_guild_ended", "games", ["guild_id", "ended_at"])
    op.create_index(
        "uq_games_open_in_hall",
        "games",
        ["hall_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('lobby', 'running')"),
    )
    op.create_table(
        "journal",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", JSONB(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_journal_game_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_journal"),
    )
    op.create_table(
        "results",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("team", sa.String(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("exit_cause", sa.String()),
        sa.Column("exit_round", sa.Integer()),
        sa.Column("warnings", sa.Integer(), nullable=False),
        sa.Column("points", sa.Double(), nullable=False),
        sa.Column("extra", JSONB(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_results_game_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_user_id", "results", ["user_id"])
    op.create_table(
        "suspensions",
        sa.Column("id", sa.BigInteger(), sa.Identity(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("offence", sa.String(), nullable=False),
        sa.Column("games", sa.Integer()),
        sa.Column("until", sa.DateTime(timezone=True)),
        sa.Column("game_id", sa.BigInteger()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hall", sa.Boolean(), nullable=False),
        sa.Column("lifted", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_suspensions_game_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_suspensions"),
    )
    op.create_index("ix_suspensions_guild_user", "suspensions", ["guild_id", "user_id"])
