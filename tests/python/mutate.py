#!/usr/bin/env python3
"""Takes each check out of the verifier in turn, and demands that a vector notices.

    python3 tests/python/mutate.py [--slice K/N]

A check is a statement `require(…)`, the call of a function `verify…` for its own sake, or an `if` with nothing but a
`raise` in it, in the modules that follow a match (`MODULES`). First all verdicts of the vectors are judged, and it is noted which checks refuse something in which of
them; then each check is taken out, and of those vectors one must be judged otherwise. Checks that no vector reaches, or
that are taken out without being missed, are printed, unless `UNREACHED` says why. With `--slice` only every Nth check
is taken out, beginning with the Kth.
"""

import ast
import subprocess
import sys
import types
from collections import defaultdict
from pathlib import Path

sys.dont_write_bytecode = True

HERE = Path(__file__).resolve().parent
MODULES = ("steps", "match")

# Checks that no transcript among the vectors isolates, by module, function and their words, and why.
UNREACHED = {
    "match.stripped: a share is missing of a card in question": "is about the rules, not the file",
    "match.autopilot: what the autopilot chose is not told": "is about the record, not the file",
    "match.autopilot: the autopilot of seat ": "is about the record, not the file",
}


class Check:
    """A statement of a function that refuses something."""

    def __init__(self, module, function, node):
        self.module, self.function, self.line = module, function, node.lineno
        raised = node.body[0].exc if isinstance(node, ast.If) else node.value
        texts = [part.value for part in ast.walk(raised) if isinstance(part, ast.Constant)]
        named = ast.unparse(raised.func) if isinstance(raised, ast.Call) else "?"
        self.words = next((text for text in texts if isinstance(text, str)), named)

    def __str__(self):
        return f"{self.module}.py:{self.line} {self.function}: {self.words}"

    @property
    def key(self):
        return f"{self.module}.{self.function}: {self.words}"

    @property
    def place(self):
        return self.module, self.line


def is_proof(node):
    called = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.value.func
    return isinstance(called, ast.Attribute) and called.attr.startswith("verify")


def is_check(node):
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        required = isinstance(node.value.func, ast.Name) and node.value.func.id == "require"
        return required or is_proof(node)
    return isinstance(node, ast.If) and not node.orelse and isinstance(node.body[0], ast.Raise)


def parse(module):
    return ast.parse((HERE / f"{module}.py").read_text(encoding="utf-8"))


def checks(module):
    found = []

    def walk(node, function):
        for child in ast.iter_child_nodes(node):
            inside = child.name if isinstance(child, ast.FunctionDef) else function
            if is_check(child):
                found.append(Check(module, inside, child))
            walk(child, inside)

    walk(parse(module), "")
    return found


class Changer(ast.NodeTransformer):
    def __init__(self, change):
        self.change = change

    def visit(self, node):
        super().generic_visit(node)
        return self.change(node) if is_check(node) else node


def install(module, change, **names):
    """Puts a changed module in the place of the one that would be imported."""
    tree = ast.fix_missing_locations(Changer(change).visit(parse(module)))
    changed = types.ModuleType(module)
    changed.__file__ = str(HERE / f"{module}.py")
    changed.__dict__.update(names)
    sys.modules[module] = changed
    exec(compile(tree, changed.__file__, "exec"), changed.__dict__)  # noqa: S102


def without(module, line):
    install(module, lambda node: ast.copy_location(ast.Pass(), node) if node.lineno == line else node)


def noting(module, fired):
    """The module, but each check says when it refuses something."""

    def note(line, holds):
        if not holds:
            fired.add((module, line))
        return holds

    def change(node):
        if is_proof(node):
            said = ast.Expr(ast.parse(f"_note({node.lineno}, False)").body[0].value)
            handler = ast.ExceptHandler(None, None, [said, ast.Raise(None, None)])
            return ast.copy_location(ast.Try([node], [handler], [], []), node)
        test = node.test if isinstance(node, ast.If) else node.value.args[0]
        test = ast.UnaryOp(ast.Not(), test) if isinstance(node, ast.If) else test
        call = ast.Call(ast.Name("_note", ast.Load()), [ast.Constant(node.lineno), test], [])
        ast.copy_location(call, node)
        if isinstance(node, ast.If):
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), call), node)
        else:
            node.value.args[0] = call
        return node

    install(module, change, _note=note)


def wrong(vectors, case):
    """Whether a verdict is another than it must be."""
    tally = vectors.Tally()
    try:
        vectors.judge_verdict(case, vectors.FOLDER, vectors.load(vectors.FOLDER, case["match"]), tally)
    except Exception:  # noqa: BLE001 - whatever it stumbles over was refused before
        return True
    return bool(tally.wrong)


def reached():
    """By check, the numbers of the verdicts in which it refuses something."""
    fired = set()
    for module in MODULES:
        noting(module, fired)
    import verify_vectors as vectors

    found = defaultdict(list)
    for number, case in enumerate(vectors.load(vectors.FOLDER, "verdicts")):
        fired.clear()
        assert not wrong(vectors, case), case["name"]
        for place in fired:
            found[place].append(number)
    return found


def missed(module, line, numbers):
    """The name of a verdict that is another without that check."""
    without(module, line)
    import verify_vectors as vectors

    cases = vectors.load(vectors.FOLDER, "verdicts")
    return next((cases[number]["name"] for number in numbers if wrong(vectors, cases[number])), "")


def main(*arguments):
    if arguments[:1] == ("--one",):
        print(missed(arguments[1], int(arguments[2]), map(int, arguments[3:])))
        return 0
    first, step = (int(n) for n in arguments[1].split("/")) if arguments[:1] == ("--slice",) else (1, 1)
    all_checks = [check for module in MODULES for check in checks(module)]
    taken, where, bad = all_checks[first - 1 :: step], reached(), 0
    for check in taken:
        numbers = [str(number) for number in where[check.place][:12]]
        command = [sys.executable, __file__, "--one", check.module, str(check.line), *numbers]
        by = numbers and subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        told = check.key in UNREACHED
        bad += bool(by) == told
        how = f"noticed by {by!r}" if by else "reached, but not missed" if numbers else "reached by no vector"
        print(f"{'' if bool(by) != told else 'WRONG '}{check}: {how}", flush=True)
    print(f"{len(taken)} of {len(all_checks)} checks taken out, {bad} not as they must be")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
