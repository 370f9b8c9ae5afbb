"""The host's panel on the real bot: who may open it, what it shows, and what its buttons do (GE-16)."""

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offer, offers
from mafia_bot.engine.controls import OF_THE_HOST, Press
from mafia_bot.engine.ids import Act, Role
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import LastWords, Lobby, Night, Speeches
from tests.doors.host_desk import buttons, note, panel, shown, to_act, touch
from tests.doors.visit import Kept, at_once, day, holder, lobby, refusal, refused, say, unharmed, until


@pytest.mark.rule("GE-16")
async def test_nobody_opens_it_but_those_who_lead(full: SimulatedClub) -> None:
    club = full
    await day(club, "masks", club.host)
    guest, board = club.newcomer("guest"), club.board()
    for actor in (club.seat(1), guest):
        await refused(club, lambda a=actor: club.slash(a, club.chat, "host"), Code.NOT_HOST, "GE-02")
        await refused(club, lambda a=actor: club.press(a, Press.HOST, on=board), Code.NOT_HOST, "GE-02")


@pytest.mark.rule("GE-02", "GE-16")
async def test_no_token_of_the_panel_works_for_a_player(full: SimulatedClub) -> None:
    """Nobody else sees the panel; whoever sends one of its tokens all the same has only their own powers."""
    club = full
    await day(club, "masks", club.host)
    opened = (await panel(club)).response
    assert opened is not None
    stored = club.env.backend.messages[club.chat.id][opened.id]
    assert stored.interaction_metadata is not None
    stored.interaction_metadata["user"]["id"] = str(club.seat(1).id)
    found = offers(opened)
    assert {one.press for one in found} <= OF_THE_HOST
    for one in found:
        chosen: list[Any] = [club.admin] if one.values == () else list(one.values or ())[:1]
        act = lambda one=one, chosen=chosen: club.touch(club.seat(1), opened, one, chosen)  # noqa: E731
        await refused(club, act, Code.NOT_HOST, "GE-02")


@pytest.mark.rule("GE-16")
@pytest.mark.parametrize("led", [True, False])
async def test_the_button_stands_on_a_board_that_a_human_leads_and_on_no_other(
    club: SimulatedClub, led: bool
) -> None:
    host = club.host if led else None
    await lobby(club, host=host)
    assert (Press.HOST in on_board(club)) == led
    await club.seat_all()
    await club.start(by=host)
    for phase in (Night, Speeches, Night):
        await until(club, phase)
        assert (Press.HOST in on_board(club)) == led
    victim = next(p.seat for p in club.game.players if p.role is not Role.MAFIA)
    await to_act(club, Act.SHOOT)
    await club.choose(club.seat(holder(club, Role.MAFIA)), victim)
    await until(club, LastWords)
    assert (Press.HOST in on_board(club)) == led


def on_board(club: SimulatedClub) -> list[str]:
    return [one.press for one in offers(club.board())]


@pytest.mark.rule("GE-02", "GE-16")
@pytest.mark.parametrize("led", [True, False])
async def test_a_moderator_who_does_not_lead_sees_discipline_alone(full: SimulatedClub, led: bool) -> None:
    """As much at the bot's own table as at a human's: no card, no act, no clock."""
    club = full
    await day(club, host=club.host if led else None)
    await club.slash(club.admin, club.chat, "warn", seat=2, offence="out_of_turn")
    await to_act(club, Act.SHOOT)
    shooter = next(p.seat for p in club.game.living() if p.role is Role.MAFIA)
    await club.choose(club.seat(shooter), 9)
    opened = await panel(club, club.admin)
    said = shown(opened)
    assert said.startswith(f"**{say(club, 'discipline-title')}**")
    offence = say(club, "offence-out_of_turn")
    assert say(club, "host-undoable", what=say(club, "what-warning", seat=2, offence=offence)) in said
    assert buttons(opened) == [Press.REFRESH, Press.SEAT, Press.UNDO]
    await touch(club, opened, Press.SEAT, value="9", by=club.admin)
    assert Press.WARN in buttons(opened)
    assert not {Press.REPLACE, Press.DEFEAT} & set(buttons(opened))
    roles = {say(club, f"role-{role}") for role in (Role.CIVILIAN, Role.SHERIFF, Role.DOCTOR, Role.LOVER)}
    for text in (said, shown(opened)):
        assert not any(role in text for role in roles)
        assert say(club, "act-shoot") not in text


