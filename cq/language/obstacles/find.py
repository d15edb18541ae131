"""All obstacles of an instruction."""

from __future__ import annotations

from cq.language.foreign_language import NOT_ENGLISH, is_english
from cq.language.idle_sentences import asks_for_nothing
from cq.language.length import TOO_LONG, is_too_long
from cq.language.obstacles.contradictions import contradictions
from cq.language.obstacles.obstacle import Obstacle
from cq.language.obstacles.openness import open_obstacles
from cq.language.obstacles.references import reference_obstacles
from cq.language.obstacles.scene import Scene
from cq.language.obstacles.topic import off_topic
from cq.language.obstacles.zone import middle_obstacles, zone_obstacles
from cq.world import World


def find_obstacles(text: str, world: World, context: bool = False) -> list[Obstacle]:
    """The obstacles of a text in a world, the gravest first."""
    if is_too_long(text):
        return [Obstacle("nonsense", "action", text, TOO_LONG)]
    if not is_english(text):
        return [Obstacle("nonsense", "action", text, NOT_ENGLISH)]
    scene = Scene.of(text, world, context)
    if asks_for_nothing(scene.sentences):
        return []
    if refused := off_topic(scene):
        return [refused]
    found = [
        *contradictions(scene),
        *zone_obstacles(scene),
        *middle_obstacles(scene),
        *reference_obstacles(scene),
        *open_obstacles(scene),
    ]
    said = {one.question_type for one in found if one.kind != "open"}
    found = [one for one in found if one.kind != "open" or one.question_type not in said]
    return list({(one.kind, one.question_type, one.phrase): one for one in found}.values())
