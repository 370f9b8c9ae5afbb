"""Seat numbers as people say them, digits or words, in Russian and in English."""

RUSSIAN = (
    "один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать "
    "четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать"
)
ENGLISH = (
    "one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen twenty"
)
LARGEST = 20

_WORDS = {word: n for words in (RUSSIAN, ENGLISH) for n, word in enumerate(words.split(), start=1)}


def number_of(word: str) -> int | None:
    """The seat number (1 to 20) that a lower-case word or run of digits stands for, or None."""
    if word.isdecimal():
        number = int(word)
        return number if 1 <= number <= LARGEST else None
    return _WORDS.get(word)
