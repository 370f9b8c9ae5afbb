"""A private panel is never forgotten: when what it shows is over it turns into what goes on now, or closes,
whoever ended it.
"""

import pytest
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Act, Role
from mafia_bot.engine.state import Night, Speeches
from tests.doors.fixtures import Log, Sql, without
from tests.doors.host_desk import panel, shown, to_act, touch
from tests.doors.test_night_refusals import step
from tests.doors.visit import day, holder, lobby, night, say, thanks, until


def text(on: InteractionResult) -> str:
    assert on.response is not None
    return on.response.content or ""


def steps(on: InteractionResult) -> set[str]:
    """The steps to which what can be pressed in it belongs."""
    assert on.response is not None
    return {one.token.split(":")[3] for one in offers(on.response)}


def edits(club: SimulatedClub, since: int) -> int:
    """How many private messages were changed without a press."""
    paths = [r.path for r in club.env.http_requests[since:] if r.method == "PATCH"]
    return sum(path.startswith("/webhooks/") for path in paths)


@pytest.mark.rule("GE-11")
async def test_a_nights_panel_goes_along_with_the_night_for_everybody_alike(club: SimulatedClub) -> None:
    await step(club, Act.VISIT)
    opened = [await club.panel(club.seat(player.seat)) for player in club.game.living()]
    while isinstance(club.game.phase, Night):
        assert {one for panel in opened for one in steps(panel)} == {str(club.game.clock.step)}
        mark = club.mark()
        await club.to_next_deadline()
        assert edits(club, mark) == len(opened), (
            "nobody's panel is changed at another moment than the others'"
        )
    for one in opened:
        assert one.response is not None
        assert offers(one.response) == ()
        assert say(club, "panel-night-over") in text(one)


@pytest.mark.rule("GE-11")
async def test_whose_turn_comes_acts_in_the_panel_that_stood_open(full: SimulatedClub) -> None:
    club = full
    await step(club, Act.VISIT)
    sheriff = club.seat(holder(club, Role.SHERIFF))
    opened = await club.panel(sheriff)
    assert say(club, "panel-sleep") in text(opened)
    await to_act(club, Act.CHECK)
    assert say(club, "panel-check") in text(opened)
    assert opened.response is not None
    black = holder(club, Role.MAFIA)
    await club.press(sheriff, Press.TARGET, black, on=opened.response)
    await until(club, Speeches)
    learnt = say(club, "check-mafia-yes", target=black)
    assert say(club, "check-of-night", round=club.game.round, line=learnt) in text(opened)


async def test_one_panel_stands_for_one_person(club: SimulatedClub) -> None:
    await night(club)
    first = await club.panel(club.seat(1))
    second = await club.panel(club.seat(1))
    assert (text(first), steps(first)) == (say(club, "panel-moved"), set())
    assert steps(second) == {str(club.game.clock.step)}
    other = await club.panel(club.seat(2))
    assert steps(second) == steps(other), "another's panel is another's"


@pytest.mark.parametrize("passed", ["a step", "the night"])
async def test_the_next_process_knows_the_panels_of_the_last_one(club: SimulatedClub, passed: str) -> None:
    await step(club, Act.VISIT)
    opened = await club.panel(club.seat(1))
    before = steps(opened)
    await club.restart()
    await club.to_next_deadline()
    if passed == "a step":
        assert steps(opened) == {str(club.game.clock.step)} != before
    else:
        await until(club, Speeches)
        assert say(club, "panel-night-over") in text(opened)
        assert steps(opened) == set()


async def test_the_panel_of_a_game_that_ended_while_nobody_was_there(club: SimulatedClub) -> None:
    await day(club, host=club.host)
    opened = await panel(club)
    await club.slash(club.host, club.chat, "game end")
    assert offers(opened.response) if opened.response else False, "the host may still take it back"
    await club.restart()
    assert text(opened) == say(club, "panel-moved")
    assert steps(opened) == set()


async def test_a_lobby_opened_next_closes_the_panel_of_the_last_game(club: SimulatedClub) -> None:
    await day(club, host=club.host)
    opened = await panel(club)
    await club.slash(club.host, club.chat, "game end")
    await club.open("masks")
    assert (text(opened), steps(opened)) == (say(club, "panel-moved"), set())


