"""A report: sections of text, tables and figures, written as markdown and as HTML."""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

from cq.files import write_text
from cq.world.drawing.picture import new_figure, save_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1000px; margin: 2em auto; color: #222 }
table { border-collapse: collapse; margin: 1em 0; font-size: 13px }
th, td { padding: .25em .7em; border-bottom: 1px solid #ddd; text-align: right }
th:first-child, td:first-child { text-align: left }
code { background: #f4f4f4; padding: .1em .3em } img { max-width: 100% }
"""
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>
<body>
{body}
</body></html>
"""


class Report:
    """Collects sections and writes them to `folder`: `report.md` with figures beside it, and `report.html`
    with embedded figures.

    A report on a user's table gives the name of that table. Its commands then contain `--data NAME`, and
    published results on the recorded set are left out.
    """

    def __init__(self, title: str, folder: Path, user_table: str | None = None) -> None:
        self.title, self.folder, self.user_table = title, folder, user_table
        self._parts = [f"# {title}"]

    def section(self, title: str, *commands: str) -> None:
        """Begin a section; `commands` reproduce its results."""
        self._parts.append(f"## {title}")
        options = f" --data {shlex.quote(self.user_table)}" if self.user_table else ""
        if commands:
            self._parts.append("\n".join(f"    {command}{options}" for command in commands))

    def text(self, words: str) -> None:
        """Add a paragraph of markdown."""
        self._parts.append(words)

    def table_with_published(
        self, title: str, published: Mapping[str, Mapping[str, Any]], rows: Mapping[str, Mapping[str, Any]]
    ) -> None:
        """Add a table that begins with published results, which others measured on other splits."""
        if self.user_table is None:
            self.text("Published results were measured on other splits, rows and candidates.")
        self.table(title, {**(published if self.user_table is None else {}), **rows})

    def table(self, title: str, rows: Mapping[str, Mapping[str, Any]]) -> None:
        """Add a table: row name → column name → value, floats with 3 digits, a dash if a row lacks a
        column. Without rows, add nothing.
        """
        if not rows:
            return
        columns = list(dict.fromkeys(column for row in rows.values() for column in row))
        lines = [_row(title, *columns), _row(*["---"] * (len(columns) + 1))]
        lines += [_row(name, *(row.get(column, "–") for column in columns)) for name, row in rows.items()]
        self._parts.append("\n".join(lines))

    def figure(
        self, name: str, caption: str, draw: Callable[[Figure], None], width: float = 5, height: float = 4
    ) -> None:
        """Add a figure (sizes in inches); `draw` draws it. It is saved as `figures/NAME.svg`."""
        figure = new_figure(width, height)
        draw(figure)
        save_figure(figure, self.folder / "figures" / f"{name}.svg")
        self._parts.append(f"![{caption}](figures/{name}.svg)")
        self._parts.append(f"*{caption}*")

    def write(self) -> None:
        """Write both files."""
        markdown = "\n\n".join(self._parts) + "\n"
        write_text(self.folder / "report.md", markdown)
        body = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
        body = re.sub(r'src="(figures/[^"]+)"', self._embedded, body)
        write_text(self.folder / "report.html", PAGE.format(title=self.title, style=STYLE, body=body))

    def _embedded(self, match: re.Match[str]) -> str:
        content = base64.b64encode((self.folder / match[1]).read_bytes()).decode()
        return f'src="data:image/svg+xml;base64,{content}"'


def quoted(words: str) -> str:
    """Text as inline code on one line, so that a table can hold it and none of it is read as markdown."""
    return "`" + " ".join(words.replace("`", "'").replace("|", "/").split()) + "`"


def _row(*cells: Any) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(cell: Any) -> str:
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell).replace("\n", " ")
