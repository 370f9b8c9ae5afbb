"""A role that the program has never heard of: its card, its words and its ruleset are in this file, and it
plays a whole game with the bot. Nothing else knows of it.
"""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

from mafia_bot.config import Config, Rules
from mafia_bot.config import Texts as TextsSection
from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine import events as ev
from mafia_bot.engine import roles
from mafia_bot.engine.controls import Press
from mafia_bot.engine.events.codec import decode
from mafia_bot.engine.ids import Act, Role, SeatNo, Team
from mafia_bot.engine.refusals import Code, Refusal
from mafia_bot.engine.roles.card import Ability, Aiming, Intent, RoleCard, twice_running
from mafia_bot.engine.roles.effects import Deed, Effect, Reckoning, Stage
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.state import Ballot, Game, LastWords, Night, Over, Player, Speeches
from mafia_bot.rulesets import load
from mafia_bot.rulesets.files import Fault, read, written
from mafia_bot.screens.names import names_at
from mafia_bot.simulation.careful import Careful
from mafia_bot.simulation.playing import Evening
from mafia_bot.simulation.policy import Policy
from mafia_bot.store import Store
from mafia_bot.texts import LANGUAGES, Texts
from tests.doors.visit import journal, nominations, refusal, until
from tests.engine.scenario import rules, table
from tests.evening import watching as see
from tests.evening.cards import deal

BODYGUARD = Role("bodyguard")


def _may_guard(aim: Aiming) -> Refusal | None:
    if aim.target == aim.seat:
        return Refusal(Code.NOT_YOURSELF, "BG-01")
    return twice_running(aim, allowed=False, clause="BG-01")


def _wakes(game: Game, _player: Player, target: SeatNo) -> bool:
    return not roles.CARDS[game.player(target).role].sleeps


def _dies_instead(night: Reckoning, deed: Deed) -> None:
    blows = night.blows.pop(deed.target, None)
    if blows is not None:
        night.blows.setdefault(deed.by, []).extend(blows)
        night.saved.append(deed.target)


GUARD = Ability(
    act=Act("guard"),
    clause="BG-01",
    intent=Intent.PROTECT,
    may_aim=_may_guard,
    remembered=True,
    learns=_wakes,
    yes="guard-wakes",
    no="guard-sleeps",
    effects=(Effect(Stage.GUARDING, _dies_instead),),
)
CARD = RoleCard(role=BODYGUARD, team=Team.TOWN, acts=(GUARD,))

RU = """
act-guard = "охрана"
card-bodyguard = "Ваша карта: **телохранитель**. Каждую ночь вы закрываете собой одного игрока."
channel-bodyguard = "телохранители-ночь"
guard-wakes = "🛡 Игрок {target:seat} по ночам просыпается."
guard-sleeps = "🛡 Игрок {target:seat} по ночам спит."
night-step-guard = "🌙 Просыпается {role:text|role} и встаёт у чужих дверей. Отбой {deadline:countdown}."
panel-guard = "Кого охраняете этой ночью?"
[role-bodyguard]
nom = "телохранитель"
gen = "телохранителя"
"""
EN = """
act-guard = "guard"
card-bodyguard = "Your card: **bodyguard**. Every night you stand before one player."
channel-bodyguard = "bodyguards-night"
guard-wakes = "🛡 Player {target:seat} wakes at night."
guard-sleeps = "🛡 Player {target:seat} sleeps at night."
night-step-guard = "🌙 Wake up, {role:text|role}, and stand at a door. Asleep again {deadline:countdown}."
panel-guard = "Whom do you guard tonight?"
role-bodyguard = "bodyguard"
"""
CARDS = ["mafia", "bodyguard", "sheriff", "civilian", "civilian", "bodyguard"]
MAFIA, GUARD_2, SHERIFF, GUARD_6 = 1, 2, 3, 6


HOUSE = {1: "bodyguard", 2: "doctor", 3: "mafia"}
"""Ten seats of `masks` with a bodyguard."""


def _plan() -> list[dict[str, object]]:
    return [{"wake": "bodyguard", "act": "guard", "seconds": 15}, *rules("masks")["night"]["later"]]


@pytest.fixture
def bodyguard() -> Iterator[Role]:
    """The role is known during a test, and forgotten after it."""
    roles.register(CARD)
    yield BODYGUARD
    roles.forget(BODYGUARD)


