"""`NetworkReader`: lines of text → programs with their log-probabilities, in the colours of a palette."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.language.program import Program
from cq.modeling.artifacts import load_artifact, reporting_damage, save_artifact
from cq.modeling.packing import packed, unpacked
from cq.reading.linear import linear, program_of
from cq.reading.network import Hypothesis, NetworkConfig, ReadingNetwork
from cq.reading.prompt import Prompt, renamed, renamed_program, renaming
from cq.world.palette import COLOURS

KIND = "reading"
OWN = frozenset(("kind", "format", "backbone", "tokens", "network"))
"""The entries of the configuration about the network itself."""
LINES_AT_A_TIME = 32
"""Lines that are read as one batch, those of similar length together."""
KEPT = 2_000
"""Lines whose programs are remembered."""
BEAM = 4
"""Programs that are considered for a line."""


@dataclass(frozen=True)
class ReadProgram:
    """A program that a line may mean, empty if the line is not an order; its log-probability, at most 0, and
    the number of its tokens.
    """

    program: Program
    log_probability: float
    length: int


class NetworkReader:
    """Reads by a trained network. Safe to share between threads."""

    def __init__(self, backbone: Backbone, network: ReadingNetwork) -> None:
        self.backbone, self.network = backbone, network.eval()
        self._known: dict[Any, tuple[ReadProgram, ...]] = {}
        self._lock = Lock()

    def read(
        self, prompts: Sequence[Prompt], colours: Sequence[str] = COLOURS
    ) -> list[tuple[ReadProgram, ...]]:
        """Up to `BEAM` programs of each prompt, the likeliest first, in the `colours` of its palette."""
        keys = [(prompt.line, tuple(colours)) for prompt in prompts]
        return self._kept(keys, lambda some: self._read([line for line, _ in some], colours))

    def confirmed(
        self, prompts: Sequence[Prompt], programs: Sequence[Program], colours: Sequence[str] = COLOURS
    ) -> list[tuple[ReadProgram, ...]]:
        """The program given for each prompt, if it is the one that a greedy search reads; else none. It takes
        one pass of the decoder, and no search.
        """
        keys = [
            (prompt.line, tuple(colours), program) for prompt, program in zip(prompts, programs, strict=True)
        ]
        return self._kept(
            keys,
            lambda some: self._confirmed(
                [line for line, _, _ in some], [program for *_, program in some], colours
            ),
        )

    def can_write(self, program: Program) -> bool:
        """Whether the network was trained when all classes and words of a program were there."""
        tokens = (token for token in linear(program) if token[0] != "#")
        return all(token in COLOURS or token in self.network.syntax.ids for token in tokens)

    def _kept(
        self, keys: Sequence[Any], read: Callable[[Sequence[Any]], Sequence[tuple[ReadProgram, ...]]]
    ) -> list[tuple[ReadProgram, ...]]:
        """What is read for each key, of which the first part is a line; new ones in batches, by length."""
        with self._lock:
            new = sorted(
                dict.fromkeys(key for key in keys if key not in self._known),
                key=lambda key: (len(key[0]), key[0]),
            )
            for i in range(0, len(new), LINES_AT_A_TIME):
                some = new[i : i + LINES_AT_A_TIME]
                self._known.update(zip(some, read(some), strict=True))
            found = [self._known[key] for key in keys]
            while len(self._known) > KEPT:
                del self._known[next(iter(self._known))]
        return found

    def _read(self, lines: Sequence[str], colours: Sequence[str]) -> list[tuple[ReadProgram, ...]]:
        names = [renaming(line, colours) for line in lines]
        read = self.network.read([renamed(*pair) for pair in zip(lines, names, strict=True)], BEAM)
        back = [{new: old for old, new in naming.items()} for naming in names]
        return [_programs(found, naming) for found, naming in zip(read, back, strict=True)]

    def _confirmed(
        self, lines: Sequence[str], programs: Sequence[Program], colours: Sequence[str]
    ) -> list[tuple[ReadProgram, ...]]:
        some, tokens = [], []
        for line, program in zip(lines, programs, strict=True):
            naming = renaming(line, colours)
            some.append(renamed(line, naming))
            tokens.append(_tokens(renamed_program(program, naming)))
        found = self.network.confirmed(some, tokens)
        return [
            () if hypothesis is None else (_read_as(program, hypothesis),)
            for program, hypothesis in zip(programs, found, strict=True)
        ]

    def save(self, folder: Path, info: Mapping[str, Any]) -> None:
        """Write the network, its matrices as int8 with a scale for each row, and `info` in the configuration.
        Raises `OSError`.
        """
        config = {
            **info,
            "kind": KIND,
            "backbone": self.backbone.name,
            "tokens": list(self.network.syntax.tokens),
            "network": asdict(self.network.config),
        }
        save_artifact(folder, config, packed(self.network))

    @classmethod
    def load(cls, folder: Path, backbone: Backbone) -> tuple[NetworkReader, dict[str, Any]]:
        """A saved reader and its `info`. Raises `MissingFileError` and `InputError` as `load_artifact`
        does.
        """
        config, tensors = load_artifact(folder, KIND, backbone.name)
        with reporting_damage(folder):
            network = ReadingNetwork(
                backbone, config.given("tokens"), NetworkConfig(**config.given("network"))
            )
            network.load_state_dict(unpacked(tensors))
        info = {name: value for name, value in config.values.items() if name not in OWN}
        return cls(backbone, network), info


def _programs(found: Sequence[Hypothesis], colours: dict[str, str]) -> tuple[ReadProgram, ...]:
    programs = []
    for hypothesis in found:
        try:
            program = renamed_program(program_of(hypothesis.tokens), colours)
        except (InputError, LookupError, ValueError):
            continue  # The syntax does not know all conditions of a class on its values.
        programs.append(_read_as(program, hypothesis))
    return tuple(programs)


def _tokens(program: Program) -> list[str]:
    """The tokens of a program; an unknown one for a program that has no form."""
    try:
        return linear(program)
    except (InputError, LookupError, ValueError):
        return [""]


def _read_as(program: Program, hypothesis: Hypothesis) -> ReadProgram:
    # Differences between batches by the order of sums must change nothing.
    return ReadProgram(program, round(hypothesis.log_probability, 2), len(hypothesis.tokens))
