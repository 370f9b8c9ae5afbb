"""Both languages say the same things, and every template can be written."""

import datetime
import re
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from mafia_bot import rulesets
from mafia_bot.engine.ids import Act, Cause, Role, Team
from mafia_bot.engine.refusals import Code
from mafia_bot.engine.roles import CARDS
from mafia_bot.engine.roles.registry import step_text
from mafia_bot.engine.ruleset import Ruleset
from mafia_bot.engine.ruleset.night import NightStep
from mafia_bot.engine.words import MEET
from mafia_bot.texts import LANGUAGES, Language, TextError, Texts, language_of

TEXTS = Texts.load()
RU, EN = TEXTS.for_language("ru"), TEXTS.for_language("en")
COUNTS = (0, 1, 2, 5, 11, 21)
SAMPLES: dict[str, tuple[Any, ...]] = {
    "": ("something", 7),
    "plural": COUNTS,
    "seat": (1, 20),
    "place": (1, 20),
    "seats": ((), (3,), (3, 5), (3, 5, 7)),
    "list": ((), ("one",), ("one", "two", "three")),
    "mention": (123456789012345678,),
    "mentions": ((), (1,), (1, 2)),
    "channel": (123456789012345678,),
    "channels": ((1,), (1, 2)),
    "duration": (0, 1, 21, 60, 90, 125),
    "countdown": (1_900_000_000.5,),
    "clock": (1_900_000_000.5,),
    "second": (1_900_000_000.5,),
    "date": (datetime.date(2026, 11, 30),),
    "number": (0, 1.5, 1234.25),
    "percent": (0.0, 0.515, 1.0),
    "name": ("*@everyone*",),
}
# A field may be written in several ways; a value that suits the most particular of them suits all.
PARTICULAR = ("text", "seats", "mentions", "list", "duration", "plural", "seat")


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> Language:
    return TEXTS.for_language(request.param)


def samples(language: Language, key: str) -> Iterator[dict[str, Any]]:
    values: dict[str, tuple[Any, ...]] = {}
    for field, specs in language.fields(key).items():
        names = {spec.split("|")[0]: spec for spec in specs}
        name = next((name for name in PARTICULAR if name in names), min(names))
        if name == "text":
            prefix = names[name].split("|")[1]
            values[field] = tuple(k.removeprefix(f"{prefix}-") for k in language.keys_under(f"{prefix}-"))
        else:
            values[field] = SAMPLES[name]
    longest = max((len(v) for v in values.values()), default=1)
    for turn in range(longest):
        yield {field: choices[turn % len(choices)] for field, choices in values.items()}


def test_both_languages_have_the_same_keys_in_the_same_order() -> None:
    assert list(RU.keys_under()) == list(EN.keys_under())


def test_both_languages_use_the_same_fields() -> None:
    assert {key: set(RU.fields(key)) for key in RU.keys_under()} == {
        key: set(EN.fields(key)) for key in EN.keys_under()
    }


def test_every_template_can_be_written_with_sample_values(language: Language) -> None:
    for key in language.keys_under():
        for form in language.templates(key):
            for values in samples(language, key):
                written = language.word(key, form, **values)
                assert written.strip(), key
                assert not re.search(r"[{}]", written), key


def test_no_text_can_call_everybody(language: Language) -> None:
    for key in language.keys_under():
        for template in language.templates(key).values():
            assert "@everyone" not in template
            assert "@here" not in template
            assert "<@&" not in template


def test_every_text_fits_a_message(language: Language) -> None:
    for key in language.keys_under():
        assert max(len(language(key, **values)) for values in samples(language, key)) < 1000, key


def test_every_refusal_has_its_sentence(language: Language) -> None:
    assert [code for code in Code if not language.has(f"refusal-{code}")] == []


def test_every_shipped_ruleset_and_each_of_its_offences_has_a_name(language: Language) -> None:
    shipped = rulesets.load()
    missing = {f"ruleset-{name}" for name in shipped} | {f"ruleset-{name}-about" for name in shipped}
    missing |= {
        f"offence-{offence.id}" for rules in shipped.values() for offence in rules.discipline.offences
    }
    assert {key for key in missing if not language.has(key)} == set()


