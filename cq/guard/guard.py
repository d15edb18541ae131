"""A guard before an agent's tools: act, ask the user, or refuse."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from numbers import Integral, Real
from typing import Any, Literal

from cq.errors import InputError, excerpt
from cq.guard.answers import denies, is_no_answer, is_stop, read_answer
from cq.guard.candidates import Candidates
from cq.guard.decision import Decision
from cq.guard.evidence import (
    Issue,
    candidate_issues,
    is_for,
    schema_issues,
    untold_issues,
    with_candidates,
)
from cq.guard.forms import History, Turns, read_call, read_turns
from cq.guard.functions import wrap
from cq.guard.meaning import Similarity, cosine
from cq.guard.mentions import Argument, Turn, exchange
from cq.guard.questions import YES_NO, Question, ask_again, label, said
from cq.guard.support import Answered
from cq.guard.tools import MISSING, Path, Problem, Tool, value_at, with_value
from cq.guard.words import plain
from cq.utterances import check_characters

_USERS = ("user", "human", "architect")
_AGENTS = ("assistant", "ai", "agent", "bot", "model", "builder")
_FRAMES = ("system", "developer")
"""Speakers that are neither a user nor an agent, and not the result of a call."""
_Scope = tuple[str, tuple[tuple[Mapping[str, Any], float], ...], Turns]
_Judged = tuple[float, float, tuple[str, ...]]
"""p_wrong, value_of_asking and reasons of a decision."""


@dataclass(frozen=True)
class _Call:
    """A call during the decision about it."""

    tool: Tool
    arguments: Mapping[str, Any]
    candidates: Candidates
    request: str | None
    history: Turns
    since: float
    asked: int
    settled: frozenset[Path] = frozenset()
    """The arguments that the user has answered."""
    denied: tuple[tuple[Path, Any], ...] = ()
    """The values that an answer of "no" has denied."""
    unfit: str | None = None
    """The last answer, if it did not fit."""
    answers: tuple[tuple[Question, str], ...] = ()
    """The questions since the request, with their answers."""
    today: date | None = None

    @property
    def talk(self) -> tuple[Turn, ...]:
        """All turns up to the request, in order."""
        turns = (*self.history, ("user", self.request or ""))
        return tuple(Turn(_role(speaker), plain(text), self.today) for speaker, text in turns)

    @property
    def spent(self) -> int:
        """The number of turns that belong to earlier requests: up to the request, if a call was finished
        before it.
        """
        first = _begun(self.history)
        return first if _finished(self.history[:first]) else 0

    @property
    def answered(self) -> tuple[Answered, ...]:
        """The answers since, in order."""
        return tuple(
            Answered(
                Argument.at(question.path, self.tool.schema_at(question.path)),
                value_at(self.arguments, question.path),
                exchange(question.text, text, self.today),
            )
            for question, text in self.answers
        )


class Guard:
    """Decides about calls of tools. The cost of a wrong call is 1; all other costs are relative to it.

    Args:
        tools: in the form of OpenAI, Anthropic or MCP, or as `Tool`s.
        cost_of_asking: of one question; not below 0.
        max_questions: about one request; None for no limit. Questions already answered count, and those in
            the history since the request began: the agent's turns with a question mark at the end.
        on_no_answer: what to do without an answer. "assume" acts on the likeliest call and says so in
            `Decision.assumption`; it refuses where nothing can be assumed. "refuse" refuses.
        deadline: seconds from `decide` in which answers count; not below 0; None for no limit.
        clock: seconds; any monotonic clock.
        today: the day of the talks, or a function that gives it, such as `date.today`: "tomorrow" is then one
            day. None: it is not known, and "tomorrow" may be any day.
        similarity: how near texts are in meaning. It is called last, where no word decides; the default is
            the bundled sentence encoder, which loads on the first call.
    """

    def __init__(
        self,
        tools: Iterable[Tool | Mapping[str, Any]] = (),
        *,
        cost_of_asking: float = 0.1,
        max_questions: int | None = None,
        on_no_answer: Literal["assume", "refuse"] = "assume",
        deadline: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        today: date | Callable[[], date] | None = None,
        similarity: Similarity = cosine,
    ) -> None:
        if on_no_answer not in ("assume", "refuse"):
            raise InputError(f"on_no_answer {excerpt(on_no_answer)} is neither 'assume' nor 'refuse'")
        self.cost_of_asking, self.on_no_answer = _number("cost_of_asking", cost_of_asking), on_no_answer
        self.max_questions = (
            None if max_questions is None else int(_number("max_questions", max_questions, Integral))
        )
        self.deadline = None if deadline is None else _number("deadline", deadline)
        self.clock, self.similarity = clock, similarity
        self.today = today if callable(today) else _date(today)
        self._scope: ContextVar[_Scope | None] = ContextVar("cq.guard", default=None)
        self.tools: dict[str, Tool] = {}
        for tool in tools:
            self.add(tool)

    def add(self, tool: Tool | Mapping[str, Any]) -> Tool:
        """Add a tool. Raises `InputError` if it has no valid schema, or its name is taken."""
        parsed = Tool.parse(tool)
        if parsed.name in self.tools:
            raise InputError(f"two tools are named {parsed.name!r}; give each a name of its own")
        self.tools[parsed.name] = parsed
        return parsed

    def tool(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A decorator: the function raises `NeedsAnswer` or `Refused` where the guard does not let it run.
        The request comes from `request`; outside of it, only the signature checks the values.
        """
        guarded: Callable[..., Any] = wrap(self.add, self.decide_in_scope, function)
        return guarded

    @contextmanager
    def request(
        self,
        text: str,
        *,
        candidates: Iterable[tuple[Mapping[str, Any], float]] = (),
        history: History | None = None,
    ) -> Iterator[None]:
        """Set the user's request for the guarded functions that are called inside."""
        token = self._scope.set((text, tuple(candidates), read_turns(history)))
        try:
            yield
        finally:
            self._scope.reset(token)

    def decide_in_scope(self, name: str, arguments: Mapping[str, Any]) -> Decision:
        """Decide about a call with the request that `request` has set in this context."""
        text, candidates, history = self._scope.get() or (None, (), ())
        return self.decide(text, (name, arguments), candidates, history)

    def decide(
        self,
        request: str | None,
        action: Any,
        candidates: Iterable[tuple[Mapping[str, Any], float]] = (),
        history: History | None = None,
    ) -> Decision:
        """Decide about a call.

        Args:
            request: the user's request; None if it is not known: then only the schema is checked.
            action: the call, `(name, arguments)` or in the form of OpenAI (`name`, `arguments`), Anthropic
                (`input`), LangChain (`args`), MCP or Gemini; None if no tool was found. A null argument that
                may not be null counts as not given.
            candidates: arguments the call may have, the given ones among them, each with its probability.
            history: the turns and tool results before, oldest first: (speaker, text) or messages with a role
                and content (a text, None or parts), as mappings or as the objects of an SDK.

        Raises `InputError` for arguments of other shapes.
        """
        try:
            return self._decide_first(request, action, candidates, history)
        except RecursionError:
            raise InputError(
                "the call is nested too deeply to be checked; make its arguments flatter"
            ) from None

    def _decide_first(self, request: Any, action: Any, candidates: Any, history: Any) -> Decision:
        if request is not None and not isinstance(request, str):
            raise InputError(f"request {excerpt(request)} is not text")
        check_characters(request or "", "the request")
        turns = read_turns(history)
        if action is None:
            return _refusal("no tool does this")
        name, arguments = read_call(action)
        if name not in self.tools:
            known = ", ".join(self.tools) or "none"
            return _refusal(f"there is no tool named {name!r}; known are {known}")
        tool = self.tools[name]
        asked = sum(_is_question(turn) for turn in turns[max(_begun(turns), _finished(turns)) :])
        meant = Candidates.parse(candidates, tool)
        arguments = tool.tidied(arguments)
        today = _date(self.today() if callable(self.today) else self.today)
        return self._decide(_Call(tool, arguments, meant, request, turns, self.clock(), asked, today=today))

    def _decide(self, call: _Call) -> Decision:
        issues, p_now = self._issues(call)
        if issues and not call.settled and call.request is not None and call.unfit is None:
            earlier = tuple(text for _, text in call.history)
            if not is_for(call.tool, call.request, earlier, self.similarity):
                return _refusal(f"{call.tool.name} does not do this")
        right = math.prod((1 - issue.p_wrong for issue in issues), start=p_now)
        best = max(issues, key=lambda issue: issue.value, default=None)
        judged = (1 - right, best.value if best else 0.0, tuple(issue.reason for issue in issues))
        if best is None or (best.value <= self.cost_of_asking and not _is_broken(issues)):
            return self._assume(call, issues, judged)
        spent = self.max_questions is not None and call.asked >= self.max_questions and call.unfit is None
        if spent or best.value <= self.cost_of_asking or self._is_late(call):
            if spent and best.value > self.cost_of_asking:
                most = (
                    f"the limit of questions about one request is reached: max_questions={self.max_questions}"
                )
                judged = (*judged[:2], (*judged[2], most))
            return self._without_answer(call, issues, judged)
        question = best.question
        if call.unfit is not None:
            question = ask_again(question, call.unfit, call.tool.schema_at(best.path))
        assumption = self._assume(call, issues, judged).assumption if self.on_no_answer == "assume" else None
        hear = partial(self._hear, call, best)
        return Decision("ask", None, question, *judged[:2], assumption, judged[2], hear)

    def _issues(self, call: _Call) -> tuple[list[Issue], float]:
        """All open points, the weightiest of each argument, and the call's probability by the candidates."""
        issues = schema_issues(call.tool, call.arguments, call.today, call.denied)
        broken = {issue.path for issue in issues}
        if call.request is not None:
            untold = untold_issues(
                call.tool,
                call.arguments,
                call.talk,
                call.spent,
                call.answered,
                call.settled,
                self.similarity,
                call.denied,
            )
            issues += [
                issue for issue in untold if not any(issue.path[: len(path)] == path for path in broken)
            ]
        p_now = 0.0 if broken else call.candidates.p_of(call.arguments, call.tool.defaults)
        by_path = {
            issue.path: issue for issue in candidate_issues(call.tool, call.arguments, call.candidates, p_now)
        }
        for issue in issues:
            other = by_path.get(issue.path)
            if other is not None and other.p_wrong == 0:
                issue = with_candidates(issue, other, call.tool, call.arguments, call.candidates)
            if other is None or issue.value >= other.value:
                by_path[issue.path] = issue
        return list(by_path.values()), p_now

    def _hear(self, call: _Call, issue: Issue, text: str | None) -> Decision:
        asked = replace(call, asked=call.asked + (call.unfit is None), unfit=None)
        issues, _ = self._issues(call)
        judged = (1.0, issue.value, tuple(open_issue.reason for open_issue in issues))
        if is_stop(text):
            return _refusal("the user has taken it back")
        if text is None or is_no_answer(text) or self._is_late(call):
            return self._without_answer(asked, issues, judged)
        path, question = issue.path, issue.question
        only = self._only_option(call, question)
        reply = "" if only is MISSING else _reply(text)
        value = only if reply == "yes" else self._value(call, question, text)
        is_open = value is MISSING and only is not MISSING
        if reply == "no" or (is_open and denies(text, only, call.tool.schema_at(path), path)):
            left, denied = call.candidates.without(path, only), (*call.denied, (path, only))
            return self._decide(replace(asked, candidates=left, denied=denied))
        if value is MISSING and call.unfit is not None:
            return self._without_answer(asked, issues, judged)
        if value is MISSING:
            return self._decide(replace(asked, unfit=text))
        if Problem(path, "unknown") in call.tool.problems(call.arguments):
            if value is False:
                return _refusal(f"it is not wanted without {path[-1]}")
            value = MISSING
        left = call.candidates.with_answer(path, value)
        arguments = left.calls[0][0] if left.calls else with_value(call.arguments, path, value)
        answers = (*call.answers, (question, text))
        settled = call.settled | {path}
        return self._decide(
            replace(asked, arguments=arguments, candidates=left, answers=answers, settled=settled)
        )

    def _value(self, call: _Call, question: Question, text: str) -> Any:
        """The value of an answer in the type of the argument, `MISSING` if it does not fit."""
        schema = call.tool.schema_at(question.path)
        if question.options == YES_NO and not schema:
            schema = {"type": "boolean"}
        if schema.get("type") == "boolean":
            return read_answer(text, schema, asked=question.path, today=call.today)
        return read_answer(text, schema, self._options(call, question), question.path, call.today)

    def _only_option(self, call: _Call, question: Question) -> Any:
        """The value of the only option of a question, which a yes takes and a no denies; else `MISSING`."""
        schema = call.tool.schema_at(question.path)
        if len(question.options) != 1 or schema.get("type") == "boolean":
            return MISSING
        return self._options(call, question)[0]

    def _options(self, call: _Call, question: Question) -> tuple[Any, ...]:
        """The values of the options of a question."""
        schema = call.tool.schema_at(question.path)
        given = [*schema.get("enum", ()), value_at(call.arguments, question.path)]
        shown = {said(value, schema): value for value in [*given, *call.candidates.values_at(question.path)]}
        for option in question.options:
            if option not in shown and (value := read_answer(option, schema)) is not MISSING:
                shown[option] = value
        return tuple(shown.get(option, option) for option in question.options)

    def _is_late(self, call: _Call) -> bool:
        return self.deadline is not None and self.clock() - call.since >= self.deadline

    def _without_answer(self, call: _Call, issues: list[Issue], judged: _Judged) -> Decision:
        if self.on_no_answer == "refuse":
            return replace(_refusal(*judged[2]), p_wrong=judged[0], value_of_asking=judged[1])
        return self._assume(call, issues, judged)

    def _assume(self, call: _Call, issues: list[Issue], judged: _Judged) -> Decision:
        """Act on the likeliest call, and name the assumptions."""
        arguments = call.candidates.calls[0][0] if issues and call.candidates.calls else call.arguments
        assumed = []
        for issue in issues:
            if not issue.can_assume:
                return replace(_refusal(*judged[2]), p_wrong=judged[0], value_of_asking=judged[1])
            if issue.is_denied or any(path == issue.path for path, _ in call.tool.problems(arguments)):
                arguments = with_value(arguments, issue.path, issue.assumed)
            value = value_at(arguments, issue.path)
            schema = call.tool.schema_at(issue.path)
            assumed.append(f"{label(issue.path, schema)}: {said(value, schema)}")
        if call.tool.problems(arguments):
            return replace(_refusal(*judged[2]), p_wrong=judged[0], value_of_asking=judged[1])
        return Decision("act", arguments, None, *judged[:2], "; ".join(assumed) or None, judged[2])


