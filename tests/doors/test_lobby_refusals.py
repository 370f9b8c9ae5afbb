"""What a lobby refuses: each a private sentence in the user's language, the lobby unharmed."""

import pytest
from simcord.actors import MemberActor

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.state import Lobby, Night
from tests.doors.fixtures import Clubs
from tests.doors.visit import at_once, late, lobby, night, refusal, refused, say, unharmed
from tests.rows import ban_row


async def sit(club: SimulatedClub, *actors: MemberActor) -> None:
    for actor in actors:
        await club.enter(actor)
        await club.press(actor, Press.JOIN)


@pytest.mark.rule("MA-01")
async def test_a_start_with_too_few_seats(club: SimulatedClub) -> None:
    await lobby(club)
    await sit(club, *club.seats[:2])
    for start in (lambda: club.start(), lambda: club.press(club.admin, Press.START)):
        await refused(club, start, Code.TOO_FEW, least=3, count=2)
    await sit(club, club.seat(3))
    assert answer_of(await club.start()) == say(club, "done")
    assert isinstance(club.game.phase, Night)


@pytest.mark.rule("MW-02")
async def test_a_start_with_too_many_seats(clubs: Clubs) -> None:
    club = await clubs(seats=11)
    await lobby(club)
    await sit(club, *club.seats)
    await club.slash(club.admin, club.chat, "lobby ruleset", ruleset="most_wanted")
    await refused(club, club.start, Code.TOO_MANY, most=10, count=11)
    await club.press(club.seat(11), Press.LEAVE)
    assert answer_of(await club.start()) == say(club, "done")


@pytest.mark.rule("MW-02")
async def test_an_eleventh_seat_at_a_table_of_ten(clubs: Clubs) -> None:
    club = await clubs(seats=11)
    await lobby(club, "most_wanted")
    await sit(club, *club.seats[:10])
    late = club.seat(11)
    await refused(club, lambda: club.press(late, Press.JOIN), Code.LOBBY_FULL, most=10)
    await refused(club, lambda: club.slash(late, club.chat, "lobby join"), Code.LOBBY_FULL, most=10)


async def test_two_join_for_the_last_seat_in_the_same_instant(clubs: Clubs) -> None:
    club = await clubs(seats=11)
    await lobby(club, "most_wanted")
    await sit(club, *club.seats[:9])
    board = club.board()
    token = f"mafia:join:{club.table.game_id}:0:0"
    tenth, eleventh = club.seats[9:]
    results = await at_once(club, tenth.click(board, custom_id=token), eleventh.click(board, custom_id=token))
    assert all(result.acknowledged for result in results)
    assert isinstance(club.game.phase, Lobby)
    assert club.game.phase.members == tuple(actor.id for actor in club.seats[:10])
    assert answer_of(results[1]) == refusal(club, Code.LOBBY_FULL, most=10)


async def test_an_unknown_ruleset(club: SimulatedClub) -> None:
    await lobby(club)
    known = sorted(club.bot.registry.rules.shipped)
    for command in ("lobby ruleset", "rules show"):
        await refused(
            club,
            lambda command=command: club.slash(club.admin, club.chat, command, ruleset="poker"),
            Code.UNKNOWN_RULESET,
            name="poker",
            known=known,
        )
    await club.slash(club.admin, club.chat, "lobby close")
    result = await club.slash(club.admin, club.chat, "lobby open", ruleset="**poker**")
    assert answer_of(result) == refusal(club, Code.UNKNOWN_RULESET, name="**poker**", known=known)
    assert await club.store.games.open_games() == []


async def test_joining_twice(club: SimulatedClub) -> None:
    await lobby(club)
    first = club.seat(1)
    await sit(club, first)
    await refused(club, lambda: club.press(first, Press.JOIN), Code.ALREADY_JOINED, "GE-01", seat=1)
    await refused(
        club, lambda: club.slash(first, club.chat, "lobby join"), Code.ALREADY_JOINED, "GE-01", seat=1
    )


