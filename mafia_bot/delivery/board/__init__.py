"""What is written on a server: the board's messages and how a screen looks there."""
