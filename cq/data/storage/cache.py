"""A cache of parsed tables, as parquet files, keyed by the fingerprint of their source."""

from __future__ import annotations

import hashlib
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

VERSION = 5
"""Increased whenever a parser's output changes, so that older tables are not used."""


def cached_table(kind: str, archive: Archive, parse: Callable[[], pa.Table], *, enabled: bool) -> pa.Table:
    """The table of `archive`: from the cache, or else parsed and stored there.

    A file's name contains the digest of its content, so that damaged or misnamed files are not read. A cache
    that cannot be read or written gives a warning, and changes no result.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not enabled:
        return parse()
    folder, key = cache_root() / kind, f"v{VERSION}-{archive.fingerprint()[:32]}"
    try:
        for path in folder.glob(f"{key}-*.parquet"):
            content = path.read_bytes()
            if path.name == _name(key, content):
                return pq.read_table(pa.BufferReader(content))
            log.warning("%s does not match its digest; it is damaged, and made anew", path)
            path.unlink()
    except (OSError, pa.ArrowException) as error:
        log.warning("the cache in %s cannot be read (%s); parsing again", folder, error)
    table = parse()
    try:
        pq.write_table(table, sink := pa.BufferOutputStream(), compression="zstd")
        content = sink.getvalue().to_pybytes()
        with replacing(folder / _name(key, content)) as temporary:
            temporary.write_bytes(content)
    except (OSError, InputError) as error:
        log.warning("the parsed set is not stored: %s; set CQ_CACHE to a folder that can be written", error)
    return table


def _name(key: str, content: bytes) -> str:
    return f"{key}-{hashlib.sha256(content).hexdigest()}.parquet"
