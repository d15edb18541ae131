"""When2Call (Ross et al. 2025): requests to an agent with tools; to call, to ask, to answer or to decline.

The layout is that of its public description (https://github.com/NVIDIA/When2Call).
"""

from __future__ import annotations

from collections.abc import Iterator

from cq.corpora.corpus import Request
from cq.corpora.files import CorpusFiles, Questions
from cq.errors import InputError, excerpt

COLUMNS = ("question", "correct_answer")
ASKS = "request_for_info"
ACTIONS = ("direct", "tool_call", ASKS, "cannot_answer")


def requests(files: CorpusFiles, member: str, split: str, questions: Questions) -> Iterator[Request]:
    """One request per row of the test; it needs clarification where the right action is to ask. The
    context is the tools, one JSON schema a line; `kind` is the right action.
    """
    for number, row in enumerate(files.lines(member, COLUMNS)):
        action, answers, tools = row["correct_answer"], row.get("answers") or {}, row.get("tools") or []
        where = f"row {number + 1} of {member}"
        if action not in ACTIONS:
            raise InputError(f"{where}: correct_answer is {excerpt(action)}; one of {', '.join(ACTIONS)}")
        if not isinstance(answers, dict) or not isinstance(tools, list):
            raise InputError(f"{where}: answers are not an object, or tools are not a list; get it again")
        asked = str(answers.get(ASKS) or "").strip() if action == ASKS else ""
        yield Request(
            id=f"{split}-{number}-{row.get('uuid') or ''}".rstrip("-"),
            text=str(row["question"]),
            need=action == ASKS,
            context="\n".join(map(str, tools)),
            relevant=(questions.add(asked),) if asked else (),
            kind=action,
            split=split,
        )
