"""The report of a load of the Minecraft dialogues."""

from __future__ import annotations

from dataclasses import dataclass, field

from cq.data.report import Report, first_reasons


@dataclass
class MinecraftReport(Report):
    """What `load_minecraft` read, kept and dropped.

    `dropped_games` maps a game to the reason why it is left out. Dropped segments are counted in
    `segments_outside_zone` (a block outside the zone at some time of the segment) and
    `segments_without_instruction` (the architect had not said a word). `segments_without_net_change` are
    kept: the builder's actions took each other back. `states_without_position` are left out as empty.
    `utterances_left_out` hold no character or the mark of a speaker. `segments` counts the kept segments of
    each split, "" for games of no split.
    """

    source: str = ""
    games_read: int = 0
    games_kept: int = 0
    segments_kept: int = 0
    segments_outside_zone: int = 0
    segments_without_instruction: int = 0
    segments_without_net_change: int = 0
    states_without_position: int = 0
    utterances_left_out: int = 0
    segments: dict[str, int] = field(default_factory=dict)
    dropped_games: dict[str, str] = field(default_factory=dict)

    def summary(self) -> str:
        """One line: the games and segments kept, and everything that was left out."""
        parts = [
            f"{self.games_kept:,} of {self.games_read:,} games kept, {self.segments_kept:,} segments",
            f"{self.segments_outside_zone:,} with a block outside the zone and "
            f"{self.segments_without_instruction:,} without an instruction dropped",
        ]
        if self.dropped_games:
            parts.append(f"games dropped: {first_reasons(self.dropped_games)}")
        return "; ".join(parts)
