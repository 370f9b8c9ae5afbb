"""the ledger of private panels

Why: a panel that only one person sees has buttons, too, and the process that opened it may not live to close
it. Whoever comes after it needs the way to that message, which Discord keeps open for fifteen minutes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "panels",
        sa.Column("nonce", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("screen", sa.String(), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("message_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("nonce", name="pk_panels"),
    )
    op.create_index("ix_panels_game_id", "panels", ["game_id"])
