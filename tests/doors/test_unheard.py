"""Whoever has the word and is not heard: the page of their turn says why, and `/game status` does."""

import pytest
from simcord.actors import MemberActor

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.state import Speeches
from tests.doors.visit import day, lobby, say, until
from tests.evening import watching as see


async def hand(club: SimulatedClub, seat: int, *, mute: bool) -> None:
    """A moderator's hand on somebody's microphone."""
    club.env.backend.edit_member(club.guild.id, club.seat(seat).id, {"mute": mute})
    await club.env.settle()


async def own(club: SimulatedClub, seat: int, **flags: bool) -> None:
    """What somebody does with their own microphone, or Discord for want of a permission."""
    club.env.backend.set_voice_state(club.guild.id, club.seat(seat).id, club.voice.id, **flags)
    await club.env.settle()


async def muted_before(club: SimulatedClub, seat: int, host: MemberActor | None = None) -> None:
    """A game at its first speech, in which a moderator had muted this seat beforehand."""
    await lobby(club, host=host)
    await club.seat_all()
    await hand(club, seat, mute=True)
    await club.start(by=host)
    await until(club, Speeches)


def hushed(club: SimulatedClub, seat: int) -> bool:
    return say(club, "speaker-hushed", seat=seat) in see.board_text(club)


def told(club: SimulatedClub, key: str, seat: int) -> int:
    """How often the chat was told so of a seat, however it began."""
    line = say(club, key, user=club.seat(seat).id)
    return sum(message.content.endswith(line) for message in club.chat.history())


async def status(club: SimulatedClub, actor: MemberActor | None = None) -> list[str]:
    return (answer_of(await club.slash(actor or club.seat(1), club.chat, "game status")) or "").splitlines()


@pytest.mark.rule("GE-12")
async def test_the_page_of_that_turn_says_so_and_no_other_does(club: SimulatedClub) -> None:
    await muted_before(club, 2)
    assert not hushed(club, 2), "it is not their turn"
    assert told(club, "trouble-muted-by-others", 2) == 0
    await club.press(club.seat(1), Press.THANKS)
    assert see.heard(club) == set(), "another hand's mute is left alone"
    assert hushed(club, 2)
    assert told(club, "trouble-muted-by-others", 2) == 1
    assert say(club, "trouble-muted-by-others", user=club.seat(2).id) in await status(club)
    await club.press(club.seat(2), Press.THANKS)
    assert "🔇" not in see.board_text(club)
    assert not any("🔇" in line for line in await status(club))
    assert told(club, "trouble-muted-by-others-over", 2) == 0, "nobody has heard them yet"


@pytest.mark.rule("GE-12")
async def test_it_is_over_as_soon_as_the_hand_is_taken_away(club: SimulatedClub) -> None:
    await day(club)
    await club.advance(5)
    await hand(club, 1, mute=True)
    assert hushed(club, 1), "in the middle of a minute as well"
    await hand(club, 1, mute=False)
    assert see.heard(club) == {"1"}
    assert not hushed(club, 1)
    assert told(club, "trouble-muted-by-others", 1) == told(club, "trouble-muted-by-others-over", 1) == 1
    assert not any("🔇" in line for line in await status(club))


async def test_the_host_of_the_table_is_named(club: SimulatedClub) -> None:
    await muted_before(club, 1, club.host)
    line = say(club, "trouble-muted-by-others", user=club.seat(1).id)
    for_host = say(club, "trouble-for-host", user=club.host.id, line=line)
    assert [m.content for m in club.chat.history()].count(for_host) == 1
    assert line in await status(club, club.host)


async def test_a_pause_and_a_departure_blame_nobody(club: SimulatedClub) -> None:
    await muted_before(club, 1)
    await club.slash(club.admin, club.chat, "game pause")
    assert not hushed(club, 1)
    await club.slash(club.admin, club.chat, "game resume")
    assert hushed(club, 1)
    await club.seat(1).leave_voice()
    assert not hushed(club, 1)
    await club.enter(club.seat(1))
    assert hushed(club, 1), "the mute is the member's, and waits at the door"


async def test_it_is_said_after_a_restart_as_well(club: SimulatedClub) -> None:
    await muted_before(club, 1)
    await club.restart()
    assert hushed(club, 1)
    await hand(club, 1, mute=False)
    assert not hushed(club, 1)


async def test_the_page_of_a_game_that_ends_on_their_turn_is_closed_without_it(club: SimulatedClub) -> None:
    await muted_before(club, 1)
    await club.slash(club.admin, club.chat, "game end")
    assert not any("🔇" in (e.description or "") for m in club.chat.history() for e in m.embeds)
    assert see.all_muted(club) == {"1"}


async def test_it_costs_one_edit_of_the_page_and_one_line(club: SimulatedClub) -> None:
    await day(club)
    await club.advance(5)
    mark = club.mark()
    await hand(club, 1, mute=True)
    await club.advance(20)
    calls = [(call.method, call.path.split("/")[3]) for call in club.calls(mark)]
    assert sorted(calls) == [("PATCH", "messages"), ("POST", "messages")]


@pytest.mark.parametrize(
    ("flags", "key"),
    [
        ({"self_mute": True}, "status-microphone-self"),
        ({"self_mute": True, "self_deaf": True}, "status-microphone-self"),
        ({"suppress": True}, "status-microphone-right"),
    ],
)
async def test_ones_own_microphone_is_a_line_of_the_status_alone(
    club: SimulatedClub, flags: dict[str, bool], key: str
) -> None:
    await day(club)
    before, lines = see.board_text(club), len(club.chat.history())
    await own(club, 1, **flags)
    await own(club, 2, **flags)
    for locale in ("ru", "en"):
        club.locale = locale
        said = await status(club)
        assert say(club, key, seat=1) in said
        assert say(club, key, seat=2) not in said, "who has not the word keeps silent as they like"
    club.locale = "ru"
    assert see.board_text(club) == before
    assert len([m for m in club.chat.history() if not m.flags.ephemeral]) == lines
    await own(club, 1, **dict.fromkeys(flags, False))
    assert say(club, key, seat=1) not in await status(club)
