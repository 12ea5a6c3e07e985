#!/usr/bin/env python3
"""Writes proto/DUTIES.md: each duty of a verifier (PROTOCOL.md, 13.3), who sees to it, and a vector that fails in it.

    python3 tests/python/duties.py [--check]

The functions are found in the sources: in Rust where the misdeeds and damages are made that `duty()` gives this
number, in Python where the number is raised. It fails if something is missing, and with `--check` also if the file
is not what would be written.
"""

import ast
import json
import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = ROOT / "tests" / "python"
TABLE = ROOT / "crates" / "table" / "src"
FILE = ROOT / "proto" / "DUTIES.md"
# Only what is refused before there is a match has no misdeed and no damage.
BEFORE = {2: (["charter.rs: check, verify", "public.rs: new"], ["steps.check_charter", "steps.check_game"])}
RAISED = {"require", "Cheated", "Damaged", "Refused"}


def duties():
    """The numbers, and what must hold."""
    text = (ROOT / "proto" / "PROTOCOL.md").read_text(encoding="utf-8")
    return {int(n): what.strip() for n, what in re.findall(r"^\| V-(\d+) \| (.*?) \|", text, re.M)}


def words_of(source):
    """By duty, the words that stand for it in `fn duty`, such as `Misdeed::OutOfTurn`."""
    name = "Misdeed" if source.name == "misdeed.rs" else "Damage"
    body = source.read_text(encoding="utf-8").split("fn duty", 1)[1].split("\n    }", 1)[0]
    found = defaultdict(set)
    for arm, number in re.findall(r"((?:\s*\|?\s*Self::[^=]+?)+)=> (\d+)", body):
        proofs = re.findall(r"Proof::(\w+)", arm)
        variants = [v for v in re.findall(r"Self::(\w+)", arm) if v != "BadProof"]
        found[int(number)] |= {f"Proof::{p}" for p in proofs} | {f"{name}::{v}" for v in variants}
    return found


def rust():
    """By duty, the functions that find it not met."""
    words = [words_of(TABLE / "misdeed.rs"), words_of(TABLE / "audit" / "damage.rs")]
    # What is wrong with a frame is told by the file.
    words[1][1].add("Damage::of_file")
    found = defaultdict(set)
    for path in sorted(TABLE.rglob("*.rs")):
        if path.name in ("misdeed.rs", "damage.rs") and path.parent != TABLE / "rounds" or path.name == "tests.rs":
            continue
        function = ""
        for line in path.read_text(encoding="utf-8").split("#[cfg(test)]")[0].splitlines():
            function = (re.findall(r"\bfn (\w+)", line) or [function])[-1]
            for of_duty in words:
                for duty, names in of_duty.items():
                    if any(re.search(rf"\b{name}\b", line) for name in names):
                        found[duty].add(f"{path.relative_to(TABLE)}: {function}")
    return found


def python():
    """By duty, the functions that raise it."""
    found = defaultdict(set)
    for path in sorted(PYTHON.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            for number in raised(function):
                found[number].add(f"{path.stem}.{function.name}")
    import steps

    for kind, number in steps.PROOFS.items():
        found[number].add(f"proofs.verify_{kind}")
    for body, number in steps.BODIES.items():
        found[number].add(f"the check of a {body}")
    for record, number in steps.MISPLACED.items():
        found[number].add(f"the place of a {record}")
    return found


def raised(function):
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED:
            yield from numbers(node.args[1:])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("check_none_of", "__init__", "verdict"):
                yield from numbers(node.args[-1:])
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "attr", "") == "duty":
            yield from numbers([node.value])


def numbers(nodes):
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and type(part.value) is int and part.value > 0:
                yield part.value


def vectors():
    """By duty, the names of the verdicts that fail in it."""
    found = defaultdict(list)
    for one in json.loads((ROOT / "proto" / "vectors" / "verdicts.json").read_text(encoding="utf-8")):
        if "duty" in one:
            found[int(one["duty"][2:])].append(one["name"])
    return found


def table():
    """The lines of the file, and what is missing."""
    in_rust, in_python, in_vectors = rust(), python(), vectors()
    lines = [
        "# Duties of a verifier, and who sees to them",
        "",
        "Made by `python3 tests/python/duties.py`. What each duty asks for is told in [PROTOCOL.md](PROTOCOL.md), 13.3. The Rust",
        "functions are in `crates/table/src`, the Python ones in `tests/python`; the vectors are in `vectors/verdicts.json`.",
        "",
        "| duty | what must hold | Rust | Python | vectors | one of them |",
        "|---|---|---|---|---|---|",
    ]
    missing = []
    for number, what in duties().items():
        before = BEFORE.get(number, ([], []))
        seen = sorted(in_rust[number]) + before[0], sorted(in_python[number]) + before[1], in_vectors[number]
        for where, found in zip(("Rust", "Python", "vectors"), seen):
            missing += [f"V-{number} in {where}"] if not found else []
        rust_cell, python_cell = (", ".join(f"`{one}`" for one in found) for found in seen[:2])
        first = seen[2][0] if seen[2] else ""
        lines.append(f"| V-{number} | {what} | {rust_cell} | {python_cell} | {len(seen[2])} | {first} |")
    return "\n".join(lines) + "\n", missing


def main(*arguments):
    text, missing = table()
    for one in missing:
        print(f"MISSING {one}")
    if "--check" not in arguments:
        FILE.write_text(text, encoding="utf-8")
    same = FILE.exists() and FILE.read_text(encoding="utf-8") == text
    if not same:
        print("proto/DUTIES.md is old: python3 tests/python/duties.py")
    print(f"{len(duties())} duties, {len(missing)} missing")
    return 0 if same and not missing else 1


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    sys.exit(main(*sys.argv[1:]))
