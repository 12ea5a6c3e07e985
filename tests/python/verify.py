"""Judges a transcript or a piece of evidence by what its rules asked for: PROTOCOL.md, section 13.

    nodealer verify FILE --record RECORD
    python3 tests/python/verify.py FILE RECORD

One JSON document on standard output. Exit status: 0 fair; 1 cheated or two histories; 2 damaged, or no
match at all; 3 unfinished.
"""

import json
import sys
from pathlib import Path

import files
from match import Told

VERSION = 1
STATUS = {"fair": 0, "cheated": 1, "two histories": 1, "damaged": 2, "no match": 2, "unfinished": 3}


def main(file, record):
    told = json.loads(Path(record).read_text(encoding="utf-8"))
    if told.get("record") != VERSION:
        print(f"{record} is no record of version {VERSION}.", file=sys.stderr)
        return 2
    try:
        verdict, match = files.judge(Path(file).read_bytes(), told)
    except Told as why:
        print(f"{record} is not of {file}: {why}.", file=sys.stderr)
        return 2
    print(json.dumps(report(verdict, match), indent=2))
    return STATUS[verdict.kind]


def report(verdict, match):
    finished = verdict.kind == "fair"
    return {
        "verdict": verdict.kind,
        "seat": verdict.seat,
        "step": verdict.step,
        "duty": verdict.duty and f"V-{verdict.duty}",
        "why": verdict.why,
        "match": match and match.match_id.hex(),
        "steps": match and len(match.heads),
        "checked": match and dict(sorted(match.checked.items())),
        "fingerprint": match.fingerprint if finished else None,
    }


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
