#!/usr/bin/env python3
"""Whatever a page, a program or a test cites exists.

    python3 tests/python/citations.py

Sections and duties of PROTOCOL.md, wherever they are cited; links between pages; every file and test that
docs/security-argument.md names; every file and folder that ARCHITECTURE.md and the book name; and what pages name of a crate,
such as `net::storage::replace`. The exit code is 0 if all are there.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "proto" / "PROTOCOL.md"
ARGUMENT = ROOT / "docs" / "security-argument.md"
BOOK = sorted((ROOT / "docs" / "book" / "src").glob("*.md"))
MAPS = [ROOT / "ARCHITECTURE.md", *BOOK]
LINKED = [
    PAGE, ARGUMENT, ROOT / "proto" / "DUTIES.md", *BOOK,
    *(ROOT / name for name in ("README.md", "SECURITY.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
]  # fmt: skip
# Folders that a build or a person's node makes.
MADE = {"target/release/", "bots/"}
SUFFIXES = {".md", ".rs", ".py", ".html", ".js"}

NUMBER = r"\d{1,2}(?:\.\d{1,2})?"
NUMBERS = rf"{NUMBER}(?:(?:, | and | to ){NUMBER})*"
# "PROTOCOL.md, section 13.3", "`proto/PROTOCOL.md`, 14.3", "PROTOCOL.md 17.1"; and the other way round.
AFTER = re.compile(rf"PROTOCOL\.md[`\])]*,? (?:sections? )?({NUMBERS})\b")
BEFORE = re.compile(rf"section ({NUMBER}) of `?(?:proto/)?PROTOCOL\.md")
PARAGRAPH = re.compile(rf"§({NUMBER})")
# On the page itself a number with a point is a section, unless it is one of another paper or of seconds.
OWN = re.compile(r"(?<![\d.v])(?<!section )(\d{1,2}\.\d)(?![\d.]| s\b| MiB)")
DUTY = re.compile(r"\bV-(\d+)\b")
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAMED = re.compile(r"`([\w./-]+(?:\.rs|\.py|\.json|\.md|/))(?:::(\w+))?`")

# Something of a crate: `table::audit`, `proto::hex()`.
ITEM = re.compile(r"`((?:\w+::)+\w+)(?:\(\))?`")
# A file or a folder, as a map names it: `cli/src/tui/`, `paint.rs`, `crates/games/src/GAME/bot.rs`.
PLACE = re.compile(r"`((?:\.?[\w-][\w.-]*/)+[\w.-]*|[\w-]+\.(?:rs|py|md|css|js))`")


def read(path):
    return path.read_text(encoding="utf-8")


def anchor(heading):
    """As GitHub makes them."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def headings(text):
    return re.findall(r"^#{1,6} (.+)$", text, re.MULTILINE)


def prose(text):
    """Without what stands in fences."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def cited(path, text):
    """The sections of the protocol that a file cites."""
    found = [*AFTER.findall(text), *BEFORE.findall(text)]
    found += PARAGRAPH.findall(text) if path == ARGUMENT else []
    found += OWN.findall(prose(text)) if path == PAGE else []
    return {number for some in found for number in re.findall(NUMBER, some)}


def sources():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = (ROOT / name for name in listed.stdout.splitlines())
    return [path for path in paths if path.suffix in SUFFIXES and path.is_file()]


def missing_sections(paths):
    sections = {heading.split()[0] for heading in headings(read(PAGE))}
    for path in paths:
        for number in sorted(cited(path, read(path)) - sections):
            yield path, f"PROTOCOL.md has no section {number}"


def missing_duties(paths):
    duties = set(re.findall(r"^\| V-(\d+) ", read(PAGE), re.MULTILINE))
    for path in paths:
        for number in sorted(set(DUTY.findall(read(path))) - duties):
            yield path, f"there is no duty V-{number}"


def missing_links():
    for path in LINKED:
        for link in LINK.findall(prose(read(path))):
            target, _, place = link.partition("#")
            if "://" in target:
                continue
            there = (path.parent / target).resolve() if target else path
            if not there.exists():
                yield path, f"{link}: there is no such file"
            elif place and place not in map(anchor, headings(read(there))):
                yield path, f"{link}: there is no such heading"


def missing_tests():
    for name, test in NAMED.findall(read(ARGUMENT)):
        folders = [ROOT, ROOT / "crates" / "mental" / "src", ROOT / "proto" / "vectors", ROOT / "docs"]
        there = next((folder / name for folder in folders if (folder / name).exists()), None)
        if there is None:
            yield ARGUMENT, f"{name}: there is no such file"
        elif test and f"fn {test}(" not in read(there):
            yield ARGUMENT, f"{name} has no test {test}"


def missing_places():
    """A map may leave out the folders that stand before a name, and writes GAME for any of the games."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    there = [f"/{name}/" for name in listed.stdout.splitlines()]
    for path in MAPS:
        for name in PLACE.findall(prose(read(path))):
            place = f"/{name.strip('/').replace('GAME', 'suspicion')}/"
            if name not in MADE and not any(place in file for file in there):
                yield path, f"{name}: there is no such place"


def missing_items():
    crates = {"proto": ROOT / "proto", **{path.name: path for path in (ROOT / "crates").iterdir()}}
    code = {name: "\n".join(map(read, path.glob("src/**/*.rs"))) for name, path in crates.items()}
    for path in LINKED:
        for cited_item in ITEM.findall(prose(read(path))):
            crate, *names = cited_item.split("::")
            defined = r"\b(?:fn|struct|enum|trait|mod|const|type) "
            if not all(re.search(rf"{defined}{name}\b", code[crate]) for name in names if crate in code):
                yield path, f"{cited_item}: {crate} has no such item"


def main():
    paths = sources()
    missing = [
        *missing_sections(paths), *missing_duties(paths), *missing_links(), *missing_tests(), *missing_places(),
        *missing_items(),
    ]  # fmt: skip
    for path, why in missing:
        print(f"MISSING {path.relative_to(ROOT)}: {why}")
    print(f"{len(paths)} files read, {len(missing)} citations of what is not there")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
