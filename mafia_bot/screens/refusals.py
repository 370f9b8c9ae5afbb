"""Refusals in words: a code's own text, with what its data must first be put in words for."""

from typing import Any

from msgspec import Struct

from mafia_bot.engine.ids import UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.screens.names import offence_name
from mafia_bot.texts import Language


class Sentence(Struct, frozen=True):
    """What keeps a person from playing: so many games to miss, a moment (epoch seconds), both, or (neither)
    until it is lifted.
    """

    user: UserId
    games: int
    until: float | None

    @property
    def refusal(self) -> Refusal:
        """The refusal for the one whom it is about."""
        match self.games > 0, self.until is not None:
            case True, True:
                return Refusal(Code.SUSPENDED_BOTH, "", {"games": self.games, "until": self.until})
            case True, False:
                return Refusal(Code.SUSPENDED, "", {"games": self.games})
            case False, True:
                return Refusal(Code.SUSPENDED_UNTIL, "", {"until": self.until})
            case _:
                return Refusal(Code.SUSPENDED_FOR_GOOD)


def refusal_words(refusal: Refusal, texts: Language) -> str:
    """A refusal as a sentence, without the clause that it rests on."""
    key, named = f"refusal-{refusal.code}", f"refusal-{refusal.code}-named"
    # One reason, two sentences: where somebody or some number can be named, it is.
    return texts(named if refusal.data and texts.has(named) else key, **fields(refusal, texts))


def fields(refusal: Refusal, texts: Language) -> dict[str, Any]:
    """The data of a refusal as its text takes it."""
    data = dict(refusal.data)
    if "bans" in data:
        data["bans"] = [_sentence(ban, texts) for ban in data["bans"]]
    if "offence" in data:
        data["offence"] = offence_name(data["offence"], texts)
    if "permissions" in data:
        data["permissions"] = [_permission(name, texts) for name in data["permissions"]]
    return data


def _permission(name: str, texts: Language) -> str:
    key = f"permission-{name}"
    return texts(key) if texts.has(key) else name


def _sentence(ban: Sentence, texts: Language) -> str:
    key = ban.refusal.code.replace("suspended", "sentence")
    return texts(key, user=ban.user, games=ban.games, until=ban.until)
