"""Any agent against any architect, where asking has a price."""

from cq.arena.agents import AlwaysAsks, AsksAtRandom, NeverAsks, PipelineAgent, Recorded
from cq.arena.architects import Answer, OwnArchitect, Person, Unreliable, WrittenArchitect
from cq.arena.episode import (
    PROTOCOLS,
    Agent,
    Ask,
    Build,
    Episode,
    Exchange,
    Refuse,
    Terms,
    move_to_json,
)
from cq.arena.language_model import ModelAgent, ModelArchitect
from cq.arena.measures import frame, help_rate, summary, utility
from cq.arena.moves import move_from_json
from cq.arena.play import UnreachableError, play
from cq.arena.remote import A2aAgent, HttpAgent
from cq.arena.report import figure, html, write_report
from cq.arena.sources import episode_of, episodes
from cq.arena.study import Study, run
from cq.arena.transcripts import TRANSCRIPT_SCHEMA, read_transcripts

__all__ = [
    "PROTOCOLS",
    "TRANSCRIPT_SCHEMA",
    "A2aAgent",
    "Agent",
    "AlwaysAsks",
    "Answer",
    "Ask",
    "AsksAtRandom",
    "Build",
    "Episode",
    "Exchange",
    "HttpAgent",
    "ModelAgent",
    "ModelArchitect",
    "NeverAsks",
    "OwnArchitect",
    "Person",
    "PipelineAgent",
    "Recorded",
    "Refuse",
    "Study",
    "Terms",
    "UnreachableError",
    "Unreliable",
    "WrittenArchitect",
    "episode_of",
    "episodes",
    "figure",
    "frame",
    "help_rate",
    "html",
    "move_from_json",
    "move_to_json",
    "play",
    "read_transcripts",
    "run",
    "summary",
    "utility",
    "write_report",
]