def test_names_of_roles_teams_and_acts_share_their_prefix_with_nothing_else(language: Language) -> None:
    # `{team:text|team}` looks up `team-…`: a text with another meaning there would be one more team.
    assert {key.removeprefix("team-") for key in language.keys_under("team-")} == {*Team, "red", "black"}
    assert {key.removeprefix("role-") for key in language.keys_under("role-")} == {*Role, "commissioner"}
    assert {key.removeprefix("act-") for key in language.keys_under("act-")} == {*Act}


def test_every_role_team_act_and_cause_has_a_name(language: Language) -> None:
    named = {"role": Role, "card": Role, "team": Team, "won": Team, "act": Act, "panel": Act, "cause": Cause}
    named |= {"night-step": Act}
    missing = [f"{kind}-{value}" for kind, values in named.items() for value in values]
    missing += [key for card in CARDS.values() for key in card.text_keys()]
    missing += [step_text(NightStep(wake=role, act=MEET, seconds=1)) for role in Role]
    assert [key for key in missing if not language.has(key)] == []


@pytest.mark.rule("GE-10")
def test_every_axis_of_a_ruleset_and_each_of_its_choices_can_be_told(language: Language) -> None:
    missing = [key for key in axes(Ruleset) if not language.has(key)]
    assert missing == []


TOLD_APART = {"id", "version", "name", "copied_from", "rows", "first", "later", "rungs", "offences"}


def axes(model: type[BaseModel], path: str = "axis") -> Iterator[str]:
    for name, field in model.model_fields.items():
        if name in TOLD_APART:
            continue
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from axes(inner, f"{path}-{name}")
            continue
        yield f"{path}-{name}"
        choices = [c for c in getattr(inner, "__args__", ()) if isinstance(c, str)]
        yield from (f"{path}-{name}-is-{choice}" for choice in choices)


@pytest.mark.parametrize("count", COUNTS)
def test_russian_nouns_agree_with_their_number(count: int) -> None:
    forms = {0: "голосов", 1: "голос", 2: "голоса", 5: "голосов", 11: "голосов", 21: "голос"}
    assert RU("votes-counted-row", seat=3, count=count).endswith(f" {count} {forms[count]}")


@pytest.mark.parametrize("count", COUNTS)
def test_english_nouns_agree_with_their_number(count: int) -> None:
    assert EN("votes-counted-row", seat=3, count=count) == f"#3 — {count} {'vote' if count == 1 else 'votes'}"


def test_lists_of_seats_read_as_a_host_says_them() -> None:
    assert RU("nominations-list", seats=(3, 5, 7)) == "Выставлены: №\u00a03, №\u00a05 и №\u00a07."
    assert EN("nominations-list", seats=(3, 5, 7)) == "Nominated: #3, #5, and #7."


def test_durations_decline() -> None:
    assert RU("step-extended", seconds=61, deadline=5).startswith(
        "⏱ Ведущий добавил 1\u00a0минуту 1\u00a0секунду."
    )
    assert RU("game-paused", left=30.4) == "⏸ Пауза. Осталось 30\u00a0секунд."
    assert EN("game-paused", left=60) == "⏸ Pause. 1\u00a0minute left."


def test_role_names_decline_and_take_capitals() -> None:
    assert RU.word("role-don", "gen") == "дона мафии"
    assert EN.word("role-don", "gen") == "don of the mafia"
    assert RU("night-step-closed", role="lover") == "Любовница засыпает."


def test_a_player_name_can_neither_format_nor_call() -> None:
    row = RU("sheet-row", seat=1, name="**[x](y)** @everyone", role="шериф", exit="за столом")
    assert "@everyone" not in row
    assert "\\*\\*\\[x\\]" in row


def test_an_unknown_text_or_a_missing_field_is_an_error() -> None:
    with pytest.raises(TextError, match="no text"):
        RU("no-such-text")
    with pytest.raises(TextError, match="seat"):
        RU("speech-lost")
    with pytest.raises(TextError):
        RU("nominations-list", seats=3)


def test_in_production_a_wrong_text_is_logged_and_apologised_for(caplog: pytest.LogCaptureFixture) -> None:
    english = Texts.load(strict=False).for_language("en")
    assert english("speech-lost") == EN("sorry")
    assert "speech-lost" in caplog.text


def test_only_russian_clients_get_russian() -> None:
    assert [language_of(locale) for locale in ("ru", "en-GB", "uk", "de")] == ["ru", "en", "en", "en"]
