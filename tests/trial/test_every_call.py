"""Fault law: whatever one call fails, hangs or is a process's last, the evening leaves the same behind."""

import os
from typing import Any

import pytest

from tests.trial.conftest import Trial
from tests.trial.faults import Fate, Fault, Kind, Side

STRIDE = int(os.environ.get("TRIAL_STRIDE", "1"))
"""Every how manieth call is tried: 1 tries them all."""

ONLY = os.environ.get("TRIAL_ONLY", "")
"""One fault alone, as a failure names it: `store/death/37`."""

SHARDS = 4


async def test_the_evening_without_a_fault(trial: Trial) -> None:
    left, fate = await trial(None)
    assert left["rows"]["games"] == [
        "{'status': 'finished', 'winners': ['town'], 'reason': 'town', 'ruleset_id': 'trial'}"
    ]
    assert len(left["rows"]["results"]) == 4
    assert (left["rows"]["mute_ledger"], left["muted"], left["open"], left["sheets"]) == ([], [], [], 1)
    assert left["differences"] == []
    assert all(fate.calls.values())


async def unharmed(trial: Trial) -> tuple[dict[str, Any], Fate]:
    """What an evening without a fault leaves; it is played once by every process that tests."""
    if not _UNHARMED:
        _UNHARMED.append(await trial(None))
    return _UNHARMED[0]


_UNHARMED: list[tuple[dict[str, Any], Fate]] = []


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("side", Side)
async def test_a_fault_leaves_nothing_behind(side: Side, kind: Kind, shard: int, trial: Trial) -> None:
    wanted, fate = await unharmed(trial)
    faults: list[str] = []
    met = 0
    for at in _tried(side, kind, shard, fate.calls[side]):
        fault = Fault(side, kind, at)
        try:
            left, met_fate = await trial(fault)
        except Exception as error:
            faults.append(f"{side}/{kind}/{at}: {type(error).__name__}: {error}")
            continue
        met += bool(met_fate.fired)
        if left != wanted:
            faults.append(f"{side}/{kind}/{at} ({met_fate.fired}): {_differences(wanted, left)}")
    assert faults == [], f"{len(faults)} of {met}"
    assert met or ONLY, "no call was met"


def _tried(side: Side, kind: Kind, shard: int, calls: int) -> range:
    """The numbers of the calls that one shard tries."""
    if ONLY:
        only_side, only_kind, at = ONLY.split("/")
        mine = (only_side, only_kind, int(at) % SHARDS) == (side, kind, shard)
        return range(int(at), int(at) + mine)
    return range(1 + shard * STRIDE, calls + 1, SHARDS * STRIDE)


def _differences(wanted: dict[str, Any], left: dict[str, Any]) -> dict[str, Any]:
    return {key: (wanted[key], left[key]) for key in wanted if wanted[key] != left[key]}
