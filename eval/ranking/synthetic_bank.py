"""Banks of any size: given questions, filled up with synthetic ones from templates.

Of a very large bank only some questions are really read. The others get the records of read ones with a share
of the bytes of their vectors drawn anew: they lie near those, but are not equal to them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
from scipy.sparse import csc_array, vstack

from cq.modeling.progress import progress_bar
from cq.ranking import QuestionBank, kept_bank
from cq.ranking.large_index import ARRAYS, LargeIndex, bank_folder
from cq.ranking.reading import Anchors
from cq.world import COLOURS

SHAPES = "block tower column row line wall stack square corner bridge arch staircase pillar cross".split()
NUMBERS = "two three four five six seven eight nine ten".split()
SIDES = "north of,south of,east of,west of,next to,on top of,behind,in front of,left of,right of".split(",")
FORMS = (
    "Which {colour} {shape} do you mean, the one {side} the {other} {form}?",
    "How many {colour} blocks should the {shape} {side} the {other} {form} have?",
    "What color should the {number} blocks {side} the {colour} {shape} be?",
    "Should the {colour} {shape} stand {side} the {other} {form} or {side2} it?",
    "I see {number} {colour} {shape}s, which one is {side} the {other} {form}?",
    "There is no {colour} {shape} {side} the {other} {form}, where should the {number} blocks go?",
    "Is the {colour} {shape} {number} blocks high or {number2} blocks long {side} the {other} {form}?",
)

CHANGED = 0.05
"""Share of the bytes of a copy's vectors that are drawn anew."""
COPIES_AT_A_TIME = 5000


def synthetic_bank(size: int, first: Sequence[str] = (), seed: int = 0) -> QuestionBank:
    """A bank of `size` different questions: those given, then synthetic ones."""
    rng = random.Random(seed)
    words = {"colour": COLOURS, "other": COLOURS, "shape": SHAPES, "form": SHAPES}
    words |= {"number": NUMBERS, "number2": NUMBERS, "side": SIDES, "side2": SIDES}
    found = dict.fromkeys(first)
    while len(found) < size:
        chosen = {name: rng.choice(choices) for name, choices in words.items()}
        found[rng.choice(FORMS).format(**chosen)] = None
    return QuestionBank.parse(list(found))


def keep_copies(bank: QuestionBank, read: int, anchors: Anchors, seed: int = 0) -> None:
    """Read the first `read` questions of a bank, and keep records made from theirs for all others."""
    rng = np.random.default_rng(seed)
    index = LargeIndex(bank.questions[:read], anchors)
    head = index.format.head
    begin = np.dtype(head).fields["means"][1]  # type: ignore[index]
    heads = slice(begin, begin + head["means"].itemsize)
    # Enough different originals; holding all would take much memory.
    originals = index.contents(bank.questions[: min(read, COPIES_AT_A_TIME)])
    starts = range(read, len(bank), COPIES_AT_A_TIME)
    for first in progress_bar("copies", len(starts), starts):
        copies = {}
        for text in index.store.missing(bank.questions[first : first + COPIES_AT_A_TIME]):
            copy = np.frombuffer(originals[rng.integers(len(originals))], np.uint8).copy()
            of_head = np.frombuffer(copy[: head.itemsize].tobytes(), head)[0]
            tail = head.itemsize + 4 * int(of_head["tokens"])
            for codes in (copy[heads], copy[tail : tail + int(of_head["inner"]) * index.format.code_bytes]):
                places = rng.integers(0, len(codes), int(CHANGED * len(codes)))
                codes[places] = rng.integers(0, 256, len(places), dtype=np.uint8)
            copies[text] = copy.tobytes()
        index.store.put(copies)


def keep_repeated(questions: Sequence[str], many: Sequence[str], anchors: Anchors) -> None:
    """Keep the arrays of a bank, repeated, as those of a bank of so many times as many questions."""
    kept = kept_bank.load(bank_folder(questions, anchors), ARRAYS)
    assert kept is not None
    arrays, weights = dict(kept[0]), kept[1]
    times = len(many) // len(questions)
    shape = (len(questions), len(arrays["indptr"]) - 1)
    words = csc_array((arrays["data"], arrays["indices"], arrays["indptr"]), shape=shape)
    stacked = vstack([words] * times, format="csc")
    arrays |= {
        name: np.tile(arrays[name], (times, *[1] * (arrays[name].ndim - 1)))
        for name in ("vectors", "lexical")
    }
    arrays |= {"affine": np.tile(arrays["affine"], (1, 1, times)), "size": np.array(len(many))}
    arrays |= {name: getattr(stacked, name) for name in ("data", "indices", "indptr")}
    kept_bank.save(bank_folder(many, anchors), arrays, weights)
