"""Every command as it should go: what it answers, in the user's language, and what it changes."""

from typing import Any

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Role
from mafia_bot.engine.state import Ballot, Lobby, Night, Over, Speeches
from mafia_bot.screens.names import offence_name
from mafia_bot.screens.rulebook import rulebook
from tests.doors.fixtures import Clubs
from tests.doors.visit import TEXTS, day, holder, lobby, say, until


@pytest.fixture(params=["ru", "en"])
async def hall(club: SimulatedClub, request: pytest.FixtureRequest) -> SimulatedClub:
    club.locale = request.param
    await club.setup(request.param)
    return club


def members(club: SimulatedClub) -> tuple[int, ...]:
    assert isinstance(club.game.phase, Lobby)
    return club.game.phase.members


async def done(club: SimulatedClub, actor: Any, command: str, **options: Any) -> None:
    """The command is carried out, and its user alone is told so."""
    result = await club.slash(actor, club.chat, command, **options)
    assert answer_of(result) == say(club, "done")


async def test_a_lobby_from_open_to_close(hall: SimulatedClub) -> None:
    club, first, second = hall, hall.seat(1), hall.seat(2)
    await done(club, first, "lobby open", ruleset="masks")
    joined = await club.slash(first, club.chat, "lobby join")
    assert answer_of(joined) == say(club, "joined-private", seat=1)
    await club.press(second, Press.JOIN)
    assert members(club) == (first.id, second.id)
    left = await club.slash(first, club.chat, "lobby leave")
    assert answer_of(left) == say(club, "left-private")
    await done(club, club.admin, "lobby kick", player=second)
    assert members(club) == ()
    await done(club, club.admin, "lobby ruleset", ruleset="city")
    assert club.game.rules.id == "city"
    frames = await club.store.games.open_games()
    assert [frame.ruleset_id for frame in frames] == ["city"]
    await done(club, club.admin, "lobby host", host=club.host)
    assert club.game.host == club.host.id
    await done(club, club.host, "lobby assistant", player=first)
    assert club.game.assistants == (first.id,)
    await done(club, club.host, "lobby assistant", player=first, add=False)
    assert club.game.assistants == ()
    await done(club, club.host, "lobby host")
    assert club.game.host is None
    await done(club, club.admin, "lobby close")
    assert await club.store.games.open_games() == []
    await done(club, first, "lobby open")
    assert club.game.rules.id == "most_wanted"


@pytest.mark.rule("MA-01")
async def test_the_host_deals_other_cards(clubs: Clubs) -> None:
    club = await clubs(seats=6)
    await lobby(club)
    await club.seat_all()
    for typed in ("Mafia: 2, Sheriff x1", "mafia 2, sheriff", "мафия 2, шериф 1"):
        await done(club, club.admin, "lobby deal", cards=typed)
        assert isinstance(club.game.phase, Lobby)
        assert dict(club.game.phase.cards) == {Role.MAFIA: 2, Role.SHERIFF: 1}, typed
    await done(club, club.admin, "game start")
    roles = sorted(player.role for player in club.game.players)
    assert roles == sorted([Role.MAFIA] * 2 + [Role.SHERIFF] + [Role.CIVILIAN] * 3)


async def test_the_lobbys_buttons(hall: SimulatedClub) -> None:
    club = hall
    await club.open("masks")
    for actor in club.seats:
        await club.enter(actor)
        await club.press(actor, Press.JOIN)
    await club.press(club.seat(4), Press.LEAVE)
    assert members(club) == tuple(actor.id for actor in club.seats[:3])
    shown = await club.press(club.seat(4), Press.RULES)
    assert shown.ephemeral
    assert say(club, "ruleset-masks") in (shown.response.content if shown.response else "")
    started = await club.press(club.admin, Press.START)
    assert answer_of(started) == say(club, "done")
    assert isinstance(club.game.phase, Night)


