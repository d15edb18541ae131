"""Word lists: numbers, directions, places, actions."""

from __future__ import annotations

NUMBERS = {
    word: value
    for value, word in enumerate(
        (
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
}
COMPASS_WORDS = frozenset(
    {"north", "south", "east", "west"}
    | {a + b for a in ("north", "south") for b in ("east", "west")}
    | {w + e for w in ("north", "south", "east", "west") for e in ("ern", "most", "ernmost", "ward", "wards")}
)
RELATIVE_WORDS = frozenset(
    "left right front behind back above below under underneath over top bottom beside next adjacent "
    "between middle center centre centered corner edge end side leftmost rightmost topmost around inside "
    "along upon on onto".split()
)
ADD_WORDS = frozenset(
    "place placed placing put puts putting build built building add added adding create make stack stacked "
    "insert set lay fill form construct extend continue attach".split()
)
REMOVE_WORDS = frozenset(
    "remove removed removing destroy destroyed destroying destory break broken breaking delete take clear "
    "eliminate erase demolish".split()
)

LARGEST_COUNT = 100_000
"""More than any world holds."""


def read_digits(word: str) -> int:
    """The whole number that decimal digits write, at most `LARGEST_COUNT`: Python refuses to read numbers of
    thousands of digits.
    """
    significant = word.lstrip("0")
    return min(int(significant or "0"), LARGEST_COUNT) if len(significant) < 10 else LARGEST_COUNT
