"""The learning curve of the reader, at the size of a toy."""

from __future__ import annotations

import json

from eval.reading.curve import main


def test_each_number_of_pairs_has_a_share_of_exact_programs(tmp_path):
    out = tmp_path / "curve.json"
    main([0, 40], rows=8, texts=4, unseen=["w19"], out=out)
    table = json.loads(out.read_text(encoding="utf-8"))["tables"]["Learning curve"]
    assert [*table] == ["0 pairs", "40 pairs"]
    assert all(0 <= row["exact programs"] <= 1 for row in table.values())
