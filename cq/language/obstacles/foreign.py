"""What no block can be or do: foreign colours and things, verbs, and places outside the zone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cq.language.obstacles.obstacle import Obstacle
from cq.language.obstacles.scene import Scene
from cq.language.obstacles.wording import COLOUR, FOREIGN_COLOURS
from cq.world.palette import COLOURS

_OUTSIDE = re.compile(
    r"\b(?:outside|beyond|off|out of) (?:of )?(?:the |its )?(?:edge of the )?(?:grid|zone|board|world|area|"
    r"edges?|field|platform)\b"
)
_IMPOSSIBLE_VERBS = re.compile(
    r"\b(spin|explode|blow up|detonate|burn|melt|dance|fly|jump|sing|eat|drink|cook|kick|kiss|hug|bend|"
    r"stretch|squeeze|inflate|shrink|"
    r"freeze|teleport|ride|drive|bounce|whisper|tickle|marry|hide|wash|feed|sell|buy|wake|shake|lick|bake|"
    r"boil|fold|tie|knit|sew|unscrew|"
    r"electrify|magnetise|magnetize|light|ignite)(?:ning|ing|s)?(?= (?:the|this|that|all|every|each|up|down|"
    r"it|them|a|an|my|your))"
)
_BELOW_GROUND = re.compile(
    r"\bunderground\b|\b(?:dig(?!it)|bury|sink|drill)\w*\b.*\b(?:ground|earth|floor)\b|"
    r"\bhole\b.*\b(?:in|into|through) the (?:ground|earth)\b|"
    r"\b(?:below|beneath|under) (?:the )?(?:ground|earth)\b"
)
_FOREIGN_COLOUR = re.compile(
    rf"\b({FOREIGN_COLOURS})\b(?![ /-]+(?:squares?|spaces?|tiles?|floor|part|spots?|cells?|lines?|grid|area|"
    rf"edges?|boundary|boundaries|border|"
    rf"{COLOUR}|ground|region|zone|portion|side|centre|middle|section|background|surface|coloured|colour|"
    rf"and (?:(?:a|the) )?(?:{COLOUR}|{FOREIGN_COLOURS})\b))"
)
_FOREIGN_THINGS = re.compile(
    r"\b(doors?|windows?|dragons?|water|lava|glass|wood(?:en)?|stones?|dirt|sand|iron|metal|diamonds?|"
    r"torch(?:es)?|lamps?|lanterns?|candles?|"
    r"ladders?|chests?|beds?|sofas?|pillows?|carpets? of grass|flowers?|trees?|plants?|"
    r"grass|cows?|sheep|pigs?|chickens?|dogs?|cats?|horses?|birds?|"
    r"zombies?|creepers?|monsters?|unicorns?|elephants?|people|persons?|villagers?|fountains?|rivers?|"
    r"lakes?|oceans?|clouds?|"
    r"stars?|moon|planets?|rockets?|cars?|trains?|ships?|boats?|swords?|paper|plastic|rubber|balloons?|"
    r"bricks? of gold|"
    r"spheres?|balls?|cylinders?|cones?|triang(?:le|ular)s? blocks?|slabs?|wheels?|ropes?|chains?|curtains?|"
    r"chandeliers?|pizza|cake|bread)\b(?![ -](?:like|shap))"
)


def foreign_obstacles(scene: Scene) -> Iterator[Obstacle]:
    """What the words of a text name that this world does not have."""
    if (found := _FOREIGN_COLOUR.search(scene.text)) and not re.search(
        rf"(?:{COLOUR})[/-]$", scene.text[: found.start()]
    ):
        known = ", ".join(COLOURS[:-1]) + " and " + COLOURS[-1]
        yield Obstacle("impossible", "colour", found[0], f"no block is {found[1]}; there are {known} ones")
    if (
        scene.is_short
        and (found := _OUTSIDE.search(scene.text))
        and any(not one.existing for one in scene.mentions)
    ):
        yield too_large(found[0], "nothing can be built outside the zone", "where")
    if scene.is_short and (found := _BELOW_GROUND.search(scene.text)):
        yield too_large(found[0], "nothing can be below the ground", "where")
    verb = _IMPOSSIBLE_VERBS.search(scene.text)
    if verb and scene.is_short and re.match(r"(?:\w+ )?(?:\w+ )?$", scene.text[: verb.start()]):
        yield Obstacle(
            "impossible", "action", verb[0], f"blocks can be placed and removed; they cannot {verb[1]}"
        )
    thing = _FOREIGN_THINGS.search(scene.text)
    if (
        thing
        and scene.is_short
        and not any(one.family == "unit" and not one.existing for one in scene.mentions)
    ):
        yield Obstacle("impossible", "action", thing[0], f"this world has only blocks, no {thing[1]}")


def too_large(phrase: str, text: str, question: str = "size") -> Obstacle:
    """What lies beyond the zone."""
    return Obstacle("impossible", question, phrase.strip(), text)
