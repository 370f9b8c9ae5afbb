"""Fault law: whatever one call fails, hangs or is a process's last, the evening leaves the same behind."""

import os
from typing import Any

import pytest

from tests.trial.conftest import Trial
from tests.trial.faults import Fault, Kind, Side

STRIDE = int(os.environ.get("TRIAL_STRIDE", "1"))
"""Every how manieth call is tried: 1 tries them all."""

SHARDS = 4


async def test_the_evening_without_a_fault(trial: Trial) -> None:
    left, fate = await trial(None)
    assert left["rows"]["games"] == [
        "{'status': 'finished', 'winners': ['town'], 'reason': 'town', 'ruleset_id': 'trial'}"
    ]
    assert len(left["rows"]["results"]) == 4
    assert (left["rows"]["mute_ledger"], left["muted"], left["open"], left["sheets"]) == ([], [], [], 1)
    assert all(fate.calls.values())


@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("side", Side)
async def test_a_fault_leaves_nothing_behind(side: Side, kind: Kind, shard: int, trial: Trial) -> None:
    wanted, fate = await trial(None)
    faults: list[str] = []
    met = 0
    for at in range(1 + shard * STRIDE, fate.calls[side] + 1, SHARDS * STRIDE):
        fault = Fault(side, kind, at)
        try:
            left, met_fate = await trial(fault)
        except Exception as error:
            faults.append(f"{kind} at {side} call {at}: {type(error).__name__}: {error}")
            continue
        met += bool(met_fate.fired)
        if left != wanted:
            faults.append(f"{kind} at {side} call {at} ({met_fate.fired}): {_differences(wanted, left)}")
    assert faults == [], f"{len(faults)} of {met}"
    assert met, "no call was met"


def _differences(wanted: dict[str, Any], left: dict[str, Any]) -> dict[str, Any]:
    return {key: (wanted[key], left[key]) for key in wanted if wanted[key] != left[key]}
