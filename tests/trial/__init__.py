"""Long trials, outside `make test`: a fault at every single call of an evening, kill -9 in a real process."""
