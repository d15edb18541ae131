"""The learning curve of the reader, at the size of a toy."""

from __future__ import annotations

import json

from eval.reading import curve


def test_each_number_of_pairs_has_a_share_of_exact_programs(monkeypatch, tmp_path):
    for name in ("w19_mixed_planner", "w38_messages_streamer"):
        pairs = (curve.PAIRS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        (tmp_path / f"{name}.jsonl").write_text("".join(pairs[:20]), encoding="utf-8")
    for name, value in {"PAIRS": tmp_path, "BASE_ROUNDS": 1, "ROUNDS": 1}.items():
        monkeypatch.setattr(curve, name, value)
    out = tmp_path / "curve.json"
    curve.main([0, 10], rows=8, texts=4, unseen=["w19"], out=out)
    table = json.loads(out.read_text(encoding="utf-8"))["tables"]["Learning curve"]
    assert [*table] == ["0 pairs", "10 pairs"]
    assert all(0 <= row["exact programs"] <= 1 for row in table.values())
