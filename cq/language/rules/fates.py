"""How people say the fate of a thing: "the tower must be removed", "let it become blue", "I want it gone".

A rule of a category "Done…", "Be…" or "Do…" is a command without its reference: "Done" with a participle
("removed"), "Be" with the state after it ("three high"), "Do" with the thing as its subject ("go").
"""

from __future__ import annotations

from cq.language.declaring import hear
from cq.language.notation import rules
from cq.language.program import Command, Fill, Keep, Move, Recolour, Remove, Replace, Resize, Swap

_DONE: tuple[type[Command], ...] = (Fill, Keep, Recolour, Remove, Replace, Resize)

_BE: tuple[type[Command], ...] = (Recolour, Resize)

_DO: tuple[type[Command], ...] = (Keep, Move, Recolour, Remove, Swap)

rules("""
@must: should|must|has to|have to|needs to|need to|ought to|shall|can|is to|are to|may|will|could
    are supposed to|want|wants to|gotta
@just: actually|all
@waspassive: was|were|is|are|got|gets|get|have been|be
@bebecome: be|become
@wanting: get|want|wanted|would like|like|prefer
@canit: can|could|may|should|shall|will|would
""")
for _class in _DONE:
    hear(_class, f"{{ref}} @waspassive {{self:Done{_class.__name__}}}", cost=0.2)
for _class, _state in [(name, "Done") for name in _DONE] + [(name, "Be") for name in _BE]:
    _fate = f"{{self:{_state}{_class.__name__}}}"
    hear(
        _class,
        f"[only|just] {{ref}} @must @bebecome {_fate}",
        f"(@want|@wanting) {{ref}} [to be] {_fate}",
        f"(let|have|@canit) {{ref}} @bebecome {_fate}",
        cost=0.2,
    )
for _class in _DO:
    _fate = f"{{self:Do{_class.__name__}}}"
    hear(
        _class,
        f"[only|just] {{ref}} @must {_fate}",
        f"(let|have|make|@canit) {{ref}} {_fate}",
        f"@wanting {{ref}} to {_fate}",
        cost=0.2,
    )
