"""what follows from a journal

Why: results, bans and a game's frame are written with the records that bring them and can be compared with
them. So a ban has its place among those of its game, and a frame says which of the banned were there at the
start: a monster misses the games at which he is present (CC-16).

Rows that lie there already are kept. Where the journal knows better when something happened (it was written
a moment before the row), they take its time, so that a comparison finds no difference. Bans that no journal
tells of stay without a number.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0004"
down_revision = "0003"

NUMBERED = """
WITH given AS (
    SELECT game_id, at, (data->>'user')::bigint AS user_id, data->>'offence' AS offence,
        row_number() OVER (PARTITION BY game_id ORDER BY seq) AS number,
        row_number() OVER (PARTITION BY game_id, data->>'user', data->>'offence' ORDER BY seq) AS turn
    FROM journal WHERE kind = 'PlayerSuspended'
), kept AS (
    SELECT id, game_id, user_id, offence,
        row_number() OVER (PARTITION BY game_id, user_id, offence ORDER BY id) AS turn
    FROM suspensions WHERE game_id IS NOT NULL
)
UPDATE suspensions SET number = given.number, created_at = given.at,
    until = CASE WHEN suspensions.until IS NULL THEN NULL ELSE given.at + interval '18 hours' END
FROM kept JOIN given USING (game_id, user_id, offence, turn)
WHERE suspensions.id = kept.id
"""

BY_PRESENCE = """
UPDATE suspensions SET presence = true FROM games
WHERE games.id = suspensions.game_id AND suspensions.games IS NOT NULL AND EXISTS (
    SELECT FROM jsonb_array_elements(games.ruleset->'discipline'->'offences') AS item
    WHERE item->>'id' = suspensions.offence AND (item->>'monster')::boolean
)
"""

STARTED = """
UPDATE games SET started_at = to_timestamp((journal.data->>'at')::double precision) FROM journal
WHERE journal.game_id = games.id AND journal.kind = 'GameStarted' AND games.started_at IS NOT NULL
"""

ENDED = """
UPDATE games SET ended_at = ends.at FROM (
    SELECT DISTINCT ON (game_id) game_id, to_timestamp((data->>'at')::double precision) AS at
    FROM journal WHERE kind = 'GameEnded' ORDER BY game_id, seq DESC
) AS ends
WHERE ends.game_id = games.id AND games.ended_at IS NOT NULL
"""


def upgrade() -> None:
    op.add_column("games", sa.Column("serving", JSONB()))
    op.add_column("suspensions", sa.Column("number", sa.Integer()))
    op.add_column(
        "suspensions", sa.Column("presence", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.alter_column("suspensions", "presence", server_default=None)
    op.create_unique_constraint("uq_suspensions_game_id", "suspensions", ["game_id", "number"])
    for statement in (NUMBERED, BY_PRESENCE, STARTED, ENDED):
        op.execute(statement)
