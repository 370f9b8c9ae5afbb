"""How a page looks on Discord: an embed, its buttons and its select. It decides nothing about the game."""

from typing import Any

import discord

from mafia_bot.engine.controls import Control, Press
from mafia_bot.engine.ids import GameId
from mafia_bot.screens.page import Page, offers
from mafia_bot.screens.parts import Menu, Options, Part, People
from mafia_bot.texts import Language

DAY, NIGHT = discord.Colour(0xE0A030), discord.Colour(0x27305A)
LIMIT = 3900
"""Discord allows 4096 characters in an embed's description; the rest is left for the last line."""
MOST_OPTIONS, MOST_LETTERS = 25, 100
"""What Discord allows in a menu, and in a line of one."""

ROW = 5
"""How many buttons a row holds; a menu takes it whole."""

LABELS = {
    Press.JOIN: "button-join",
    Press.LEAVE: "button-leave",
    Press.START: "button-start",
    Press.RULES: "button-rules",
    Press.ADOPT: "button-adopt",
    Press.CARD: "button-card",
    Press.THANKS: "button-thanks",
    Press.PASS: "button-pass",
    Press.NIGHT: "button-night",
    Press.AGREE: "button-for",
    Press.AGAINST: "button-against",
    Press.REFUSE: "button-refuse",
    Press.MANIAC_YES: "button-maniac-yes",
    Press.BEST_MOVE: "button-best-move",
    Press.VOTE: "button-vote",
    Press.HOST: "button-host",
    Press.PAUSE: "button-pause",
    Press.RESUME: "button-resume",
    Press.NEXT: "button-next",
    Press.EXTRA: "button-extra",
    Press.REFRESH: "button-refresh",
    Press.DEFEAT: "button-defeat",
    Press.BACK: "button-back",
    Press.UNDO: "button-undo",
    Press.WAIT: "button-wait",
    Press.ALIBI: "button-alibi",
    Press.NO_ALIBI: "button-no-alibi",
    Press.GONE: "button-gone",
    Press.SAID_YES: "button-said-yes",
    Press.END: "button-end",
}
STYLES = {
    Press.JOIN: discord.ButtonStyle.success,
    Press.START: discord.ButtonStyle.primary,
    Press.ADOPT: discord.ButtonStyle.primary,
    Press.VOTE: discord.ButtonStyle.danger,
    Press.AGREE: discord.ButtonStyle.danger,
    Press.NIGHT: discord.ButtonStyle.primary,
    Press.THANKS: discord.ButtonStyle.success,
    Press.PASS: discord.ButtonStyle.success,
    Press.MANIAC_YES: discord.ButtonStyle.success,
    Press.DEFEAT: discord.ButtonStyle.danger,
    Press.END: discord.ButtonStyle.danger,
}


def button(control: Control, game_id: GameId, texts: Language) -> discord.ui.Button[Any]:
    """A button that sends the control's token back."""
    return discord.ui.Button(
        style=STYLES.get(control.press, discord.ButtonStyle.secondary),
        label=texts.label(LABELS[control.press], seat=control.seat),
        custom_id=control.token(game_id),
    )


def seat_select(menu: Menu, game_id: GameId, texts: Language) -> discord.ui.Select[Any]:
    """A menu of seats; Discord allows 25 options, a table has at most 20 seats."""
    return discord.ui.Select(
        custom_id=menu.control.token(game_id),
        placeholder=menu.placeholder,
        min_values=1,
        max_values=max(1, min(menu.most, len(menu.seats))),
        options=[
            discord.SelectOption(label=texts.label("option-seat", seat=n), value=str(n)) for n in menu.seats
        ],
    )


def parts_view(parts: tuple[Part, ...], game_id: GameId, texts: Language) -> discord.ui.View | None:
    """The parts of a private panel; None when nothing can be pressed."""
    items = [_item(part, game_id, texts) for part in parts]
    _arrange(items)
    return view_of(items) if items else None


def _arrange(items: list[discord.ui.Item[Any]]) -> None:
    """Row by row as they come; left alone, buttons would fill up the rows above the menus before them."""
    row = -1
    room = 0
    for item in items:
        if item.width > room:
            row, room = row + 1, ROW
        item.row, room = row, room - item.width


def _item(part: Part, game_id: GameId, texts: Language) -> discord.ui.Item[Any]:
    match part:
        case Menu():
            return seat_select(part, game_id, texts)
        case Options():
            return _select(part, game_id)
        case People(control=control, placeholder=words):
            return discord.ui.UserSelect(custom_id=control.token(game_id), placeholder=words)
        case _:
            return button(part, game_id, texts)


def _select(menu: Options, game_id: GameId) -> discord.ui.Select[Any]:
    shown = menu.options[:MOST_OPTIONS]
    return discord.ui.Select(
        custom_id=menu.control.token(game_id),
        placeholder=menu.placeholder,
        max_values=max(1, min(menu.most, len(shown))),
        options=[
            discord.SelectOption(
                label=one.label[:MOST_LETTERS], value=one.value, description=one.about[:MOST_LETTERS] or None
            )
            for one in shown
        ],
    )


def view_of(items: list[discord.ui.Item[Any]]) -> discord.ui.View:
    """A view of items that answer by their tokens alone; nothing of it is kept in memory."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def board_view(page: Page, texts: Language) -> discord.ui.View | None:
    """The board's controls: the nomination menu above the buttons. None when nothing can be pressed."""
    items: list[discord.ui.Item[Any]] = []
    nominate = offers(page, Press.NOMINATE)
    if nominate is not None and page.seats:
        items.append(seat_select(Menu(nominate, page.seats, texts("select-nominate")), page.game_id, texts))
    items += [button(c, page.game_id, texts) for c in page.controls if c.press in LABELS]
    return view_of(items) if items else None


def embed_of(page: Page) -> discord.Embed:
    """The page as an embed; the oldest lines go first when it grows too long."""
    lines = list(page.lines)
    while True:
        parts = ["\n".join(lines), page.now, "\n".join(page.details)]
        text = "\n\n".join(part for part in parts if part)
        if len(text) <= LIMIT or not lines:
            break
        lines.pop(0)
    return discord.Embed(title=page.title, description=text[:LIMIT], colour=NIGHT if page.night else DAY)


def embed_of_text(text: str) -> discord.Embed:
    """A night panel's words as an embed, under a sentence of their own."""
    return discord.Embed(description=text[:LIMIT], colour=NIGHT)
