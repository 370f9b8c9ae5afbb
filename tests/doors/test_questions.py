"""What ends or closes something is asked about once, privately, and done by the button of the question."""

import pytest
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offers, question
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Over
from tests.doors.fixtures import Clubs
from tests.doors.visit import Kept, at_once, day, lobby, refusal, refused, say, unharmed


async def asked(club: SimulatedClub, command: str, **options: object) -> InteractionResult:
    """The question, as one that only the asker sees; nothing has happened yet."""
    async with unharmed(club):
        result = await club.slash(club.admin, club.chat, command, confirm=False, **options)
    assert result.ephemeral
    assert question(result) is not None
    return result


async def yes(club: SimulatedClub, asked: InteractionResult) -> InteractionResult:
    """The press of its button, also as a client does that has not heard of its closing."""
    assert asked.response is not None
    token = question(asked)
    return await club.admin.click(asked.response, custom_id=token)


def moot(club: SimulatedClub, code: Code, clause: str = "", **data: object) -> str:
    return say(club, "question-moot", text=refusal(club, code, clause, **data))


@pytest.mark.rule("GE-09")
@pytest.mark.parametrize("locale", ["ru", "en"])
async def test_an_end_is_asked_about_and_then_done_with_its_reason(club: SimulatedClub, locale: str) -> None:
    await day(club)
    club.locale = locale
    first = await asked(club, "game end", reason="Свет погас: *пожар*")
    number, voice = club.table.game_id, club.voice.id
    assert answer_of(first) == say(club, "question-end", game=number, voice=voice)
    done = await yes(club, first)
    assert answer_of(done) == say(club, "done")
    assert isinstance(club.game.phase, Over)
    assert club.game.phase.outcome.words == "Свет погас: *пожар*"
    assert first.response is not None
    assert offers(first.response) == (), "the question is closed by its answer"
    assert first.response.embeds == []


