"""The one way in which a text can be wrong."""


class TextError(LookupError):
    """A text that does not exist, or that cannot be put together from the fields it was given."""