async def test_joining_leaving_and_choosing_after_the_start(club: SimulatedClub) -> None:
    await lobby(club)
    board = club.board()
    await club.seat_all()
    await club.start()
    newcomer, admin, first = club.newcomer("late"), club.admin, club.seat(1)
    acts = (
        lambda: late(club, newcomer, Press.JOIN, board),
        lambda: late(club, first, Press.LEAVE, board),
        lambda: late(club, admin, Press.START, board),
        lambda: club.slash(newcomer, club.chat, "lobby join"),
        lambda: club.slash(first, club.chat, "lobby leave"),
        lambda: club.slash(admin, club.chat, "lobby kick", player=first),
        lambda: club.slash(admin, club.chat, "lobby ruleset", ruleset="city"),
        lambda: club.slash(admin, club.chat, "lobby deal"),
        lambda: club.slash(admin, club.chat, "lobby close"),
        lambda: club.start(),
    )
    for act in acts:
        await refused(club, act, Code.ALREADY_STARTED)


async def test_a_second_lobby_at_the_same_table(club: SimulatedClub) -> None:
    await lobby(club)
    await refused(club, lambda: club.open("masks"), Code.GAME_EXISTS, voice=club.voice.id)
    await club.seat_all()
    await club.start()
    await refused(club, lambda: club.open("masks"), Code.GAME_EXISTS, voice=club.voice.id)


async def test_leaving_and_kicking_who_does_not_sit(club: SimulatedClub) -> None:
    await lobby(club)
    stranger, admin = club.seat(1), club.admin
    await refused(club, lambda: club.press(stranger, Press.LEAVE), Code.NOT_JOINED)
    await refused(club, lambda: club.slash(stranger, club.chat, "lobby leave"), Code.NOT_JOINED)
    await refused(club, lambda: club.slash(admin, club.chat, "lobby kick", player=stranger), Code.NOT_JOINED)