@pytest.mark.rule("GE-10")
async def test_the_rules_in_force_can_be_read_by_anyone(hall: SimulatedClub) -> None:
    club = hall
    await club.open("masks")
    guest = club.newcomer("guest")
    for options, ruleset in (({}, "masks"), ({"ruleset": "most_wanted"}, "most_wanted")):
        shown = await club.slash(guest, club.chat, "rules show", **options)
        rules = club.bot.registry.rules.shipped[ruleset]
        parts = rulebook(rules, TEXTS.for_language(club.locale))
        assert shown.ephemeral
        assert [part.content for part in (shown.response, *shown.followups) if part] == parts


async def test_rulesets_are_offered_by_name(hall: SimulatedClub) -> None:
    club = hall
    await club.open("masks")
    for command in ("lobby open", "lobby ruleset", "rules show"):
        choices = await club.admin.autocomplete(club.chat, command, "ruleset", "")
        assert {choice["value"] for choice in choices} == set(club.bot.registry.rules.shipped)
        found = await club.admin.autocomplete(club.chat, command, "ruleset", say(club, "ruleset-masks"))
        assert [choice["value"] for choice in found] == ["masks"]


@pytest.mark.parametrize(("command", "sanctions"), [("warn", {"warning"}), ("remove", {"removal", "hall"})])
async def test_offences_in_force_are_offered_by_name(
    hall: SimulatedClub, command: str, sanctions: set[str]
) -> None:
    club = hall
    assert await club.admin.autocomplete(club.chat, command, "offence", "", seat=1) == []
    await club.open("masks")
    texts = TEXTS.for_language(club.locale)
    for ruleset in ("masks", "most_wanted"):
        await club.slash(club.admin, club.chat, "lobby ruleset", ruleset=ruleset)
        offences = [o for o in club.game.rules.discipline.offences if sanctions & set(o.sanctions)]
        choices = await club.admin.autocomplete(club.chat, command, "offence", "", seat=1)
        assert [choice["value"] for choice in choices] == [offence.id for offence in offences]
        names = [f"{offence_name(offence.id, texts)} ({offence.clause})" for offence in offences]
        assert [choice["name"] for choice in choices] == names
        [only] = await club.admin.autocomplete(club.chat, command, "offence", names[0], seat=1)
        assert only["value"] == offences[0].id


@pytest.mark.rule("GE-09")
async def test_the_hosts_powers_over_time(hall: SimulatedClub) -> None:
    club = hall
    await club.open("masks")
    await club.seat_all()
    await done(club, club.admin, "game start")
    await until(club, Speeches)
    deadline = club.game.clock.deadline
    assert deadline is not None
    await done(club, club.admin, "game extend", seconds=30)
    assert club.game.clock.deadline == deadline + 30
    await done(club, club.admin, "game pause")
    status = answer_of(await club.slash(club.seat(1), club.chat, "game status")) or ""
    assert status.startswith(
        say(club, "status-paused", phase=say(club, "phase-speeches"), left=club.game.clock.left)
    )
    await club.advance(300)
    await done(club, club.admin, "game resume")
    assert club.game.clock.deadline == deadline + 30 + 300
    await done(club, club.admin, "game skip")
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 2
    what = say(club, "waiting-speech", seat=2)
    status = answer_of(await club.slash(club.newcomer("guest"), club.chat, "game status")) or ""
    assert status.startswith(
        say(
            club,
            "status-waiting",
            phase=say(club, "phase-speeches"),
            what=what,
            deadline=club.game.clock.deadline,
        )
    )


@pytest.mark.rule("GE-01")
async def test_my_card_at_any_moment(hall: SimulatedClub) -> None:
    club = hall
    await club.open("masks")
    await club.seat_all()
    await club.start()
    for phase in (Night, Speeches):
        await until(club, phase)
        for number, actor in enumerate(club.seats, start=1):
            role = club.game.player(number).role  # type: ignore[arg-type]
            for shown in (
                await club.press(actor, Press.CARD),
                await club.slash(actor, club.chat, "game card"),
            ):
                answer = answer_of(shown) or ""
                assert say(club, f"card-{role}") in answer
                assert say(club, "card-seat", seat=number) in answer


