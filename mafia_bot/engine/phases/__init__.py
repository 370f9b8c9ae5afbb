"""One phase, one file: what may be done in it and what follows. None of them knows another's insides."""
