"""How the stored data of an older version becomes the next one's. Nothing here may be changed once it is
released: journals of that version lie in clubs' databases.
"""

from collections.abc import Callable
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""Makes data of the next version out of data of one version. It may not change what it is given."""

UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""(kind, older version) → how its data is raised by one version."""
