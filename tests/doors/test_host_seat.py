"""What is ruled from the panel about one seat, and about the whole table (GE-09, GE-16)."""

import pytest
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of, question
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import SeatNo
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Lobby, Over
from tests.doors.host_desk import buttons, note, panel, shown, touch
from tests.doors.visit import Kept, day, lobby, refusal, say


async def seat_of(club: SimulatedClub, seat: int, ruleset: str = "masks") -> InteractionResult:
    """The host's panel, opened at a seat on the first day."""
    await day(club, ruleset, club.host)
    opened = await panel(club)
    await touch(club, opened, Press.SEAT, value=str(seat))
    return opened


def lines(on: InteractionResult, press: Press) -> list[tuple[str, str, str]]:
    """What a menu offers: value, words and smaller words of each line."""
    assert on.response is not None
    items = [item for row in on.response.components for item in row["components"]]
    (found,) = [item for item in items if item["custom_id"].startswith(f"mafia:{press}:")]
    return [(one["value"], one["label"], one.get("description") or "") for one in found["options"]]


async def yes(club: SimulatedClub, asked: InteractionResult) -> InteractionResult:
    assert asked.response is not None
    return await club.host.click(asked.response, custom_id=question(asked))


@pytest.mark.rule("GE-09", "GE-16")
async def test_a_warning_is_picked_with_what_the_ladder_brings_and_stands_above_the_table(
    full: SimulatedClub,
) -> None:
    club = full
    opened = await seat_of(club, 3)
    card = club.game.player(SeatNo(3)).role
    assert say(club, "host-card", seat=3, role=card) in shown(opened)
    for count in (1, 2, 3):
        rung = say(club, "rules-rung", at=3, effects=[say(club, "rules-rung-speech")])
        step = rung if count == 3 else say(club, "rules-warning", at=count)
        assert say(club, "host-next-warning", step=step) in shown(opened)
        assert {about for _, _, about in lines(opened, Press.WARN)} == {step}
        await touch(club, opened, Press.WARN, value="out_of_turn")
        assert note(opened) == say(club, "warned-private")
        assert buttons(opened)[0] == Press.PAUSE, "the whole table again"
        what = say(club, "what-warning", seat=3, offence=say(club, "offence-out_of_turn"))
        assert say(club, "host-undoable", what=what) in shown(opened)
        await touch(club, opened, Press.SEAT, value="3")
    assert club.game.player(SeatNo(3)).warnings == 3
    assert club.game.player(SeatNo(3)).penalties


@pytest.mark.rule("MW-18")
async def test_an_act_under_several_items_is_warned_for_all_of_them(full: SimulatedClub) -> None:
    club = full
    opened = await seat_of(club, 3, "most_wanted")
    await touch(club, opened, Press.WARN, value=["noise", "foreign_words"])
    assert club.game.player(SeatNo(3)).warnings == 2


@pytest.mark.rule("MW-18", "MW-20")
async def test_warnings_end_where_one_of_them_removes(full: SimulatedClub) -> None:
    club = full
    opened = await seat_of(club, 3, "most_wanted")
    every = [value for value, _, _ in lines(opened, Press.WARN)]
    assert len(every) > 4
    await touch(club, opened, Press.WARN, value=every)
    assert not club.game.player(SeatNo(3)).alive
    assert club.game.player(SeatNo(3)).warnings == 4
    assert note(opened) == say(club, "warned-private")


@pytest.mark.rule("MW-19", "GE-16")
async def test_a_removal_is_picked_with_how_far_it_goes_and_the_hall_is_asked_about(
    full: SimulatedClub,
) -> None:
    club = full
    opened = await seat_of(club, 3, "most_wanted")
    extents = {value: about for value, _, about in lines(opened, Press.REMOVE)}
    assert extents["peeking:1"] == say(club, "sanction-hall")
    assert extents["peeking:0"] == say(club, "sanction-eased")
    asked = await touch(club, opened, Press.REMOVE, value="peeking:1")
    assert club.game.player(SeatNo(3)).alive, "it is only asked about"
    assert answer_of(await yes(club, asked)) == say(club, "removed-private")
    assert [ban.hall for ban in club.game.kept.bans] == [True]
    await touch(club, opened, Press.BACK)
    await touch(club, opened, Press.SEAT, value="4")
    await touch(club, opened, Press.REMOVE, value="peeking:0")
    assert not club.game.player(SeatNo(4)).alive
    assert [ban.hall for ban in club.game.kept.bans] == [True, False]
    assert note(opened) == say(club, "removed-private")