def _number(name: str, value: Any, kind: type = Real) -> float:
    """An option's number. Raises `InputError` for values of other kinds, below 0 or beyond floats."""
    try:
        if isinstance(value, kind) and not isinstance(value, bool) and value >= 0:  # type: ignore[operator]
            return float(value)  # type: ignore[arg-type]
    except OverflowError:
        pass
    needed = "a whole number" if kind is Integral else "a number"
    raise InputError(f"{name} {excerpt(value)} is not {needed} from 0 to 1e308")


def _date(day: Any) -> date | None:
    """The day of a date or a time. Raises `InputError` for other values."""
    if day is not None and not isinstance(day, date):
        raise InputError(f"today {excerpt(day)} is not a date; give a datetime.date, or a function of one")
    return day.date() if isinstance(day, datetime) else day


def _role(speaker: str) -> str:
    """The role of a speaker; a speaker that is neither user nor agent is a tool with a result."""
    name = speaker.casefold()
    return "user" if name in _USERS else "assistant" if name in _AGENTS else "found"


def _reply(text: str) -> str:
    """The word of an answer that is only a reply. The grammar of replies loads where one is needed."""
    from cq.language.replies import reply_in

    return reply_in(text)


def _is_question(turn: tuple[str, str]) -> bool:
    return _role(turn[0]) == "assistant" and turn[1].rstrip().endswith("?")


def _begun(turns: Turns) -> int:
    """The index in a history of the turn with which the request after it began: the user's last turn there
    that is no answer, if the request continues it; else the length of the history. A turn of the user
    continues what is before it, if that is an agent's question or a turn of the user.
    """
    at = len(turns)
    while at and (_role(turns[at - 1][0]) == "user" or _is_question(turns[at - 1])):
        at = next((i for i in range(at - 1, -1, -1) if _role(turns[i][0]) == "user"), 0)
    return at


def _finished(turns: Turns) -> int:
    """The number of turns of a history up to the last result of a call."""
    return max((i + 1 for i, (speaker, _) in enumerate(turns) if _is_result(speaker)), default=0)


def _is_result(speaker: str) -> bool:
    return _role(speaker) == "found" and speaker.casefold() not in _FRAMES


def _is_broken(issues: list[Issue]) -> bool:
    """Whether the call cannot be made as it is."""
    return any(issue.p_wrong == 1 for issue in issues)


def _refusal(*reasons: str) -> Decision:
    return Decision("refuse", None, None, 1.0, 0.0, None, reasons)