@pytest.mark.rule("GE-02")
async def test_players_do_not_run_a_lobby(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    player, other = club.seat(1), club.seat(2)
    acts = (
        lambda: club.start(by=club.host),
        lambda: club.press(club.host, Press.START),
        lambda: club.slash(player, club.chat, "lobby kick", player=other),
        lambda: club.slash(player, club.chat, "lobby ruleset", ruleset="city"),
        lambda: club.slash(player, club.chat, "lobby deal", cards="mafia 1"),
        lambda: club.slash(player, club.chat, "lobby host", host=player),
        lambda: club.slash(player, club.chat, "lobby assistant", player=player),
        lambda: club.slash(player, club.chat, "lobby close"),
    )
    for act in acts:
        await refused(club, act, Code.NOT_HOST, "GE-02")


@pytest.mark.rule("GE-02")
async def test_who_sits_may_start_a_game_that_the_bot_hosts(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    await club.press(club.seat(3), Press.START)
    assert isinstance(club.game.phase, Night)


@pytest.mark.rule("GE-02")
async def test_only_the_host_starts_a_game_of_his_own(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    await club.seat_all()
    await refused(club, lambda: club.press(club.seat(3), Press.START), Code.NOT_HOST, "GE-02")


@pytest.mark.rule("GE-02")
async def test_host_and_assistants_never_play(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    helper, player = club.newcomer("helper"), club.seat(1)
    await club.slash(club.host, club.chat, "lobby assistant", player=helper)
    await sit(club, player)
    acts = (
        (club.host, lambda: club.press(club.host, Press.JOIN)),
        (helper, lambda: club.press(helper, Press.JOIN)),
        (helper, lambda: club.slash(helper, club.chat, "lobby join")),
        (player, lambda: club.slash(club.host, club.chat, "lobby host", host=player)),
        (player, lambda: club.slash(club.host, club.chat, "lobby assistant", player=player)),
    )
    for who, act in acts:
        await refused(club, act, Code.HOST_CANNOT_PLAY, "GE-02", users=[who.id])


@pytest.mark.rule("GE-02")
async def test_an_assistant_names_nobody(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    helper, other = club.newcomer("helper"), club.newcomer("other")
    await club.slash(club.host, club.chat, "lobby assistant", player=helper)
    for command, options in (("lobby host", {"host": other}), ("lobby assistant", {"player": other})):
        await refused(
            club,
            lambda c=command, o=options: club.slash(helper, club.chat, c, **o),
            Code.NOT_HOST,
            "GE-02",
        )


@pytest.mark.rule("MA-01")
async def test_a_deal_that_cannot_be(club: SimulatedClub) -> None:
    await lobby(club)
    for cards in (
        "wizard 3",
        "sheriff 1",
        "mafia 1, mafia 1",
        "mafia 0",
        "courtesan 1, mafia 1",
        "мафия мафия",
    ):
        await refused(
            club,
            lambda cards=cards: club.slash(club.admin, club.chat, "lobby deal", cards=cards),
            Code.BAD_DEAL,
            "MA-01",
        )


@pytest.mark.rule("MW-02")
async def test_a_deal_is_fixed_where_the_rules_fix_it(full: SimulatedClub) -> None:
    await lobby(full, "most_wanted")
    await refused(
        full,
        lambda: full.slash(full.admin, full.chat, "lobby deal", cards="mafia 3"),
        Code.DEAL_FIXED,
        "MW-01",
    )


@pytest.mark.rule("MA-01")
async def test_at_three_to_five_seats_no_roles_are_added(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    await club.slash(club.admin, club.chat, "lobby deal", cards="mafia 2, sheriff 1")
    await refused(club, club.start, Code.BAD_DEAL, "MA-01", count=4)
    await club.slash(club.admin, club.chat, "lobby deal")
    assert answer_of(await club.start()) == say(club, "done")


@pytest.mark.rule("GE-13")
async def test_a_start_while_somebody_is_not_in_voice(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    await club.seat(2).leave_voice()
    for start in (lambda: club.start(), lambda: club.press(club.admin, Press.START)):
        await refused(club, start, Code.NOT_IN_VOICE, "GE-13", users=[club.seat(2).id], voice=club.voice.id)
    await club.enter(club.seat(2))
    assert answer_of(await club.start()) == say(club, "done")


async def test_bots_do_not_play(club: SimulatedClub) -> None:
    await lobby(club, host=club.host)
    robot = club.guild.add_member(club.env.create_user("robot", bot=True))
    await club.slash(club.host, club.chat, "lobby host", host=robot)
    assert club.game.host is None  # a bot in the host's chair is this bot
    await club.slash(club.admin, club.chat, "lobby host", host=club.host)
    await club.seat_all()
    await club.start(by=club.host)
    await refused(
        club,
        lambda: club.slash(club.host, club.chat, "game replace", seat=1, player=robot),
        Code.BOTS_DO_NOT_PLAY,
    )


@pytest.mark.rule("CC-16", "MW-19")
async def test_the_suspended_sit_out(club: SimulatedClub) -> None:
    await lobby(club)
    now = club.env.now().timestamp()
    banned, other = club.seat(1), club.seat(2)
    await ban_row(club.store, club.guild.id, banned.id, "monster", now, games=2)
    await ban_row(club.store, club.guild.id, other.id, "peeking", now, until=now + 3600)
    await refused(club, lambda: club.press(banned, Press.JOIN), Code.SUSPENDED, games=2)
    join = lambda: club.slash(other, club.chat, "lobby join")  # noqa: E731
    await refused(club, join, Code.SUSPENDED_UNTIL, until=now + 3600)
    await club.advance(3601)
    await club.press(other, Press.JOIN)
    assert isinstance(club.game.phase, Lobby)
    assert club.game.phase.members == (other.id,)


async def test_somebody_who_left_the_server_can_be_shown_out(club: SimulatedClub) -> None:
    await lobby(club)
    await club.seat_all()
    gone = club.seat(3)
    club.guild.remove_member(gone)
    await club.env.settle()
    user = gone.user
    assert answer_of(await club.slash(club.admin, club.chat, "lobby kick", player=user)) == say(club, "done")
    assert isinstance(club.game.phase, Lobby)
    assert gone.id not in club.game.phase.members


async def test_buttons_of_a_game_that_is_over(club: SimulatedClub) -> None:
    await night(club)
    board = club.board()
    await club.slash(club.admin, club.chat, "game end")
    await club.open("masks")
    for press in (Press.NIGHT, Press.CARD):
        async with unharmed(club):
            result = await late(club, club.seat(1), press, board)
        assert answer_of(result) == refusal(club, Code.STALE)
