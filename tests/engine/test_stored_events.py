"""Events as the journal stores them: kinds are names written out by hand, old versions rise to today's."""

from typing import Any

import pytest

from mafia_bot.engine import events as ev
from mafia_bot.engine.events.codec import CODEC, Codec, UnknownEvent, decode, encode
from mafia_bot.engine.events.kinds import KINDS
from mafia_bot.engine.ids import Act, SeatNo
from tests.engine.recording import JOURNALS, stored


class Toasted(ev.Event, frozen=True):
    """An event of this file alone; its class was called otherwise when it was first stored."""

    seats: tuple[SeatNo, ...]
    seconds: float


def name_seconds(data: dict[str, Any]) -> dict[str, Any]:
    """Version 2: minutes became seconds."""
    return {"seat": data["seat"], "seconds": data["minutes"] * 60}


def allow_several(data: dict[str, Any]) -> dict[str, Any]:
    """Version 3: one seat became several."""
    return {"seats": [data["seat"]], "seconds": data["seconds"]}


UPCASTERS = {("HealthDrunk", 1): name_seconds, ("HealthDrunk", 2): allow_several}
THREE = Codec([("HealthDrunk", 3, Toasted)], UPCASTERS)


def of_the_program() -> list[type[ev.Event]]:
    found, below = list[type[ev.Event]](), [ev.Event]
    while below:
        cls = below.pop()
        below += cls.__subclasses__()
        found += [cls] if cls is not ev.Event and cls.__module__.startswith("mafia_bot.") else []
    return found


def test_every_event_stands_in_the_table_just_once() -> None:
    assert sorted(cls.__name__ for _, _, cls in KINDS) == sorted(cls.__name__ for cls in of_the_program())
    assert {cls for _, _, cls in KINDS} == set(of_the_program())
    assert len({kind for kind, _, _ in KINDS}) == len(KINDS)


def test_what_was_ever_stored_is_read_and_written_again_under_its_own_kind() -> None:
    rows = [row for path in JOURNALS.glob("*.json") for row in stored(path.stem)["rows"]]
    for row in rows:
        kind, version, _ = encode(decode(row["kind"], row["version"], row["data"]))
        assert (kind, version) == (row["kind"], CODEC.versions[kind])
        assert row["version"] <= version


def test_an_event_is_stored_under_its_kind_whatever_its_class_is_called() -> None:
    event = Toasted((SeatNo(3),), 60)
    assert THREE.encode(event) == ("HealthDrunk", 3, {"seats": (3,), "seconds": 60})
    assert THREE.decode(*THREE.encode(event)) == event


@pytest.mark.parametrize(
    ("version", "data"),
    [(1, {"seat": 3, "minutes": 2}), (2, {"seat": 3, "seconds": 120}), (3, {"seats": [3], "seconds": 120})],
)
def test_an_old_version_rises_by_all_the_upcasters_after_it(version: int, data: dict[str, Any]) -> None:
    assert THREE.decode("HealthDrunk", version, data) == Toasted((SeatNo(3),), 120)


def test_only_the_kinds_own_upcasters_are_run() -> None:
    codec = Codec([("HealthDrunk", 3, Toasted), ("PlayerJoined", 1, ev.PlayerJoined)], UPCASTERS)
    assert codec.decode("PlayerJoined", 1, {"user": 7}) == ev.PlayerJoined(user=7)  # type: ignore[arg-type]


@pytest.mark.parametrize("version", [0, -1, 4])
def test_a_version_that_nobody_wrote_is_refused(version: int) -> None:
    with pytest.raises(UnknownEvent, match=f"unknown version {version}"):
        THREE.decode("HealthDrunk", version, {"seats": [3], "seconds": 1})


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(UnknownEvent, match="'MoonLanded'"):
        decode("MoonLanded", 1, {})


def test_data_that_does_not_fit_its_kind_is_refused() -> None:
    with pytest.raises(UnknownEvent, match="SpeechEnded version 1"):
        decode("SpeechEnded", 1, {"seat": "three"})


def test_an_event_without_a_kind_cannot_be_stored() -> None:
    with pytest.raises(KeyError):
        encode(Toasted((SeatNo(3),), 60))


@pytest.mark.parametrize(
    ("kinds", "upcasters"),
    [
        ([("HealthDrunk", 1, Toasted), ("HealthDrunk", 1, ev.SpeechEnded)], {}),
        ([("HealthDrunk", 1, Toasted), ("Toasted", 1, Toasted)], {}),
        ([("HealthDrunk", 3, Toasted)], {("HealthDrunk", 1): name_seconds}),
        ([("HealthDrunk", 2, Toasted)], UPCASTERS),
        ([], {("HealthDrunk", 1): name_seconds}),
    ],
    ids=["a kind twice", "a class twice", "a step missing", "a version forgotten", "a kind forgotten"],
)
def test_a_table_that_could_not_read_its_own_past_is_no_table(kinds: Any, upcasters: Any) -> None:
    with pytest.raises(ValueError, match=r"twice|differ"):
        Codec(kinds, upcasters)


def test_what_an_older_version_did_not_say_is_said_by_its_record() -> None:
    old = {"user": 7, "offence": "noise", "games": 2, "day": False, "hall": False}
    event = decode("PlayerSuspended", 1, old, 55.0)
    assert isinstance(event, ev.PlayerSuspended)
    assert (event.at, event.rank) == (55.0, None), "it was no ruling of its own then"
    started = decode("GameStarted", 1, {"users": [7], "at": 9.0, "spared": []}, 55.0)
    assert isinstance(started, ev.GameStarted)
    assert (started.at, started.serving) == (9.0, None), "nobody had looked who was there"


@pytest.mark.parametrize(
    ("reason", "counts", "code", "words"),
    [
        ("свет погас", False, "annulled", "свет погас"),
        ("spectator_hint", False, "spectator_hint", ""),
        ("annulled", False, "annulled", ""),
        ("parity", True, "parity", ""),
    ],
)
def test_a_reason_that_a_host_typed_becomes_his_words(
    reason: str, counts: bool, code: str, words: str
) -> None:
    event = decode("GameEnded", 1, {"winners": [], "reason": reason, "counts": counts, "at": 1.0})
    assert isinstance(event, ev.GameEnded)
    assert (event.reason, event.words) == (code, words)


@pytest.mark.parametrize(
    ("old", "now"),
    [
        ((5, None, None, 2, False), ev.NightResolved(((Act("shoot"), SeatNo(5)),), (), (SeatNo(2),), False)),
        ((None, 5, 7, None, False), ev.NightResolved(((Act("stab"), SeatNo(5)),), (SeatNo(7),), (), False)),
        (
            (5, 5, None, None, False),
            ev.NightResolved(((Act("shoot"), SeatNo(5)), (Act("stab"), SeatNo(5))), (), (), False),
        ),
        ((None, None, None, None, True), ev.NightResolved((), (), (), True)),
    ],
)
def test_a_night_told_by_its_killers_is_told_by_whom_they_hit(old: Any, now: ev.NightResolved) -> None:
    names = ("shot", "stab", "healed", "guest", "missed")
    assert decode("NightResolved", 1, dict(zip(names, old, strict=True))) == now


def test_a_card_that_no_role_knows_is_refused() -> None:
    with pytest.raises(UnknownEvent, match="unknown role 'jester'"):
        decode("CardDealt", 1, {"seat": 1, "role": "jester"})
