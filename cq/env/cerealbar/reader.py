"""Reads instructions: text → programs by a linear model of what is mentioned, and of these the one that fits.

Each mention of a card, a thing, a side or a number gets a role; the roles make the program. The features are
words around a mention, in which mentions stand as their kinds, so that all cards are read alike.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import torch
from torch import nn

from cq.env.cerealbar.deck import SET_SIZE, all_differ
from cq.env.cerealbar.mentions import CARD, Mention, Phrases, mentions_of, words_of
from cq.env.cerealbar.programs import ATTRIBUTES, Plan, Program, parse_program, plan
from cq.env.cerealbar.rules import State
from cq.modeling.artifacts import WEIGHTS, load_artifact, reporting_damage, save_artifact
from cq.modeling.packing import packed, unpacked

KIND = "cerealbar"
NOTHING, TAKE, DROP, MORE, LAST, NEXT, GO = ROLES = ("nothing", "take", "drop", "more", "last", "next", "go")
"""What a mention is: a card to take or to drop, more about the last card, a relation of the last clause or of
the next one, a thing to go to.
"""
MOVES = ("cards", "wait", "forward", *(f"{side} {n}" for side in ("right", "left") for n in (1, 2, 3)))
"""What a text asks for: cards or things, or moves; steps forward come behind a turn if they are told."""
ROWS = 2**15
"""Places of the hashed features."""
BEAM = 8
MISFIT = 1.0
"""What a point of a plan's cost takes from the logarithm of a program's probability."""
CLASH = 3.0
"""The same of a plan after which the selected cards can be in no set."""


class Reading(NamedTuple):
    """A program that a text may mean, what it comes to, and its probability."""

    program: Program
    plan: Plan
    probability: float

    @property
    def outcome(self) -> tuple[Any, ...]:
        """What the plan changes, without how well it fits."""
        return self.plan[:3]


class Text:
    """A text with its mentions, as features see it."""

    def __init__(self, text: str, phrases: Phrases) -> None:
        self.words = words_of(text)
        self.mentions = mentions_of(self.words, phrases)
        self._tokens, self._at = list[str](), list[int]()
        end = 0
        for mention in self.mentions:
            self._tokens += self.words[end : mention.start]
            self._at.append(len(self._tokens))
            side = mention.named.get("side") or mention.named.get("other")
            self._tokens.append(f"<{side or mention.kind}>")
            end = mention.end
        self._tokens += self.words[end:]

    def of_all(self) -> list[int]:
        """The features of the whole text, for `MOVES`."""
        pairs = list(zip(self._tokens, [*self._tokens[1:], ""], strict=True))
        kinds = [mention.kind for mention in self.mentions]
        names = [f"all {pair}" for pair in pairs] + [f"all {token}" for token in self._tokens]
        names += [
            f"many {kind} {min(kinds.count(kind), 2)}"
            for kind in ("card", "thing", "side", "count", "number")
        ]
        return _rows([*names, f"first {self._tokens[:1]}", f"kinds {sorted({*kinds})}"])

    def of_mention(self, i: int, roles: Sequence[str]) -> list[int]:
        """The features of a mention, behind the `roles` of those before it."""
        mention, at = self.mentions[i], self._at[i]
        tokens = ["^"] * 4 + self._tokens + ["$"] * 4
        near = tokens[at : at + 4], tokens[at + 5 : at + 9]
        before = self.mentions[i - 1] if i else None
        last, latest = (*roles[::-1], "", "")[:2]
        begun = [self.mentions[n].named for n, role in enumerate(roles) if role in (TAKE, DROP)]
        known = [_alike(mention.named, card) for card in begun]
        said = self.words[mention.end - 1]
        between = self.words[before.end if before else 0 : mention.start]
        names = [f"before {n} {word}" for n, word in enumerate(near[0])]
        names += [f"after {n} {word}" for n, word in enumerate(near[1])]
        names += [
            f"left {near[0][-2:]}",
            f"left {near[0][-3:]}",
            f"right {near[1][:2]}",
            f"right {near[1][:3]}",
        ]
        names += [
            f"last {last}",
            f"roles {last} {latest}",
            f"begun {min(len(begun), 3)}",
            f"at {last} {near[0][-1]}",
        ]
        names += [
            f"named {sorted(mention.named)}",
            f"several {said.endswith('s')} {'number' in mention.named}",
        ]
        names += [f"known {max(known, default=0)} {known[-1:]}", f"gap {min(len(between), 6)} {last}"]
        names += [f"between {word} {last}" for word in {*between}]
        start = max((n for n in range(at) if self._tokens[n] in ".;!?("), default=-1) + 1
        stop = next((n for n in range(at + 1, len(self._tokens)) if self._tokens[n] in ".;!?)"), None)
        names += [f"segment {word}" for word in {*self._tokens[start:at]}]
        names += [f"behind {word}" for word in {*self._tokens[at + 1 : stop]}]
        names += [f"is {mention.named.get('other') or mention.named.get('side')}"]
        return _rows(f"{mention.kind} {name}" for name in names)


def _rows(names: Any) -> list[int]:
    return [crc32(name.encode()) % ROWS for name in names]


def _alike(named: Mapping[str, str], other: Mapping[str, str]) -> int:
    """2 if two mentions share a word and differ in none, 1 if they share one and differ in one."""
    same = [named[family] == other[family] for family in named.keys() & other.keys()]
    return any(same) + all(same) if any(same) else 0


class InstructionReader:
    """Reads by a trained model. `reader(text, state)` is the likeliest program, for a `ProgramFollower`."""

    def __init__(self, model: nn.EmbeddingBag, phrases: Phrases) -> None:
        self.model, self.phrases = model, phrases
        self.programs = lru_cache(maxsize=2_000)(self._programs)

    def __call__(self, text: str, state: State) -> Program:
        return self.readings(text, state)[0].program

    def readings(self, text: str, state: State) -> list[Reading]:
        """Up to `BEAM` programs of a text for the follower of a state, the likeliest outcome first."""
        plans = [(program, plan(program, state), chance) for program, chance in self.programs(text)]
        scores = [
            math.exp(chance - MISFIT * found.cost - CLASH * _clashes(found, state)) + 1e-300
            for _, found, chance in plans
        ]
        total = sum(scores)
        read = [
            Reading(program, found, score / total)
            for (program, found, _), score in zip(plans, scores, strict=True)
        ]
        shares = dict[Any, float]()
        for reading in read:
            shares[reading.outcome] = shares.get(reading.outcome, 0.0) + reading.probability
        return sorted(read, key=lambda reading: (-shares[reading.outcome], -reading.probability))

    def _programs(self, text: str) -> list[tuple[Program, float]]:
        """Programs by beam search over the roles of mentions, each with its log-probability."""
        seen = Text(text, self.phrases)
        moves = self._chances([seen.of_all()], slice(len(ROLES), None))[0]
        beam: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
        for i, mention in enumerate(seen.mentions):
            chances = self._chances([seen.of_mention(i, roles) for _, roles in beam], slice(len(ROLES)))
            ways = [
                (total + chance, (*roles, role))
                for (total, roles), of_roles in zip(beam, chances, strict=True)
                for role, chance in _choices(mention, of_roles)
            ]
            beam = sorted(ways, reverse=True)[: 2 * BEAM]
        found: dict[Program, float] = {}
        for total, roles in beam:
            for move, chance in zip(MOVES, moves, strict=True):
                program = program_of(seen, roles, move)
                found[program] = max(found.get(program, -math.inf), total + chance)
        return sorted(found.items(), key=lambda pair: -pair[1])[:BEAM]

    @torch.inference_mode()
    def _chances(self, rows: Sequence[Sequence[int]], part: slice) -> list[list[float]]:
        logits = torch.stack([self.model(torch.tensor([some]))[0] for some in rows])
        found: list[list[float]] = logits[:, part].log_softmax(-1).tolist()
        return found

    def save(self, folder: Path, info: Mapping[str, Any]) -> None:
        """Write the model as int8, with the phrases and `info` in the configuration. Raises `OSError`."""
        config = {"kind": KIND, "backbone": "", "phrases": {k: list(v) for k, v in self.phrases.items()}}
        save_artifact(folder, {**config, **info}, packed(self.model))

    @classmethod
    def load(cls, folder: Path) -> InstructionReader:
        """A saved reader. Raises `MissingFileError` and `InputError` as `load_artifact` does."""
        config, tensors = load_artifact(folder, KIND, "")
        with reporting_damage(folder):
            model = new_model()
            model.load_state_dict(unpacked(tensors))
            return cls(model, {phrase: (a, b) for phrase, (a, b) in config.given("phrases").items()})


def _clashes(found: Plan, state: State) -> bool:
    """Whether two of the cards that are selected in the end share a colour, a shape or a number."""
    cells = {*state.selected} ^ {change.cell for change in found.changes}
    return len(cells) > SET_SIZE or not all_differ(state.cards[cell] for cell in cells)


def _choices(mention: Mention, chances: Sequence[float]) -> list[tuple[str, float]]:
    """The roles of a mention to choose from, by their log-probabilities. Which relation it is changes little:
    of these roles the likeliest alone is kept.
    """
    of = dict(zip(ROLES, chances, strict=True))
    if mention.kind == "card":
        return [(role, of[role]) for role in (NOTHING, TAKE, DROP, MORE)]
    few = (NOTHING, LAST, NEXT)
    rest = math.log(sum(math.exp(of[role]) for role in few) + 1e-9)
    main = {"thing": (GO,), "number": (MORE, TAKE)}.get(mention.kind, ())
    return [
        (max(few, key=lambda role: of[role]), rest if main else 0.0),
        *((role, of[role]) for role in main),
    ]


def new_model() -> nn.EmbeddingBag:
    """An untrained model: rows of features → logits of `ROLES` and of `MOVES`."""
    model = nn.EmbeddingBag(ROWS, len(ROLES) + len(MOVES), mode="sum")
    nn.init.zeros_(model.weight)
    return model


@lru_cache(maxsize=1)
def instruction_reader() -> InstructionReader:
    """The bundled reader, loaded on first use."""
    return InstructionReader.load(WEIGHTS / KIND)


def program_of(text: Text, roles: Sequence[str], move: str = "cards") -> Program:
    """The program that the roles of the mentions make."""
    if move != "cards":
        return parse_program(_moves(text, roles, move))
    clauses, waiting = list[list[tuple[str, ...]]](), list[tuple[str, ...]]()
    for i, (mention, role) in enumerate(zip(text.mentions, roles, strict=True)):
        if role in (TAKE, DROP) and mention.named.keys() <= {*CARD}:
            clauses.append([(role, "card", *_described(text, mention)), *waiting])
            waiting = []
        elif role == GO and "thing" in mention.named:
            clauses.append([("go", *_thing(mention)), *waiting])
            waiting = []
        elif role == MORE and clauses and mention.named.keys() <= {*CARD} and clauses[-1][0][1] == "card":
            verb, card, *known = clauses[-1][0]
            clauses[-1][0] = (verb, card, *_merged(known, mention))
        elif role in (LAST, NEXT):
            relation = _relation(text, i)
            into = clauses[-1] if role == LAST and clauses else waiting
            if relation and relation not in into:
                into.append(relation)
    return tuple(map(tuple, clauses)) or ((("wait",),),)


def _moves(text: Text, roles: Sequence[str], move: str) -> str:
    """Moves as the text of a program."""
    chosen = [mention.named for mention, role in zip(text.mentions, roles, strict=True) if role == LAST]
    told = [
        named.get("count") or named.get("number") for named in chosen if named.keys() & {"count", "number"}
    ]
    steps = f"forward {told[-1]}" if told and move != "wait" else ""
    return "; ".join(filter(None, ("" if move == "forward" else move, steps))) or "wait"


def _described(text: Text, mention: Mention) -> list[str]:
    """The words that describe a card. The singular says that there is one sign."""
    told = [mention.named[family] for family in CARD if family in mention.named]
    noun = text.words[mention.end - 1]
    single = "shape" in mention.named and (
        noun in ("plus", "cross", "torus") or not noun.endswith(("s", "i"))
    )
    return [*told, "1"] if single and "number" not in mention.named else told


def _merged(known: Sequence[str], mention: Mention) -> list[str]:
    """More words of a card, in place of others of their family."""
    families = zip(CARD, ATTRIBUTES["card"], strict=True)
    told = {family: word for family, words in families for word in known if word in words}
    told |= mention.named
    return [told[family] for family in CARD if family in told]


def _thing(mention: Mention) -> tuple[str, ...]:
    return tuple(mention.named[family] for family in ("thing", "hut") if family in mention.named)


def _relation(text: Text, i: int) -> tuple[str, ...]:
    """The relation that a mention names; () if none."""
    mention = text.mentions[i]
    (family, word), *_ = mention.named.items()
    if family in ("count", "number") and len(mention.named) == 1:
        return ("steps", word)
    if family == "side" or word in ("close", "far"):
        return (word,)
    if family != "thing":
        return ()
    before = text.mentions[i - 1] if i else None
    how = before.named.get("other") if before and mention.start - before.end <= 2 else None
    return (how if how in ("beyond", "before") else "near", *_thing(mention))
