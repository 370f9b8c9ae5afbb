"""Simulated tables: the same for a seed, never against the rules, right where the answer is known."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from mafia_bot.engine import events as ev
from mafia_bot.engine.ids import Role, SeatNo, Team
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.stored import ruleset_of, stored
from mafia_bot.engine.state import Game, Player
from mafia_bot.simulation import Policy, mafia_share, report, simulate
from mafia_bot.simulation.careful import Careful
from mafia_bot.simulation.playing import Evening
from mafia_bot.simulation.policy import nominees
from mafia_bot.simulation.results import wilson
from tests.engine.dealing import fitted, rules, shipped

RULESETS = sorted(shipped())


class Lynch(Policy):
    """A uniform lynch: the first speaker puts up anybody, and a single candidate leaves."""

    def nominate(self, game: Game, player: Player) -> SeatNo | None:
        return None if game.nominations else self.dice.choice(nominees(game, player))


def plain(town: int, mafia: int) -> Ruleset:
    """No special cards, parity, night first (day 1 lets nobody go), one uniform lynch a day."""
    data = rules(
        "most_wanted",
        {
            "vote.lone_first": "drop",
            "vote.lone_later": "leaves",
            "shooting.own": False,
            "night.first": [{"wake": "mafia", "act": "meet", "seconds": 10, "room": True}],
            "night.later": [{"wake": "mafia", "act": "shoot", "seconds": 10, "room": False}],
        },
    )
    return ruleset_of(fitted(data, [*[Role.CIVILIAN] * town, *[Role.MAFIA] * mafia]))


MIGDAL = [
    (7, 3, Fraction(31, 35)),
    (6, 2, Fraction(27, 35)),
    (8, 2, Fraction(221, 315)),
    (9, 3, Fraction(193, 231)),
]


@pytest.mark.parametrize(("town", "mafia", "share"), MIGDAL)
def test_the_recursion_is_migdals(town: int, mafia: int, share: Fraction) -> None:
    assert mafia_share(town, mafia) == share


@pytest.mark.parametrize(("town", "mafia", "share"), MIGDAL)
def test_random_play_on_the_engine_wins_as_often_as_the_recursion_says(
    town: int, mafia: int, share: Fraction
) -> None:
    results = simulate(plain(town, mafia), 1000, town + mafia, seed=2010, policy=Lynch, processes=1)
    found = results.shares["mafia"]
    assert found.low <= share <= found.high
    assert found.high - found.low < 0.06
    assert results.shares["town"].games + found.games == 1000


def test_the_same_seed_plays_the_same_games_on_one_core_or_two() -> None:
    ruleset = shipped()["carcrash"]
    alone = simulate(ruleset, 110, seed=7, processes=1)
    shared = simulate(ruleset, 110, seed=7, processes=2)
    assert alone == shared
    assert simulate(ruleset, 110, seed=8, processes=1) != alone


def test_progress_is_told_of_every_game() -> None:
    done: list[int] = []
    simulate(shipped()["classic"], 120, processes=1, progress=done.append)
    assert sum(done) == 120
    assert len(done) > 1


@pytest.mark.parametrize("policy", ["random", "careful"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_is_played_to_the_end(ruleset: str, policy: str) -> None:
    seats = min(shipped()[ruleset].seats.most, 15)
    results = simulate(shipped()[ruleset], 15, seats, seed=1, policy=policy, processes=1)
    assert results.games == sum(results.reasons.values()) == 15
    assert sum(results.exits.values()) > 0
    assert {"town", "mafia", "draw"} <= set(results.shares)
    assert ("maniac" in results.shares) == bool(shipped()[ruleset].cards(seats).get(Role.MANIAC))


@pytest.mark.parametrize("ruleset", ["masks", "most_wanted", "city"])
def test_careful_mafia_never_shoots_its_own_and_votes_for_it_only_when_silence_would(ruleset: str) -> None:
    data = stored(shipped()[ruleset])
    for number in range(25):
        dice = Random(number)
        evening = Evening(data, 10, dice, Careful(dice))
        seen: list[ev.Event] = []
        evening.observe = seen.extend
        evening.play()
        team = {p.seat: p.team for p in evening.game.players}
        for shot in (event for event in seen if isinstance(event, ev.TargetChosen) and event.act == "shoot"):
            assert shot.target is not None
            assert team[shot.target] is not Team.MAFIA
        for nomination in (event for event in seen if isinstance(event, ev.Nominated)):
            assert team[nomination.by] is not Team.MAFIA or team[nomination.seat] is not Team.MAFIA
        assert _own_votes(seen, team) == set()


def _own_votes(seen: list[ev.Event], team: dict[SeatNo, Team]) -> set[SeatNo]:
    """Black seats that were voted for by a black though another candidate stood."""
    found, candidates = set(), ()
    for event in seen:
        if isinstance(event, ev.BallotBegan):
            candidates = event.candidates
        elif isinstance(event, ev.VoteCast) and team[event.voter] is team[event.candidate] is Team.MAFIA:
            others = [seat for seat in candidates if team[seat] is not Team.MAFIA]
            found |= {event.candidate} if others else set()
    return found


def test_a_careful_sheriff_tells_his_checks_aloud() -> None:
    data = stored(shipped()["most_wanted"])
    told = 0
    for number in range(30):
        dice = Random(number)
        policy = Careful(dice)
        evening = Evening(data, 10, dice, policy)
        evening.play()
        black = {p.seat for p in evening.game.players if p.team is Team.MAFIA}
        assert policy.black <= black
        told += bool(policy.black)
    assert told > 5


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(KeyError):
        simulate(shipped()["classic"], 1, policy="clever", processes=1)
    with pytest.raises(ValueError, match="classic: 10-10"):
        simulate(shipped()["classic"], 1, seats=9, processes=1)


def test_wilsons_interval() -> None:
    share = wilson(50, 100)
    assert (round(share.low, 4), round(share.high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == pytest.approx(1)
    assert wilson(0, 0).high == 1


def test_the_report_is_plain_data() -> None:
    plain_data: dict[str, Any] = report(simulate(shipped()["classic"], 5, processes=1))
    assert plain_data["ruleset"] == "classic"
    assert set(plain_data["shares"]["mafia"]) == {"games", "share", "low", "high"}
