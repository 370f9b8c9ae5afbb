"""A club calls a card by another name, and so does everything that is read at its table (CI-23)."""

from typing import Any

import pytest
from simcord.results import InteractionResult

from mafia_bot.demo.club import SimulatedClub
from mafia_bot.demo.world import answer_of
from mafia_bot.engine.controls import Press
from mafia_bot.engine.ids import Role
from mafia_bot.engine.ruleset.stored import stored
from mafia_bot.rulesets import load
from mafia_bot.table.seating import parse_cards
from tests.doors.fixtures import Clubs
from tests.doors.host_desk import panel, shown
from tests.doors.test_board import sheets
from tests.doors.visit import TEXTS, holder, night

pytestmark = pytest.mark.rule("CI-23")

CITY = load()["city"]
USUAL = {"ru": "шериф", "en": "sheriff"}
OWN = {"ru": "комиссар", "en": "commissioner"}


def public(club: SimulatedClub) -> str:
    """All that the table chat shows."""
    found = []
    for message in club.chat.history():
        found += [message.content, *(embed.description or "" for embed in message.embeds)]
    return "\n".join(found)


def told(result: InteractionResult) -> str:
    return "\n".join([answer_of(result) or "", *(part.content for part in result.followups)])


@pytest.mark.parametrize("locale", ["ru", "en"])
async def test_in_city_the_sheriff_is_the_commissioner_from_his_card_to_the_sheet(
    clubs: Clubs, locale: str
) -> None:
    club = await clubs(seats=5, locale=locale)
    await club.setup(language=locale)
    await club.open("city", host=club.host)
    await club.seat_all()
    await club.start(by=club.host)
    sheriff = club.seat(holder(club, Role.SHERIFF))
    read = [
        told(await club.press(sheriff, Press.CARD)),
        told(await club.slash(sheriff, club.chat, "rules show")),
    ]
    read.append(shown(await panel(club)))
    for _ in range(30):  # a whole night of a later day is announced step by step
        if club.game.round:
            break
        await club.to_next_deadline()
    assert club.game.round == 1
    read.append(public(club))
    await club.slash(club.host, club.chat, "game end")
    read += sheets(club)
    assert [OWN[locale] in text.casefold() for text in read] == [True] * 5
    # The rules alone name both, for those who come from another club.
    assert [USUAL[locale] in text.casefold() for text in read] == [False, True, False, False, False]


async def test_elsewhere_he_is_the_sheriff(full: SimulatedClub) -> None:
    await night(full, "most_wanted")
    text = public(full).casefold()
    assert USUAL["ru"] in text
    assert OWN["ru"] not in text


async def test_a_lobby_that_takes_other_rules_takes_their_names(clubs: Clubs) -> None:
    club = await clubs(seats=5)
    await club.setup()
    await club.open("masks")
    await club.slash(club.admin, club.chat, "lobby ruleset", ruleset="city")
    await club.seat_all()
    await club.start()
    result = await club.press(club.seat(holder(club, Role.SHERIFF)), Press.CARD)
    assert OWN["ru"] in told(result)
    await club.crash(downtime=2)
    result = await club.press(club.seat(holder(club, Role.SHERIFF)), Press.CARD)
    assert OWN["ru"] in told(result)


async def test_a_host_types_the_name_of_his_club_and_reads_it_again(clubs: Clubs) -> None:
    club = await clubs(seats=6)
    await club.setup()
    deal = CITY.deal.model_copy(update={"choice_from": 5})
    own = CITY.model_copy(update={"id": "own", "name": "Свой город", "copied_from": "city", "deal": deal})
    await club.store.rulebooks.add(club.guild.id, "own", 1, stored(own), author_id=1, at=0.0)
    await club.open("own")
    await club.slash(club.admin, club.chat, "lobby deal", cards="мафия 2, комиссар 1")
    assert dict(club.game.phase.cards) == {Role.MAFIA: 2, Role.SHERIFF: 1}  # type: ignore[union-attr]
    assert "Комиссар — 1" in public(club)


@pytest.mark.parametrize(
    ("typed", "names", "found"),
    [
        ("комиссар 1", CITY.names, {Role.SHERIFF: 1}),
        ("Commissioner", CITY.names, {Role.SHERIFF: 1}),
        ("шериф 1, мафия 2", CITY.names, {Role.SHERIFF: 1, Role.MAFIA: 2}),
        ("комиссар 1", {}, None),
        ("комиссар 1, шериф 1", CITY.names, None),
    ],
)
def test_a_card_answers_to_both_its_names_but_is_one(typed: str, names: Any, found: Any) -> None:
    parsed = parse_cards(typed, TEXTS, names)
    assert (None if parsed is None else dict(parsed)) == found
