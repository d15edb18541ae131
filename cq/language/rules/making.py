"""How people say what to make, and where."""

from __future__ import annotations

from cq.language.grammar import rule
from cq.language.program import Make

rule(Make, "[@want] @make {thing} {place}", "@make {place} {thing}", "{place} @make {thing}")
rule(Make, "[@want] @make {thing}", cost=0.2)
rule(Make, "{thing} {place}", cost=1.0)
rule(Make, "[@want] @stack {thing} {place}", "{place} @stack {thing}", stacked=True)
