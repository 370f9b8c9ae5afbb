"""When the world breaks under a game: database, channels, the program itself. Nothing is lost."""

from collections.abc import AsyncIterator

import pytest

from cogs import doorway
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, newest_board, question
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Role
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Ballot, Lobby, Night, Over, Speeches
from mafia_bot.store import Store
from tests.doors.fixtures import Sql, without
from tests.doors.visit import (
    Log,
    day,
    holder,
    journal,
    lobby,
    night,
    nominations,
    refusal,
    refused,
    say,
    unharmed,
)
from tests.rows import game_row

PROMISED_MESSAGE, PROMISED_EDIT = 5, 6  # Discord's numbers


async def test_a_database_that_fails_and_works_again(club: SimulatedClub, sql: Sql, log: Log) -> None:
    log.expect("the journal cannot be written")
    await day(club)
    first, chat = club.seat(1), club.chat
    said = len(chat.history())  # without the private answers
    async with unharmed(club), without(sql, "journal"):
        for locale in ("ru", "en"):
            club.locale = locale
            for act in (
                club.press(first, Press.THANKS),
                club.slash(first, chat, "nominate", seat=2),
                club.slash(club.admin, chat, "warn", seat=2, offence="out_of_turn"),
            ):
                assert answer_of(await act) == refusal(club, Code.OUTAGE)
    assert len(chat.history()) == said
    assert any(f"game {club.table.game_id}" in text for text in log.errors())
    await club.press(first, Press.NOMINATE, 2)
    await club.press(first, Press.THANKS)
    assert club.game.candidates() == (2,)
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 2


async def test_a_question_that_could_not_be_carried_out_stays(
    club: SimulatedClub, sql: Sql, log: Log
) -> None:
    log.expect("the journal cannot be written")
    await day(club)
    asked = await club.slash(club.admin, club.chat, "game end", confirm=False)
    yes = lambda: club.admin.click(asked.response, custom_id=question(asked))  # noqa: E731
    async with unharmed(club), without(sql, "journal"):
        assert answer_of(await yes()) == refusal(club, Code.OUTAGE)
    assert answer_of(await yes()) == say(club, "done")
    assert isinstance(club.game.phase, Over)


async def test_a_lobby_is_seen_even_if_nobody_can_say_who_is_banned(
    club: SimulatedClub, sql: Sql, log: Log
) -> None:
    log.expect("the bans cannot be read")
    await club.setup()
    async with without(sql, "suspensions"):
        await club.open("masks")
        assert newest_board(club.env, club.chat.id) is not None, (
            "a lobby that is in the journal and on no board"
        )
    await club.advance(10)
    await club.seat_all()
    await club.start()
    assert isinstance(club.game.phase, Night)


@pytest.mark.rule("GE-13")
async def test_a_step_that_ends_while_the_database_is_away(club: SimulatedClub, sql: Sql, log: Log) -> None:
    log.expect("the journal cannot be written")
    log.expect("marked as alive")
    await day(club)
    await club.advance(50)
    async with without(sql, "journal"):
        assert answer_of(await club.press(club.seat(1), Press.THANKS)) == refusal(club, Code.OUTAGE)
        await club.advance(60)
        assert isinstance(club.game.phase, Speeches)
        assert club.game.phase.queue[0] == 1
        told = [message.content for message in club.chat.history()]
        assert told.count(say(club, "trouble-database-gone")) == 1, "the table knows why nothing moves"
    await club.advance(5.5)
    told = [message.content for message in club.chat.history()]
    assert told.count(say(club, "trouble-database-gone-over")) == 1
    left = (club.game.clock.deadline or 0) - club.env.now().timestamp()
    assert 4 < left <= 10  # the ten seconds that were left when it broke, from the retry on
    await club.advance(left + 0.1)
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 2


async def test_a_database_that_fails_when_a_lobby_opens(club: SimulatedClub, sql: Sql, log: Log) -> None:
    log.expect("a command failed")
    await club.setup()
    async with without(sql, "journal"):
        for locale in ("ru", "en"):
            club.locale = locale
            assert answer_of(await club.open("masks")) == say(club, "unknown-error")
    assert answer_of(await club.open("masks")) == say(club, "done")
    assert len(await club.store.games.open_games()) == 1


async def test_a_game_without_a_beginning_does_not_stop_the_bot(club: SimulatedClub) -> None:
    await club.setup()
    hall = (await club.store.halls.of_guild(club.guild.id))[0]
    await game_row(club.store, club.guild.id, hall.id)
    await club.restart()
    assert answer_of(await club.open("masks")) == say(club, "done")


def promises(club: SimulatedClub) -> list[int]:
    """The answers so far that only promised one."""
    sent = [call.json for call in club.env.http_requests if call.path.endswith("/callback") and call.json]
    return [body["type"] for body in sent if body["type"] in (PROMISED_MESSAGE, PROMISED_EDIT)]


class ImpatientClub(SimulatedClub):
    """Here every answer counts as late: the seconds that may pass until a promise are over at once."""

    async def _sleep(self, seconds: float) -> None:
        if seconds != doorway.DEFER_AFTER:
            await super()._sleep(seconds)


@pytest.fixture
async def impatient(store: Store) -> AsyncIterator[SimulatedClub]:
    assert doorway.DEFER_AFTER < 2.5, "Discord waits for three seconds"
    async with ImpatientClub(store, seats=4) as club:
        yield club


