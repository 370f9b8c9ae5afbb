"""Every word a player or host reads, in Russian and in English, and what was said in the table chat.

Nothing else knows words; this package knows neither Discord's objects nor any rule of the game.
"""

from mafia_bot.texts.catalogue import LANGUAGES, Language, Texts, english, language_of
from mafia_bot.texts.errors import TextError

__all__ = ["LANGUAGES", "Language", "TextError", "Texts", "english", "language_of"]
