"""The report of a study: tables, and curves of utility by price and of help by coverage, in one HTML file."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.arena.measures import COVERAGES, PRICES, frame, help_rate, summary, utility
from cq.errors import InputError, needing
from cq.files import write_text
from cq.plain_text import plain
from cq.tables.csv_text import csv_text

if TYPE_CHECKING:
    import pandas as pd

_STYLE = "body{font:15px sans-serif;max-width:70em;margin:2em auto}table{border-collapse:collapse}\
td,th{padding:.2em .6em;text-align:right;border-bottom:1px solid #ddd}svg{max-width:100%;height:auto}"


def figure(rows: pd.DataFrame) -> str:
    """The curves of a `cq.arena.frame` as SVG: for each source utility by the price of a question, and the
    needed help by the share of right outcomes. The same rows give the same bytes.

    Raises `InputError` without matplotlib (extra `demo`).
    """
    with needing("demo", "matplotlib not installed"):
        import matplotlib as mpl
        from matplotlib.figure import Figure
    sources = list(dict.fromkeys(rows["source"]))
    drawn = Figure(figsize=(10, 3.6 * len(sources)), layout="constrained")
    axes = drawn.subplots(len(sources), 2, squeeze=False)
    for (left, right), source in zip(axes, sources, strict=True):
        of_source = rows[rows["source"] == source]
        for agent, some in of_source.groupby("agent", sort=False):
            named = f" {agent}".replace("$", r"\$")  # Not a formula, nor a name that "_" hides.
            asking, silent = (
                some[some["protocol"] == protocol].set_index("id") for protocol in ("asking", "silent")
            )
            if len(asking):
                left.plot(PRICES, [utility(asking, price) for price in PRICES], marker=".", label=named)
            if len(asking) and len(silent):
                helps = [help_rate(asking, silent, coverage) for coverage in COVERAGES]
                right.plot(COVERAGES, helps, marker=".", label=named)
        left.set(title=source, xlabel="price of a question", ylabel="utility")
        right.set(title=source, xlabel="coverage: share of right outcomes", ylabel="share that needs help")
        left.legend()
    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "cq", "svg.fonttype": "path"}):
        drawn.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def html(transcripts: Sequence[dict[str, Any]], title: str = "Arena") -> str:
    """The report as one self-contained HTML page."""
    rows = frame(transcripts)
    least, most = float(rows["price"].min()), float(rows["price"].max())
    price = f"{least:g}" if least == most else f"{least:g} to {most:g}, as in its game,"
    tables = [
        f"<h2>{escape(source)}</h2>{_table(some)}"
        for source, some in summary(rows).groupby("source", sort=False)
    ]
    svg = figure(rows)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style><h1>{escape(title)}</h1>"
        f"<p>{len(transcripts)} games; a question costs {price} of a right outcome.</p>"
        f"{''.join(tables)}{svg[svg.index('<svg') :]}</html>\n"
    )


def write_report(transcripts: Sequence[dict[str, Any]], out: Path) -> None:
    """Write the report: the page (.html), the curves (.svg), or one row for each game (.csv).

    Raises `InputError` for another ending.
    """
    writers: dict[str, Callable[[], str]] = {
        ".html": lambda: html(transcripts, out.stem),
        ".svg": lambda: figure(frame(transcripts)),
        ".csv": lambda: csv_text(frame(transcripts)),
    }
    if out.suffix not in writers:
        raise InputError(f"cannot tell what to write to {str(out)!r}; end it in {', '.join(writers)}")
    write_text(out, plain(writers[out.suffix]()))


def _table(rows: pd.DataFrame) -> str:
    shown = rows.drop(columns="source").rename(columns=lambda name: name.replace("_", " "))
    table: str = shown.to_html(index=False, float_format="{:.3f}".format, na_rep="–", border=0)
    return table
