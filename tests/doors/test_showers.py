"""One side of the delivery fails: neither game nor clock nor the others notice; the host hears of it once."""

from mafia_bot.delivery.committed import Committed
from mafia_bot.engine.controls import Press
from mafia_bot.engine.state import Speeches
from tests.doors.fixtures import Clubs
from tests.doors.visit import Log, day, say
from tests.evening import watching as see


class Stumbling:
    """A side that raises as often as it is told to."""

    def __init__(self, times: int) -> None:
        self.times, self.shown = times, 0

    def show(self, committed: Committed) -> None:
        if self.times:
            self.times -= 1
            raise RuntimeError("a side that stumbles")
        self.shown += 1


async def test_the_others_and_the_clock_go_on(clubs: Clubs, log: Log) -> None:
    log.expect("cannot be shown")
    club = await clubs(seats=4)
    await day(club, "masks", club.host)
    delivery = club.bot.registry.services.delivery
    side = Stumbling(times=2)
    # Before all others, so that it would keep them from being shown.
    delivery._showers = {"lights": side, **delivery._showers}
    await club.press(club.seat(1), Press.THANKS)
    assert see.heard(club) == {"2"}
    assert "2" in see.board_text(club)
    told = say(club, "trouble-shower-failed", names=["lights"])
    await club.advance(5)
    assert side.shown == 1, "tried again until it stood"
    lines = [m.content for m in club.chat.history() if told in (m.content or "")]
    assert lines == [say(club, "trouble-for-host", user=club.host.id, line=told)], "told to the host, once"
    await club.to_next_deadline()
    assert isinstance(club.game.phase, Speeches)
    assert club.game.phase.queue[0] == 3
