"""Architects: they know the target, and answer an agent's questions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from cq.arena.answering import AS_I_SAID, BookAnswers, ListAnswers
from cq.arena.episode import Ask, Episode
from cq.errors import InputError
from cq.world import World

TOLD, UNKNOWN, WRONG, GAVE_UP, ASIDE = "told", "unknown", "wrong", "gave up", "no more questions"
"""Kinds of answers: true, none, a false one, the last one, and none because no question was left."""

DONT_KNOW = "I don't know."
ENOUGH = "That is enough. Build what you think is best."


class Answer(NamedTuple):
    """The words of an architect's answer, and its kind."""

    text: str
    kind: str = TOLD


class Answers(Protocol):
    """The architect of one episode."""

    def answer(self, ask: Ask) -> Answer:
        """The answer to the next question."""


Architect: TypeAlias = Callable[[Episode, random.Random], Answers]
"""Makes the architect of an episode. All its random choices come from the generator."""


class OwnArchitect:
    """Tells the truth about the intended world: `cq.simulate.Architect`."""

    def __init__(self, episode: Episode, rng: random.Random) -> None:
        from cq.simulate import Architect

        meant = episode.meant[0] if episode.meant else None
        if not isinstance(meant, World):
            raise InputError(
                f"episode {episode.id!r} means no world; give it answers, or an architect that needs none"
            )
        self._architect = Architect(episode.world, meant, rng.randrange(2**31))

    def answer(self, ask: Ask) -> Answer:
        """A true answer, or that it does not know."""
        from cq.simulate import is_unknown

        listed = f"{ask.text.rstrip(' ?')}: {', '.join(ask.options)}?"
        said = self._architect.answer(listed if ask.options and ":" not in ask.text else ask.text)
        return Answer(said, UNKNOWN if is_unknown(said) else TOLD)


class WrittenArchitect:
    """Answers from the episode's book of answers, or its recorded answers in order, and as the library's own
    architect where it has neither. It knows only the written answers.
    """

    def __init__(self, episode: Episode, rng: random.Random) -> None:
        self._own = None if episode.answers or episode.replies else OwnArchitect(episode, rng)
        longest = max(map(len, episode.answers.values()), default=1)
        self._written = (
            BookAnswers(episode.answers, rng.randrange(longest))
            if episode.answers
            else ListAnswers(episode.replies)
        )

    def answer(self, ask: Ask) -> Answer:
        """The next wording for a question."""
        if self._own is not None:
            return self._own.answer(ask)
        said = self._written.answer(ask)
        return Answer(DONT_KNOW, UNKNOWN) if said in (AS_I_SAID, DONT_KNOW) else Answer(said)


class Unreliable:
    """Another architect that is wrong with probability `wrong`, does not know with probability `unknown`, and
    gives up after `patience` answers (None: never). Raises `InputError` for other numbers.

    A wrong answer is another option of the question, or the right answer with other colours, numbers and
    sides. Where there is nothing to change, it says that it does not know.
    """

    def __init__(
        self, architect: Architect, wrong: float = 0.0, unknown: float = 0.0, patience: int | None = None
    ) -> None:
        if not (0 <= wrong <= 1 and 0 <= unknown <= 1 and wrong + unknown <= 1):
            raise InputError(f"wrong={wrong} and unknown={unknown}; give probabilities that sum to 1 at most")
        if patience is not None and patience < 0:
            raise InputError(f"patience is {patience}; give a number of answers, 0 or more")
        self.architect, self.wrong, self.unknown, self.patience = architect, wrong, unknown, patience

    def __call__(self, episode: Episode, rng: random.Random) -> Answers:
        """The architect of an episode."""
        return _UnreliableAnswers(self, self.architect(episode, rng), rng)


class _UnreliableAnswers:
    def __init__(self, how: Unreliable, answers: Answers, rng: random.Random) -> None:
        self._how, self._answers, self._rng, self._given = how, answers, rng, 0

    def answer(self, ask: Ask) -> Answer:
        true, drawn = self._answers.answer(ask), self._rng.random()
        self._given += 1
        if self._how.patience is not None and self._given > self._how.patience:
            return Answer(ENOUGH, GAVE_UP)
        if drawn < self._how.unknown:
            return Answer(DONT_KNOW, UNKNOWN)
        if drawn >= self._how.unknown + self._how.wrong or true.kind != TOLD:
            return true
        others = [option for option in ask.options if option.casefold() not in true.text.casefold()]
        false = self._rng.choice(others) if others else changed(true.text)
        return Answer(DONT_KNOW, UNKNOWN) if false == true.text else Answer(false, WRONG)


_CIRCLES = (
    ("red", "green", "blue", "yellow", "purple", "orange"),
    ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    tuple("123456789"),
    ("north", "south"),
    ("east", "west"),
    ("left", "right"),
    ("front", "back"),
    ("top", "bottom"),
    ("yes", "no"),
)
_OTHER = {word: circle[(i + 1) % len(circle)] for circle in _CIRCLES for i, word in enumerate(circle)}


def changed(text: str) -> str:
    """A text with another colour, number or side for each that it names."""
    words = []
    for word in text.split():
        bare = word.strip(".,;!?").casefold()
        other = _OTHER.get(bare, bare)
        words.append(word.casefold().replace(bare, other) if other != bare else word)
    return " ".join(words)


class Person:
    """A person at the terminal, who sees the target and the question."""

    def __init__(self, episode: Episode, rng: random.Random) -> None:
        self._episode = episode
        self._is_new = True

    def answer(self, ask: Ask) -> Answer:
        """The answer that the person types; an option by its number."""
        if self._is_new:
            print(f"\n{self._episode.id}: {self._episode.request}")
            for meant in self._episode.meant[:1]:
                meant.draw() if isinstance(meant, World) else print(f"Meant is: {meant}")
            self._is_new = False
        print(ask.text)
        for number, option in enumerate(ask.options, start=1):
            print(f"  {number}  {option}")
        said = input("> ").strip() or DONT_KNOW
        if said.isdecimal() and 0 < int(said) <= len(ask.options):
            said = ask.options[int(said) - 1]
        return Answer(said, UNKNOWN if said == DONT_KNOW else TOLD)
