"""What the night refuses, and what it takes from those who sleep without a word of difference (GE-11)."""

import pytest
import simcord

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Act, Role
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Night
from tests.doors.fixtures import Clubs
from tests.doors.visit import Kept, day, holder, late, night, nominations, refusal, refused, say, unharmed


async def step(club: SimulatedClub, act: Act, ruleset: str = "masks") -> None:
    """The step of the first real night in which this act is done."""
    await day(club, ruleset)
    await nominations(club)
    await reach(club, act)


async def reach(club: SimulatedClub, act: Act) -> None:
    while not (isinstance(club.game.phase, Night) and club.game.phase.step.act is act):
        await club.to_next_deadline()


@pytest.mark.rule("GE-11", "GE-12")
async def test_a_spectator_presses_night(club: SimulatedClub) -> None:
    await night(club)
    guest = club.newcomer("guest")
    await refused(club, lambda: club.press(guest, Press.NIGHT), Code.NOT_SEATED)


async def test_the_night_button_by_day(club: SimulatedClub) -> None:
    await night(club)
    board = club.board()
    while isinstance(club.game.phase, Night):
        await club.to_next_deadline()
    await refused(club, lambda: late(club, club.seat(1), Press.NIGHT, board), Code.NOT_NIGHT)


@pytest.mark.rule("GE-11")
async def test_a_panel_belongs_to_its_owner(club: SimulatedClub) -> None:
    await step(club, Act.VISIT)
    lover = holder(club, Role.LOVER)
    panel = (await club.panel(club.seat(lover))).response
    assert panel is not None
    assert panel.ephemeral
    other = club.seat(lover % 4 + 1)
    async with unharmed(club):
        with pytest.raises(simcord.SetupError):  # nobody else's client even shows it
            await other.select(panel, ["1"])


@pytest.mark.rule("GE-11")
async def test_a_press_of_who_sleeps_changes_nothing_and_looks_the_same(club: SimulatedClub) -> None:
    await step(club, Act.VISIT)
    lover = holder(club, Role.LOVER)
    controls = []
    for number in range(1, 5):
        panel = (await club.panel(club.seat(number))).response
        assert panel is not None
        controls.append([(offer.press, offer.values) for offer in offers(panel)])
        if number == lover:
            continue
        async with unharmed(club):
            result = await club.choose(club.seat(number), lover)
        assert result.acknowledged
        assert result.followups == []
        assert say(club, "panel-sleep") in (result.response.content if result.response else "")
    assert all(seen == controls[0] for seen in controls)


@pytest.mark.rule("MA-13")
async def test_the_lovers_limits(club: SimulatedClub) -> None:
    await step(club, Act.VISIT)
    lover = holder(club, Role.LOVER)
    actor = club.seat(lover)
    other, third = (seat for seat in range(1, 5) if seat not in (lover, holder(club, Role.MAFIA)))
    await refused(club, lambda: club.choose(actor, lover), Code.NOT_YOURSELF, "MA-13")
    await refused(club, lambda: club.choose(actor, None), Code.MUST_CHOOSE, "MA-18")
    await club.choose(actor, other)
    await refused(club, lambda: club.choose(actor, third), Code.ALREADY_CHOSEN, "MA-13")
    while isinstance(club.game.phase, Night):
        await club.to_next_deadline()
    await nominations(club)
    await refused(club, lambda: club.choose(actor, other), Code.SAME_TWICE, "MA-13", seat=other)


@pytest.mark.rule("MA-12")
async def test_the_mafia_does_not_shoot_its_own(club: SimulatedClub) -> None:
    await step(club, Act.SHOOT)
    mafia = holder(club, Role.MAFIA)
    await refused(club, lambda: club.choose(club.seat(mafia), mafia), Code.NOT_YOUR_OWN, "MA-12", seat=mafia)


@pytest.mark.rule("MA-17")
async def test_the_doctors_limits(club: SimulatedClub) -> None:
    await step(club, Act.HEAL)
    doctor = club.seat(holder(club, Role.DOCTOR))
    await club.choose(doctor, holder(club, Role.DOCTOR))
    await reach_next(club, Act.HEAL)
    own = holder(club, Role.DOCTOR)
    await refused(club, lambda: club.choose(doctor, own), Code.SELF_LIMIT, "MA-17", limit=1)


async def reach_next(club: SimulatedClub, act: Act) -> None:
    while isinstance(club.game.phase, Night):
        await club.to_next_deadline()
    await nominations(club)
    await reach(club, act)


@pytest.mark.rule("MA-13")
async def test_the_blocked_are_told(clubs: Clubs) -> None:
    club = await clubs(seats=6)
    await step(club, Act.VISIT)
    sheriff = holder(club, Role.SHERIFF)
    await club.choose(club.seat(holder(club, Role.LOVER)), sheriff)
    await reach(club, Act.CHECK)
    panel = (await club.panel(club.seat(sheriff))).response
    assert panel is not None
    assert say(club, "blocked-tonight") in panel.content
    await refused(club, lambda: club.choose(club.seat(sheriff), 1), Code.BLOCKED, "MA-13")


@pytest.mark.rule("GE-11")
async def test_a_panel_of_the_step_before(club: SimulatedClub) -> None:
    await step(club, Act.VISIT)
    lover = club.seat(holder(club, Role.LOVER))
    opened = await club.panel(lover)
    panel = opened.response
    assert panel is not None
    for press, seat in ((Press.TARGET, 1), (Press.REFUSE, 0)):
        kept = Kept(club, opened)
        await club.to_next_deadline()
        async with unharmed(club):
            with kept:
                result = await club.press(lover, press, seat, on=panel)
        assert answer_of(result) == refusal(club, Code.STALE, "GE-11")
    kept = Kept(club, opened)
    while isinstance(club.game.phase, Night):
        await club.to_next_deadline()
    async with unharmed(club):
        with kept:
            result = await club.press(lover, Press.TARGET, 1, on=panel)
    assert answer_of(result) == refusal(club, Code.NOT_NIGHT)


@pytest.mark.rule("MW-03")
async def test_only_the_don_gives_the_order(full: SimulatedClub) -> None:
    await night(full, "most_wanted")
    mate = full.seat(holder(full, Role.MAFIA))
    await refused(full, lambda: full.order(mate, [1]), Code.NOT_YOUR_ROLE, "MW-03")
    don = full.seat(holder(full, Role.DON))
    await full.order(don, [2, 3, 4])
    assert full.game.order == (2, 3, 4)
    sleeper = full.seat(holder(full, Role.CIVILIAN))
    async with unharmed(full):
        await full.order(sleeper, [5, 6, 7])


@pytest.mark.rule("MW-09")
async def test_a_second_shot_is_refused(full: SimulatedClub) -> None:
    await step(full, Act.SHOOT, "most_wanted")
    mafia = full.seat(holder(full, Role.MAFIA))
    target = holder(full, Role.CIVILIAN)
    await full.choose(mafia, target)
    await refused(full, lambda: full.choose(mafia, target), Code.ALREADY_CHOSEN, "MW-09")
    await refused(full, lambda: full.choose(mafia, None), Code.ALREADY_CHOSEN, "MW-09")
