"""The notation in which a module of rules tells the words for its meanings.

    rules('''
    @needs: needs|need|gets|could use
    @fill*: fill|fill in|plug
    Longer = "high": higher|taller
    Resize: @grown {ref} {more} {dimension:Longer} | @extend {ref} by {more}
        (halve|half) the length of {ref}
    hear Resize(size=Size("high", times=2)), 0.1: double {ref} in height
    hear Make = commanding.on_top: (crown|top) {landmark:Ref} with {thing:Thing}
    Offset = Offset(start, (walk,)): {walk:Walk} from {start:Ref}
    ''')

An entry is a category, its maker, and its patterns (`cq.language.grammar`), which `|` and the ends of lines
divide; continued lines are indented. The maker is the class of the category, with fixed fields in brackets,
or follows `=`: a class, a function of the slots (of the module, or of another module of rules), an expression
in which the slots stand for their values, or a constant. The cost follows a comma; `hear` means that the
rules only parse; `A|B = …` belongs to both categories. `@class` takes phrases as well as patterns, `@class*`
verbs, which are inflected. `'('` and `')'` are brackets in the text.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from cq.language import program
from cq.language.declaring import add, verbs, words
from cq.language.patterns import alternatives, expanded, hidden, slots_of


def rules(text: str) -> None:
    """Add the rules of a text in the notation; their functions are those of the calling module.

    Raises `ValueError` for an entry that names an unknown class, function, field or category.
    """
    names = sys._getframe(1).f_globals
    for head, patterns in _entries(text):
        _add(head, patterns, names)


def _entries(text: str) -> Iterator[tuple[str, list[str]]]:
    """The head and the patterns of each entry."""
    head, found = "", list[str]()
    for line in hidden(text).splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            if head:
                yield head, found
            head, _, line = f"{line} ".partition(": ")
            found = []
        found += [pattern.strip() for pattern in alternatives(line) if pattern.strip()]
    if head:
        yield head, found


def _add(head: str, patterns: list[str], names: dict[str, Any]) -> None:
    says = not head.startswith("hear ")
    left, comma, cost_text = head.removeprefix("hear ").rpartition(", ")
    try:
        cost = float(cost_text) if comma else 0.0
    except ValueError:
        comma, cost = "", 0.0
    told = left if comma else head.removeprefix("hear ")
    category, _, made = (part.strip() for part in told.partition(" = "))
    if category.startswith("@"):
        for name in category.split("|"):
            _add_class(name[1:], patterns, cost, says, str(names["__name__"]))
        return
    if not made:
        category, bracket, fields = category.partition("(")
        made = f"{category}{bracket}{fields}" if _is_made(category) else ""
    try:
        makes, fixed, value = _made(made, patterns, names) if made else (None, {}, None)
    except (NameError, SyntaxError, ImportError, AttributeError) as error:
        raise ValueError(f"rules of {names['__name__']}: {head!r} makes {made!r}: {error}") from error
    for name in category.split("|"):
        add(name, patterns, makes, fixed, value, cost, says)


def _is_made(category: str) -> bool:
    """Whether a category is a class with values, and not the base of others."""
    found = getattr(program, category, None)
    return isinstance(found, type) and not found.__subclasses__()


def _add_class(name: str, patterns: list[str], cost: float, says: bool, owner: str) -> None:
    """Phrases of a class of words, and patterns with other classes or constituents."""
    if name.endswith("*"):
        verbs(name[:-1], "|".join(patterns), owner=owner)
        return
    for pattern in patterns:
        if "@" in pattern or "{" in pattern:
            add(f"@{name}", [pattern], None, {}, None, cost, False)
        else:
            for phrase in dict.fromkeys(map(" ".join, expanded(pattern))):
                words(name, phrase, cost=cost, says=says, owner=owner)


def _made(text: str, patterns: list[str], names: dict[str, Any]) -> tuple[Any, dict[str, Any], Any]:
    """The maker of an entry's rules: a class or a function, its fixed fields, or a constant."""
    tree = ast.parse(text, mode="eval").body
    slots = sorted({slot for pattern in patterns for slot in slots_of(pattern)})
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    used = {node.id for node in named} - {node.id for node in named if isinstance(node.ctx, ast.Store)}
    known = {name: _named(name, names) for name in used - {*slots}}
    if isinstance(tree, ast.Constant | ast.UnaryOp):
        return None, {}, ast.literal_eval(tree)
    if isinstance(tree, ast.Name | ast.Attribute):
        return eval(text, known), {}, None
    if isinstance(tree, ast.Call) and not tree.args and used.isdisjoint(slots):
        fixed = {str(keyword.arg): eval(ast.unparse(keyword.value), known) for keyword in tree.keywords}
        return eval(ast.unparse(tree.func), known), fixed, None
    return eval(f"lambda {', '.join(f'{slot}=None' for slot in slots)}: {text}", known), {}, None


def _named(name: str, names: dict[str, Any]) -> Any:
    """The value of a name in an entry: of the module, a class of programs, or a module of the language."""
    if name in names:
        return names[name]
    if hasattr(program, name):
        return getattr(program, name)
    if name in vars(builtins):
        return getattr(builtins, name)
    folder = "cq.language.rules" if find_spec(f"cq.language.rules.{name}") else "cq.language"
    return import_module(f"{folder}.{name}")
