"""The builder: networks that predict plans and actions, and the confidence of the result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.building.build import Build
from cq.building.confidence import NUM_FEATURES, Confidence
from cq.building.denials import unread_denial
from cq.encoder.backbone import Backbone
from cq.language.instruction import GroundedInstruction
from cq.language.request import CLOSINGS
from cq.language.rewriting import rewritten
from cq.language.spelling import corrected
from cq.meaning.instruction import understanding_of
from cq.modeling.artifacts import check_features, load_artifact, reporting_damage, save_artifact

if TYPE_CHECKING:
    from cq.building.decoding.candidates import Candidates
    from cq.building.example import BuildingExample
    from cq.building.model.network import BuildingNetwork

KIND = "builder"
ANSWERED = 0.7
"""The share of the builds that are considered with the answers; the others are considered without them."""
UNREAD_LIMIT = 0.8
"""The highest confidence of a build of a text of which words were not read."""
DENIED = 0.25
"""The most confidence in a build whose instruction denies something that is not read: of 62 recorded clear
rows of this kind 15 were built exactly."""
REMEMBERED = 128
"""Instructions whose sampled builds are kept."""


class NetworkBuilder:
    """Predicts what a person would build from an instruction in a world, with networks and a confidence."""

    def __init__(
        self, networks: Sequence[BuildingNetwork], confidence: Confidence, backbone: Backbone
    ) -> None:
        from cq.building.token_embedder import TokenEmbedder

        self.networks, self.confidence, self.backbone = list(networks), confidence, backbone
        self._embedder = TokenEmbedder(backbone)
        self._sampled: dict[Any, Candidates] = {}

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction, computed in batches. Networks are asked only where rules do not
        understand every word.
        """
        known = [_understood(one) for one in instructions]
        pairs = list(zip(instructions, known, strict=True))
        sampled = iter(self._sampled_anew([one for one, sure in pairs if sure is None]))
        return [self.choose(sure or next(sampled)) for sure in known]

    def sample(
        self, instructions: Sequence[GroundedInstruction], num_samples: int | None = None
    ) -> list[Candidates]:
        """The different builds that it considers for each instruction, computed in batches.

        Where rules understand every word and nothing stands in the way, theirs is the only one: an answer
        could add little, see `cq.building.decoding.interpreted.EXACT`. Elsewhere, `num_samples` builds are
        sampled in each of two frames, and the likeliest build of each is added. Where questions were
        answered, the networks read the instruction rewritten with its answers (`cq.language.rewriting`), or
        else the exchanges. The builds that they consider without the answers are added: people answer in more
        ways than rules and networks know, and the answers choose among all builds
        (`cq.dialogue.answers.agreement`). Where rules understand all words (`cq.building.interpretation`),
        their build is added as the likeliest; elsewhere, what they make of it without a word or two, and what
        it leads to sentence by sentence.
        """
        sure = [
            None if one.obstacles and not one.request.exchanges else _understood(one) for one in instructions
        ]
        pairs = zip(instructions, sure, strict=True)
        sampled = iter(self._sampled_anew([one for one, known in pairs if known is None], num_samples))
        return [known or next(sampled) for known in sure]

    def _sampled_anew(
        self, instructions: Sequence[GroundedInstruction], num_samples: int | None = None
    ) -> list[Candidates]:
        """What the networks, and rules beside them, consider for each instruction."""
        from cq.building.decoding.interpreted import with_interpretations, with_meanings
        from cq.building.decoding.prediction import NUM_SAMPLES, predict_builds, sample_builds

        count = NUM_SAMPLES if num_samples is None else num_samples
        heard = [building_example(one) for one in instructions]
        before = [replace(example, exchanges=()) for example in heard]
        for i, instruction in enumerate(instructions):
            if heard[i].exchanges and (plain := rewritten(instruction.request, instruction.world)):
                heard[i] = replace(before[i], instruction=plain)
        keys = [
            (one.instruction, one.facing, one.start.tobytes(), one.history, one.recent, count)
            for one in before
        ]
        answered = [i for i, one in enumerate(instructions) if one.request.exchanges]
        # Only a dialogue takes what is remembered: the last digits of a result depend on its batch.
        known = {keys[i]: self._sampled[keys[i]] for i in answered if keys[i] in self._sampled}
        new = {key: one for key, one in zip(keys, before, strict=True) if key not in known}
        sampled = sample_builds(
            self.networks, [*new.values(), *(heard[i] for i in answered)], self._embedder, count
        )
        known |= zip(new, sampled, strict=False)
        self._remember(known)
        candidates = [known[key] for key in keys]
        for i, after in zip(answered, sampled[len(new) :], strict=True):
            candidates[i] = after.joined(candidates[i], ANSWERED)
        # Exchanges that no rule could place in the instruction leave it half said.
        whole = [i for i, example in enumerate(heard) if not example.exchanges]
        predict = partial(predict_builds, self.networks, embedder=self._embedder, num_samples=count)
        interpreted = with_interpretations([candidates[i] for i in whole], [heard[i] for i in whole], predict)
        for i, one in zip(whole, interpreted, strict=True):
            candidates[i] = one
        for i in answered:
            candidates[i] = with_meanings(candidates[i], building_example(instructions[i]))
        return [_described(*pair) for pair in zip(candidates, instructions, strict=True)]

    def _remember(self, sampled: dict[Any, Candidates]) -> None:
        """Keep the last samples: a dialogue samples its instruction again after each answer."""
        self._sampled |= sampled
        for key in list(self._sampled)[: max(0, len(self._sampled) - REMEMBERED)]:
            del self._sampled[key]

    def choose(self, candidates: Candidates) -> Build:
        """The candidate with the highest expected score."""
        from cq.building.decoding.minimum_bayes_risk import minimum_bayes_risk

        prediction = minimum_bayes_risk(candidates)
        prediction.grid.setflags(write=False)
        confidence = self.confidence(prediction)
        if candidates.unread:
            confidence = min(confidence, UNREAD_LIMIT)
        if candidates.denied:
            confidence = min(confidence, DENIED)
        return Build(
            prediction.grid,
            prediction.actions,
            prediction.plan,
            confidence,
            start=candidates.start,
            corrections=candidates.corrections,
            unread=candidates.unread,
        )

    def save_pretrained(self, folder: str | os.PathLike[str], info: dict[str, Any] | None = None) -> None:
        """Write the networks; `info` (training rows and figures) is added to the configuration."""
        folder = Path(folder)
        from cq.building.model.cell_features import cell_feature_names
        from cq.modeling.ensemble import network_tensors

        config = {
            "kind": KIND,
            "backbone": self.backbone.name,
            "features": cell_feature_names(),
            "networks": len(self.networks),
            "confidence": list(self.confidence.weights),
        }
        tensors = {name: t.astype(np.float16) for name, t in network_tensors(self.networks).items()}
        save_artifact(folder, config | (info or {}), tensors)

    @classmethod
    def from_pretrained(cls, folder: str | os.PathLike[str], backbone: Backbone) -> NetworkBuilder:
        """Read what `save_pretrained` wrote. Raises `MissingFileError` or `InputError`."""
        folder = Path(folder)
        from cq.building.model.cell_features import cell_feature_names
        from cq.building.model.network import BuildingNetwork
        from cq.building.token_embedder import TokenEmbedder
        from cq.modeling.ensemble import restore_networks

        config, tensors = load_artifact(folder, KIND, (), backbone.name)
        check_features(folder, config.given("features"), cell_feature_names())
        width = TokenEmbedder(backbone).width
        with reporting_damage(folder):
            networks = restore_networks(lambda: BuildingNetwork(width), tensors, config.count("networks"))
        return cls(networks, Confidence(config.numbers("confidence", NUM_FEATURES)), backbone)


