"""The tables that rulings are tried on: who sits where. Seats not named are civilians."""

MASKS = {1: "lover", 2: "doctor", 3: "sheriff", 4: "mafia", 5: "mafia", 6: "mafia"}
"""Ten seats of `masks`, the recommended deal (MA-01)."""

MANIAC = {**MASKS, 7: "mafia", 8: "maniac"}
"""Eleven seats of `masks`, the recommended deal with a maniac (MA-01)."""

BLIND = {1: "don", 2: "mafia", 3: "mafia", 4: "sheriff"}
"""Ten seats of the rulesets with blind shooting (MW-02, SP-01)."""
