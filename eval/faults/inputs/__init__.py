"""Everything public that takes values, each with a strategy of hostile ones and a check of its answers."""

from __future__ import annotations

from eval.faults.sections import EntryPoint


def entry_points() -> list[EntryPoint]:
    """All entry points. What runs the models has a small weight: a call takes up to a tenth of a second."""
    from eval.faults.inputs import (
        commands,
        environment,
        files,
        models,
        parsers,
        requests,
        scores,
        sets,
        tasks,
    )

    modules = (parsers, scores, tasks, files, sets, models, commands, environment, requests)
    return [point for module in modules for point in module.entry_points()]
