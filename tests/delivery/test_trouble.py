"""A trouble is told once, told again when it changes, and settled by its place."""

import pytest

from mafia_bot.delivery.trouble import Trouble, TroubleKind, Troubles
from mafia_bot.engine.ids import UserId
from mafia_bot.screens.troubles import settled_line, trouble_line
from mafia_bot.texts import LANGUAGES, Texts


class Ear:
    def __init__(self) -> None:
        self.heard: list[tuple[str, Trouble]] = []

    def raised(self, trouble: Trouble) -> None:
        self.heard.append(("raised", trouble))

    def settled(self, trouble: Trouble) -> None:
        self.heard.append(("settled", trouble))

    def lapsed(self, trouble: Trouble) -> None:
        self.heard.append(("lapsed", trouble))


def test_told_once_and_again_when_it_is_another_matter() -> None:
    troubles, ear = Troubles(), Ear()
    troubles.listen(ear)
    one = Trouble(TroubleKind.LOST_PERMISSIONS, 1, channel_id=5, names=("mute_members",))
    more = Trouble(TroubleKind.LOST_PERMISSIONS, 1, channel_id=5, names=("mute_members", "connect"))
    for trouble in (one, one, more):
        troubles.raised(trouble)
    troubles.settled(TroubleKind.LOST_PERMISSIONS, 1)
    assert troubles.of_guild(1) == (more,), "another place is another trouble"
    troubles.settled(TroubleKind.LOST_PERMISSIONS, 1, channel_id=5)
    troubles.settled(TroubleKind.LOST_PERMISSIONS, 1, channel_id=5)
    assert ear.heard == [("raised", one), ("raised", more), ("settled", more)]
    assert troubles.open == {}


def test_what_nobody_minds_any_more_is_another_matter_than_what_is_well() -> None:
    troubles, ear = Troubles(), Ear()
    troubles.listen(ear)
    one = Trouble(TroubleKind.MUTED_BY_OTHERS, 1, user=UserId(7))
    troubles.raised(one)
    for _ in range(2):
        troubles.lapsed(TroubleKind.MUTED_BY_OTHERS, 1, user=UserId(7))
    assert ear.heard == [("raised", one), ("lapsed", one)]
    assert troubles.of_guild(1) == ()


OF_MEMBERS = {
    TroubleKind.CONTESTED,
    TroubleKind.LEFT_THE_SERVER,
    TroubleKind.LEFT_UNMUTED,
    TroubleKind.MUTED_BY_OTHERS,
    TroubleKind.UNREACHABLE,
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", [TroubleKind.CANNOT_MUTE, TroubleKind.UNREACHABLE])
def test_what_is_wrong_in_a_channel_names_the_channel(kind: TroubleKind, code: str) -> None:
    texts = Texts.load().for_language(code)
    assert "<#5>" in trouble_line(kind, texts, names=("mute_members",), user=None, channel=5)
    over = settled_line(kind, texts, user=None, channel=5)
    assert over is not None
    assert "<@0>" not in over


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", TroubleKind)
def test_every_kind_has_words_that_name_it(kind: TroubleKind, code: str) -> None:
    texts = Texts.load().for_language(code)
    line = trouble_line(kind, texts, names=("mute_members",), user=UserId(7), channel=None)
    if kind is TroubleKind.LOST_PERMISSIONS:
        assert texts("permission-mute_members") in line
    if kind in OF_MEMBERS:
        assert "<@7>" in line
    assert settled_line(kind, texts, user=UserId(7)) != line
