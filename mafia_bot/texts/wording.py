"""Fills the fields of a template: `{n:plural|голос|голоса|голосов}`, `{seats:seats}`, `{left:duration|acc}`.

Knows a language's grammar and formats (CLDR, through Babel) and Discord's markup for times and mentions.
It holds no text of its own.
"""

import datetime
import re
import string
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal

from babel.core import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from mafia_bot.texts.errors import TextError

Lookup = Callable[[str, str, Mapping[str, Any]], str]
"""(key, grammatical form, fields) -> text; raises TextError for an unknown key."""

# The order in which forms stand in a template. Fractions («1,5 голоса») take the form of «few».
PLURAL_ORDER = {"ru": {"one": 0, "few": 1, "many": 2, "other": 1}, "en": {"one": 0, "other": 1}}

NOBODY: Mapping[int, str] = {}
"""Seats whose names nobody has told."""

_MARKUP = re.compile(r"([\\*_~`|>#\[\]<])")

_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by their category that every font leaves empty."""


class Wording(string.Formatter):
    """One language's way of writing values into a template."""

    def __init__(
        self, language: str, lookup: Lookup, names: Mapping[int, str] = NOBODY, *, plain: bool = False
    ) -> None:
        """`lookup` serves the specs that need other texts: units, seat numbers, names of roles and teams.

        `names` are those of the people on the seats; `plain`: where no layout is read, as on a button.
        """
        self._order = PLURAL_ORDER[language]
        self._locale = Locale.parse(language)
        self._lookup, self._names, self._plain = lookup, names, plain

    def fill(self, template: str, fields: Mapping[str, Any]) -> str:
        """The finished text. Raises TextError for a missing field, an unknown spec or an unfit value."""
        try:
            return self.vformat(template, (), fields)
        except TextError:
            raise
        except (KeyError, IndexError) as missing:
            raise TextError(f"no field {missing} for {template!r}") from missing
        except (TypeError, ValueError, AttributeError) as wrong:
            raise TextError(f"{template!r}: {wrong}") from wrong

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write one value by its spec; a field without a spec is written as it is."""
        if not format_spec:
            return str(value)
        name, *arguments = format_spec.split("|")
        spec = SPECS.get(name)
        if spec is None:
            raise TextError(f"unknown spec {name!r}")
        return spec(self, value, arguments)

    def plural(self, number: float | Collection[object], forms: list[str]) -> str:
        """The form that agrees with a number, or with how many things there are; neither is written."""
        if len(forms) != len(set(self._order.values())):
            raise TextError(f"{len(forms)} plural forms: {forms}")
        count = len(number) if isinstance(number, Collection) else number
        return forms[self._order[self._locale.plural_form(count)]]

    def place(self, seat: int, _: list[str]) -> str:
        """A seat's number alone, as players write it: for where the person stands beside it anyway."""
        return self._lookup("seat-number", "nom", {"n": seat})

    def seat(self, seat: int, _: list[str]) -> str:
        """A seat's number with the name of who sits there, as far as it is known."""
        name = self._names.get(seat)
        if name is None:
            return self.place(seat, _)
        name = isolated(name if self._plain else safe_name(name))
        return self._lookup("seat-named", "nom", {"n": seat, "name": name})

    def seats(self, seats: Iterable[int], arguments: list[str]) -> str:
        """Numbers of seats in the order given, joined by «и» (or by «или» with `|or`)."""
        return self.items([self.seat(seat, []) for seat in seats], arguments)

    def items(self, items: Iterable[object], arguments: list[str]) -> str:
        """Any things, joined by «и» (or by «или» with `|or`)."""
        style: Literal["or", "standard"] = "or" if "or" in arguments else "standard"
        return format_list([str(item) for item in items], style, self._locale)

    def mentions(self, users: Iterable[int], arguments: list[str]) -> str:
        """People, joined like `items`."""
        return self.items([f"<@{user}>" for user in users], arguments)

    def channels(self, channels: Iterable[int], arguments: list[str]) -> str:
        """Channels, joined like `items`."""
        return self.items([f"<#{channel}>" for channel in channels], arguments)

    def duration(self, seconds: float, arguments: list[str]) -> str:
        """Whole minutes and seconds in words, in a case: «1 минута 30 секунд», with `|acc` «1 минуту …»."""
        case = arguments[0] if arguments else "nom"
        minutes, rest = divmod(round(seconds), 60)
        parts = [("unit-minute", minutes)] if minutes else []
        if rest or not minutes:
            parts.append(("unit-second", rest))
        return " ".join(self._lookup(key, case, {"n": number}) for key, number in parts)

    def number(self, number: float, _: list[str]) -> str:
        """A decimal number, at most two digits after the comma."""
        return format_decimal(number, format="#,##0.##", locale=self._locale)

    def percent(self, share: float, _: list[str]) -> str:
        """A share from 0 to 1 as whole per cent."""
        return format_percent(share, locale=self._locale)

    def date(self, day: datetime.date, _: list[str]) -> str:
        """A day in words."""
        return format_date(day, format="long", locale=self._locale)

    def text(self, value: object, arguments: list[str]) -> str:
        """Another text: `{role:text|role|gen}` is `role-sheriff` in the genitive; `cap` makes a capital."""
        prefix, *rest = arguments
        case = next((argument for argument in rest if argument != "cap"), "nom")
        written = self._lookup(f"{prefix}-{value}", case, {})
        return written[:1].upper() + written[1:] if "cap" in rest else written


def visible_name(*names: str) -> str:
    """The first of these names that shows anything; the last one if none does."""
    return next((name for name in names if any(map(_shows, name))), names[-1])


def _shows(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANKS


def isolated(name: str) -> str:
    """A name that, written from right to left, leaves what stands around it where it is."""
    if any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in name):
        return f"\u2068{name}\u2069"
    return name


def safe_name(name: str) -> str:
    """A name typed by a person, unable to change the layout or to call anybody."""
    return _MARKUP.sub(r"\\\1", name.replace("@", "@\u200b"))


SPECS: dict[str, Callable[[Wording, Any, list[str]], str]] = {
    "plural": Wording.plural,
    "seat": Wording.seat,
    "place": Wording.place,
    "seats": Wording.seats,
    "list": Wording.items,
    "mention": lambda _, user, __: f"<@{int(user)}>",
    "mentions": Wording.mentions,
    "channels": Wording.channels,
    "channel": lambda _, channel, __: f"<#{int(channel)}>",
    "duration": Wording.duration,
    # Discord draws these in the reader's own language and time zone and counts down by itself.
    "countdown": lambda _, at, __: f"<t:{int(at)}:R>",
    "clock": lambda _, at, __: f"<t:{int(at)}:t>",
    "second": lambda _, at, __: f"<t:{int(at)}:T>",
    "number": Wording.number,
    "percent": Wording.percent,
    "date": Wording.date,
    "text": Wording.text,
    "name": lambda _, name, __: safe_name(str(name)),
}
"""What may stand after the colon of a field, before the first `|`."""
