"""Train the reader of CerealBar's instructions on the writers' texts, and write its weights: some minutes."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
import typer

from cq.cli.tables import print_table
from cq.env.cerealbar.mentions import CARD
from cq.env.cerealbar.programs import write_program
from cq.env.cerealbar.reader import (
    DROP,
    GO,
    LAST,
    MORE,
    MOVES,
    NEXT,
    NOTHING,
    ROLES,
    ROWS,
    TAKE,
    InstructionReader,
    Text,
    new_model,
)
from cq.modeling.artifacts import WEIGHTS
from cq.modeling.packing import rounded
from eval.cerealbar.frames import framed, joined
from eval.cerealbar.lexicon import PHRASES, Named
from eval.cerealbar.pairs import Piece, Row, files, pieces_of, rows_of

FRAMED, STRENGTH = 1_200, 0.3
"""Texts of frames; the inverse of the penalty of large weights."""


class Decision(NamedTuple):
    """Features, and the index of what they should lead to among the outputs `first` to `last`."""

    rows: list[int]
    right: int
    first: int
    last: int


def main(
    out: Annotated[Path, typer.Option(help="Folder of the weights.")] = WEIGHTS,
) -> None:
    told = {path.stem: texts_of(rows_of(path)) for path in files()}
    reader = trained([one for of_writer in told.values() for one in of_writer])
    reader.save(out / "cerealbar", {"writers": sorted(told), "texts": sum(map(len, told.values()))})
    print_table("Trained on", {name: {"texts": len(of_writer)} for name, of_writer in told.items()})


def texts_of(rows: Iterable[Row]) -> list[tuple[str, list[Piece]]]:
    """Each text with its pieces; a text for which no program is found is left out."""
    found = ((row.text, pieces_of(row)) for row in rows)
    return [(text, pieces) for text, pieces in found if pieces]


def examples_of(texts: Sequence[tuple[str, list[Piece]]], frames: int = FRAMED) -> list[Decision]:
    """The decisions of texts, of frames, and of pieces of the texts in new orders."""
    rng = random.Random(0)
    made = [joined([pieces for _, pieces in texts], rng) for _ in range(2 * len(texts))]
    made += [framed(rng) for _ in range(frames)]
    said = [(" ".join(word for piece in pieces for word in piece.words), pieces) for pieces in made]
    return [one for text, pieces in (*texts, *said) for one in decisions(text, pieces)]


def decisions(text: str, pieces: Sequence[Piece]) -> list[Decision]:
    """What the reader should decide at each mention of a text, and of the text."""
    seen = Text(text, PHRASES)
    roles = roles_of(seen, pieces)
    moves = write_program(pieces[0].program).split("; ")[0]
    move = moves.split()[0] if moves.startswith(("wait", "forward")) else moves
    first = len(ROLES)
    whole = Decision(
        seen.of_all(), first + MOVES.index(move if move in MOVES else "cards"), first, first + len(MOVES)
    )
    each = [
        Decision(seen.of_mention(i, roles[:i]), ROLES.index(role), 0, first) for i, role in enumerate(roles)
    ]
    return [whole, *each]


def roles_of(text: Text, pieces: Sequence[Piece]) -> list[str]:
    """The role of each mention of a text."""
    roles, start = [NOTHING] * len(text.mentions), 0
    for piece in pieces:
        said = [piece.names[i] for i in sorted(piece.meant)]
        verb, kind = (*piece.program[0][0], "")[:2]
        begun = False
        inside = [
            (i, one) for i, one in enumerate(text.mentions) if start <= one.start < start + len(piece.words)
        ]
        heads = [
            i
            for i, one in inside
            if any(one.start <= start + n.start < one.end and _is_head(n, verb, kind) for n in said)
        ]
        for i, one in inside:
            if not any(one.start <= start + n.start < one.end for n in said):
                continue
            if i in heads:
                roles[i] = MORE if begun else {"take": TAKE, "drop": DROP, "go": GO}[verb]
                begun = True
            else:
                roles[i] = LAST if begun or not heads else NEXT
        start += len(piece.words)
    return roles


def _is_head(name: Named, verb: str, kind: str) -> bool:
    if verb == "go":
        return (name.family, name.atom) == ("thing", kind)
    return verb in ("take", "drop") and name.family in CARD


def trained(texts: Sequence[tuple[str, list[Piece]]], frames: int = FRAMED) -> InstructionReader:
    """A reader trained on texts with their pieces, and on frames."""
    every = examples_of(texts, frames)
    model = new_model()
    with torch.no_grad():
        for first, last in {(one.first, one.last) for one in every}:
            some = [one for one in every if one.first == first]
            weights = _fitted([one.rows for one in some], [one.right - first for one in some], last - first)
            model.weight[:, first:last] = torch.from_numpy(weights.astype(np.float32))
    return InstructionReader(rounded(model), PHRASES)


def _fitted(rows: Sequence[list[int]], right: Sequence[int], outputs: int) -> npt.NDArray[np.float64]:
    """The weights (features, outputs) of a logistic regression."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    ends = np.cumsum([0, *map(len, rows)])
    columns = np.concatenate([np.array(some) for some in rows])
    seen = csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(rows), ROWS))
    model = LogisticRegression(C=STRENGTH, max_iter=200, fit_intercept=False).fit(seen, right)
    found = np.full((ROWS, outputs), 0.0)
    found[:, model.classes_] = model.coef_.T
    return found