@pytest.mark.rule("GE-16")
async def test_it_opens_from_the_board_too_and_shows_every_card(full: SimulatedClub) -> None:
    club = full
    await day(club, "masks", club.host)
    by_button = await club.press(club.host, Press.HOST)
    assert by_button.ephemeral
    text = shown(by_button)
    assert text == shown(await panel(club))
    for player in club.game.players:
        assert say(club, "host-card", seat=player.seat, role=player.role) in text.splitlines()


@pytest.mark.rule("GE-16")
@pytest.mark.parametrize("locale", ["ru", "en"])
async def test_the_night_is_shown_as_it_goes_and_the_morning_before_it_comes(
    full: SimulatedClub, locale: str
) -> None:
    club = full
    await day(club, "masks", club.host)
    club.locale = locale
    sheriff, black = holder(club, Role.SHERIFF), [p.seat for p in club.game.players if p.role is Role.MAFIA]
    await to_act(club, Act.SHOOT)
    opened = await panel(club)
    assert say(club, "host-owing", seats=black) in shown(opened)
    assert say(club, "host-acts-none") in shown(opened)
    for seat in black:
        await club.choose(club.seat(seat), sheriff)
    await touch(club, opened, Press.REFRESH)
    for seat in black:
        line = say(club, "host-act", seat=seat, role=Role.MAFIA, act=Act.SHOOT, target=sheriff)
        assert line in shown(opened)
    assert "> " + say(club, "morning-victims", victims=(sheriff,)) in shown(opened)
    assert say(club, "host-hit", act=Act.SHOOT, seat=sheriff) in shown(opened)
    await to_act(club, Act.CHECK)
    await club.choose(club.seat(sheriff), black[0])
    await touch(club, opened, Press.REFRESH)
    line = say(club, "check-mafia-yes", target=black[0])
    answer = say(club, "host-answer", round=1, seat=sheriff, role=Role.SHERIFF, line=line)
    assert answer in shown(opened)
    await until(club, LastWords)
    told = club.board().embeds[0].description or ""
    club.locale = "ru"
    assert say(club, "morning-victims", victims=(sheriff,)) in told


@pytest.mark.rule("GE-09", "GE-16")
async def test_the_clock_is_in_the_hosts_hand(club: SimulatedClub) -> None:
    await day(club, host=club.host)
    opened = await panel(club)
    deadline, step = club.game.clock.deadline, club.game.clock.step
    assert deadline is not None
    for seconds in (10, 30):
        await touch(club, opened, Press.EXTRA, seconds)
    assert club.game.clock.deadline == deadline + 40
    await touch(club, opened, Press.PAUSE)
    assert club.game.paused
    assert Press.PAUSE not in buttons(opened)
    assert Press.NEXT not in buttons(opened), "while the clock stands no step can be ended"
    await touch(club, opened, Press.RESUME)
    assert not club.game.paused
    await touch(club, opened, Press.NEXT)
    assert club.game.clock.step == step + 1
    assert note(opened) == ""


@pytest.mark.rule("GE-09", "GE-16")
async def test_two_hands_on_next_end_one_step_and_the_second_sees_where_the_game_is(
    club: SimulatedClub,
) -> None:
    await day(club, host=club.host)
    await club.slash(club.host, club.chat, "lobby assistant", player=club.admin)
    hands = (club.host, club.admin)
    first, second = [await panel(club, hand) for hand in hands]
    step = club.game.clock.step
    await at_once(club, *(touch_raw(club, one, by) for one, by in zip((first, second), hands, strict=True)))
    assert club.game.clock.step == step + 1
    assert sorted([note(first), note(second)]) == ["", refusal(club, Code.STALE, "GE-09")]
    assert shown(first) == shown(second)


