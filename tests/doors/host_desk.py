"""The host's panel in the hands of a test: opened, read, pressed."""

from typing import Any

from simcord.actors import MemberActor
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import offer, offers
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Act
from mafia_bot.engine.state import Night
from tests.doors.visit import until


async def panel(club: SimulatedClub, actor: MemberActor | None = None) -> InteractionResult:
    """`/host`, by the host unless somebody else asks."""
    result = await club.slash(actor or club.host, club.chat, "host")
    assert result.ephemeral
    return result


def shown(on: InteractionResult) -> str:
    """What the panel says."""
    assert on.response is not None
    return on.response.embeds[0].description or ""


def note(on: InteractionResult) -> str:
    """What stands above it: what came of the last press."""
    assert on.response is not None
    return on.response.content or ""


def buttons(on: InteractionResult) -> list[str]:
    """Every kind of press in it, from top to bottom."""
    assert on.response is not None
    return [one.press for one in offers(on.response)]


async def touch(
    club: SimulatedClub,
    on: InteractionResult,
    press: Press,
    slot: int | None = None,
    *,
    value: Any = None,
    by: MemberActor | None = None,
) -> InteractionResult:
    """A press, the host's unless somebody else's, in a panel that was opened before; it changes in place.

    `value` is what is chosen in a menu, or a list of it.
    """
    assert on.response is not None
    found = offer(on.response, press, slot)
    values = [] if value is None else value if isinstance(value, list) else [value]
    return await club.touch(by or club.host, on.response, found, values)


async def to_act(club: SimulatedClub, act: Act) -> None:
    """Let the night come to the step of an act."""
    await until(club, Night)
    while not (isinstance(club.game.phase, Night) and club.game.phase.step.act is act):
        await club.to_next_deadline()
