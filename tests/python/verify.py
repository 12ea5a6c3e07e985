"""Judges a transcript or a piece of evidence: PROTOCOL.md, section 13.

    python3 tests/python/verify.py FILE

by the rules that are written here, if they are those of its game (`games`); or else by what its rules asked
for, as nodealer has recorded it:

    nodealer verify FILE --record RECORD
    python3 tests/python/verify.py FILE RECORD

What is done for a seat that is gone is on no page. The rules that are written here do what was observed; where
that leads astray nobody is accused, and the record must tell these choices, and nothing else:

    python3 tests/python/verify.py FILE --autopilot RECORD

One JSON document on standard output. The verdict, the
culprit's seat (from 1), the step and the duty are those of `nodealer verify --json`. Exit status: 0 fair;
1 a violation or two histories; 2 damaged, or no match at all; 3 unfinished.
"""

import json
import sys
from pathlib import Path

import files
import games
import record
import rules

STATUS = {"fair": 0, "violation": 1, "two-histories": 1, "damaged": 2, "unfinished": 3}


def main(file, *told):
    try:
        verdict, match = files.judge(Path(file).read_bytes(), rules_of(*told))
    except games.Unknown as why:
        print(f"{file} needs a record to be judged by, since {why}.", file=sys.stderr)
        return 2
    except rules.Told as why:
        print(f"{told[-1] if told else 'What was observed'} is not of {file}: {why}.", file=sys.stderr)
        return 2
    if not told and match and match.autopilots and verdict.kind not in ("fair", "unfinished"):
        print(f"{file} needs --autopilot RECORD: {verdict.why}, after a seat had left.", file=sys.stderr)
        return 2
    print(json.dumps(report(verdict, match, "record" if len(told) == 1 else "python"), indent=2))
    return STATUS[verdict.kind]


def rules_of(*told):
    if not told:
        return games.written
    record_told = json.loads(Path(told[-1]).read_text(encoding="utf-8"))
    if record_told.get("record") != record.VERSION:
        raise rules.Told(f"it is no record of version {record.VERSION}")
    return (games.helped if told[0] == "--autopilot" else rules.recorded)(record_told)


def culprit(verdict, match):
    if verdict.seat is None:
        return None
    name = match.charter.seats[verdict.seat].name if match else None
    return {"seat": verdict.seat + 1, "name": name, "step": verdict.step}


def report(verdict, match, rules_by):
    finished = verdict.kind == "fair"
    return {
        "rules": rules_by,
        "verdict": verdict.kind,
        "culprit": culprit(verdict, match),
        "duty": verdict.duty and f"V-{verdict.duty}",
        "why": verdict.why,
        "match": match and match.match_id.hex(),
        "steps": match and len(match.heads),
        "checked": match and dict(sorted(match.checked.items())),
        "fingerprint": match.fingerprint if finished else None,
    }


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4) or len(sys.argv) == 4 and sys.argv[2] != "--autopilot":
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
