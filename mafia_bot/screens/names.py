"""What a ruleset and an offence are called: a club's own name, or the texts'."""

from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.state import Game, Lobby
from mafia_bot.texts import Language


def names_at(game: Game) -> dict[int, str]:
    """What the people on the seats of a table are called, as last seen, by seat; in a lobby by their turn."""
    phase = game.phase
    users = (
        dict(enumerate(phase.members, start=1))
        if isinstance(phase, Lobby)
        else {player.seat: player.user for player in game.players}
    )
    found = {seat: game.kept.name_of(user) for seat, user in users.items()}
    return {seat: name for seat, name in found.items() if name is not None}


def at_table(game: Game, texts: Language) -> Language:
    """A language as it is spoken at a table: seats with the names of their people, cards as its rules call
    them (CI-23).
    """
    return texts.seated(names_at(game)).called(game.rules.names)


def ruleset_name(game: Game, texts: Language) -> str:
    """What a table calls the rules it plays by."""
    return title_of(game.rules, texts)


def title_of(rules: Ruleset, texts: Language) -> str:
    """What a club calls its rules: its own name, or the title of a shipped ruleset."""
    return title(rules.id, rules.name, texts)


def title(ruleset_id: str, name: str, texts: Language) -> str:
    """The same where only the id of the rules is known, and the club's own name for them ("": none)."""
    key = f"ruleset-{ruleset_id}"
    return name or (texts(key) if texts.has(key) else ruleset_id)


def offence_name(offence: str, texts: Language) -> str:
    """An offence in words; a club's own offence is named by its id."""
    key = f"offence-{offence}"
    return texts(key) if texts.has(key) else offence
