"""What the bot hears in the table chat by itself, line by line, on dpytest."""

from collections.abc import AsyncIterator

import pytest

from mafia_bot.engine import commands as cmd
from mafia_bot.engine.ids import Cause, Rank, SeatNo, UserId
from mafia_bot.engine.state import LastWords, NominationWindow, Speeches
from mafia_bot.store import Store
from tests.discipline.spoken import Spoken, spoken
from tests.doors.visit import TEXTS, Log

FORMULAS = (
    "Я выставляю кандидатуру игрока номер 6",
    "я выставляю кандидатуру игрока №7!",
    "Я ВЫСТАВЛЯЮ КАНДИДАТУРУ ИГРОКА НОМЕР ВОСЕМЬ.",
    "Он молчал весь круг. Я выставляю кандидатуру игрока номер девять",
    "I nominate player number 10",
)
NEAR_MISSES = (
    "Выставляю третьего",
    "Я выставляю игрока номер 3",
    "Я бы выставил кандидатуру игрока номер 3",
    "Я выставляю кандидатуру игрока номер 33",
    "Я выставляю кандидатуру игрока номер",
    "Я выставляю кандидатуру игрока номер 3, наверное",
    "Я выставляю кандидатуру игрока номер 1",
    "Я выставляю кандидатуру игрока номер 9",
)


@pytest.fixture
def quiet(log: Log) -> None:
    # dpytest knows neither overwrites nor partial channels: here boards and rooms cannot be drawn.
    log.expect("the delivery could not be made")
    log.expect("a board could not be shown")
    log.expect("cannot be brought to the scene")
    log.expect("the voice floor of guild")


@pytest.fixture
async def masks(store: Store, quiet: None) -> AsyncIterator[Spoken]:
    async with spoken(store, "masks", 4) as game:
        yield game


@pytest.fixture
async def masks_of_ten(store: Store, quiet: None) -> AsyncIterator[Spoken]:
    async with spoken(store, "masks", 10) as game:
        yield game


@pytest.fixture
async def wanted(store: Store, quiet: None) -> AsyncIterator[Spoken]:
    async with spoken(store, "most_wanted", 10) as game:
        yield game


@pytest.mark.rule("MA-04")
async def test_the_exact_formula_is_accepted(masks_of_ten: Spoken) -> None:
    game = masks_of_ten
    for seat, said in enumerate(FORMULAS, start=1):
        assert await game.type(seat, said) is None, "the board says «accepted»"
        assert game.game.nominations[-1] == (seat, seat + 5), said
        assert isinstance(game.game.phase, Speeches)
        assert game.game.phase.queue[0] == seat
        await game.type(seat, "Спасибо")


@pytest.mark.rule("CI-15", "GE-03")
async def test_a_window_for_nominations_is_no_talk(store: Store, quiet: None) -> None:
    async with spoken(store, "city", 6) as game:
        while not isinstance(game.game.phase, NominationWindow):
            await game.rule(cmd.Skip(Rank.HOST))
        for said, warnings in (("Спасибо", 0), ("Шестой врёт", 1)):
            await game.type(4, said)
            assert game.player(4).warnings == warnings, said
        assert isinstance(game.game.phase, NominationWindow)


@pytest.mark.rule("MA-04")
async def test_a_near_miss_is_met_with_silence(masks: Spoken) -> None:
    before = masks.game
    for said in NEAR_MISSES:
        assert await masks.type(1, said) is None, said
        assert masks.game == before, said


@pytest.mark.rule("MA-04", "GE-04")
@pytest.mark.parametrize("language", ["ru", "en"])
async def test_a_repeated_nomination_is_answered(store: Store, quiet: None, language: str) -> None:
    async with spoken(store, "masks", 4, language) as game:
        await game.type(1, "Я выставляю кандидатуру игрока номер 3. Спасибо")
        answer = await game.type(2, "Я выставляю кандидатуру игрока номер 3")
        assert answer == TEXTS.for_language(language)("nomination-repeated", seat=3)
        assert await game.type(2, "Я выставляю кандидатуру игрока номер 4") is None
        assert game.game.nominations == ((1, 3), (2, 4))


@pytest.mark.rule("MW-04")
async def test_each_club_has_its_own_formula(wanted: Spoken) -> None:
    await wanted.type(1, "Я выставляю игрока номер 3. Спасибо")
    await wanted.type(2, "я выдвигаю игрока №4")
    assert wanted.game.nominations == ((1, 3), (2, 4))


