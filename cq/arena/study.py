"""A study: episodes times agents times protocols, played into a resumable file of transcripts."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from cq.arena.architects import Architect
from cq.arena.episode import PROTOCOLS, Agent, Episode, Protocol
from cq.arena.names import agent_of, architect_of, depends_on, is_elsewhere
from cq.arena.play import play
from cq.arena.transcripts import read_transcripts
from cq.errors import InputError
from cq.files import check_writable, replacing
from cq.files.digests import fingerprint
from cq.files.locks import one_writer
from cq.jobs.answer_log import AnswerLog, Answers
from cq.jobs.weights_digest import code_digest, libraries
from cq.modeling.progress import progress_bar
from cq.modeling.threads import one_thread
from cq.modeling.workers import in_cluster, in_workers
from cq.pipeline import Pipeline
from cq.pipeline.default import own_pipeline, use

log_of_games = logging.getLogger("cq.arena")


class Game(NamedTuple):
    """One episode for one agent."""

    episode: Episode
    agent: str
    protocol: Protocol


@dataclass(frozen=True)
class Study:
    """The plan of a study. `agents` are by name, as objects or as `cq.arena.names` names them, and so is the
    `architect`; with workers, named agents are made once in each of them. `budget` is the number of
    questions about each request, `price` the stated cost of one.

    Raises `InputError` if there is nothing to play, or two episodes have one id.
    """

    episodes: Sequence[Episode]
    agents: Mapping[str, Agent | str]
    protocols: Sequence[Protocol] = PROTOCOLS
    architect: Architect | str = "written"
    budget: int = 3
    price: float = 0.1
    seed: int = 0

    def __post_init__(self) -> None:
        if not (self.episodes and self.agents and self.protocols):
            raise InputError("nothing to play; give at least one episode, one agent and one protocol")
        if unknown := set(self.protocols) - set(PROTOCOLS):
            raise InputError(f"no protocol {unknown.pop()!r}; there are {', '.join(PROTOCOLS)}")
        ids = [episode.id for episode in self.episodes]
        if len({*ids}) < len(ids):
            raise InputError(f"two episodes have the id {max(ids, key=ids.count)!r}; rename one")

    @property
    def games(self) -> list[Game]:
        """All games, in order."""
        return [
            Game(episode, agent, protocol)
            for episode in self.episodes
            for agent in self.agents
            for protocol in self.protocols
        ]

    @property
    def files(self) -> dict[str, dict[str, str]]:
        """The files on which each agent and the architect depend, with their digests."""
        return {name: depends_on(player)[0] for name, player in self._players}

    @property
    def digest(self) -> str:
        """A fingerprint of all that the transcripts depend on: the code of `cq`, the libraries that compute,
        the episodes, the rules, and the dependencies of agents and architect by `cq.arena.names.depends_on`.
        """
        rules = [*self.protocols, self.budget, self.price, self.seed]
        players = [
            (name, sorted((Path(path).name, digest) for path, digest in files.items()), values)
            for name, player in self._players
            for files, values in [depends_on(player)]
        ]
        return fingerprint(code_digest(), libraries(), rules, players, list(self.episodes))

    @property
    def _players(self) -> list[tuple[str, Any]]:
        return [
            *((f"agent {name!r}", agent) for name, agent in self.agents.items()),
            ("architect", self.architect),
        ]

    def play(self, game: Game) -> dict[str, Any]:
        """The transcript of a game."""
        agent = self.agents[game.agent]
        made = agent_of(agent) if isinstance(agent, str) else agent
        architect = architect_of(self.architect) if isinstance(self.architect, str) else self.architect
        rules: dict[str, Any] = {"budget": self.budget, "price": self.price, "seed": self.seed}
        with one_thread():
            found = play(game.episode, made, architect, game.protocol, **rules)
        return {"agent": game.agent, **found}


def run(study: Study, out: Path, *, workers: int = 1, on_ray: bool = False) -> list[dict[str, Any]]:
    """Play a study, write its transcripts to `out` as JSON Lines, and return them.

    While it runs, every transcript is kept in a hidden log beside `out` (`cq.jobs.answer_log`): the same
    study continues where it was killed, to the same file, byte for byte. A study with other dependencies
    (`Study.digest`) starts anew. `workers` are processes; `on_ray` plays on a Ray cluster instead (extra
    `ray`). Both play the same as one process.

    Raises `InputError` if `out` cannot be written, or another job writes it, or a file on which an agent or
    the architect depends changes meanwhile.
    """
    files = study.files
    check_writable(out, *(Path(path) for of in files.values() for path in of))
    with one_writer(out):
        log = AnswerLog(out.parent, out.name, study.digest)
        games = [(str(number), game) for number, game in enumerate(study.games)]
        _tell_of_kept(study, sum(key in log for key, _ in games))
        keys = log.fill(partial(_played, study, workers, on_ray), games)
        played = progress_bar("playing", len(games), map(log.__getitem__, keys))
        with replacing(out) as temporary, temporary.open("w", encoding="utf-8") as file:
            for transcript in played:
                file.write(json.dumps(transcript) + "\n")
            _check_unchanged(study, files, log)
        log.remove()
    return read_transcripts(out)


def _tell_of_kept(study: Study, kept: int) -> None:
    """Warn where earlier games may be of another agent than the one that answers now."""
    named = [*study.agents.items(), ("the architect", study.architect)]
    elsewhere = [str(name) for name, player in named if isinstance(player, str) and is_elsewhere(player)]
    if kept and elsewhere:
        log_of_games.warning(
            "%d games were played before the study was interrupted; if what answers for %s has changed "
            "since, rename it (NAME=AGENT) to play all again",
            kept,
            ", ".join(map(repr, elsewhere)),
        )


def _check_unchanged(study: Study, files: dict[str, dict[str, str]], log: AnswerLog) -> None:
    """Raise `InputError` if a file has changed since the study began: it is not known which games it
    played.
    """
    try:
        for (name, before), now in zip(files.items(), study.files.values(), strict=True):
            if changed := sorted(path for path, _ in before.items() ^ now.items()):
                raise InputError(f"{changed[0]!r} of the {name} changed while it played; run the study again")
    except InputError:
        log.remove()
        raise


def _played(study: Study, workers: int, on_ray: bool, games: Iterable[Game]) -> Answers:
    """The transcripts of games, in order."""
    play = partial(_play, replace(study, episodes=study.episodes[:1]), own_pipeline())
    if on_ray:
        yield from in_cluster(play, games)
    else:
        # The games of an episode go to one worker: agents over one pipeline share its turns.
        together = len(study.agents) * len(study.protocols)
        yield from in_workers(play, games, workers, together=together)


def _play(study: Study, pipeline: Pipeline | None, game: Game) -> dict[str, Any]:
    """The transcript of a game, over the pipeline that `cq.use` has set (None: the bundled one)."""
    if own_pipeline() is not pipeline:
        use(pipeline)
    return study.play(game)