async def touch_raw(club: SimulatedClub, on: InteractionResult, by: MemberActor) -> InteractionResult:
    """A press of «next» that is not waited for."""
    assert on.response is not None
    return await by.click(on.response, custom_id=offer(on.response, Press.NEXT).token)


@pytest.mark.rule("GE-16")
async def test_a_panel_outlives_a_restart(club: SimulatedClub) -> None:
    await day(club, host=club.host)
    opened = await panel(club)
    await club.restart()
    await touch(club, opened, Press.PAUSE)
    assert club.game.paused


@pytest.mark.rule("GE-16", "GE-17")
async def test_a_panel_closes_its_eyes_for_whoever_has_left_the_chair(club: SimulatedClub) -> None:
    await day(club, host=club.host)
    opened = await panel(club)
    kept = Kept(club, opened)
    await club.slash(club.host, club.chat, "lobby host", host=club.admin)
    assert buttons(opened) == []
    assert opened.response is not None
    assert opened.response.embeds == [], "no card stays in sight"
    async with unharmed(club):
        with kept:
            late = await touch(club, opened, Press.REFRESH)
    assert answer_of(late) == refusal(club, Code.NOT_HOST, "GE-02")
    assert shown(await panel(club, club.admin))


@pytest.mark.rule("GE-16")
async def test_before_the_deal_it_has_no_card_and_no_clock(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    await club.seat_all()
    opened = await panel(club)
    assert isinstance(club.game.phase, Lobby)
    assert say(club, "host-cards-title") not in shown(opened)
    assert buttons(opened) == [Press.REFRESH, Press.SWAP, Press.ASSISTANT, Press.END]


async def test_the_host_reseats_people_before_the_deal(club: SimulatedClub) -> None:
    """GE-15: the order in which they will sit is the order of the lobby."""
    await lobby(club, host=club.host)
    await club.seat_all()
    opened = await panel(club)
    first, third = club.seat(1).id, club.seat(3).id
    assert say(club, "lobby-row", seat=1, user=first) in shown(opened)
    await touch(club, opened, Press.SWAP, value=["1", "3"])
    assert note(opened) == say(club, "done")
    assert say(club, "lobby-row", seat=1, user=third) in shown(opened)
    assert say(club, "seats-swapped", one=1, other=3) in (club.board().embeds[0].description or "")
    await touch(club, opened, Press.SWAP, value="2")
    assert note(opened) == refusal(club, Code.TWO_SEATS, "GE-15")
    assert Press.SWAP not in buttons(await panel(club, club.admin)), "a moderator does not lead"
    kept = Kept(club, opened)
    await club.start(by=club.host)
    assert [p.user for p in club.game.players][:3] == [third, club.seat(2).id, first]
    async with unharmed(club):
        with kept:
            await touch(club, opened, Press.SWAP, value=["1", "2"])
    assert note(opened) == refusal(club, Code.ALREADY_STARTED)


@pytest.mark.rule("GE-13", "GE-16")
async def test_it_says_who_is_not_in_voice_and_when_it_is_the_hosts_turn_to_decide(
    club: SimulatedClub,
) -> None:
    await day(club, host=club.host)
    await club.seat(2).leave_voice()
    (found,) = club.game.absent
    opened = await panel(club)
    assert say(club, "host-absent", seat=2, until=found[1]) in shown(opened)
    await club.advance(found[1] - club.env.now().timestamp() + 1)
    await touch(club, opened, Press.REFRESH)
    assert say(club, "host-absent-over", seat=2) in shown(opened)