@pytest.mark.rule("GE-03")
async def test_thanks_end_the_minute(wanted: Spoken) -> None:
    for seat, said in enumerate(("Спасибо", "спасибо!", "Пас!", "Я мирный. Спасибо.", "Thank you"), start=1):
        assert await wanted.type(seat, said) is None, said
        assert isinstance(wanted.game.phase, Speeches)
        assert wanted.game.phase.queue[0] == seat + 1, said
        assert wanted.player(seat).warnings == 0


async def test_thanks_in_the_middle_end_nothing(masks: Spoken) -> None:
    await masks.type(1, "Спасибо третьему за его речь")
    assert isinstance(masks.game.phase, Speeches)
    assert masks.game.phase.queue[0] == 1


@pytest.mark.rule("MA-20")
async def test_a_line_out_of_ones_minute_is_a_warning(masks: Spoken) -> None:
    assert await masks.type(3, "Он врёт") is None
    assert masks.player(3).warnings == 1
    assert (await masks.kinds())[-2:] == ["WarningIssued", "RulingSealed"]
    await masks.type(1, "Мой вариант — четвёртый")
    assert masks.player(1).warnings == 0


@pytest.mark.rule("MW-17")
async def test_any_phrase_out_of_time_is_a_warning_here_too(wanted: Spoken) -> None:
    assert await wanted.type(3, "Он врёт") is None
    assert [event for event in await wanted.kinds() if event.startswith("Warning")] == ["WarningIssued"]
    assert wanted.player(3).warnings == 1


@pytest.mark.rule("GE-09", "GE-02")
async def test_what_the_bot_ruled_the_host_takes_back(masks: Spoken) -> None:
    await masks.type(3, "Он врёт")
    ruling = masks.game.ruling
    assert ruling is not None
    assert ruling.rank is Rank.BOT
    await masks.rule(cmd.Undo(Rank.ASSISTANT))
    assert masks.player(3).warnings == 0


@pytest.mark.rule("MA-21")
async def test_the_ladder_counts_typed_lines_too(masks: Spoken) -> None:
    seat = next(p.seat for p in masks.game.players if p.seat > 1 and p.team == "town")
    for _ in range(4):
        await masks.type(seat, "А?")
    assert masks.player(seat).alive
    assert [p.nomination for p in masks.player(seat).penalties] == [False]
    await masks.type(seat, "А?")
    gone = masks.player(seat).exit
    assert gone is not None
    assert gone.cause is Cause.DISCIPLINE


@pytest.mark.rule("MA-21")
async def test_a_turn_without_a_voice_allows_the_formula_and_nothing_else(masks: Spoken) -> None:
    await masks.rule(cmd.Warn(Rank.HOST, SeatNo(2), "out_of_turn", 3))
    while masks.game.round == 0 or not isinstance(masks.game.phase, Speeches):
        await masks.rule(cmd.Skip(Rank.HOST))
    assert masks.game.phase.queue[0] == 2
    await masks.type(2, "Я всё объясню")
    assert masks.player(2).warnings == 1
    await masks.type(2, "Выставляю третьего")
    await masks.type(2, "Я выставляю кандидатуру игрока номер 3")
    assert masks.game.nominations == ((2, 3),)
    await masks.type(2, "Пас!")
    assert masks.player(2).warnings == 1
    assert masks.game.phase.queue[0] == 3  # type: ignore[union-attr]


@pytest.mark.rule("MA-23")
async def test_words_that_remove_at_masks(masks: Spoken) -> None:
    speaker = next(p.seat for p in masks.game.players if p.team == "town")
    while masks.game.phase.queue[0] != speaker:  # type: ignore[union-attr]
        await masks.rule(cmd.EndSpeech(masks.game.phase.queue[0]))  # type: ignore[union-attr]
    for said in (
        "Клянусь, я мирный",
        "Клянёмся",
        "зуб тебе даю",
        "за мужика отвечаю",
        "спорим на рубль",
        "сука",
    ):
        await masks.type(speaker, said)
        assert not masks.player(speaker).alive, said
        assert not isinstance(masks.game.phase, LastWords), "in silence"
        assert "PlayerRemoved" in await masks.kinds()
        await masks.rule(cmd.Undo(Rank.HOST))
        assert masks.player(speaker).alive


