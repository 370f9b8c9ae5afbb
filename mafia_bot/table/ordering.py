"""The don's list as it grows, slot by slot (CL-03, MW-03)."""

from mafia_bot.engine.ids import SeatNo


def with_slot(order: tuple[SeatNo, ...], slot: int, seat: SeatNo) -> tuple[SeatNo, ...]:
    """The list with a seat in a slot counted from 1; a seat named twice changes places, a gap is closed."""
    old = order[slot - 1] if slot <= len(order) else None
    swapped: list[SeatNo | None] = [old if s == seat else s for s in order]
    if slot <= len(order):
        swapped[slot - 1] = seat
    else:
        swapped.append(seat)
    return tuple(s for s in swapped if s is not None)
