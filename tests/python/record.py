"""The record of a match as its transcript and rules that are written here make it: PROTOCOL.md, section 15.1.

    python3 tests/python/record.py [--proofs] FILE RECORD [FILE RECORD …]

compares it, field by field, with the record that nodealer has written. Without `--proofs` the transcript is
followed and every move checked against the rules, but signatures and proofs are taken for good: whoever wrote
the other record has checked them, and hundreds of matches are compared in the time of some.
"""

import json
import sys
from pathlib import Path

import files
import games
from match import Match
from rules import Told

VERSION = 2
ABSENT = "nothing"


class Unproven(Match):
    """A match of which signatures and proofs are not checked."""

    def verify(self, *_):
        pass

    def check_signature(self, _):
        pass

    def check_dealing(self, _, dealing):
        return dealing


def record(match):
    """Of a match that `files.judge` has followed."""
    made = {
        "record": VERSION,
        "match_id": match.match_id.hex(),
        "description": match.rules.description,
        "steps": [step(match, *closed) for closed in enumerate(zip(match.heads, match.said), start=1)],
        "requests": match.requests,
        "final_head": match.head.hex(),
    }
    autopilots(match)
    # These are there when the rules have come to an end, also if not everybody has attested that.
    if match.result is not None:
        winners, scores = match.rules.ending()
        made |= {"winners": winners, "scores": scores, "result": match.result.hex()}
        made["fingerprint"] = match.fingerprint
    return json.loads(json.dumps(made))


def autopilots(match):
    """What would be chosen for seats that are gone is told of the last request, if it has no answer."""
    last = match.requests[-1] if match.requests else {}
    if last.get("request") is None or "answer" in last:
        return
    [(verb, what)] = last["request"].items()
    asked = [what] if verb == "choose" else what["menus"] if verb == "ask" else []
    choices = []
    for seat, menu in ((one["seat"], one["menu"]) for one in asked):
        if seat in match.gone:
            number = match.rules.autopilot(seat, match.faces())
            if number is not None:
                choices.append([seat, match.choice_of_leaver(menu, number)])
    if choices:
        last["autopilot"] = choices


def step(match, number, closed):
    head, said = closed
    lay = {"lying": match.lay[number]} if number in match.lay else {}
    return {"step": number, "head": head.hex(), "said": said, **lay}


def differences(found, told, where=""):
    """What is not the same in two JSON values, as lines of text."""
    if isinstance(found, dict) and isinstance(told, dict):
        keys = sorted(set(found) | set(told))
        pairs = [(key, found.get(key, ABSENT), told.get(key, ABSENT)) for key in keys]
    elif isinstance(found, list) and isinstance(told, list) and len(found) == len(told):
        pairs = [(key, *pair) for key, pair in enumerate(zip(found, told))]
    else:
        return [] if found == told else [f"{where}: made {found}, told {told}"]
    return [line for key, a, b in pairs for line in differences(a, b, f"{where}/{key}")]


def compare(file, told, kind):
    """Where the record of the file differs from the one that is told."""
    told = json.loads(Path(told).read_text(encoding="utf-8"))
    try:
        verdict, match = files.judge(Path(file).read_bytes(), games.written, kind)
    except Told as why:
        return [str(why)]
    # Vectors have the verdict too.
    made = record(match) | ({"verdict": verdict.kind} if "verdict" in told else {})
    return differences(made, told)


def main(*arguments):
    kind = Match if "--proofs" in arguments else Unproven
    paths = [argument for argument in arguments if not argument.startswith("--")]
    differ = 0
    for file, told in zip(paths[::2], paths[1::2], strict=True):
        found = compare(file, told, kind)
        differ += bool(found)
        for line in found:
            print(f"DIFFERS {file}: {line}")
    print(f"{len(paths) // 2} records compared, {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
