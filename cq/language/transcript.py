"""The turns before an instruction, as pairs of speaker and text or as an IGLU transcript."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cq.errors import InputError, excerpt
from cq.language.spoken import Utterance
from cq.utterances import check_characters, check_speaker, find_mark, split_utterances, write_utterance

TOO_MANY_TURNS = 10_000
"""The longest recorded session has some dozens; a dialogue of this length is a mistake."""


def parse_dialogue(x: Any) -> tuple[tuple[str, str], ...]:
    """A dialogue as (speaker, text) pairs, oldest first; speakers are `"architect"` and `"builder"`.

    `x` is a list or tuple of such pairs or of dicts `{"speaker", "text"}`, an IGLU transcript
    (`<Architect> …` and `<Builder> …`, on lines of their own or run together), or None or an empty text for
    no dialogue. Texts are stripped.

    Raises `InputError` for an unknown speaker, a turn that is neither a pair of texts nor such a dict, an
    empty text, a text that itself holds a speaker's mark, and a dialogue of `TOO_MANY_TURNS` turns or more.
    """
    if x is None:
        return ()
    if isinstance(x, str):
        turns = split_utterances(x)
        _check_length(len(turns))
        return tuple((speaker, _check_text(text, i)) for i, (speaker, text) in enumerate(turns))
    if not isinstance(x, (list, tuple)):
        raise InputError(
            f"dialogue is {type(x).__name__} {excerpt(x, 40)!r}; give a list of (speaker, text) pairs, or a "
            "transcript with <Architect> and <Builder>"
        )
    _check_length(len(x))
    return tuple(_turn(turn, i) for i, turn in enumerate(x))


def as_pair(turn: Any) -> Any:
    """A turn given as a dict `{"speaker", "text"}` as (speaker, text); anything else unchanged."""
    if isinstance(turn, Mapping) and set(turn) == {"speaker", "text"}:
        return turn["speaker"], turn["text"]
    return turn


def to_transcript(turns: Any) -> str:
    """A dialogue as an IGLU transcript, one turn after another, each on a new line; "" if nothing was said.

    `parse_dialogue` reads it back. Raises `InputError` as `parse_dialogue` does.
    """
    return "\n".join(write_utterance(speaker, text) for speaker, text in parse_dialogue(turns))


def _check_length(turns: int) -> None:
    if turns >= TOO_MANY_TURNS:
        raise InputError(
            f"the dialogue has {turns:,} turns; fewer than {TOO_MANY_TURNS:,} can be read: keep the last ones"
        )


def _turn(turn: Any, index: int) -> tuple[str, str]:
    if isinstance(turn, Utterance):
        return turn
    turn = as_pair(turn)
    if not isinstance(turn, (list, tuple)) or len(turn) != 2:
        shown = turn if isinstance(turn, str) else excerpt(turn)
        raise InputError(
            f"turn {index} of the dialogue is {shown[:60]!r}; a turn is (speaker, text), or a dict with the "
            "keys speaker and text"
        )
    try:
        speaker = check_speaker(turn[0])
    except InputError as error:
        raise InputError(f"turn {index} of the dialogue: {error}") from None
    return speaker, _check_text(turn[1], index)


def _check_text(text: Any, index: int) -> str:
    if not isinstance(text, str):
        raise InputError(
            f"the text of turn {index} of the dialogue is {type(text).__name__} {excerpt(text, 40)!r}; "
            "it must be text"
        )
    check_characters(text, f"the text of turn {index} of the dialogue")
    if not text.strip():
        raise InputError(f"the text of turn {index} of the dialogue is empty; leave the turn out")
    if found := find_mark(text.strip()):
        raise InputError(
            f"the text of turn {index} of the dialogue holds the mark {found}; give each utterance as a turn "
            "of its own, without its mark"
        )
    return text.strip()
