"""What the person who runs the bot reads in a terminal, in English.

Knows the wording of the command line and of configuration errors; players and hosts never see any of it.
"""

from collections.abc import Iterable

NO_TOKEN = """\
[bold]The bot has no token yet.[/bold]

1. Open https://discord.com/developers/applications and press [bold]New Application[/bold].
2. On the page [bold]Bot[/bold] press [bold]Reset Token[/bold] and copy the token.
   Switch on [bold]Message Content Intent[/bold] there, or set message_content = false below.
3. Give it to the bot in one of two ways:
     export MAFIA_BOT__DISCORD__TOKEN=...
     or config.toml, made from config.example.toml:  \\[discord] token = "..."
4. Start again: [bold]make run[/bold]

To look at a game without any of this: [bold]make demo[/bold]
"""

CONFIG_WRONG = "[red]Configuration:[/red] {problem}"
DATABASE_WRONG = "[red]Database:[/red] {problem}"
RULESET_WRONG = "[red]Ruleset:[/red] {problem}"
TEXTS_WRONG = "[red]Texts:[/red] {problem}"
TOKEN_REFUSED = """\
[red]Discord does not accept the token.[/red]
Reset it on the page Bot of the developer portal and copy it anew."""
INTENT_MISSING = """\
[red]Discord refuses the Message Content Intent.[/red]
Switch it on on the page Bot of the developer portal, or set message_content = false under \\[discord]:
typed nominations and forbidden words are not heard then."""
UNREACHABLE = "[red]Discord cannot be reached:[/red] {problem}"
MIGRATED = "The database schema is at {revision}."
REBUILD_DIFFERENCE = "game {game}, {table}, {column}: stored {stored}, the journal says {derived}"
REBUILD_UNREADABLE = "game {game}: its journal cannot be read by this version, so it is left alone ({fault})"
REBUILD_SAME = "nothing to mend"
REBUILD_MENDED = "mended"
REBUILD_LEFT = "left as they are"
REBUILD_END = "Games: {games}, of them unreadable: {unreadable}. Differences: {found}, {done}."


def bad_value(key: str, shown: str, legal: str) -> str:
    return f"{key}: {shown} is not allowed; legal values: {legal}"


HIDDEN = "the value (not shown)"


def unknown_key(key: str, legal: Iterable[str]) -> str:
    return f"{key}: there is no such key; legal keys here: {', '.join(legal)}"


def missing_file(path: object) -> str:
    return f"{path}: there is no such file; copy config.example.toml to begin one"


def unreadable_file(path: object, reason: object) -> str:
    return f"{path}: cannot be read as TOML: {reason}"


def no_such_ruleset(name: str, known: Iterable[str]) -> str:
    return f"There is no ruleset {name}; there are: {', '.join(known)}"


def wrong_seats(ruleset: str, least: int, most: int) -> str:
    seats = str(least) if least == most else f"{least} to {most}"
    return f"{ruleset} is played by {seats} people"


DEMO_MISSING = """\
The demo needs the simulated server, which is not installed. [bold]make demo[/bold] brings it, or:
  pip install 'mafia-bot\\[demo]'
"""
DEMO_NO_SPEED = "--speed must be more than 0"
DEMO_NO_PAGE = "[red]The page cannot be shown:[/red] {problem}"
DEMO_NO_PORT = (
    "[red]The page cannot be shown:[/red] port {port} of this machine is taken; name another with --port"
)
DEMO_FAILED = "[red]The game failed:[/red] {problem}"
DEMO_SEED = "{ruleset}, {seats} seats, seed {seed}: the same seed brings the same game"
DEMO_PAGE = """\
Watch the table here: [bold]{url}[/bold]
  The page changes by itself. At its top you choose through whose eyes you look.
  Press a button or write as somebody, and that seat is yours: it plays by your hand from then on,
  and time slows down to the real one whenever that seat has something to do.
"""
DEMO_STAYS = "The page stays open. [bold]Ctrl-C[/bold] ends the demo."
DEMO_STOPPED = "Stopped."
DEMO_OVER = "Game over after {days} days and {minutes} minutes of the table's time: [bold]{winner}[/bold]"
DEMO_COST = (
    "The bot made {rest_calls} requests to Discord ({member_edits} of them voices, at most "
    "{max_member_edits_per_turn} a turn) and wrote {events} events."
)
DEMO_DRAW = "nobody wins"
DEMO_SHEET = "Game sheet"
DEMO_SHEET_COLUMNS = ("Seat", "Player", "Role", "Left", "Warnings", "Points")
DEMO_RATING = "Rating"
DEMO_RATING_COLUMNS = ("Place", "Player", "Games", "Wins", "Win %", "Points")
DEMO_PHASE = "Now"
DEMO_VOICE = "Voice open"
DEMO_ALIVE = "In the game"
DEMO_LEFT = "Left"
DEMO_BY_HAND = "Played by hand"
DEMO_NOBODY = "nobody"
DEMO_CLOCK = "Table's time"


def demo_step(minutes: float, phase: str, voice: str) -> str:
    return f"{minutes:6.1f} min  {phase}, voice: {voice}"


DEMO_STAYED = "stayed"


def demo_exit(cause: str, night: bool, number: int) -> str:
    return f"{cause}, {'night' if night else 'day'} {number}"


SIMULATED = "{games} games of {ruleset}, {seats} seats, {policy} players, seed {seed}"
SIMULATED_COLUMNS = ("Winner", "Games", "Share", "95 % interval")
SIMULATED_MEANS = "On average {circles:.1f} days, {commands:.0f} commands, {events:.0f} events a game."
SIMULATED_EXITS = "Exits a game: {exits}."
SIMULATING = "Playing"
BAD_POLICY = "There is no policy {name}; there are: {known}"
