"""`Corpus`: requests with their need of clarification, and the bank of questions about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from cq.errors import InputError, excerpt

GRADES = (1, 2, 3, 4)
"""A graded need: 1 needs no clarification, 4 cannot be served without it."""


@dataclass(frozen=True)
class Answer:
    """A person's answer to the question `qid`. `facet` names the intention that the person had in mind, ""
    if there is only one.
    """

    qid: str
    text: str
    facet: str = ""


@dataclass(frozen=True)
class Detail:
    """A missing detail of a request. `importance` is 1 (low) to 3 (high); `qid` is the question for it, "" if
    there is none; `options` are suggested answers.
    """

    description: str
    importance: int
    qid: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Request:
    """A request in words.

    `need` tells whether a person would ask back: True or False, or a grade from 1 (no need) to 4 (it cannot
    be served without). `context` is the information besides the text: a story, the things at hand, tools.
    `relevant` are ids of questions worth asking, the best first where that is known. `kind` is the
    authors' name of the ambiguity, "" if there is none.
    """

    id: str
    text: str
    need: bool | int
    context: str = ""
    relevant: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    details: tuple[Detail, ...] = ()
    kind: str = ""
    split: str = ""

    @property
    def is_unclear(self) -> bool:
        """Whether it needs clarification: yes, or a grade above 1."""
        return self.need if isinstance(self.need, bool) else self.need > 1


@dataclass(frozen=True, repr=False)
class Corpus:
    """Requests, and the questions that may be asked about them.

    `bank` maps ids of questions to texts, in a fixed order; it is empty where a corpus has only labels.
    `source` is where its authors publish it. `allows_training` tells whether the licence allows publishing
    weights trained on its rows. `changed` names the files that differ from the known ones.

    Raises `InputError` without requests, for a repeated id, an empty text, a need that is neither yes/no nor
    one of 1 to 4, both kinds of need together, or a question that is not in the bank.
    """

    name: str
    requests: tuple[Request, ...]
    bank: Mapping[str, str]
    licence: str = ""
    source: str = ""
    allows_training: bool = False
    changed: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not self.requests:
            raise InputError(f"the corpus {self.name!r} has no requests; give at least one")
        for qid, question in self.bank.items():
            if not isinstance(question, str) or not question.strip():
                raise InputError(
                    f"question {excerpt(qid)} of {self.name!r} is {excerpt(question)}; give a text"
                )
        seen: set[str] = set()
        for request in self.requests:
            where = f"request {excerpt(request.id)} of {self.name!r}"
            if request.id in seen:
                raise InputError(f"{where} occurs twice; ids must be distinct")
            seen.add(request.id)
            if not request.text.strip():
                raise InputError(f"{where} has no text; remove it")
            if not isinstance(request.need, bool) and request.need not in GRADES:
                raise InputError(f"{where} has the need {excerpt(request.need)}; it is yes, no, or 1 to 4")
            asked = (*request.relevant, *(answer.qid for answer in request.answers))
            details = tuple(detail.qid for detail in request.details if detail.qid)
            if unknown := [qid for qid in (*asked, *details) if qid not in self.bank]:
                raise InputError(f"{where} names the question {unknown[0]!r}, which the bank lacks")
        if len({isinstance(request.need, bool) for request in self.requests}) > 1:
            raise InputError(f"{self.name!r} has needs of yes/no and of 1 to 4; use one of them")

    @property
    def is_graded(self) -> bool:
        """Whether the need is a grade from 1 to 4 rather than yes or no."""
        return not isinstance(self.requests[0].need, bool)

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits of its requests, in order."""
        return tuple(dict.fromkeys(request.split for request in self.requests))

    @property
    def may_train_weights(self) -> bool:
        """Whether weights trained on these rows may be published: the licence allows it, and no row belongs
        to a test split.
        """
        return self.allows_training and "test" not in self.splits

    def split(self, name: str) -> Corpus:
        """The requests of one split, with the whole bank. Raises `InputError` if there are none."""
        if name not in self.splits:
            raise InputError(f"{self.name!r} has the splits {', '.join(self.splits)}, and no {excerpt(name)}")
        return replace(self, requests=tuple(request for request in self.requests if request.split == name))

    def __len__(self) -> int:
        return len(self.requests)

    def __iter__(self) -> Iterator[Request]:
        return iter(self.requests)

    def __repr__(self) -> str:
        unclear = sum(request.is_unclear for request in self.requests)
        return (
            f"Corpus({self.name!r}, {len(self)} requests, {unclear} unclear, {len(self.bank)} questions, "
            f"{self.licence or 'no licence known'})"
        )
