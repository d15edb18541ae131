"""Faults that are injected: damaged files, killed jobs, full disks, hostile servers and visitors, threads."""

from __future__ import annotations

from eval.faults.sections import Injected


def injected() -> list[Injected]:
    """All kinds of faults, each with its weight."""
    from eval.faults.injected import damage, disks, jobs, servers, threads, visitors

    kinds = [Injected(f"damaged {kind.name}", damage.damage(kind), kind.weight) for kind in damage.kinds()]
    return [
        *kinds,
        Injected("killed jobs", jobs.killed_jobs, 4),
        Injected("full, read-only and missing disks", disks.bad_disks, 8),
        Injected("hostile mirrors", servers.mirrors, 8),
        Injected("threads, tasks, forks", threads.crowds, 3),
        Injected("visitors of the page", visitors.visitors, 10),
    ]
