"""What our claims rest on: `python -m eval.NAME` prints a table and writes JSON."""

from pipelines import check_extras

check_extras("rank_bm25", "tqdm")
