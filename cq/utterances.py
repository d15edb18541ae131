"""The two speakers, and IGLU's form of an utterance (`<Architect> Put a red block down.`)."""

from __future__ import annotations

import re
from typing import Any

from cq.errors import InputError, excerpt

SPEAKERS = ("architect", "builder")
"""The architect instructs and answers, the builder asks and builds."""

_MARK = re.compile(rf"<({'|'.join(SPEAKERS)})>|^[ \t]*<(\w+)>", re.ASCII | re.IGNORECASE | re.MULTILINE)
"""The mark of a speaker anywhere, or any other word in angle brackets where a line begins."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def check_speaker(speaker: Any) -> str:
    """A speaker's name in lower case. Raises `InputError` if it is none of `SPEAKERS`."""
    if not isinstance(speaker, str) or speaker.casefold() not in SPEAKERS:
        raise InputError(f"speaker {excerpt(speaker)} is not one of {', '.join(SPEAKERS)}")
    return speaker.casefold()


def check_characters(text: str, name: str) -> None:
    """Raise `InputError` for a text with a lone surrogate, which damaged files and JSON escapes leave behind.
    `name` is the text's name in the message.
    """
    if has_lone_surrogates(text):
        raise InputError(f"{name} {excerpt(text, 40)} holds a lone surrogate; type that place again")


def has_lone_surrogates(text: str) -> bool:
    """Whether a text has a lone surrogate, which no file and no encoder can take."""
    return bool(_SURROGATE.search(text))


def mark(speaker: str) -> str:
    """The mark before a speaker's utterances: `<Builder>`. Raises `InputError` for an unknown speaker."""
    return f"<{check_speaker(speaker).capitalize()}>"


def write_utterance(speaker: str, text: str) -> str:
    """An utterance after its speaker's mark: `<Builder> Which one?`."""
    return f"{mark(speaker)} {text}"


def split_utterances(transcript: str) -> list[tuple[str, str]]:
    """The utterances of a transcript as (speaker, text), text stripped. They may be on one line or on many.

    Raises `InputError` for text before the first mark, and for a line that begins with another mark.
    """
    marks = list(_MARK.finditer(transcript))
    before = transcript[: marks[0].start()] if marks else transcript
    if before.strip():
        raise InputError(
            f"transcript begins with {before.strip()[:40]!r}, which has no speaker; "
            "write <Architect> or <Builder> before it"
        )
    if not marks:
        return []
    ends = [speaker_mark.start() for speaker_mark in marks[1:]] + [len(transcript)]
    return [
        (check_speaker(speaker_mark[1] or speaker_mark[2]), transcript[speaker_mark.end() : end].strip())
        for speaker_mark, end in zip(marks, ends, strict=True)
    ]


def find_mark(text: str) -> str | None:
    """The first mark that `split_utterances` would read in a text, None if it has none."""
    found = _MARK.search(text)
    return found and found[0].strip()


def starts_with_mark(text: str) -> bool:
    """Whether a text begins with the mark of one of the two speakers, as a transcript does."""
    return bool(re.match(rf"\s*<({'|'.join(SPEAKERS)})>", text, flags=re.ASCII | re.IGNORECASE))


def without_marks(text: str) -> str:
    """The text without the marks of the two speakers and the spaces after them."""
    return re.sub(rf"<({'|'.join(SPEAKERS)})>\s*", "", text, flags=re.ASCII | re.IGNORECASE)
