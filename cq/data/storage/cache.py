"""Parsed tables kept as parquet, keyed by what they were parsed from."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from cq.data.storage.archive import Archive
from cq.errors import InputError
from cq.files import replacing
from cq.settings import cache_root

if TYPE_CHECKING:
    import pyarrow as pa

log = logging.getLogger("cq.data")

VERSION = 2
"""Raised whenever a parser changes what it gives: older cached tables are then left alone."""


def cached_table(kind: str, archive: Archive, parse: Callable[[], pa.Table], *, enabled: bool) -> pa.Table:
    """The table of `archive`, from the cache where it holds one, else parsed and kept.

    A cache that cannot be read or written costs time, never the result.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not enabled:
        return parse()
    path = cache_root() / kind / f"v{VERSION}-{archive.fingerprint()[:32]}.parquet"
    if path.exists():
        try:
            return pq.read_table(path)
        except (OSError, pa.ArrowException) as error:
            log.warning("cached %s cannot be read (%s); parsing again", path, error)
    table = parse()
    try:
        with replacing(path) as temporary:
            pq.write_table(table, temporary, compression="zstd")
    except (OSError, InputError) as error:
        log.warning("the parsed set is not kept: %s; set CQ_CACHE to a folder that can be written", error)
    return table
