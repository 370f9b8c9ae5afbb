"""Every way the store can refuse.

StoreError
├── JournalConflict       somebody else wrote these places of the journal first
├── UnknownGame           the game written to does not exist
├── HallBusy              the hall already has a game that is open
├── RulesetConflict       somebody else wrote that version of a club's ruleset first
├── SchemaTooNew          the database was upgraded by a newer version of the bot
├── AlreadyRunning        another process runs the same bot on the same database
├── DatabaseUnreachable   the configured server does not answer or refuses us
└── EmbeddedServerError   the built-in server cannot start where it was told to
"""

from pathlib import Path


class StoreError(Exception):
    """Base of all errors below; anything else that escapes the store is a defect."""


class JournalConflict(StoreError):
    """A record already stands at one of the places; nothing was written. Load again and decide anew."""

    def __init__(self, game_id: int, first_seq: int) -> None:
        super().__init__(f"game {game_id}: the journal already has a record at or after {first_seq}")
        self.game_id = game_id
        self.first_seq = first_seq


class UnknownGame(StoreError):
    def __init__(self, game_id: int) -> None:
        super().__init__(f"there is no game {game_id}")
        self.game_id = game_id


class HallBusy(StoreError):
    def __init__(self, hall_id: int | None = None) -> None:
        super().__init__(f"hall {'' if hall_id is None else hall_id} already has an open game")
        self.hall_id = hall_id


class RulesetConflict(StoreError):
    def __init__(self, ruleset_id: str, version: int) -> None:
        super().__init__(f"ruleset {ruleset_id} already has a version {version}")
        self.ruleset_id = ruleset_id
        self.version = version


class SchemaTooNew(StoreError):
    def __init__(self, found: str, known: str) -> None:
        super().__init__(
            f"the database schema is {found}, made by a newer version of the bot; "
            f"this version knows schemas up to {known}. Update the bot, or restore an older copy of the data."
        )
        self.found = found
        self.known = known


class AlreadyRunning(StoreError):
    def __init__(self) -> None:
        super().__init__(
            "another process already runs this bot on this database, and both would answer every press. "
            "Stop the other one first, or give this one a token of its own."
        )


class DatabaseUnreachable(StoreError):
    def __init__(self, reason: object) -> None:
        super().__init__(f"the database cannot be opened: {reason}. Check database.url.")


class EmbeddedServerError(StoreError):
    def __init__(self, data_dir: Path, reason: object) -> None:
        super().__init__(
            f"the built-in PostgreSQL cannot start in {data_dir}: {reason}. "
            "Choose another database.data_dir, or set database.url to a server of your own."
        )
        self.data_dir = data_dir
