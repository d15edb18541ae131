"""The default pipeline: the one that all functions use."""

from __future__ import annotations

import os
import threading

from cq.pipeline import Pipeline

_default: Pipeline | None = None
_is_own = False
"""Whether `use` has set a pipeline other than the bundled one."""
_loading = threading.Lock()


def use(pipeline: Pipeline | str | os.PathLike[str] | None) -> Pipeline:
    """Set the pipeline that all functions use: a `Pipeline`, the folder of a saved one, or None for the
    bundled one. Returns it.

    Raises what `Pipeline.from_pretrained` raises; the default is then unchanged.
    """
    global _default, _is_own
    chosen = pipeline if isinstance(pipeline, Pipeline) else Pipeline.from_pretrained(pipeline)
    with _loading:
        _default, _is_own = chosen, pipeline is not None
    return chosen


def own_pipeline() -> Pipeline | None:
    """The pipeline that `use` has set; None where all functions use the bundled one."""
    return _default if _is_own else None


def _renew_lock() -> None:
    global _loading
    _loading = threading.Lock()


if hasattr(os, "register_at_fork"):
    # The thread that loads in the parent does not exist in a forked child.
    os.register_at_fork(after_in_child=_renew_lock)


def default_pipeline() -> Pipeline:
    """The pipeline that all functions use: the bundled one, loaded on first use, or the one set by `use`."""
    global _default
    with _loading:
        if _default is None:
            _default = Pipeline.from_pretrained()
        return _default
