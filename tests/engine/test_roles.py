"""Roles as an open list: what is known, what is refused, and how acts of any roles meet in one night."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pydantic import ValidationError

from mafia_bot.engine import commands as cmd
from mafia_bot.engine import events as ev
from mafia_bot.engine import roles
from mafia_bot.engine.ids import Act, Rank, Role, SeatNo, Team
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.roles.card import Ability, Intent, RoleCard
from mafia_bot.engine.roles.effects import strike, take_along
from mafia_bot.engine.roles.mafia import SHOOT
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.scene import scene
from mafia_bot.engine.view import view
from tests.engine.dealing import rules
from tests.engine.scenario import Table, lobby, table, user
from tests.engine.tables import BLIND

SNIPER = RoleCard(
    role=Role("sniper"),
    team=Team.TOWN,
    acts=(Ability(act=Act("snipe"), intent=Intent.KILL, effects=(strike(), take_along())),),
)
THUG = RoleCard(role=Role("thug"), team=Team.MAFIA, acts=(SHOOT,))


@contextmanager
def known(*cards: RoleCard) -> Iterator[None]:
    """These cards are known in here."""
    for card in cards:
        roles.register(card)
    try:
        yield
    finally:
        for card in cards:
            roles.forget(card.role)


@pytest.fixture
def sniper() -> Iterator[None]:
    """A lone shooter of the town's, and one more kind of black."""
    with known(SNIPER, THUG):
        yield


def with_sniper(*, axes: dict[str, object] | None = None, extra: str = "") -> Table:
    """Lover 1, doctor 2, sniper 3, mafia 4, thug 5; `extra` on seat 6."""
    plan = rules("masks")["night"]["later"]
    shots = [*plan, {"wake": "sniper", "act": "snipe", "seconds": 15}]
    if extra == "courtesan":
        shots.append({"wake": "courtesan", "act": "invite", "seconds": 15})
    cards = {1: "lover", 2: "doctor", 3: "sniper", 4: "mafia", 5: "thug"} | ({6: extra} if extra else {})
    return table("masks", cards, seats=10, axes={**(axes or {}), "night.later": shots})


@pytest.mark.usefixtures("sniper")
def test_a_registered_role_is_a_word_like_any_other() -> None:
    assert "sniper" in Role
    assert Role.SNIPER is Role("sniper") is Role.of("sniper")
    assert Role.SNIPER in set(Role)
    assert Act.SNIPE in set(Act)
    with_sniper()


def test_a_role_is_gone_once_it_is_forgotten() -> None:
    with known(SNIPER, THUG):
        data = with_sniper().game.rules.model_dump(mode="json")
        before = roles.ACTS[SHOOT.act]
    assert "sniper" not in Role
    assert "snipe" not in Act
    assert roles.ACTS.get(SHOOT.act) is before, "the mafia still shoots"
    with pytest.raises(AttributeError, match="no SNIPER"):
        _ = Role.SNIPER
    with pytest.raises(ValueError, match="unknown role 'sniper'"):
        Role.of("sniper")
    with pytest.raises(ValidationError, match="Input should be one of"):
        Ruleset.model_validate(data)
    with pytest.raises(KeyError):
        roles.forget(Role("sniper"))


@pytest.mark.usefixtures("sniper")
def test_a_role_or_an_act_cannot_mean_two_things() -> None:
    with pytest.raises(ValueError, match="role 'sniper' is known already"):
        roles.register(SNIPER)
    other = RoleCard(
        role=Role("poacher"), team=Team.TOWN, acts=(Ability(act=Act("snipe"), intent=Intent.KILL),)
    )
    with pytest.raises(ValueError, match="act 'snipe' is known already"):
        roles.register(other)
    assert "poacher" not in Role


@pytest.mark.usefixtures("sniper")
def test_a_step_wakes_only_who_can_do_it() -> None:
    plan = [*rules("masks")["night"]["later"], {"wake": "doctor", "act": "snipe", "seconds": 15}]
    with pytest.raises(ValidationError, match=r"night.later: wrong-role"):
        table("masks", ["mafia", "doctor", "lover"], axes={"night.later": plan})


@pytest.mark.usefixtures("sniper")
def test_a_black_of_ones_own_belongs_to_the_mafia() -> None:
    t = with_sniper()
    assert t.last(ev.TeamShown) == ev.TeamShown((SeatNo(4), SeatNo(5)), None)
    own = view(t.game, user(5)).own
    assert own is not None
    assert own.mates == ((4, "mafia"),)
    t.step_of("mafia", "shoot")
    assert scene(t.game).rooms["mafia"].writers == {user(4), user(5)}
    assert t.night(shots={4: 9, 5: 9}).exits == [(9, "night")]
    assert t.night(shots={4: 8}).exits == [(9, "night")], "the thug did not shoot"
    t.day_out(4)
    t.night(shots={5: 8})
    assert t.exits[-1] == (8, "night"), "the mafia's step stays while any black lives"


