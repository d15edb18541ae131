"""Turns: the policy applied to what the parts of a pipeline find."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cq.building.build import Build
from cq.building.decoding.candidates import Candidates
from cq.clarity import Clarity
from cq.dialogue.bank import bank_questions
from cq.dialogue.limits import AskingLimits
from cq.dialogue.policy import decide, decide_about_unread, decide_by_outcomes, is_hopeless
from cq.dialogue.questions import ClarifyingQuestion, choose, possible_questions, types_of
from cq.dialogue.questions.holes import language_questions, read_in_full
from cq.dialogue.questions.templates import listing
from cq.dialogue.repetition import is_repeated
from cq.dialogue.turn import Turn
from cq.language.instruction import GroundedInstruction
from cq.pipeline.parts import Parts
from cq.ranking import QuestionBank, RankedQuestion
from cq.ranking.bank import bundled_bank
from cq.world.grid import Grid


def take_turns(
    parts: Parts,
    instructions: Sequence[GroundedInstruction],
    bank: QuestionBank,
    limits: AskingLimits,
    *,
    lazy: bool,
) -> list[Turn]:
    """One turn per instruction, computed as one batch. If `lazy`, a turn ranks the bank when its questions
    are read; it then holds on to the instruction's encoding.
    """
    clarities = parts.classify(instructions, limits.cost_of_asking)
    if not parts.can_sample:
        return _turns_by_label(parts, instructions, clarities, bank, limits)
    possible = [one for one in instructions if not is_hopeless(one.obstacles)]
    sampled = iter(parts.sample(possible) if possible else [])
    turns, rankings = [], _Rankings(parts, bank)
    for instruction, clarity in zip(instructions, clarities, strict=True):
        candidates = None if is_hopeless(instruction.obstacles) else next(sampled)
        turns.append(_turn_by_value(parts, instruction, clarity, candidates, limits, rankings))
    if not lazy:
        for turn in turns:
            turn.questions  # noqa: B018 reading them ranks all that are asked about together
    return turns


class _Rankings:
    """The rankings of a bank for some instructions, computed together when the first of them is read."""

    def __init__(self, parts: Parts, bank: QuestionBank) -> None:
        self.bank = bank
        self._parts = parts
        self._instructions: list[GroundedInstruction] = []
        self._found: list[list[RankedQuestion]] = []

    def of(self, instruction: GroundedInstruction) -> Callable[[], list[RankedQuestion]]:
        """A function that gives the ranking for one more instruction."""
        self._instructions.append(instruction)
        place = len(self._instructions) - 1
        return lambda: self._all()[place]

    def _all(self) -> list[list[RankedQuestion]]:
        self._found = self._found or self._parts.rank(self.bank, self._instructions)
        return self._found


def _turn_by_value(
    parts: Parts,
    instruction: GroundedInstruction,
    clarity: Clarity,
    candidates: Candidates | None,
    limits: AskingLimits,
    rankings: _Rankings,
) -> Turn:
    """The turn of a builder that shows what it might build: `candidates`, None for what is refused."""
    may_ask = candidates is not None and limits.allow(instruction)
    build = None if candidates is None else parts.choose(candidates)
    questions: list[ClarifyingQuestion] = []
    understanding = None if candidates is None else read_in_full(instruction)
    # What only leaves something open may be known to the older rules.
    known = candidates is not None and candidates.interpretation is not None
    if understanding is not None and (understanding.results or not known):
        found = (
            language_questions(instruction, understanding) if may_ask and understanding.grid is None else []
        )
        questions = [one for one, _ in found]
        decision = decide_by_outcomes(instruction, found, limits.cost_of_asking)
        if candidates is not None and decision.question is not None and not decision.question.options:
            decision = replace(decision, question=_with_options(decision.question, instruction, candidates))
    else:
        questions = possible_questions(instruction, candidates) if candidates is not None and may_ask else []
        decision = decide(
            instruction,
            instruction.obstacles,
            questions,
            limits.cost_of_asking,
            confidence=None if build is None else build.confidence,
            destroys=candidates is not None and build is not None and _destroys(candidates.start, build),
        )
        if decision.action == "build" and build is not None and may_ask:
            decision = decide_about_unread(instruction, build)
    question, ranking = decision.question, None
    if question is not None:
        if rankings.bank is not bundled_bank():
            question = _in_words_of_bank(parts, question, questions, rankings.bank, instruction)
        ranking = rankings.of(instruction)
    reasons = decision.reasons
    if decision.gain is not None:
        reasons = (f"an answer is expected to add {decision.gain:.2f} to the changed F1",)
    # What is hopeless may be in another language, where repaired words mean nothing.
    if candidates is not None:
        reasons += tuple(f"“{written}” is read as “{read}”" for written, read in instruction.corrections)
    built = build if decision.action == "build" else None
    if built is not None and built.unread:
        reasons += (f"not understood: {', '.join(f'“{word}”' for word in dict.fromkeys(built.unread))}",)
    return Turn(decision.action, clarity, question, built, reasons, ranking)


def _with_options(
    question: ClarifyingQuestion, instruction: GroundedInstruction, candidates: Candidates
) -> ClarifyingQuestion:
    """A question without options, with those of the builds that are considered if they have some."""
    of_type = [one for one in possible_questions(instruction, candidates) if one.type == question.type]
    if not of_type or not of_type[0].options:
        return question
    options = of_type[0].options
    text = listing(question.text.rstrip("?"), [one.text for one in options])
    return replace(question, text=text, options=options)


def _destroys(start: Grid, build: Build) -> bool:
    """Whether a build removes or recolours a block."""
    return bool(((start > 0) & (build.grid != start)).any())


def _in_words_of_bank(
    parts: Parts,
    question: ClarifyingQuestion,
    others: Sequence[ClarifyingQuestion],
    bank: QuestionBank,
    instruction: GroundedInstruction,
) -> ClarifyingQuestion:
    """The question of a bank that asks for what is open, if it has one, else the question itself."""
    asked = instruction.request.exchanges
    open_types = {question.type, *(one.type for one in others)}
    # Ranking takes most of the time of a turn, so only questions that could be asked are ranked.
    fitting = [
        qid
        for qid, text in bank.items()
        if (types := types_of(text) & open_types) and not any(is_repeated(text, one, asked) for one in types)
    ]
    if not fitting:
        return question
    ranked = parts.rank_some(bank, instruction, fitting)
    return choose([question, *(one for one in others if one is not question)], ranked) or question


def _turns_by_label(
    parts: Parts,
    instructions: Sequence[GroundedInstruction],
    clarities: Sequence[Clarity],
    bank: QuestionBank,
    limits: AskingLimits,
) -> list[Turn]:
    """Turns of a builder that shows one build alone. Without others, the worth of an answer is unknown: then
    whether a person would ask stands in for it.
    """
    pairs = list(zip(instructions, clarities, strict=True))
    wanted = [one for one, clarity in pairs if limits.allow(one) and _may_want_to_ask(one, clarity)]
    rankings = dict(zip(map(id, wanted), parts.rank(bank, wanted) if wanted else [], strict=True))
    decisions = []
    for instruction, clarity in pairs:
        obstacles = instruction.obstacles
        types = [one.question_type for one in obstacles]
        value = 0.0 if clarity.is_clear else 1.0
        questions = bank_questions(rankings.get(id(instruction), []), types, value)
        decisions.append(decide(instruction, obstacles, questions, limits.cost_of_asking))
    building = [
        one for one, decision in zip(instructions, decisions, strict=True) if decision.action == "build"
    ]
    builds = iter(parts.build(building) if building else [])
    return [
        Turn(
            decision.action,
            clarity,
            decision.question,
            next(builds) if decision.action == "build" else None,
            decision.reasons or (clarity.reasons if decision.action == "ask" else ()),
            rankings[id(instruction)] if decision.action == "ask" else None,
        )
        for (instruction, clarity), decision in zip(pairs, decisions, strict=True)
    ]


def _may_want_to_ask(instruction: GroundedInstruction, clarity: Clarity) -> bool:
    obstacles = instruction.obstacles
    return not is_hopeless(obstacles) and (bool(obstacles) or not clarity.is_clear)
