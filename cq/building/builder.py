"""The builder: what the language reads, networks for what it does not, and the confidence of the result."""

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
"""The highest confidence of a build where words were not read, or something stands in its way."""
TOLD_LIMIT = 0.7
"""That of a build that is put right by answers about the outcome."""
DENIED = 0.25
"""The most confidence in a build whose instruction denies something that is not read: of 62 recorded clear
rows of this kind 15 were built exactly."""


class NetworkBuilder:
    """Predicts what a person would build from an instruction in a world, with networks and a confidence."""

    def __init__(
        self, networks: Sequence[BuildingNetwork], confidence: Confidence, backbone: Backbone
    ) -> None:
        from cq.building.token_embedder import TokenEmbedder

        self.networks, self.confidence, self.backbone = list(networks), confidence, backbone
        self._embedder = TokenEmbedder(backbone)

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction, computed in batches. Networks are asked only where nothing is surely
        understood.
        """
        return [self.choose(candidates) for candidates in self.sample(instructions)]

    def sample(
        self, instructions: Sequence[GroundedInstruction], num_samples: int | None = None
    ) -> list[Candidates]:
        """The different builds that it considers for each instruction, computed in batches.

        What is surely understood is the only one. Elsewhere the outcomes of what is read stand beside those
        of the networks (`cq.building.decoding.meanings`): `num_samples` builds are sampled in each of two
        frames, the likeliest of each is added, and those that break what is read count for less. Where
        nothing that is read can be carried out as a whole, what its steps lead to is one more
        (`cq.building.decoding.stepwise`).
        """
        from cq.building.decoding.meanings import understood

        sure = [
            understood(one.world.grid, one.heard.understanding, one.world.palette) for one in instructions
        ]
        pairs = zip(instructions, sure, strict=True)
        sampled = iter(self._sampled([one for one, known in pairs if known is None], num_samples))
        found = [known or next(sampled) for known in sure]
        return [_described(*pair) for pair in zip(found, instructions, strict=True)]

    def _sampled(
        self, instructions: Sequence[GroundedInstruction], num_samples: int | None = None
    ) -> list[Candidates]:
        """What the networks consider for each instruction, with what is read of it."""
        from cq.building.decoding.answered import with_told
        from cq.building.decoding.meanings import loosely, with_meanings, with_steps
        from cq.building.decoding.pieces import weighted
        from cq.building.decoding.prediction import NUM_SAMPLES, sample_builds
        from cq.building.decoding.stepwise import stepwise_builds
        from cq.building.decoding.windows import sampled_in_zones

        count = NUM_SAMPLES if num_samples is None else num_samples
        sample = partial(sample_builds, self.networks, embedder=self._embedder, num_samples=count)
        examples = [building_example(one) for one in instructions]
        palettes = [one.world.palette for one in instructions]
        # Networks mistake answers at times: what they made of the instruction alone is considered too.
        answered = [i for i, one in enumerate(examples) if one.exchanges]
        without = [replace(examples[i], exchanges=()) for i in answered]
        found = sampled_in_zones(sample, [*examples, *without], palettes + [palettes[i] for i in answered])
        candidates, alone = found[: len(examples)], found[len(examples) :]
        saw = [one.networks_saw for one in candidates]
        for i, one in zip(answered, alone, strict=True):
            candidates[i] = candidates[i].joined(one)
        read = [one.heard.understanding for one in instructions]
        guessed = [loosely(*pair) for pair in zip(read, examples, strict=True)]
        failed = [i for i, one in enumerate(guessed) if not one.results]
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
        """The candidate with the highest expected score, or what is likely where none is."""
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
    """What the networks would build of examples in the palette that is spoken of."""
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
    """What the networks read of an instruction: its request and what was said before, its world and what was
    placed last, and where the builder looks.
    """
    from cq.building.example import BuildingExample

    request, world, heard = instruction.request, instruction.world, instruction.heard
    # The options of a question name much that nobody wants, and what is not understood tells nothing.
    exchanges = tuple((one.question.head, corrected(one.answer)) for one in heard.exchanges)
    return BuildingExample(
        corrected(heard.instruction),
        world.grid,
        exchanges=exchanges,
        facing=instruction.facing,
        history=request.history,
        recent=world.recent,
        pose=world.pose,
    )
