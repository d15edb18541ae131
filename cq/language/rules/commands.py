"""How people say what to do."""

from __future__ import annotations

from cq.language.grammar import rule
from cq.language.program import Recolour, Remove, Replace, Turn

rule(Remove, "[@want] @remove {ref}")
rule(Replace, "@replace {ref} (with|by|for|to) {thing}")
rule(Recolour, "@recolour {ref} {colour}")
rule(Turn, "(facing|face|facing towards|looking) {direction}")