@pytest.mark.parametrize("status", [500, 503])
async def test_discord_refuses_an_edit_and_takes_the_next_one(club: SimulatedClub, status: int) -> None:
    await step(club, Act.VISIT)
    opened = await club.panel(club.seat(1))
    club.env.inject_error("PATCH", "/webhooks/*", status=status, times=6)
    await club.to_next_deadline()
    assert steps(opened) != {str(club.game.clock.step)}
    await club.advance(2.5)
    club.env.backend.faults.clear()
    await club.advance(31)
    assert steps(opened) <= {str(club.game.clock.step)}


async def test_a_panel_that_was_dismissed_is_let_go(club: SimulatedClub) -> None:
    await step(club, Act.VISIT)
    opened = await club.panel(club.seat(1))
    assert opened.response is not None
    club.env.backend.delete_message(club.chat.id, opened.response.id)
    tried = []
    for _ in range(2):
        mark = club.mark()
        await club.to_next_deadline()
        tried.append(edits(club, mark))
    assert tried == [1, 0]


async def test_after_a_quarter_of_an_hour_nobody_tries(club: SimulatedClub) -> None:
    await step(club, Act.VISIT)
    opened = await club.panel(club.seat(1))
    await club.slash(club.admin, club.chat, "game pause")
    await club.advance(900)
    mark = club.mark()
    await club.slash(club.admin, club.chat, "game resume")
    await club.to_next_deadline()
    assert edits(club, mark) == 0
    assert steps(opened), "Discord lets nobody change it any more; a press there gives the panel of now"


async def test_a_panel_opens_though_it_cannot_be_written_down(
    club: SimulatedClub, sql: Sql, log: Log
) -> None:
    log.expect("could not be written down")
    log.expect("could not be crossed out")
    await step(club, Act.VISIT)
    async with without(sql, "panels"):
        opened = await club.panel(club.seat(1))
        assert steps(opened) == {str(club.game.clock.step)}
        await until(club, Speeches)
        assert steps(opened) == set()


@pytest.mark.rule("GE-16")
async def test_the_hosts_panel_shows_the_night_as_it_comes(full: SimulatedClub) -> None:
    club = full
    await day(club, host=club.host)
    await to_act(club, Act.SHOOT)
    opened = await panel(club)
    assert say(club, "host-acts-none") in shown(opened)
    black = next(player.seat for player in club.game.players if player.role is Role.MAFIA)
    await club.choose(club.seat(black), holder(club, Role.SHERIFF))
    assert say(club, "host-acts-none") not in shown(opened)
    await until(club, Speeches)
    assert say(club, "night-title", round=club.game.round) not in shown(opened)


async def test_what_came_of_a_press_stands_above_the_panel_until_the_next_step(club: SimulatedClub) -> None:
    await day(club, host=club.host)
    opened = await panel(club)
    await touch(club, opened, Press.SEAT, value="3")
    await touch(club, opened, Press.WARN, value="out_of_turn")
    assert text(opened) == say(club, "warned-private")
    await club.slash(club.host, club.chat, "game pause")
    await club.slash(club.host, club.chat, "game resume")
    assert text(opened) == say(club, "warned-private")
    await thanks(club)
    assert text(opened) == ""


@pytest.mark.rule("GE-09")
async def test_a_question_closes_when_another_hand_has_answered_it(club: SimulatedClub) -> None:
    await day(club, host=club.host)
    await club.slash(club.host, club.chat, "warn", seat=3, offence="out_of_turn")
    asked = await club.slash(club.host, club.chat, "undo", confirm=False)
    assert steps(asked)
    await club.slash(club.admin, club.chat, "lobby assistant", player=club.newcomer("assistant"))
    assert steps(asked), "what has nothing to do with it leaves it alone"
    await club.slash(club.host, club.chat, "warn", seat=4, offence="out_of_turn")
    assert steps(asked) == set(), "it named another ruling than the latest one"


async def test_a_lobbys_question_is_over_when_the_lobby_is(club: SimulatedClub) -> None:
    await lobby(club)
    asked = await club.slash(club.admin, club.chat, "game end", confirm=False)
    await club.seat_all()
    assert steps(asked)
    await club.slash(club.admin, club.chat, "game end")
    assert steps(asked) == set()
    assert answer_of(asked) != ""
