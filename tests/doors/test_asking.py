"""Questions to the host on the real bot: `/ask`, the panel's form, and the answer (CI-21)."""

import pytest
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.refusals import Code
from tests.doors.host_desk import buttons, note, panel, shown, touch
from tests.doors.visit import day, refusal, refused, say, unharmed

pytestmark = pytest.mark.rule("CI-21")
ASKS, ANSWERS = "Сколько *чёрных*?", "Трое, и все _здесь_."


async def asked(club: SimulatedClub, seat: int = 3) -> InteractionResult:
    """A seat's question has reached the host of a table of `city`; his panel."""
    await day(club, "city", club.host)
    result = await club.slash(club.seat(seat), club.chat, "ask", question=ASKS)
    assert answer_of(result) == say(club, "ask-sent")
    return await panel(club)


async def reply(club: SimulatedClub, on: InteractionResult, way: str) -> InteractionResult:
    """The host picks the question and the way, types, and sends the form."""
    form = await touch(club, on, Press.ANSWER, value=f"1:{way}")
    return await club.host.submit_modal(form, {"words": ANSWERS})


async def test_an_answer_aloud_is_told_to_the_whole_table(full: SimulatedClub) -> None:
    club = full
    opened = await asked(club)
    assert say(club, "host-question", seat=3, words=ASKS) in shown(opened)
    await reply(club, opened, "1")
    assert note(opened) == say(club, "answered-private", seat=3)
    assert Press.ANSWER not in buttons(opened)
    line = say(club, "question-answered", seat=3, question=ASKS, words=ANSWERS)
    assert line in (club.board().embeds[0].description or "")
    assert "\\*чёрных\\*" in line, "a player's words change no layout"


async def test_a_private_answer_calls_whoever_asked_and_is_read_by_nobody_else(full: SimulatedClub) -> None:
    club = full
    opened = await asked(club)
    own = await club.slash(club.seat(3), club.chat, "ask")
    assert answer_of(own) == say(club, "ask-row-waits", words=ASKS)
    await reply(club, opened, "0")
    public = [m.content + "".join(e.description or "" for e in m.embeds) for m in club.chat.history()]
    assert say(club, "call-answered", user=club.seat(3).id) in public
    assert not any("Трое" in text or "чёрных" in text for text in public)
    own = await club.slash(club.seat(3), club.chat, "ask")
    assert answer_of(own) == say(club, "ask-row", words=ASKS, answer=ANSWERS)
    other = await club.slash(club.seat(4), club.chat, "ask")
    assert answer_of(other) == say(club, "ask-none")


async def test_a_form_outlives_a_restart(full: SimulatedClub) -> None:
    club = full
    opened = await asked(club)
    form = await touch(club, opened, Press.ANSWER, value="1:1")
    await club.restart()
    await club.host.submit_modal(form, {"words": ANSWERS})
    assert club.game.questions[0].answer == ANSWERS


async def test_two_who_lead_answer_a_question_once(full: SimulatedClub) -> None:
    club = full
    opened = await asked(club)
    await club.slash(club.host, club.chat, "lobby assistant", player=club.admin)
    second = await panel(club, club.admin)
    form = await touch(club, second, Press.ANSWER, value="1:1", by=club.admin)
    await reply(club, opened, "1")
    async with unharmed(club):
        await club.admin.submit_modal(form, {"words": "Двое."})
    assert note(second) == refusal(club, Code.ALREADY_ANSWERED, "CI-21")


async def test_whoever_has_left_the_chair_meanwhile_answers_nothing(full: SimulatedClub) -> None:
    club = full
    opened = await asked(club)
    form = await touch(club, opened, Press.ANSWER, value="1:1")
    await club.slash(club.host, club.chat, "lobby host", host=club.admin)
    async with unharmed(club):
        late = await club.host.submit_modal(form, {"words": ANSWERS})
    assert answer_of(late) == refusal(club, Code.NOT_HOST, "CI-21")


async def test_a_moderator_sees_no_question(full: SimulatedClub) -> None:
    club = full
    await asked(club)
    own = await panel(club, club.admin)
    assert Press.ANSWER not in buttons(own)
    assert "чёрных" not in shown(own)


async def test_those_who_do_not_sit_here_ask_nothing(full: SimulatedClub) -> None:
    club = full
    await day(club, "city", club.host)
    for actor in (club.newcomer("guest"), club.host):
        await refused(club, lambda a=actor: club.slash(a, club.chat, "ask", question=ASKS), Code.NOT_SEATED)


@pytest.mark.rule("GE-10")
async def test_where_the_bot_hosts_it_says_what_it_can(full: SimulatedClub) -> None:
    club = full
    await day(club, "city")
    async with unharmed(club):
        result = await club.slash(club.seat(3), club.chat, "ask", question=ASKS)
    phase, deadline = say(club, "phase-speeches"), club.game.clock.deadline
    what = say(club, "waiting-speech", seat=1)
    now = say(club, "status-waiting", phase=phase, what=what, deadline=deadline)
    assert answer_of(result) == say(club, "ask-bot", now=now)
