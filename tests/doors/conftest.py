"""The doors' fixtures."""

from tests.doors.fixtures import club, clubs, full, log, sql

__all__ = ["club", "clubs", "full", "log", "sql"]
