"""How long the laws are tried: the same games every time, or new ones with HYPOTHESIS_PROFILE=search."""

import os

from hypothesis import HealthCheck, settings

_COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("ci", derandomize=True, max_examples=200, database=None, **_COMMON)
settings.register_profile("search", max_examples=2500, **_COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
