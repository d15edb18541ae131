"""What may stand before any command, and tells nothing of what to do."""

from __future__ import annotations

from cq.language.notation import rules

rules("""
@please: want to|go ahead and|try to|start by|begin by|finish by|proceed to|continue to|remember to
    you have to|next you|would you mind|do me a favour and|i would like to|i have|i just|i also|we also
    help me|let us|i then|we then|i now|after that|afterwards|first|firstly|secondly|second|third|lastly|last
    at last|after this|from here|once done|when that is done|when done|that done|now you|to start|to begin
    to finish|for this|finishing by|followed by
Command: @want {self:Command} | @please {self:Command}
Command, 0.8: but {self:Command}
hear Command, 0.2: {self:Command} (after|afterwards|after that|after this|first|to begin with|at the end)
hear Command, 0.5: than {self:Command}
# The number of an order in a list.
@listmark: .|')'|:
hear Command, 0.5: {:Number} @listmark {self:Command}
""")
