"""Judges a transcript or a piece of evidence: PROTOCOL.md, sections 0 and 13.

    python3 tests/python/verify.py FILE

by the rules that are written here, if they are those of its game (`games`); or else by what its rules asked
for, as nodealer has recorded it:

    nodealer verify FILE --record RECORD
    python3 tests/python/verify.py FILE RECORD

`rules` says which of the two it was. A record is believed only where there is nothing better: by it alone all
is judged but the rules of the game. Where those are written here, it must tell what they say.

One JSON document on standard output. The verdict, the culprit's seat (from 1), the step and the duty are
those of `nodealer verify --json`. Exit status: 0 fair; 1 a violation or two histories; 2 damaged, no match at
all, or a record that is not of it; 3 unfinished.
"""

import json
import sys
from pathlib import Path

import files
import games
import record
import rules
import schema

# What a record has that does not come from the rules.
OF_STEPS = {"steps", "final_head", "fingerprint"}
STATUS = {"fair": 0, "violation": 1, "two-histories": 1, "damaged": 2, "unfinished": 3}


def main(file, *told):
    try:
        told_record = load(*told) if told else None
        verdict, match = files.judge(Path(file).read_bytes(), rules_by(told_record))
        if told and match:
            hold_against(verdict, match, told_record)
    except games.Unknown as why:
        print(f"{file} needs a record to be judged by, since {why}.", file=sys.stderr)
        return 2
    except rules.Told as why:
        by = told[0] if told else "What the rules say here"
        print(f"{by} is not of {file}: {why}.", file=sys.stderr)
        return 2
    print(json.dumps(report(verdict, match), indent=2))
    return STATUS[verdict.kind]


def load(path):
    told = json.loads(Path(path).read_text(encoding="utf-8"))
    for fault in schema.Schema().faults(told):
        raise rules.Told(f"it is no record of version {record.VERSION}, since {fault}")
    return told


def rules_by(told):
    """Rules for `files.judge`: those that are written here go before what a record tells."""

    def rules_of(charter):
        if told is None or games.known(charter):
            return games.written(charter)
        return rules.Recorded(told)

    return rules_of


def hold_against(verdict, match, told):
    """By rules that are written here a record must tell what they say, and nothing else."""
    if isinstance(match.rules, rules.Recorded):
        return
    made = record.record(match)
    if verdict.kind not in ("fair", "unfinished"):
        # Whoever checks the shuffles of a chain together has come further when one is refused.
        made, told = ({key: one[key] for key in one.keys() - OF_STEPS} for one in (made, told))
    # Where a match ends before the rules ask for the first time, a record has that request already.
    if not made["requests"] and "answer" not in told["requests"][0]:
        told = {**told, "requests": told["requests"][1:]}
    for line in record.differences(made, told):
        raise rules.Told(f"the rules of {match.charter.game} say otherwise at {line}")


def culprit(verdict, match):
    if verdict.seat is None:
        return None
    name = match.charter.seats[verdict.seat].name if match else None
    return {"seat": verdict.seat + 1, "name": name, "step": verdict.step}


def report(verdict, match):
    finished = verdict.kind == "fair"
    return {
        "rules": match and ("record" if isinstance(match.rules, rules.Recorded) else "python"),
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
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