def _understood(instruction: GroundedInstruction) -> Candidates | None:
    """The build that is meant as the only candidate, if every word of the instruction and its answers is
    read.
    """
    from cq.building.decoding.interpreted import understood

    candidates = understood(building_example(instruction))
    return None if candidates is None else _described(candidates, instruction)


def _described(candidates: Candidates, instruction: GroundedInstruction) -> Candidates:
    unread: tuple[str, ...] = ()
    if candidates.interpretation is None and (understanding := understanding_of(instruction)) is not None:
        unread = understanding.reading.unread_words
    return replace(
        candidates,
        obstructed=bool(instruction.obstacles),
        corrections=instruction.corrections,
        denied=unread_denial(instruction) is not None,
        unread=unread,
    )


def building_example(instruction: GroundedInstruction) -> BuildingExample:
    """What the networks read of an instruction: its request and what was said before, its world and what was
    placed last, and where the builder looks.
    """
    from cq.building.example import BuildingExample

    request, world = instruction.request, instruction.world
    # The options of a question name much that nobody wants.
    exchanges = tuple((one.question.split(":")[0], corrected(one.answer)) for one in request.exchanges)
    facing = None if world.pose is None else world.pose.facing
    return BuildingExample(
        corrected(request.instruction),
        world.grid,
        exchanges=exchanges,
        facing=facing,
        history=tuple(turn for turn in request.context if not turn[1].startswith(CLOSINGS)),
        recent=world.recent,
    )
