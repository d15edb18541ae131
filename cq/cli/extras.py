"""Checks that optional dependencies are installed."""

from __future__ import annotations

from importlib.util import find_spec

from cq.errors import install


def require_extra(extra: str, *modules: str) -> None:
    """Exit with the install command if a module that belongs to an extra of the package is missing."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise SystemExit(f"{', '.join(missing)} not installed; {install(extra)}")