@pytest.mark.rule("GE-09")
async def test_a_game_is_ended_without_a_result(hall: SimulatedClub) -> None:
    club = hall
    await club.open("masks")
    await club.seat_all()
    await club.start()
    await done(club, club.admin, "game end", reason="пожар")
    assert isinstance(club.game.phase, Over)
    frame = await club.store.games.get(club.table.game_id)
    assert frame is not None
    assert (frame.status, frame.reason) == ("annulled", "пожар")
    assert club.muted() == set()
    rating = await club.slash(club.seat(1), club.chat, "rating")
    assert answer_of(rating) == say(club, "rating-empty")


@pytest.mark.rule("GE-09")
async def test_another_person_takes_a_seat(club: SimulatedClub) -> None:
    await day(club)
    fresh = club.newcomer("fresh")
    await club.enter(fresh)
    card = club.game.player(1).role  # type: ignore[arg-type]
    await done(club, club.admin, "game replace", seat=1, player=fresh)
    assert club.game.player(1).user == fresh.id  # type: ignore[arg-type]
    assert club.game.player(1).role is card  # type: ignore[arg-type]
    shown = answer_of(await club.slash(fresh, club.chat, "game card")) or ""
    assert say(club, f"card-{card}") in shown
    await club.press(fresh, Press.THANKS)
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 2


@pytest.mark.rule("MA-25")
async def test_a_technical_defeat_and_the_rating_after_it(club: SimulatedClub) -> None:
    await day(club)
    civilian = holder(club, Role.CIVILIAN)
    await club.slash(club.admin, club.chat, "remove", seat=civilian, offence="peeking")
    await done(club, club.admin, "game defeat", seat=civilian)
    assert isinstance(club.game.phase, Over)
    assert club.game.phase.outcome.winners == ("mafia",)
    shown = await club.slash(club.seat(1), club.chat, "rating")
    assert shown.response is not None
    assert not shown.response.ephemeral
    assert [file.filename for file in shown.response.attachments] == ["rating.png"]
    assert say(club, "rating-title") in shown.response.content
    assert shown.response.content.count("\n") == 4
    page = await club.slash(club.seat(1), club.chat, "rating", page=50)
    assert page.response is not None
    assert page.response.content == shown.response.content


async def test_a_day_by_commands_alone(club: SimulatedClub) -> None:
    await day(club)
    for number, target in ((1, 3), (2, 4)):
        await done(club, club.seat(number), "nominate", seat=target)
        await done(club, club.seat(number), "thanks")
    listed = await club.slash(club.seat(4), club.chat, "list")
    assert answer_of(listed) == say(club, "nominations-list", seats=(3, 4))
    await done(club, club.seat(3), "thanks")
    await done(club, club.seat(4), "thanks")
    assert isinstance(club.game.phase, Ballot)


async def test_discipline_by_commands(club: SimulatedClub) -> None:
    await day(club)
    warned = await club.slash(club.admin, club.chat, "warn", seat=2, offence="improper_words", times=2)
    assert answer_of(warned) == say(club, "warned-private")
    assert club.game.player(2).warnings == 2  # type: ignore[arg-type]
    removed = await club.slash(
        club.admin, club.chat, "remove", seat=holder(club, Role.CIVILIAN), offence="obscene"
    )
    assert answer_of(removed) == say(club, "removed-private")
    assert not club.game.player(holder(club, Role.CIVILIAN)).alive  # type: ignore[arg-type]
    await club.slash(club.admin, club.chat, "undo")
    assert club.game.player(holder(club, Role.CIVILIAN)).alive  # type: ignore[arg-type]


@pytest.mark.rule("MW-15")
async def test_a_spectators_hint(full: SimulatedClub) -> None:
    await day(full, "most_wanted")
    guest = full.newcomer("guest")
    choices = await full.admin.autocomplete(full.chat, "suspend", "offence", "", player=guest)
    assert "spectator_hint" in {choice["value"] for choice in choices}
    await done(full, full.admin, "suspend", player=guest, offence="spectator_hint")
    assert isinstance(full.game.phase, Over)
    assert not full.game.phase.outcome.counts
    now = full.env.now().timestamp()
    bans = await full.store.suspensions.active(full.guild.id, guest.id, now)
    assert [ban.hall for ban in bans] == [True]
    assert not full.may(guest, full.chat, "view_channel")
