"""the ledger of messages

Why: a page with a button is owed to its table as an unmute is to its player, so it is written down before it
is sent and remembered until it is closed.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "messages",
        sa.Column("nonce", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("screen", sa.String(), nullable=False),
        sa.Column("wanted", sa.String(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("shown", sa.String()),
        sa.Column("shown_at", sa.DateTime(timezone=True)),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("nonce", name="pk_messages"),
    )
    op.create_index("ix_messages_game_id", "messages", ["game_id"])
    op.create_index("ix_messages_open", "messages", ["game_id"], postgresql_where=sa.text("open"))
