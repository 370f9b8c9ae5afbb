"""One table: the lock, the journal's own guard, and what was never written was never shown."""

import asyncio

import pytest

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.engine import commands as cmd
from mafia_bot.engine.events.codec import decode
from mafia_bot.engine.evolution import replay
from mafia_bot.engine.ids import GameId, Rank, UserId
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.state import Game, Night
from mafia_bot.store import Record
from mafia_bot.table.outcome import Accepted, Outcome
from mafia_bot.table.table import Table


async def submit(club: SimulatedClub, *commands: cmd.Command) -> list[Outcome]:
    """Give commands in one instant, as the bot's own work, so that time and settling are the simulator's."""
    answers: list[Outcome] = []

    async def all_at_once() -> None:
        answers.extend(await asyncio.gather(*(club.table.submit(command) for command in commands)))

    await in_bot(club, all_at_once)
    return answers


async def in_bot(club: SimulatedClub, work: object) -> None:
    """Run something as the bot's own task: its listener is called by a line in a chat of no table."""
    club.bot.add_listener(_once(club, work), "on_message")
    await club.admin.send(club.lobby, "now")


def _once(club: SimulatedClub, work: object) -> object:
    async def on_message(_message: object) -> None:
        club.bot.remove_listener(on_message, "on_message")  # type: ignore[arg-type]
        await work()  # type: ignore[operator]

    return on_message


async def journal(club: SimulatedClub) -> list[Record]:
    return await club.store.journal.load(club.table.game_id)


def twin_of(club: SimulatedClub, game: Game, seq: int) -> Table:
    """The same game as another process would keep it."""
    table, services = club.table, club.bot.registry.services

    def nothing(*_: object) -> None:
        return None

    async def nobody(*_: object) -> None:
        return None

    return Table(GameId(table.game_id), table.hall_id, table.hall, "ru", game, seq, services, nothing, nobody)


async def test_two_in_one_instant_are_decided_one_after_the_other(club: SimulatedClub) -> None:
    before = await journal(club)
    first, second = await submit(club, cmd.Pause(Rank.HOST), cmd.Pause(Rank.HOST))
    assert isinstance(first, Accepted)
    assert isinstance(second, Refusal)
    assert second.code is Code.GAME_PAUSED
    after = await journal(club)
    assert [record.seq for record in after] == list(range(1, len(after) + 1))
    assert len(after) == len(before) + len(first.events)


async def test_the_last_place_at_a_table_is_taken_once(club: SimulatedClub) -> None:
    """Field story 9: nobody becomes the eleventh."""
    await club.slash(club.admin, club.chat, "game end")
    await club.open("most_wanted")
    for actor in club.seats:
        await club.slash(actor, club.chat, "lobby join")
    joins = [cmd.Join(UserId(1000 + number)) for number in range(8)]
    answers = await submit(club, *joins)
    assert sum(isinstance(answer, Accepted) for answer in answers) == 4
    assert {a.code for a in answers if isinstance(a, Refusal)} == {Code.LOBBY_FULL}
    assert len(club.game.phase.members) == 10  # type: ignore[union-attr]


async def test_a_journal_that_another_wrote_is_read_and_decided_on(
    club: SimulatedClub, caplog: pytest.LogCaptureFixture
) -> None:
    """Two processes keep one game: the primary key decides, the loser reads what the winner wrote."""
    twin = twin_of(club, club.game, (await journal(club))[-1].seq + 1)
    answer: list[Outcome] = []

    async def other() -> None:
        answer.append(await twin.submit(cmd.Pause(Rank.HOST)))

    await in_bot(club, other)
    twin.close()
    assert isinstance(answer[0], Accepted)
    (ours,) = await submit(club, cmd.Pause(Rank.HOST))
    assert isinstance(ours, Refusal)
    assert ours.code is Code.GAME_PAUSED
    assert "another process wrote first" in caplog.text
    records = await journal(club)
    assert club.game == replay([decode(r.kind, r.version, r.data) for r in records])
    assert club.game.paused
    (again,) = await submit(club, cmd.Resume(Rank.HOST))
    assert isinstance(again, Accepted)


async def test_after_a_conflict_the_clock_still_runs(club: SimulatedClub) -> None:
    """The alarm's own command met the conflict; nobody else would ring again."""
    assert isinstance(club.game.phase, Night)
    twin = twin_of(club, club.game, (await journal(club))[-1].seq + 1)

    async def other() -> None:
        await twin.submit(cmd.Skip(Rank.HOST))

    await in_bot(club, other)
    twin.close()
    await club.to_next_deadline()
    assert club.game.phase.index == 1  # type: ignore[union-attr]
    await club.to_next_deadline()
    assert club.game.phase.index == 2  # type: ignore[union-attr]


async def test_what_changes_nothing_writes_nothing(club: SimulatedClub) -> None:
    before = await journal(club)
    (answer,) = await submit(club, cmd.ComeBack(club.game.players[0].seat))
    assert answer == Accepted((), club.game)
    assert await journal(club) == before


async def test_a_refused_command_writes_nothing(club: SimulatedClub) -> None:
    before, game = await journal(club), club.game
    (answer,) = await submit(club, cmd.Resume(Rank.HOST))
    assert isinstance(answer, Refusal)
    assert await journal(club) == before
    assert club.game == game


async def test_a_late_alarm_is_refused_as_stale(club: SimulatedClub) -> None:
    old = club.game.clock.step
    await club.to_next_deadline()
    game = club.game
    (answer,) = await submit(club, cmd.TimeRanOut(old))
    assert isinstance(answer, Refusal)
    assert answer.code is Code.STALE
    assert club.game == game