@pytest.mark.usefixtures("sniper")
@pytest.mark.parametrize(("from_others", "dies"), [(False, True), (True, False)])
def test_the_doctor_saves_from_a_lone_shot_as_from_the_maniacs(from_others: bool, dies: bool) -> None:
    t = with_sniper(axes={"heal.from_maniac": from_others}).night(sniper=9, doctor=9)
    assert t.exits == ([(9, "night")] if dies else [])
    resolved = t.last(ev.NightResolved)
    assert (resolved.saved, resolved.missed) == (() if dies else (9,), True)


@pytest.mark.usefixtures("sniper")
def test_whoever_is_visited_misses_alone_though_of_the_town() -> None:
    assert with_sniper().night(lover=3, sniper=9).exits == []
    assert with_sniper().night(lover=10, sniper=9).exits == [(9, "night")], "another of his team was visited"


@pytest.mark.usefixtures("sniper")
def test_a_guest_is_missed_by_a_lone_shot_too() -> None:
    assert with_sniper(extra="courtesan").night(courtesan=9, sniper=9).exits == []


@pytest.mark.usefixtures("sniper")
def test_two_hits_at_once_and_everybody_who_goes_with_them() -> None:
    t = with_sniper(extra="courtesan")
    t.night(lover=8, courtesan=7, sniper=6, shots={4: 1, 5: 1})
    resolved = t.last(ev.NightResolved)
    assert resolved.hits == ((Act.SHOOT, 1), (Act.SNIPE, 6))
    assert set(resolved.along) == {7, 8}
    assert t.last(ev.MorningCame).victims == (1, 6, 7, 8)


def test_of_two_doctors_each_heals() -> None:
    cards = {1: "doctor", 2: "doctor", 3: "mafia", 4: "maniac"}
    t = table("masks", cards, seats=10, axes={"heal.from_maniac": True}).step_of("mafia", "shoot")
    t.press(3, 9)
    t.step_of("doctor", "heal")
    t.press(1, 9)
    t.press(2, 10)
    t.night(maniac=10)
    assert t.exits == []
    assert t.last(ev.NightResolved).saved == (9, 10)


def test_of_two_lovers_each_gives_her_alibi() -> None:
    t = table("masks", {1: "lover", 2: "lover", 3: "mafia"}, seats=10).step_of("lover", "visit")
    t.press(1, 9)
    t.press(2, 10)
    t.night()
    assert t.last(ev.AlibiGiven).seats == (9, 10)
    t.put_up(9, 10).vote({9: (1, 2, 3)})
    assert t.exits == []


def test_two_lovers_of_one_guest_take_him_along_once() -> None:
    cards = {1: "lover", 2: "lover", 3: "mafia", 4: "maniac"}
    t = table("masks", cards, seats=10).step_of("lover", "visit")
    t.press(1, 9)
    t.press(2, 9)
    t.night(mafia=1, maniac=2, to_day=False)
    assert t.exits == [(1, "night"), (2, "night"), (9, "night")]
    assert t.last(ev.NightResolved).along == (9,)
    assert t.last(ev.AlibiGiven).seats == (9,)


def test_a_guest_who_is_killed_himself_is_not_taken_along() -> None:
    t = table("masks", {1: "lover", 3: "mafia", 4: "maniac"}, seats=10)
    t.night(lover=9, mafia=1, maniac=9, to_day=False)
    assert t.last(ev.NightResolved).hits == (("shoot", 1), ("stab", 9))
    assert t.last(ev.NightResolved).along == ()


def test_a_guest_who_is_healed_and_leaves_with_the_lover_all_the_same_was_not_saved() -> None:
    t = table("masks", {1: "lover", 2: "doctor", 3: "mafia", 4: "maniac"}, seats=10)
    t.night(lover=9, mafia=9, doctor=9, maniac=1, to_day=False)
    assert t.exits == [(1, "night"), (9, "night")]
    assert (t.last(ev.NightResolved).saved, t.last(ev.NightResolved).along) == ((), (9,))


@pytest.mark.usefixtures("sniper")
def test_the_mafias_meeting_wakes_every_black_card() -> None:
    for ruleset, black in (("masks", "thug"), ("classic15", "don")):
        cards = {1: "mafia", 2: black, 3: "sheriff", 4: "doctor"}
        t = table(ruleset, cards, seats=15, start="night").step_of("mafia", "meet")
        assert scene(t.game).rooms["mafia"].writers == {user(1), user(2)}


def test_the_black_see_one_another_though_only_the_don_is_woken_to_meet() -> None:
    plan = [{"wake": "don", "act": "meet", "seconds": 10}]
    t = table("classic", BLIND, axes={"night.first": plan})
    assert t.last(ev.TeamShown) == ev.TeamShown((SeatNo(1), SeatNo(2), SeatNo(3)), SeatNo(1))
    assert t.game.met


@pytest.mark.usefixtures("sniper")
def test_a_host_may_deal_whom_his_club_deals_though_nothing_wakes_them() -> None:
    rows = [{"least": 3, "most": 20, "roles": {"mafia": 1, "thug": 1}}]
    own = lobby("masks", 10, axes={"deal.rows": rows})
    chosen = cmd.ChooseDeal(Rank.HOST, ((Role.MAFIA, 1), (Role.THUG, 2)))
    assert own.do(chosen)
    lobby("masks", 10).refuses(chosen, Code.BAD_DEAL, "MA-01")
