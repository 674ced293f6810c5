"""Small faults in a source: every place where one can be put, and the source with one of them."""

import ast
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple, TypeAlias

COMPARED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
COUNTED: Mapping[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
NAMED: Mapping[str, str] = {"min": "max", "max": "min", "any": "all", "all": "any", "gt": "ge"}

Edit: TypeAlias = Callable[[ast.AST], None]
"""Changes a node where it stands."""


class Mutant(NamedTuple):
    """One fault: where it is, and what was there before and after."""

    path: Path
    line: int
    text: str
    """The line of source without its indentation: it names the place when lines have moved."""
    change: str
    place: int
    """Of the changed node, counted as `ast.walk` does."""
    edit: Edit

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.change}"

    def tree(self) -> ast.Module:
        """The file's source with the fault in it."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        self.edit(list(ast.walk(tree))[self.place])
        return ast.fix_missing_locations(tree)


def mutants_of(path: Path) -> list[Mutant]:
    """Every fault of one small change in the file, in the order of its lines."""
    source = path.read_text(encoding="utf-8")
    tree, lines = ast.parse(source), source.splitlines()
    told = _only_told(tree)
    found = []
    for place, node in enumerate(ast.walk(tree)):
        for edit in () if id(node) in told else _edits(node):
            line: int = getattr(node, "lineno", 0)
            found.append(Mutant(path, line, lines[line - 1].strip(), _change(node, edit), place, edit))
    return sorted(found, key=lambda mutant: mutant.line)


def _change(node: ast.AST, edit: Edit) -> str:
    after = deepcopy(node)
    edit(after)
    return f"{ast.unparse(node)} -> {ast.unparse(after)}"


def _only_told(tree: ast.Module) -> set[int]:
    """What says nothing about what happens: annotations, type aliases, keywords of classes, assertions."""
    told: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        match node:
            case ast.AnnAssign(annotation=kind) | ast.arg(annotation=kind):
                parts = [kind]
                if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
                    parts.append(node)
            case ast.FunctionDef(returns=kind):
                parts = [kind]
            case ast.ClassDef(keywords=keywords):
                parts = list(keywords)
            case ast.Assert():
                parts = [node]
        told |= {id(inner) for part in parts if part is not None for inner in ast.walk(part)}
    return told


def _edits(node: ast.AST) -> Iterator[Edit]:
    match node:
        case ast.Compare(ops=ops):
            yield from (_compare(number, COMPARED[type(op)]) for number, op in enumerate(ops))
        case ast.BoolOp(op=op):
            yield _set("op", ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in COUNTED:
            yield _set("op", COUNTED[type(op)]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield _set("operand", ast.UnaryOp(ast.Not(), operand))
        case ast.Constant(value=bool() as value):
            yield _set("value", not value)
        case ast.Constant(value=int() as value):
            yield _set("value", value + 1)
        case ast.Name(id=name) if name in NAMED:
            yield _set("id", NAMED[name])


def _set(field: str, value: object) -> Edit:
    return lambda node: setattr(node, field, value)


def _compare(number: int, op: type[ast.cmpop]) -> Edit:
    def edit(node: ast.AST) -> None:
        assert isinstance(node, ast.Compare)
        node.ops[number] = op()

    return edit
