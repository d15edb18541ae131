"""The builder: rules for the words that it reads, networks for the rest, and the confidence of the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.building.build import Build
from cq.building.confidence import NUM_FEATURES, Confidence
from cq.encoder.backbone import Backbone
from cq.language.lexicon import palette
from cq.language.spelling import corrected
from cq.language.vocabulary import denies
from cq.modeling.artifacts import load_artifact, reporting_damage, save_artifact
from cq.reading.grounded import GroundedInstruction
from cq.types import PathLike

if TYPE_CHECKING:
    from cq.building.decoding.candidates import Candidates
    from cq.building.decoding.minimum_bayes_risk import BuildPrediction
    from cq.building.decoding.windows import Sample
    from cq.building.example import BuildingExample
    from cq.building.model.network import BuildingNetwork

KIND = "builder"
UNREAD_LIMIT = 0.8
"""The highest confidence of a build with unread words or an obstacle."""
TOLD_LIMIT = 0.7
"""The highest confidence of a build that answers about the outcome have repaired."""
DENIED = 0.25
"""The highest confidence of a build whose instruction denies something that is not read: of 62 recorded
clear rows of this kind, 15 were built exactly."""


class NetworkBuilder:
    """Predicts a person's build from an instruction in a world, with networks and a confidence."""

    def __init__(
        self, networks: Sequence[BuildingNetwork], confidence: Confidence, backbone: Backbone
    ) -> None:
        from cq.building.token_embedder import TokenEmbedder

        self.networks, self.confidence, self.backbone = list(networks), confidence, backbone
        self._embedder = TokenEmbedder(backbone)

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction, computed in batches. Networks run only where no reading is sure."""
        return [self.choose(candidates) for candidates in self.sample(instructions)]

    def sample(
        self, instructions: Sequence[GroundedInstruction], num_samples: int | None = None
    ) -> list[Candidates]:
        """The candidate builds for each instruction, computed in batches.

        A sure reading is the only candidate. Otherwise the outcomes of the readings join those of the
        networks (`cq.building.decoding.meanings`): `num_samples` builds are sampled in each of two frames,
        the likeliest of each is added, and those that contradict the reading weigh less. Where no reading can
        be carried out as a whole, the outcome of its steps is one more candidate
        (`cq.building.decoding.stepwise`).
        """
        from cq.building.decoding.meanings import understood

        sure = [
            understood(instruction.world.grid, instruction.heard.understanding, instruction.world.palette)
            for instruction in instructions
        ]
        pairs = zip(instructions, sure, strict=True)
        sampled = iter(
            self._sampled([instruction for instruction, known in pairs if known is None], num_samples)
        )
        found = [known or next(sampled) for known in sure]
        return [_described(*pair) for pair in zip(found, instructions, strict=True)]

    def _sampled(
        self, instructions: Sequence[GroundedInstruction], num_samples: int | None = None
    ) -> list[Candidates]:
        """The candidates of the networks for each instruction, joined with its readings."""
        from cq.building.decoding.answered import with_told
        from cq.building.decoding.meanings import loosely, with_meanings, with_steps
        from cq.building.decoding.pieces import weighted
        from cq.building.decoding.prediction import NUM_SAMPLES, sample_builds
        from cq.building.decoding.stepwise import stepwise_builds
        from cq.building.decoding.windows import sampled_in_zones

        count = NUM_SAMPLES if num_samples is None else num_samples
        sample = partial(sample_builds, self.networks, embedder=self._embedder, num_samples=count)
        examples = [building_example(instruction) for instruction in instructions]
        palettes = [instruction.world.palette for instruction in instructions]
        # Networks misread answers at times: their builds of the instruction alone are candidates too.
        answered = [i for i, example in enumerate(examples) if example.exchanges]
        without = [replace(examples[i], exchanges=()) for i in answered]
        found = sampled_in_zones(sample, [*examples, *without], palettes + [palettes[i] for i in answered])
        candidates, alone = found[: len(examples)], found[len(examples) :]
        saw = [sampled.networks_saw for sampled in candidates]
        for i, sampled in zip(answered, alone, strict=True):
            candidates[i] = candidates[i].joined(sampled)
        read = [instruction.heard.understanding for instruction in instructions]
        guessed = [loosely(*pair) for pair in zip(read, examples, strict=True)]
        failed = [i for i, understanding in enumerate(guessed) if not understanding.results]
        predict = partial(_predicted, sample)
        steps = dict(zip(failed, stepwise_builds([examples[i] for i in failed], predict), strict=True))
        for i, example in enumerate(examples):
            candidates[i] = weighted(candidates[i], read[i].reading)
            candidates[i] = with_meanings(candidates[i], guessed[i], bool(example.exchanges))
            candidates[i] = with_steps(candidates[i], steps.get(i))
            candidates[i] = with_told(candidates[i], instructions[i].heard.outcome)
            candidates[i] = replace(candidates[i], networks_saw=saw[i])
        return candidates

    def choose(self, candidates: Candidates) -> Build:
        """The candidate with the highest expected score, or the likely changes where no candidate is
        likely.
        """
        from cq.building.decoding.likely_changes import best_build

        prediction = best_build(candidates)
        prediction.grid.setflags(write=False)
        confidence = self.confidence(prediction)
        if candidates.unread or candidates.obstructed:
            confidence = min(confidence, UNREAD_LIMIT)
        if candidates.told:
            confidence = min(confidence, TOLD_LIMIT)
        if any(map(denies, candidates.unread)):
            confidence = min(confidence, DENIED)
        return Build(
            prediction.grid,
            prediction.actions,
            prediction.plan,
            confidence,
            start=candidates.start,
            corrections=candidates.corrections,
            unread=candidates.unread,
            palette=candidates.palette,
            networks_saw=candidates.networks_saw,
        )

    def save_pretrained(self, folder: PathLike, info: dict[str, Any] | None = None) -> None:
        """Write the networks; `info` (training rows and figures) is added to the configuration."""
        folder = Path(folder)
        from cq.building.model.gaze import input_feature_names
        from cq.modeling.ensemble import network_tensors

        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "features": input_feature_names(),
            "networks": len(self.networks),
            "confidence": list(self.confidence.weights),
        }
        tensors = {name: t.astype(np.float16) for name, t in network_tensors(self.networks).items()}
        save_artifact(folder, config | (info or {}), tensors)

    @classmethod
    def from_pretrained(cls, folder: PathLike, backbone: Backbone) -> NetworkBuilder:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        folder = Path(folder)
        from cq.building.model.gaze import input_feature_names
        from cq.building.model.network import BuildingNetwork
        from cq.building.token_embedder import TokenEmbedder
        from cq.modeling.ensemble import restore_networks

        config, tensors = load_artifact(folder, KIND, backbone.name, input_feature_names())
        width = TokenEmbedder(backbone).width
        with reporting_damage(folder):
            networks = restore_networks(lambda: BuildingNetwork(width), tensors, config.count("networks"))
        return cls(networks, Confidence(config.numbers("confidence", NUM_FEATURES)), backbone)


def _predicted(sample: Sample, examples: Sequence[BuildingExample]) -> list[BuildPrediction]:
    """The networks' builds of examples in the current palette."""
    from cq.building.decoding.minimum_bayes_risk import minimum_bayes_risk
    from cq.building.decoding.windows import sampled_in_zones

    found = sampled_in_zones(sample, examples, [palette()] * len(examples))
    return [minimum_bayes_risk(candidates) for candidates in found]


def _described(candidates: Candidates, instruction: GroundedInstruction) -> Candidates:
    heard, exchanges = instruction.heard, instruction.request.exchanges
    unheard = (word for i in heard.unheard for word in exchanges[i].answer.split())
    return replace(
        candidates,
        obstructed=bool(instruction.obstacles),
        told=bool(heard.outcome) and not heard.is_filled,
        corrections=instruction.corrections,
        unread=(*heard.understanding.reading.unread_words, *unheard),
    )


def building_example(instruction: GroundedInstruction) -> BuildingExample:
    """The networks' input for an instruction: its request and history, its world and the last placed blocks,
    and the direction of the builder's look.
    """
    from cq.building.example import BuildingExample

    request, world, heard = instruction.request, instruction.world, instruction.heard
    # The options of a question name much that nobody wants, and unread text adds nothing.
    exchanges = tuple((exchange.question.head, corrected(exchange.answer)) for exchange in heard.exchanges)
    return BuildingExample(
        corrected(heard.instruction),
        world.grid,
        exchanges=exchanges,
        facing=instruction.facing,
        history=request.history,
        recent=world.recent,
        pose=world.pose,
    )
