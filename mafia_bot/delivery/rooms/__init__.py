"""The rooms of a hall: who sees and writes where, and how a hall is built."""