@pytest.mark.rule("GE-09")
async def test_whoever_has_gone_meanwhile_is_said_to_be_gone(full: SimulatedClub) -> None:
    club = full
    opened = await seat_of(club, 3)
    kept = Kept(club, opened)
    await club.slash(club.host, club.chat, "remove", seat=3, offence="peeking", hall=False)
    assert say(club, "host-seat-out") in shown(opened), "the panel says so by itself"
    with kept:
        await touch(club, opened, Press.WARN, value="out_of_turn")
    assert note(opened) == refusal(club, Code.NOT_AT_TABLE, seat=3)
    await touch(club, opened, Press.SEAT, value="3")
    assert say(club, "host-seat-out") in shown(opened)
    assert not {Press.WARN, Press.REMOVE, Press.REPLACE} & set(buttons(opened))


@pytest.mark.rule("GE-09", "GE-16")
async def test_a_substitute_is_chosen_from_the_people_of_the_server(full: SimulatedClub) -> None:
    club = full
    opened = await seat_of(club, 3)
    guest, card = club.newcomer("guest"), club.game.player(SeatNo(3)).role
    await touch(club, opened, Press.REPLACE, value=club.seat(4))
    assert note(opened) == refusal(club, Code.SEAT_TAKEN, "GE-09", seat=4)
    await touch(club, opened, Press.SEAT, value="3")
    await touch(club, opened, Press.REPLACE, value=guest)
    assert note(opened) == say(club, "done")
    assert (club.game.player(SeatNo(3)).user, club.game.player(SeatNo(3)).role) == (guest.id, card)


@pytest.mark.rule("MA-25", "GE-16")
async def test_a_defeat_is_offered_where_it_can_be_declared_and_asked_about(full: SimulatedClub) -> None:
    club = full
    opened = await seat_of(club, 3)
    assert Press.DEFEAT not in buttons(opened), "MA-25: only for what is given away while leaving"
    await touch(club, opened, Press.REMOVE, value="peeking:0")
    await touch(club, opened, Press.SEAT, value="3")
    asked = await touch(club, opened, Press.DEFEAT)
    assert not isinstance(club.game.phase, Over)
    await yes(club, asked)
    assert isinstance(club.game.phase, Over)
    assert club.game.phase.outcome.reason == "technical-defeat"


@pytest.mark.rule("GE-09", "GE-17")
async def test_an_undo_and_an_end_are_asked_about_by_name(full: SimulatedClub) -> None:
    club = full
    opened = await seat_of(club, 3)
    await touch(club, opened, Press.WARN, value="out_of_turn")
    what = say(club, "what-warning", seat=3, offence=say(club, "offence-out_of_turn"))
    asked = await touch(club, opened, Press.UNDO)
    assert answer_of(asked) == say(club, "question-undo", whats=[what])
    assert club.game.player(SeatNo(3)).warnings == 1
    await yes(club, asked)
    assert club.game.player(SeatNo(3)).warnings == 0
    ended = await touch(club, opened, Press.END)
    assert not isinstance(club.game.phase, Over)
    await yes(club, ended)
    assert isinstance(club.game.phase, Over)
    await touch(club, opened, Press.REFRESH)
    assert buttons(opened) == [Press.REFRESH, Press.SEAT, Press.UNDO]
    await yes(club, await touch(club, opened, Press.UNDO))
    assert not isinstance(club.game.phase, Over)


@pytest.mark.rule("GE-02", "GE-16")
async def test_an_assistant_is_added_and_dismissed_and_never_a_player(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    await club.seat_all()
    opened = await panel(club)
    assert isinstance(club.game.phase, Lobby)
    await touch(club, opened, Press.ASSISTANT, value=club.seat(1))
    assert note(opened) == refusal(club, Code.HOST_CANNOT_PLAY, "GE-02", users=(club.seat(1).id,))
    await touch(club, opened, Press.ASSISTANT, value=club.admin)
    assert club.game.assistants == (club.admin.id,)
    own = await panel(club, club.admin)
    assert Press.ASSISTANT in buttons(own)
    await touch(club, own, Press.ASSISTANT, value=club.newcomer("guest"), by=club.admin)
    assert note(own) == refusal(club, Code.NOT_HOST, "GE-02")
    await touch(club, opened, Press.ASSISTANT, value=club.admin)
    assert club.game.assistants == ()


@pytest.mark.rule("GE-09")
async def test_the_command_names_the_next_step_of_the_ladder_too(full: SimulatedClub) -> None:
    club = full
    await day(club, "masks", club.host)
    await club.slash(club.host, club.chat, "warn", seat=3, offence="out_of_turn", times=2)
    step = say(club, "rules-rung", at=3, effects=[say(club, "rules-rung-speech")])
    choices = await club.host.autocomplete(club.chat, "warn", "offence", "", seat=3)
    assert all(str(one["name"]).endswith(step) for one in choices)
    assert choices
    plain = await club.host.autocomplete(club.chat, "warn", "offence", "", seat=20)
    assert [one["value"] for one in plain] == [one["value"] for one in choices]
    assert not any(step in str(one["name"]) for one in plain)
