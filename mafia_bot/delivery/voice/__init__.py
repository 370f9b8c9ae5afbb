"""The voice floor of one guild: who may be heard, and whom we owe an unmute."""