@pytest.mark.rule("MA-20")
async def test_improper_words_heard_by_the_bot_bring_the_milder_sanction(masks: Spoken) -> None:
    await masks.type(1, "Второй — идиот")
    assert masks.player(1).warnings == 1


@pytest.mark.rule("MA-23")
async def test_what_masks_does_not_mind(masks: Spoken) -> None:
    before = masks.game
    for said in ("Честно, я мирный", "Боже мой", "О чём мы спорим?"):
        await masks.type(1, said)
        assert masks.game == before, said


@pytest.mark.rule("MW-17")
async def test_words_that_warn_at_most_wanted(wanted: Spoken) -> None:
    for said in ("Честно, я мирный", "честнейший", "нечестная игра", "какая жопа", "лох", "охуеть"):
        await wanted.type(1, said)
        assert wanted.player(1).warnings == 1, said
        await wanted.rule(cmd.Undo(Rank.HOST))


@pytest.mark.rule("MW-16")
async def test_words_that_remove_at_most_wanted(wanted: Spoken) -> None:
    for said in (
        "Честное слово!",
        "клянусь",
        "ради Бога",
        "Аллахом",
        "Христа ради",
        "зуб даю",
        "давай поспорим",
    ):
        await wanted.type(1, said)
        gone = wanted.player(1).exit
        assert gone is not None, said
        assert gone.cause is Cause.DISCIPLINE
        await wanted.rule(cmd.Undo(Rank.HOST))


@pytest.mark.rule("MW-18")
async def test_one_line_brings_two_warnings(wanted: Spoken) -> None:
    await wanted.type(1, "Честно говоря, он дурак")
    assert wanted.player(1).warnings == 2
    await wanted.type(2, "Честно?")
    assert wanted.player(2).warnings == 2, "a forbidden word, and out of turn"


@pytest.mark.rule("MW-18")
async def test_the_strictest_of_several_offences_stands(wanted: Spoken) -> None:
    await wanted.type(1, "Честно, клянусь Богом")
    assert not wanted.player(1).alive
    assert (await wanted.kinds()).count("PlayerRemoved") == 1


async def test_others_may_talk(wanted: Spoken) -> None:
    before = wanted.game
    bot = wanted.bot.user
    assert bot is not None
    assert await wanted.type(1, f"<@{bot.id}> привет") is None, "a mention is no command"
    assert wanted.game == before


async def test_a_lobby_and_a_pause_are_free_to_talk(masks: Spoken) -> None:
    await masks.rule(cmd.Pause(Rank.HOST))
    before = masks.game
    await masks.type(3, "Клянусь, я на минуту")
    assert masks.game == before


@pytest.fixture
async def city(store: Store, quiet: None) -> AsyncIterator[Spoken]:
    async with spoken(store, "city", 10) as game:
        yield game


@pytest.mark.rule("CI-21")
@pytest.mark.parametrize("text", ["Ведущий, сколько нас?", "ведущий когда ночь", "Host, may I ask?"])
async def test_a_line_that_begins_with_the_host_is_a_question_and_no_offence(city: Spoken, text: str) -> None:
    """Seat 1 has the floor; where the bot hosts, it answers itself."""
    answer = await city.type(4, text)
    assert "/правила показать" in (answer or "")
    assert city.player(4).warnings == 0
    await city.rule(cmd.NameHost(Rank.HOST, UserId(4242)))
    assert await city.type(4, text) == TEXTS.for_language("ru")("ask-sent")
    assert [one.words for one in city.game.questions] == [text]
    assert city.player(4).warnings == 0
    assert await city.type(4, text) == TEXTS.for_language("ru")("refusal-already-asked")


@pytest.mark.rule("CI-21", "CI-13", "CI-14")
async def test_any_other_line_out_of_turn_is_one_and_so_are_forbidden_words(city: Spoken) -> None:
    for text in ("А ведущий-то прав", "Сколько нас, ведущий?"):
        await city.type(4, text)
    assert city.player(4).warnings == 2
    await city.type(5, "Ведущий, он идиот!")
    assert city.player(5).warnings == 1


@pytest.mark.rule("MA-20")
async def test_where_it_is_no_question_it_stays_out_of_turn(masks: Spoken) -> None:
    await masks.type(2, "Ведущий, сколько нас?")
    assert masks.player(2).warnings == 1
    assert masks.game.questions == ()
