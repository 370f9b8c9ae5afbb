"""room ledger, titles of halls

Why: what an owner shut by hand must be put back exactly as it was, also after a crash; and a hall is found
again by its own title whatever its category is called by now.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "room_ledger",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("memory", JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", name="pk_room_ledger"),
    )
    op.create_index("ix_room_ledger_guild_id", "room_ledger", ["guild_id"])
    op.add_column("halls", sa.Column("title", sa.String(), nullable=True))
