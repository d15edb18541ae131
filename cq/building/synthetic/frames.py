"""How people say what they want: politeness, chat around it, casing and punctuation."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from cq.building.synthetic.wording import worded

REQUESTS = (
    "[could|can|would|will] you [please |]{}",
    "please {}",
    "{}, please",
    "{} please",
    "i [want|need] you to {}",
    "i'd like you to {}",
    "[try to|let's|now you need to|your task is to|you should|you have to] {}",
    "all you have to do is {}",
    "would you mind if i asked you to {}",
)
"""Forms around a command, which begins with a verb."""

CHATTER = (
    "[ok|okay|alright|great|good|nice|perfect|well done|hi|hello|hey|cool|so|yes], {}",
    "[ok|okay|alright|good] now {}",
    "now {}",
    "{}[, thanks|, thank you|, that's it|. thanks|. thank you so much|. that's all for now|, ok]",
    "hey, {}, thanks",
    "[the next step is simple|here is what i want|next step|i have an idea|one more thing|listen]: {}",
    "[i think |]we are [nearly done|almost there|making progress]. {}",
    "[first of all|to begin|as a start|for the next step], {}",
    "{}, [if that's possible|as simple as that|carefully|as a last step|just like that]",
)
"""Forms around any sentence."""

CONNECTIVES = ("then", "after that,", "next,", "and then", "afterwards,", "finally,", "also,", "", "", "", "")
_COMMAND = re.compile(
    r"(?:add|attach|bring|break|bridge|build|cap|change|clear|close|colou?r|connect|cover|create|cut|delete|demolish|"
    r"destroy|double|dye|empty|enclose|encircle|erase|exchange|extend|fill|flip|get|give|grow|hollow|join|keep|knock|"
    r"lay|lengthen|lift|link|make|mirror|move|paint|pick|place|put|raise|recolou?r|remove|repaint|repeat|replace|"
    r"reverse|set|shift|shorten|slide|stack|start|surround|swap|switch|take|trim|turn|wipe|write|draw)\b"
)


def framed(rng: random.Random, text: str) -> str:
    """The sentence as a request or with some chat, or as it is; it keeps its meaning."""
    command = _COMMAND.match(text) and "?" not in text
    if command and rng.random() < 0.16:
        text = worded(rng, rng.choice(REQUESTS).format(text))
        if re.match(r"(?:could|can|would|will)\b", text) and rng.random() < 0.6:
            text += "?"
    if rng.random() < 0.14 and not text.endswith("?"):
        text = worded(rng, rng.choice(CHATTER).format(text))
    return text


def joined(rng: random.Random, texts: Sequence[str]) -> str:
    """Sentences as one instruction: in one breath or several, with or without capitals and full stops."""
    style = rng.random()
    if len(texts) > 1 and style < 0.25:
        link = rng.choice((", then ", " and then ", ", and then ", "; ", ", after that ", ", "))
        texts = [link.join(text.rstrip("?.") for text in texts)]
    else:
        texts = [f"{rng.choice(CONNECTIVES)} {text}".strip() if i else text for i, text in enumerate(texts)]
    if rng.random() < 0.3:
        texts = [re.sub(r"(^|[.?] )([a-z])", lambda match: match[1] + match[2], text) for text in texts]
    else:
        texts = [
            re.sub(r"(^|[.?] )([a-z])", lambda match: match[1] + match[2].upper(), text) for text in texts
        ]
        texts = [re.sub(r"\bi\b(?!')", "I", text).replace("i'd ", "I'd ") for text in texts]
    text = ". ".join(texts).replace("?.", "?")
    ending = rng.choice((".", ".", ".", "", "", "!"))
    return text if text.endswith("?") else text + ending
