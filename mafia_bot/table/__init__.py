"""Running games: each behind its own lock, decided by the engine, written to the journal, then shown."""