@pytest.mark.rule("GE-09")
async def test_a_lobby_that_is_ended_is_named_as_one(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    first = await asked(club, "game end")
    number, voice = club.table.game_id, club.voice.id
    assert answer_of(first) == say(club, "question-end-lobby", game=number, voice=voice, count=4)


@pytest.mark.rule("GE-09")
async def test_asked_twice_and_over_by_the_second_press(club: SimulatedClub) -> None:
    await day(club)
    first = await asked(club, "game end")
    kept = Kept(club, first)
    second = await asked(club, "game end")
    assert answer_of(first) == say(club, "panel-moved"), "one question stands, the one asked last"
    token = question(second)
    await yes(club, second)
    assert first.response is not None
    with kept:
        late = await club.admin.click(first.response, custom_id=token)
    assert answer_of(late) == moot(club, Code.GAME_OVER)
    assert offers(first.response) == ()


@pytest.mark.rule("GE-09")
async def test_a_question_about_an_earlier_game_leaves_the_next_one_alone(club: SimulatedClub) -> None:
    await day(club)
    first = await asked(club, "game end")
    kept = Kept(club, first)
    await club.slash(club.admin, club.chat, "game end")
    await club.open("masks")
    async with unharmed(club):
        with kept:
            late = await yes(club, first)
    assert answer_of(late) == moot(club, Code.GAME_OVER)


@pytest.mark.rule("GE-02", "GE-09")
async def test_another_persons_press_rules_nothing(club: SimulatedClub) -> None:
    """Nobody else sees it; whoever sends its token all the same has only their own powers."""
    await day(club)
    first = await asked(club, "game end")
    assert first.response is not None
    stored = club.env.backend.messages[club.chat.id][first.response.id]
    assert stored.interaction_metadata is not None
    stored.interaction_metadata["user"]["id"] = str(club.seat(1).id)
    async with unharmed(club):
        result = await club.seat(1).click(first.response, custom_id=question(first))
    assert answer_of(result) == refusal(club, Code.NOT_HOST, "GE-02")


@pytest.mark.rule("GE-09")
async def test_a_question_outlives_a_restart(club: SimulatedClub) -> None:
    await day(club)
    first = await asked(club, "game end", reason="поздно")
    await club.restart()
    await yes(club, first)
    assert isinstance(club.game.phase, Over)
    assert club.game.phase.outcome.words == "поздно"


@pytest.mark.rule("MA-25")
async def test_a_defeat_is_asked_about_without_a_word_on_the_card(club: SimulatedClub) -> None:
    await day(club)
    await club.slash(club.admin, club.chat, "remove", seat=2, offence="peeking", hall=False)
    first = await asked(club, "game defeat", seat=2)
    user, number = club.seat(2).id, club.table.game_id
    assert answer_of(first) == say(club, "question-defeat", seat=2, user=user, game=number)
    await yes(club, first)
    assert isinstance(club.game.phase, Over)
    assert club.game.phase.outcome.reason == "technical-defeat"


@pytest.mark.rule("MW-15", "MW-19")
@pytest.mark.parametrize("hall", [True, None])
async def test_a_removal_from_the_hall_is_asked_about_with_all_it_brings(
    clubs: Clubs, hall: bool | None
) -> None:
    club = await clubs(seats=10)
    await day(club, "most_wanted")
    options = {} if hall is None else {"hall": hall}
    first = await asked(club, "remove", seat=3, offence="peeking", **options)
    user, offence = club.seat(3).id, say(club, "offence-peeking")
    said = answer_of(first) or ""
    assert said.splitlines() == [
        say(club, "question-remove-hall", seat=3, user=user, offence=offence, voice=club.voice.id),
        say(club, "player-suspended-day", user=user, offence=offence),
    ]
    assert answer_of(await yes(club, first)) == say(club, "removed-private")
    assert not club.game.player(SeatNo(3)).alive
    again = await club.slash(club.admin, club.chat, "remove", seat=3, offence="peeking", confirm=False)
    assert question(again) is None, "what would be refused is refused at once"


@pytest.mark.rule("MW-19")
async def test_a_removal_from_the_table_alone_is_ruled_at_once(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    await day(club, "most_wanted")
    await club.slash(club.admin, club.chat, "remove", seat=3, offence="peeking", hall=False, confirm=False)
    assert not club.game.player(SeatNo(3)).alive


@pytest.mark.rule("MW-15")
async def test_a_ban_that_annuls_the_game_says_so_first(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    await day(club, "most_wanted")
    guest = club.newcomer("guest")
    first = await asked(club, "suspend", player=guest, offence="spectator_hint")
    assert say(club, "question-annuls", game=club.table.game_id) in (answer_of(first) or "")
    assert answer_of(await yes(club, first)) == say(club, "done")
    assert isinstance(club.game.phase, Over)


@pytest.mark.rule("GE-09")
async def test_what_would_be_refused_is_not_asked_about(club: SimulatedClub) -> None:
    await day(club)
    await refused(
        club,
        lambda: club.slash(club.admin, club.chat, "game defeat", seat=1, confirm=False),
        Code.NO_TECHNICAL_DEFEAT,
        "MA-25",
        seat=1,
    )


@pytest.mark.rule("GE-09", "GE-17")
async def test_an_undo_names_what_it_will_take_back_before_and_after(club: SimulatedClub) -> None:
    await day(club)
    await club.slash(club.admin, club.chat, "warn", seat=1, offence="out_of_turn")
    await club.slash(club.admin, club.chat, "warn", seat=2, offence="out_of_turn")
    what = say(club, "what-warning", seat=2, offence=say(club, "offence-out_of_turn"))
    first = await asked(club, "undo")
    assert answer_of(first) == say(club, "question-undo", whats=[what])
    assert answer_of(await yes(club, first)) == say(club, "undone-private", whats=[what])
    assert [player.warnings for player in club.game.players] == [1, 0, 0, 0]


@pytest.mark.rule("GE-09", "GE-17")
async def test_two_undos_in_one_instant_take_one_ruling_back_and_the_second_hears_of_it(
    clubs: Clubs,
) -> None:
    club = await clubs(seats=6)
    await day(club, "masks", club.host)
    await club.slash(club.host, club.chat, "lobby assistant", player=club.admin)
    for seat in (1, 2):
        await club.slash(club.admin, club.chat, "warn", seat=seat, offence="out_of_turn")
    people = (club.host, club.admin)
    questions = await at_once(club, *(actor.slash(club.chat, "undo") for actor in people))
    presses = [
        actor.click(one.response, custom_id=question(one))
        for actor, one in zip(people, questions, strict=True)
        if one.response is not None
    ]
    both = [answer_of(one) for one in await at_once(club, *presses)]
    what = say(club, "what-warning", seat=2, offence=say(club, "offence-out_of_turn"))
    told = [say(club, "undone-private", whats=[what]), moot(club, Code.RULINGS_CHANGED, "GE-09")]
    assert sorted(map(str, both)) == sorted(told)
    assert [player.warnings for player in club.game.players][:2] == [1, 0]
