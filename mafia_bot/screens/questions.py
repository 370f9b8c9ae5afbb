"""What is asked before a ruling that ends or closes something: it names what will happen, and no card.

Whoever asks and then does not do it must have learnt nothing: the wording goes by what everybody may know.
"""

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine.decide import Step
from mafia_bot.engine.ids import GameId
from mafia_bot.engine.state import Game, Lobby
from mafia_bot.screens.announcements import tell
from mafia_bot.screens.names import offence_name
from mafia_bot.screens.rulings import taken_back
from mafia_bot.texts import Language


def end_question(game: Game, number: GameId, voice: int, texts: Language) -> str:
    """Before a game ends without a result, or a lobby closes (GE-09)."""
    if isinstance(game.phase, Lobby):
        return texts("question-end-lobby", game=number, voice=voice, count=len(game.phase.members))
    return texts("question-end", game=number, voice=voice)


def defeat_question(game: Game, command: cmd.DeclareDefeat, number: GameId, texts: Language) -> str:
    """Before a technical defeat; whose team it is stays untold until it is one (MA-25, SP-09)."""
    user = game.player(command.seat).user
    return texts("question-defeat", seat=command.seat, user=user, game=number)


def ban_question(
    game: Game, command: cmd.Remove | cmd.Suspend, step: Step, number: GameId, voice: int, texts: Language
) -> str | None:
    """Before a removal or a ban that closes the hall to somebody or ends the game without a result (MW-15,
    MW-19); None for any other, which is ruled at once.
    """
    offence = game.rules.offence(command.offence)
    annuls = offence is not None and offence.annuls
    bans = [event for event in step.events if isinstance(event, ev.PlayerSuspended)]
    hall = any(ban.hall for ban in bans)
    if not (hall or annuls):
        return None
    if isinstance(command, cmd.Remove):
        key = "question-remove-hall" if hall else "question-remove"
        user, seat = game.player(command.seat).user, command.seat
    else:
        key, user, seat = "question-suspend-hall" if hall else "question-suspend", command.user, None
    name = offence_name(command.offence, texts)
    lines = [texts(key, seat=seat, user=user, offence=name, voice=voice)]
    lines += [line for ban in bans if (line := tell(ban, step.game, texts)) is not None]
    if annuls:
        lines.append(texts("question-annuls", game=number))
    return "\n".join(lines)


def undo_question(step: Step, texts: Language) -> str:
    """Before rulings are taken back, named as they will be named afterwards (GE-09, GE-17)."""
    undone = [event for event in step.events if isinstance(event, ev.RulingUndone)]
    return texts("question-undo", whats=[taken_back(event, texts) for event in undone])
