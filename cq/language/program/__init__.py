"""Programs: the meanings of texts, as typed values. One frozen class per meaning.

A program knows no world. An open end of the words is None (or an empty tuple) in a field that execution
needs: `cq.semantics` makes a `Hole` of it. Denials are there too (`Ref.but`, `Keep`). `to_dict` and
`from_dict` (`cq.language.json_form`) turn any of these values into JSON and back.

Directions are words: the compass ("north", "northeast"), "up", "down", and the builder's own sides ("left",
"right", "front", "back", "opposite" of what is built, "inwards" from the border of the zone); one that is
told by a thing is a `Toward` until `cq.semantics.headings` has its word. Colours are the six names. Numbers
count blocks, cells or levels; level 1 is the ground.
"""

from cq.language.program.actions import *  # noqa: F403
from cq.language.program.base import *  # noqa: F403
from cq.language.program.constructions import *  # noqa: F403
from cq.language.program.conversation import *  # noqa: F403
from cq.language.program.locations import *  # noqa: F403
from cq.language.program.naming import *  # noqa: F403
from cq.language.program.narrowing import *  # noqa: F403
from cq.language.program.responses import *  # noqa: F403
