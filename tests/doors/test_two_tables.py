"""One person, one game: nobody sits, waits or leads at two tables at once, and nobody banned starts."""

import pytest
from msgspec import Struct
from simcord.builders import ChannelHandle

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import UserId
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Lobby, Night, Over
from mafia_bot.screens.refusals import Sentence
from mafia_bot.table.table import Table
from tests.doors.fixtures import Clubs
from tests.doors.visit import at_once, day, lobby, refusal, refused, say


class Place(Struct):
    """A table with its channels, whichever of the two the club now speaks of."""

    table: Table
    chat: ChannelHandle
    voice: ChannelHandle


@pytest.fixture
async def club(clubs: Clubs) -> SimulatedClub:
    """A server with six players."""
    return await clubs(seats=6)


def here(club: SimulatedClub) -> Place:
    return Place(club.table, club.chat, club.voice)


async def second_lobby(club: SimulatedClub) -> None:
    """A hall and a lobby more; from now on the club speaks of them."""
    await club.setup(name="Второй")
    await club.open("masks")


def taken(place: Place, *users: int) -> dict[str, object]:
    return {"users": users, "voices": [place.voice.id]}


async def test_who_plays_or_waits_or_leads_at_one_table_does_not_join_another(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    helper = club.newcomer("helper")
    await club.slash(club.host, club.chat, "lobby assistant", player=helper)
    await club.enter(club.seat(1))
    await club.press(club.seat(1), Press.JOIN)
    first = here(club)
    await second_lobby(club)
    for actor in (club.seat(1), club.host, helper):
        for join in (
            lambda a=actor: club.press(a, Press.JOIN),
            lambda a=actor: club.slash(a, club.chat, "lobby join"),
        ):
            await refused(club, join, Code.AT_ANOTHER_TABLE, **taken(first, actor.id))
    await club.slash(club.seat(1), first.chat, "lobby leave")
    await club.slash(club.host, first.chat, "lobby assistant", player=helper, add=False)
    await club.slash(club.host, first.chat, "lobby host")
    for actor in (club.seat(1), club.host, helper):
        await club.press(actor, Press.JOIN)
    assert club.game.phase == Lobby((club.seat(1).id, club.host.id, helper.id))


async def test_the_dead_of_a_game_that_goes_on_still_belong_to_it(club: SimulatedClub) -> None:
    await day(club)
    await club.slash(club.admin, club.chat, "remove", seat=6, offence="peeking")
    first = here(club)
    await second_lobby(club)
    out = club.seat(6)
    join = lambda: club.press(out, Press.JOIN)  # noqa: E731
    await refused(club, join, Code.AT_ANOTHER_TABLE, **taken(first, out.id))
    await club.slash(club.admin, first.chat, "game end")
    await join()
    assert club.game.phase == Lobby((out.id,))


async def test_nobody_leads_here_who_plays_there(club: SimulatedClub) -> None:
    await day(club)
    first, player = here(club), club.seat(1)
    await club.setup(name="Второй")
    opened = await club.slash(club.admin, club.chat, "lobby open", ruleset="masks", host=player)
    assert answer_of(opened) == refusal(club, Code.AT_ANOTHER_TABLE, **taken(first, player.id))
    await club.open("masks")
    for command, option in (("lobby host", "host"), ("lobby assistant", "player")):
        await refused(
            club,
            lambda c=command, o=option: club.slash(club.admin, club.chat, c, **{o: player}),
            Code.AT_ANOTHER_TABLE,
            **taken(first, player.id),
        )


@pytest.mark.rule("GE-09")
async def test_nobody_takes_a_seat_here_who_plays_there(club: SimulatedClub) -> None:
    await day(club)
    first, game = here(club), club.table
    await second_lobby(club)
    guest = club.newcomer("guest")
    await club.press(guest, Press.JOIN)
    replace = lambda: club.slash(club.admin, first.chat, "game replace", seat=1, player=guest)  # noqa: E731
    assert answer_of(await replace()) == refusal(club, Code.AT_ANOTHER_TABLE, **taken(here(club), guest.id))
    await club.press(guest, Press.LEAVE)
    assert answer_of(await replace()) == say(club, "done")
    assert game.game.players[0].user == guest.id


async def test_two_presses_in_one_instant_seat_nobody_twice(club: SimulatedClub) -> None:
    await lobby(club)
    first, board = here(club), club.board()
    await second_lobby(club)
    actor = club.seat(1)
    tokens = [f"mafia:join:{table.game_id}:0:0" for table in (first.table, club.table)]
    answers = await at_once(
        club,
        actor.click(board, custom_id=tokens[0]),
        actor.click(club.board(), custom_id=tokens[1]),
    )
    seated = [t for t in (first.table, club.table) if t.game.phase == Lobby((actor.id,))]
    assert len(seated) == 1
    assert sum("<#" in (answer_of(answer) or "") for answer in answers) == 1


@pytest.mark.rule("GE-09")
async def test_a_game_is_not_taken_up_again_while_its_people_are_at_another_table(
    club: SimulatedClub,
) -> None:
    await day(club)
    await club.slash(club.admin, club.chat, "game end")
    first = here(club)
    await second_lobby(club)
    await club.press(club.seat(2), Press.JOIN)
    undo = lambda: club.slash(club.admin, first.chat, "undo")  # noqa: E731
    assert answer_of(await undo()) == refusal(
        club, Code.AT_ANOTHER_TABLE, **taken(here(club), club.seat(2).id)
    )
    assert isinstance(first.table.game.phase, Over)
    await club.press(club.seat(2), Press.LEAVE)
    await undo()
    assert not isinstance(first.table.game.phase, Over)


@pytest.mark.rule("CC-18")
async def test_a_ban_that_came_while_the_lobby_was_open_is_seen_at_the_start(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    await day(club, "carcrash")
    first = here(club)
    await second_lobby(club)
    people = [club.newcomer(f"guest{number}") for number in range(4)]
    for actor in people:
        await club.enter(actor)
        await club.press(actor, Press.JOIN)
    loud = people[1]
    await club.slash(club.admin, first.chat, "suspend", player=loud, offence="spectator_hint")
    bans = [Sentence(UserId(loud.id), 2, None)]
    for start in (club.start, lambda: club.press(club.admin, Press.START)):
        await refused(club, start, Code.PLAYERS_SUSPENDED, bans=bans)
    assert f"<@{loud.id}>" in refusal(club, Code.PLAYERS_SUSPENDED, bans=bans)
    await club.slash(club.admin, club.chat, "lobby kick", player=loud)
    assert answer_of(await club.start()) == say(club, "done")
    assert isinstance(club.game.phase, Night)


@pytest.mark.rule("CC-16")
async def test_whoever_is_suspended_is_told_for_how_long(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    await day(club, "carcrash")
    await club.slash(club.admin, club.chat, "remove", seat=3, offence="monster")
    await club.slash(club.admin, club.chat, "game end")
    await club.open("carcrash")
    join = lambda: club.press(club.seat(3), Press.JOIN)  # noqa: E731
    await refused(club, join, Code.SUSPENDED, games=2)
    assert "2 игры" in (answer_of(await join()) or "")


@pytest.mark.rule("MW-19")
async def test_whoever_is_suspended_for_the_day_is_told_until_when(clubs: Clubs) -> None:
    club = await clubs(seats=10)
    await day(club, "most_wanted")
    await club.slash(club.admin, club.chat, "remove", seat=3, offence="peeking")
    [ban] = await club.store.suspensions.active(club.guild.id, club.seat(3).id, club.env.now().timestamp())
    await club.slash(club.admin, club.chat, "game end")
    await club.open("most_wanted")
    join = lambda: club.slash(club.seat(3), club.lobby, "lobby join")  # noqa: E731
    await refused(club, join, Code.SUSPENDED_UNTIL, until=ban.until)


@pytest.mark.rule("GE-13")
async def test_who_is_missing_in_voice_is_named(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    await club.seat_all()
    for number in (2, 5):
        await club.seat(number).leave_voice()
    missing = [club.seat(2).id, club.seat(5).id]
    for start in (lambda: club.start(by=club.host), lambda: club.press(club.host, Press.START)):
        await refused(club, start, Code.NOT_IN_VOICE, "GE-13", users=missing, voice=club.voice.id)


@pytest.mark.rule("GE-02")
async def test_whoever_opened_a_lobby_that_the_bot_leads_rules_it_until_the_deal(club: SimulatedClub) -> None:
    await club.setup()
    opener, other = club.seat(1), club.seat(2)
    await club.slash(opener, club.chat, "lobby open", ruleset="masks")
    close = lambda actor: club.slash(actor, club.chat, "lobby close")  # noqa: E731
    await refused(club, lambda: close(other), Code.NOT_HOST, "GE-02")
    for options in ({"host": other}, {}):
        answer = answer_of(await club.slash(opener, club.chat, "lobby host", **options))
        assert answer == (say(club, "done") if options else refusal(club, Code.NOT_HOST, "GE-02"))
    await club.slash(other, club.chat, "lobby host")
    await club.seat_all()
    await club.slash(opener, club.chat, "game start")
    await refused(
        club, lambda: club.slash(opener, club.chat, "lobby host", host=club.host), Code.NOT_HOST, "GE-02"
    )
