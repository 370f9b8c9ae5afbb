"""Texts as TOML files: a directory of them read as one catalogue, and a club's own laid over ours."""

import string
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from mafia_bot.texts.errors import TextError
from mafia_bot.texts.wording import SPECS

Forms = Mapping[str, str]
"""One text's templates by grammatical form; the basic one is `nom`."""

Catalogue = Mapping[str, Forms]
"""One language's texts by key."""


def read(directory: Traversable) -> Catalogue:
    """Every text of a directory's files. Raises TextError for what is no text and a key that stands twice."""
    catalogue: dict[str, Forms] = {}
    for file in sorted(directory.iterdir(), key=lambda file: file.name):
        if not file.name.endswith(".toml"):
            continue
        try:
            found = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
            raise TextError(f"{file.name}: {problem}") from problem
        for key, value in found.items():
            if key in catalogue:
                raise TextError(f"{file.name}: {key} stands twice")
            catalogue[key] = {"nom": value} if isinstance(value, str) else value
    return catalogue


def fields_of(forms: Forms) -> dict[str, set[str]]:
    """The fields of a text, each with the specs it is written by. Raises ValueError for no template."""
    found: dict[str, set[str]] = {}
    for template in forms.values():
        for _, name, spec, _ in string.Formatter().parse(template):
            if name is not None:
                found.setdefault(name, set()).add(spec or "")
    return found


def with_own(shipped: Mapping[str, Catalogue], directory: Path) -> dict[str, Catalogue]:
    """The shipped catalogues by language with a club's own texts over them.

    Raises TextError naming everything that is wrong: a language that lacks what another has, a field that
    the program never gives, what is no template at all.
    """
    if not directory.is_dir():
        raise TextError(f"{directory}: there is no such directory")
    folders = {code: directory / code for code in shipped}
    own = {code: read(folder) if folder.is_dir() else {} for code, folder in folders.items()}
    everywhere = {key for catalogue in own.values() for key in catalogue}
    faults = [f"{code}: no text {key!r}" for code in own for key in sorted(everywhere - own[code].keys())]
    for code, catalogue in own.items():
        for key, forms in catalogue.items():
            faults += [f"{code}: {key}: {fault}" for fault in _faults(forms, shipped[code].get(key))]
    if faults:
        raise TextError(f"{directory}: " + "; ".join(faults))
    return {code: {**shipped[code], **own[code]} for code in shipped}


def _faults(forms: object, replaced: Forms | None) -> Iterator[str]:
    """What is wrong with a club's text that stands for one of ours, or (None) for something new."""
    templates = isinstance(forms, dict) and all(isinstance(template, str) for template in forms.values())
    if not isinstance(forms, dict) or not templates or "nom" not in forms:
        yield "neither a text nor a table of its forms with `nom`"
        return
    try:
        fields = fields_of(forms)
    except ValueError as problem:
        yield str(problem)
        return
    for name, specs in fields.items():
        if replaced is not None and name not in fields_of(replaced):
            yield f"no field {name!r} is given to it"
        unknown = sorted(spec for spec in specs if spec and spec.split("|")[0] not in SPECS)
        yield from (f"unknown spec {spec!r}" for spec in unknown)