@pytest.fixture
def guarded(bodyguard: Role) -> Ruleset:
    """`masks` for six, with two bodyguards in place of the lover and the doctor."""
    data = load()["masks"].model_dump(mode="json") | {"id": "guarded", "name": "Под охраной"}
    data["seats"] = {"least": 6, "most": 6}
    cards = {"mafia": 1, str(bodyguard): 2, "sheriff": 1}
    data["deal"] = {"rows": [{"least": 6, "most": 6, "roles": cards}]}
    data["night"]["first"] = [
        {"wake": "bodyguard", "act": "meet", "seconds": 8, "room": True},
        {"wake": "mafia", "act": "meet", "seconds": 20, "room": True},
    ]
    data["night"]["later"] = [
        {"wake": "bodyguard", "act": "guard", "seconds": 15},
        {"wake": "mafia", "act": "shoot", "seconds": 30},
        {"wake": "sheriff", "act": "check", "seconds": 15},
    ]
    return Ruleset.model_validate(data)


@pytest.fixture
def words(tmp_path: Path) -> Path:
    """The club's directory of texts."""
    for code, text in (("ru", RU), ("en", EN)):
        (tmp_path / "texts" / code).mkdir(parents=True)
        (tmp_path / "texts" / code / "bodyguard.toml").write_text(text, encoding="utf-8")
    return tmp_path / "texts"


@pytest.fixture
async def club(store: Store, guarded: Ruleset, words: Path) -> AsyncIterator[SimulatedClub]:
    """The real bot, which finds the ruleset and the words in the directories that its settings name."""
    directory = words.parent / "rules"
    directory.mkdir()
    (directory / "guarded.toml").write_text(written(guarded), encoding="utf-8")
    config = Config(rules=Rules(directory=directory), texts=TextsSection(directory=words))
    dice = deal(guarded, CARDS, {})
    async with SimulatedClub(store, seats=6, dice=dice, config=config) as found:
        await found.setup()
        await found.open("guarded")
        await found.seat_all()
        await found.start()
        yield found


async def reach(club: SimulatedClub, act: str) -> None:
    """Let time run out until this is done in the night."""
    while not (isinstance(club.game.phase, Night) and club.game.phase.step.act == act):
        await club.to_next_deadline()


async def told(club: SimulatedClub, seat: int, target: int) -> str:
    """What somebody reads after he has chosen in his panel."""
    return str(answer_of(await club.choose(club.seat(seat), target)))


async def test_a_whole_game_with_a_role_of_ones_own(club: SimulatedClub, words: Path) -> None:
    texts = Texts.load(own=words).for_language("ru").seated(names_at(club.game))
    await _first_night(club)
    await nominations(club)
    await _second_night(club, texts("guard-wakes", target=3), texts("guard-sleeps", target=5))
    assert [p.seat for p in club.game.players if not p.alive] == [GUARD_2]
    await nominations(club)
    await _third_night(club, texts("guard-sleeps", target=4))
    await until(club, Speeches)
    await nominations(club, (SHERIFF, MAFIA), (GUARD_6, 4))
    while not (isinstance(club.game.phase, Ballot) and club.game.phase.candidate == MAFIA):
        await club.to_next_deadline()
    for seat in (SHERIFF, 4, GUARD_6):
        await club.press(club.seat(seat), Press.VOTE)
    await until(club, Over)
    assert club.game.phase.outcome.winners == (Team.TOWN,)  # type: ignore[union-attr]
    said = "\n".join(message.content for message in club.env.backend.messages[club.chat.id].values())
    assert all(f"player{seat} — телохранитель" in said for seat in (GUARD_2, GUARD_6)), "the sheet opens them"
    await club.restart()
    assert see.all_muted(club) == set()


async def _first_night(club: SimulatedClub) -> None:
    """They meet in a room of their own, and look at their cards."""
    assert "Просыпается телохранитель" in see.board_text(club)
    assert club.game.phase.step.wake == BODYGUARD  # type: ignore[union-attr]
    both = see.seats((GUARD_2, GUARD_6))
    assert (see.readers(club, "bodyguard"), see.writers(club, "bodyguard")) == (both, both)
    assert club.env.backend.channels[club.room("bodyguard").id].name == "телохранители-ночь"
    card = (await club.press(club.seat(GUARD_2), Press.CARD)).response
    assert card is not None
    assert "закрываете собой" in card.content
    await until(club, Speeches)
    assert see.writers(club, "bodyguard") == set()


