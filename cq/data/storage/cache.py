"""A cache of parsed tables, as parquet files, keyed by the fingerprint of their source."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from cq.data.storage.archive import Archive
from cq.errors import InputError
from cq.files.digests import is_intact, keep
from cq.settings import cache_root

if TYPE_CHECKING:
    import pyarrow as pa

log = logging.getLogger("cq.data")

VERSION = 4
"""Increased whenever a parser's output changes, so that older tables are not used."""


def cached_table(kind: str, archive: Archive, parse: Callable[[], pa.Table], *, enabled: bool) -> pa.Table:
    """The table of `archive`: from the cache, or else parsed and stored there.

    A cache that cannot be read or written is warned about, and changes no result.
    """
    import pyarrow.parquet as pq
    from pyarrow import ArrowException

    if not enabled:
        return parse()
    path = cache_root() / kind / f"v{VERSION}-{archive.fingerprint()[:32]}.parquet"
    try:
        if is_intact(path):
            return pq.read_table(path, memory_map=False)
    except (OSError, ArrowException) as error:
        log.warning("cached %s cannot be read (%s); parsing again", path, error)
    table = parse()
    try:
        keep(path, lambda temporary: pq.write_table(table, temporary, compression="zstd"))
    except (OSError, InputError) as error:
        log.warning("the parsed set is not stored: %s; set CQ_CACHE to a folder that can be written", error)
    return table
