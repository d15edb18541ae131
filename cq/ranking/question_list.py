"""A list of ranked questions that notebooks show as a table."""

from __future__ import annotations

from html import escape

from cq.ranking.ranker import RankedQuestion

MOST_SHOWN = 10


class QuestionList(list[RankedQuestion]):
    """Ranked questions, best first."""

    def _repr_html_(self) -> str:
        """A table of the first questions with a bar for each score."""
        rows = "".join(
            f'<tr><td>{row.rank}</td><td style="text-align: left">{escape(row.question)}</td>'
            f'<td><div style="width: {100 * row.score:.0f}px; height: 10px; background: #c4621a"></div></td>'
            f"<td>{row.score:.3f}</td><td>{escape(row.qid)}</td></tr>"
            for row in self[:MOST_SHOWN]
        )
        more = f"<div>and {len(self) - MOST_SHOWN} more</div>" if len(self) > MOST_SHOWN else ""
        heads = "".join(f"<th>{name}</th>" for name in ("#", "question", "", "score", "id"))
        return f"<div><table><tr>{heads}</tr>{rows}</table>{more}</div>"