async def _second_night(club: SimulatedClub, wakes: str, sleeps: str) -> None:
    """One guards the sheriff and is shot for him; each is told what only he may know."""
    await reach(club, "guard")
    panel = (await club.panel(club.seat(GUARD_2))).response
    sleeper = (await club.panel(club.seat(4))).response
    assert panel is not None
    assert sleeper is not None
    assert "Кого охраняете этой ночью?" in panel.content
    assert panel.components == sleeper.components
    assert await told(club, GUARD_2, GUARD_2) == refusal(club, Code.NOT_YOURSELF, "BG-01")
    assert wakes in await told(club, GUARD_2, SHERIFF)
    assert sleeps in await told(club, GUARD_6, 5)
    assert "по ночам" not in await told(club, 4, SHERIFF)
    await club.restart()
    await reach(club, "shoot")
    await club.choose(club.seat(MAFIA), SHERIFF)
    await until(club, LastWords)
    stored = next(record for record in await journal(club) if record.kind == "NightResolved")
    night = decode(stored.kind, stored.version, stored.data)
    assert night == ev.NightResolved(((Act("shoot"), SeatNo(GUARD_2)),), (SeatNo(SHERIFF),), (), False)
    await until(club, Speeches)
    card = (await club.press(club.seat(GUARD_6), Press.CARD)).response
    assert card is not None
    assert f"Ночь 1: {sleeps}" in card.content, "what was learnt stays on the card"


async def _third_night(club: SimulatedClub, sleeps: str) -> None:
    """The other may not guard the same seat again, and guards one who is not shot at."""
    await reach(club, "guard")
    assert await told(club, GUARD_6, 5) == refusal(club, Code.SAME_TWICE, "BG-01", seat=5)
    assert sleeps in await told(club, GUARD_6, 4)
    await reach(club, "shoot")
    await club.choose(club.seat(MAFIA), 5)
    await reach(club, "check")
    await club.choose(club.seat(SHERIFF), MAFIA)
    await until(club, LastWords)
    assert [p.seat for p in club.game.living()] == [MAFIA, SHERIFF, 4, GUARD_6]


@pytest.mark.usefixtures("bodyguard")
@pytest.mark.parametrize("code", LANGUAGES)
def test_the_card_names_every_text_it_needs(code: str, words: Path) -> None:
    texts = Texts.load(own=words).for_language(code)
    assert [key for key in CARD.text_keys() if not texts.has(key)] == []
    shipped = Texts.load().for_language(code)
    assert [key for key in CARD.text_keys() if shipped.has(key)] == []


@pytest.mark.parametrize("policy", [Policy, Careful])
def test_programmed_players_know_what_to_do_with_it(policy: type[Policy], guarded: Ruleset) -> None:
    acts, saved = 0, 0
    for number in range(60):
        dice, log = Random(number), list[ev.Event]()
        Evening(guarded.model_dump(mode="json"), 6, dice, policy(dice), log.extend).play()
        acts += sum(isinstance(event, ev.TargetChosen) and event.act == "guard" for event in log)
        saved += sum(len(event.saved) for event in log if isinstance(event, ev.NightResolved))
    assert acts > 60
    assert saved > 0


@pytest.mark.usefixtures("bodyguard")
@pytest.mark.parametrize("first", [1, 4])
def test_it_does_not_matter_who_pressed_first(first: int) -> None:
    t = table("masks", {**HOUSE, 4: "bodyguard"}, seats=10, axes={"night.later": _plan()}).step_of(
        "bodyguard"
    )
    for seat, target in sorted({1: 4, 4: 9}.items(), reverse=first == 4):
        t.press(seat, target)
    t.night(mafia=9, to_day=False)
    assert t.exits == [(4, "night")]


@pytest.mark.usefixtures("bodyguard")
def test_a_bodyguard_who_is_healed_lives_and_so_does_whom_he_guarded() -> None:
    t = table("masks", HOUSE, seats=10, axes={"night.later": _plan()}).step_of("bodyguard")
    t.press(1, 9)
    t.night(mafia=9, doctor=1)
    assert t.exits == []
    assert t.last(ev.NightResolved).saved == (9, 1)


def test_a_role_that_is_forgotten_is_refused(guarded: Ruleset) -> None:
    text = written(guarded)
    assert isinstance(read(text), Ruleset)
    roles.forget(BODYGUARD)
    try:
        faults = read(text)
        assert isinstance(faults, tuple)
        assert {(fault.axis, fault.code) for fault in faults} >= {("night.later.0.act", "choice")}
        assert all(isinstance(fault, Fault) and fault.line for fault in faults)
    finally:
        roles.register(CARD)
