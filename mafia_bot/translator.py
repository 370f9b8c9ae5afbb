"""The names and descriptions of commands in the languages we speak, for Discord's own menus."""

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Where

from mafia_bot.texts import Language, Texts


class Translator(app_commands.Translator):
    """Russian for Russian clients; everybody else reads the English that the commands bring along."""

    def __init__(self, texts: Texts) -> None:
        self._russian = texts.for_language("ru")

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """A text for Discord's menus, or None where the English one serves."""
        if locale is not discord.Locale.russian:
            return None
        return _known(self._russian, _key(string, context))


def _key(string: app_commands.locale_str, context: app_commands.TranslationContextTypes) -> str:
    match context.location:
        case Where.command_name | Where.group_name:
            return f"command-{_path(context.data)}-name"
        case Where.command_description | Where.group_description:
            return f"command-{_path(context.data)}-about"
        case Where.parameter_name:
            return f"option-{string.message}-name"
        case Where.parameter_description:
            return f"option-{context.data.name}-about"
        case _:
            return ""


def _path(command: object) -> str:
    assert isinstance(command, (app_commands.Command, app_commands.Group))
    return command.qualified_name.replace(" ", "-")


def _known(texts: Language, key: str) -> str | None:
    return texts(key) if texts.has(key) else None