async def test_a_late_answer_is_promised_first(impatient: SimulatedClub) -> None:
    club = impatient
    await day(club)
    before = promises(club)
    command = await club.slash(club.seat(1), club.chat, "nominate", seat=2)
    assert answer_of(command) == say(club, "done")
    assert promises(club) == [*before, PROMISED_MESSAGE]
    assert club.game.candidates() == (2,)
    await club.press(club.seat(1), Press.THANKS)
    assert promises(club) == [*before, PROMISED_MESSAGE, PROMISED_EDIT]
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 2
    await refused(club, lambda: club.press(club.admin, Press.THANKS), Code.NOT_SEATED)
    rating = await club.slash(club.admin, club.chat, "rating")
    assert answer_of(rating) == say(club, "rating-empty")


async def test_a_late_board_still_shows_the_turn(impatient: SimulatedClub) -> None:
    club = impatient
    await day(club)
    await club.press(club.seat(1), Press.THANKS)
    board = club.board()
    deadline = club.game.clock.deadline
    assert say(club, "speech-opened-full", seat=2, deadline=deadline) in (board.embeds[0].description or "")


async def test_a_late_night_still_answers_in_the_panel(impatient: SimulatedClub) -> None:
    club = impatient
    await day(club)
    await nominations(club)
    lover = holder(club, Role.LOVER)
    actor, target = club.seat(lover), lover % 4 + 1
    result = await club.panel(actor)
    panel = next(message for message in (result.response, *result.followups) if message and message.ephemeral)
    await club.press(actor, Press.TARGET, target, on=panel)
    assert isinstance(club.game.phase, Night)
    assert [choice.target for choice in club.game.phase.choices] == [target]
    assert say(club, "panel-chosen", target=target) in panel.content


async def test_a_late_rating_reaches_its_caller(impatient: SimulatedClub) -> None:
    club = impatient
    await day(club)
    civilian = holder(club, Role.CIVILIAN)
    await club.slash(club.admin, club.chat, "remove", seat=civilian, offence="peeking")
    await club.slash(club.admin, club.chat, "game defeat", seat=civilian)
    rating = await club.slash(club.admin, club.chat, "rating")
    assert rating.response is not None
    assert rating.response.ephemeral
    assert say(club, "rating-title") in rating.response.content


async def test_an_unexpected_error_is_logged_with_its_game_and_told_politely(
    club: SimulatedClub, sql: Sql, log: Log
) -> None:
    log.expect("a command failed")
    await lobby(club)
    actor = club.seat(1)
    async with unharmed(club), without(sql, "suspensions"):
        for locale in ("ru", "en"):
            club.locale = locale
            for act in (club.press(actor, Press.JOIN), club.slash(actor, club.chat, "lobby join")):
                assert answer_of(await act) == say(club, "unknown-error")
    assert len(log.errors()) == 4
    assert all(f"game {club.table.game_id}, user {actor.id}" in text for text in log.errors())
    await club.press(actor, Press.JOIN)
    assert isinstance(club.game.phase, Lobby)
    assert club.game.phase.members == (actor.id,)


async def test_a_command_that_this_version_does_not_know(club: SimulatedClub, log: Log) -> None:
    log.expect("a command could not be read")
    await lobby(club)
    club.bot.tree.remove_command("undo")
    for locale in ("ru", "en"):
        club.locale = locale
        async with unharmed(club):
            result = await club.slash(club.admin, club.chat, "undo")
        assert answer_of(result) == say(club, "unknown-error")


async def test_people_who_are_not_on_the_server(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    gone = club.newcomer("gone").user
    club.guild.remove_member(gone)
    await club.env.settle()
    act = lambda: club.slash(club.admin, club.chat, "lobby host", host=gone)  # noqa: E731
    await refused(club, act, Code.NOT_A_MEMBER)
    await club.start()
    act = lambda: club.slash(club.admin, club.chat, "game replace", seat=1, player=gone)  # noqa: E731
    await refused(club, act, Code.NOT_A_MEMBER)


@pytest.mark.parametrize("key", ["table", "mafia", "graveyard"])
async def test_a_channel_deleted_by_hand_is_made_anew(club: SimulatedClub, key: str) -> None:
    await night(club)
    game = club.game
    old = club.room(key)
    club.env.backend.delete_channel(old.id)
    await club.env.settle()
    assert club.game == game
    if key == "table":
        answer = await club.slash(club.admin, club.lobby, "game extend", seconds=1)
        assert answer_of(answer) == say(club, "done")
    while isinstance(club.game.phase, Night):
        await club.to_next_deadline()
    [club._hall] = await club.store.halls.of_guild(club.guild.id)
    new = club.room(key)
    assert new.id != old.id
    assert newest_board(club.env, club.chat.id) is not None
    await nominations(club, (1, 2), (2, 3))
    assert isinstance(club.game.phase, Ballot)


async def test_a_voice_channel_deleted_by_hand_is_made_anew(club: SimulatedClub) -> None:
    await night(club)
    old = club.voice
    for actor in club.seats:
        await actor.leave_voice()
    club.env.backend.delete_channel(old.id)
    await club.env.settle()
    await club.slash(club.admin, club.chat, "game pause")
    [club._hall] = await club.store.halls.of_guild(club.guild.id)
    assert club.voice.id != old.id
    for actor in club.seats:
        await club.enter(actor)
    await club.slash(club.admin, club.chat, "game resume")
    assert club.game.absent == ()
    assert await journal(club)


@pytest.mark.rule("GE-01")
async def test_nobody_is_written_to_directly_in_a_whole_day(club: SimulatedClub) -> None:
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await day(club)
    for number in range(1, 5):
        card = answer_of(await club.slash(club.seat(number), club.chat, "game card"))
        assert say(club, f"card-{club.game.player(number).role}") in (card or "")  # type: ignore[arg-type]
    assert not [call for call in club.calls() if call.path.startswith("/users/@me/channels")]
