"""`python -m mafia_bot`: the same commands as the installed `mafia-bot`."""

from mafia_bot.cli import app

app(prog_name="mafia-bot")
