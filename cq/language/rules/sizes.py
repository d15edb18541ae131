"""How people say how large something is."""

from __future__ import annotations

from cq.language.grammar import rule
from cq.language.program import Size

rule("ShortSize", "{number} [@blocks] (high|tall)", makes=Size, dimension="high")
rule("ShortSize", "{number} [@blocks] long", makes=Size, dimension="long")
rule("ShortSize", "{number} (block|blocks)", makes=Size, dimension="blocks")
