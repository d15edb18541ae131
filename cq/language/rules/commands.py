"""Words that may precede any command and do not change it."""

from __future__ import annotations

from cq.language.notation import rules

rules("""
@please: want to|go ahead and|start by|finish by|proceed to|continue to|you have to|would you mind
    do me a favour and|i would like to|after that|first|firstly|second|third|lastly|last|after this
    when that is done|to begin|followed by
Command: @want {self:Command} | @please {self:Command}
Command, 0.8: but {self:Command}
hear Command, 0.2: {self:Command} (after|first)
hear Command, 0.5: than {self:Command}
# The number of an order in a list.
@listmark: .|')'|:
hear Command, 0.5: {:Number} @listmark {self:Command}
""")
