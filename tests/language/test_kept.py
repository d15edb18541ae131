"""The cache of what was read, used by threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cq.language.kept import MOST, kept_by_text
from cq.world.grid import PackedGrid


def test_threads_that_read_at_once_get_their_results():
    kept = kept_by_text(lambda text, grid: text)

    def read(block: int) -> bool:
        grid = PackedGrid.of(np.full((9, 11, 11), block, np.int8))
        texts = [f"Build a red tower of {i % (2 * MOST)} blocks in the middle" for i in range(2_000)]
        return all(kept(text, grid) == text for text in texts)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(read, range(6)))
