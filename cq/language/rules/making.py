"""How people say what to make, and where."""

from __future__ import annotations

from cq.language.grammar import rule, words
from cq.language.program import Make
from cq.language.rules.forming import continued, enumerated, one_each, tailed, used

words("become", "is|are|should be|must be|shall be|needs to be|has to be|will be|gets|get|goes|go|should go|comes|come|"
      "sits|stands|stand|belongs|belong|must go|has to go|should stand|should sit|should get|is to be|were|was|appears")
words("exist", "there is|there are|there should be|there must be|there shall be|there has to be|let there be|"
      "there needs to be|there will be")

rule(Make, "[@want] @make {thing} {place}", "@make {place} {thing}", "{place} @make {thing}")
rule(Make, "[@want] @make {thing}", cost=0.2)
rule(Make, "{thing} {place}", "{place} [:] {thing}", cost=1.0)
rule(Make, "@want {thing} {place}", "@exist {thing} {place}", "{place} @exist {thing}", "@want {place} {thing}", cost=0.3)
rule(Make, "[@want] @stack {thing} {place}", "{place} @stack {thing}", "@stack {place} {thing}", stacked=True)
rule(Make, "@stack {thing}", stacked=True, cost=0.2)
rule(Make, "{thing} @become [@make] {place}", "{place} @become [@make] {thing}", cost=0.5)
rule(Make, "@want {thing}", "@exist {thing}", cost=0.6)

rule(Make, "{make:Make} {trait:Trait}", makes=tailed, cost=0.05)
rule(Make, "{make:Make} [.] (it|they|this|the tower|the row|the wall|the line) (is|are|should be|must be|shall be) "
     "{trait:Trait}", makes=tailed)
rule(Make, "{make:Make} [.] (make|have) (it|them) {trait:Trait}", makes=tailed)
words("use", "use|using|take|with|from|out of")
rule(Make, "@use {of:Material} [and|to|,] {make:Make}", makes=used, cost=0.1)
rule(Make, "{make:Make} (using|with|out of|from|of) {of:Material}", makes=used, cost=0.2)
rule(Make, "{make:Make} [,] (then|and then|followed by) {other:PlainThing}", makes=continued, cost=0.3)
rule(Make, "{self:Make} (as well|too|also)")

# One for each of several places.
words("foreach", ", one|: one|one|( one")
rule(Make, "[@want] (@make|@stack) {thing:Thing} @foreach {place:Place}", makes=one_each)
words("colon", ":|,|(")
words("andone", "and one|one|and the other|and another|and the other one|and another one")
rule(Make, "{make:Make} [@colon] (one|the first) {a:Place} @andone {b:Place}", makes=enumerated)
rule(Make, "{make:Make} [@colon] one {a:Place} @andone {b:Place} @andone {c:Place}", makes=enumerated)
rule(Make, "{make:Make} [@colon] one {a:Place} @andone {b:Place} @andone {c:Place} @andone {d:Place}", makes=enumerated)
