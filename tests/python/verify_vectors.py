#!/usr/bin/env python3
"""Checks all vectors of `proto/vectors`: what is good must be accepted, what is not, refused.

Written from PROTOCOL.md alone, with nothing but the standard library of Python 3.10. Usage:

    verify_vectors.py [FOLDER [SECTION …]]

The sections are those of `SECTIONS` below. The exit code is 0 if everything is as it must be.
"""

import json
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

if sys.version_info < (3, 10):
    sys.exit("the verifier needs Python 3.10 or later")
sys.dont_write_bytecode = True  # The folder is source; it stays as it is.

import codec
import ed25519
import files
import forge
import merlin
import proofs
import rfc
import ristretto
import rules
import schema
import steps
from edwards import Refused
from strobe import Strobe, keccak_f

FOLDER = Path(__file__).resolve().parents[2] / "proto" / "vectors"
MATCHES = [
    "match", "sealed", "leaver", "shown", "given", "remixed", "crew", "returned", "tricks",
    "corners", "four", "five", "turns", "unsealed", "unsealed_all", "parted", "parted_rounds",
    "parted_seals",
]  # fmt: skip


class Tally:
    """Counts what was rightly accepted and refused, by kind, and keeps what was not.

    A name begins with its kind: `shuffle: of one card`.
    """

    def __init__(self):
        self.accepted, self.refused, self.verdicts = Counter(), Counter(), Counter()
        self.wrong = []

    def kinds(self):
        return sorted(self.accepted | self.refused)

    def accept(self, name, check, *arguments):
        try:
            check(*arguments)
            self.accepted[kind_of(name)] += 1
        except Exception as why:  # noqa: BLE001 - whatever it is, the vector was not accepted
            self.wrong.append(f"{name}: {type(why).__name__}: {why}")

    def refuse(self, name, check, *arguments):
        try:
            check(*arguments)
            self.wrong.append(f"{name}: accepted, but must be refused")
        except Refused:
            self.refused[kind_of(name)] += 1
        except Exception as why:  # noqa: BLE001 - to stumble is not to refuse
            self.wrong.append(f"{name}: {type(why).__name__}: {why}")

    def judge(self, name, found, kind, seat, step, duty):
        """A verdict; what is fair, or would be if it went on, or proves something, is accepted."""
        good = ("violation", "two-histories") if name.startswith("evidence") else ("fair", "unfinished")
        who = None if found.seat is None else found.seat + 1
        if (found.kind, who, found.step, found.duty and f"V-{found.duty}") != (kind, seat, step, duty):
            self.wrong.append(f"{name}: {found}, expected {kind} {seat} {step} {duty}")
        else:
            (self.accepted if kind in good else self.refused)[kind_of(name)] += 1
            self.verdicts[kind] += 1


def kind_of(name):
    return name.partition(": ")[0]


def same(found, expected):
    if found != expected:
        raise AssertionError(f"found {found}, expected {expected}")


def un(text):
    return bytes.fromhex(text)


def joined(parts, folder):
    """Bytes that are given in hex, or in parts."""
    if isinstance(parts, list):
        return b"".join(joined(part, folder) for part in parts)
    if isinstance(parts, str):
        return un(parts)
    if "times" in parts:
        return un(parts["of"]) * parts["times"]
    transcript = (folder / f"{parts['transcript']}.transcript").read_bytes()
    return transcript[parts["from"] : parts["to"]]


def load(folder, name):
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def context(value):
    return merlin.Context(un(value["match_id"]), value["step"], value["seat"])


def point(text):
    return ristretto.decode(un(text))


def points(texts):
    return [point(text) for text in texts]


def cards(pairs):
    return [codec.CARD(point(a), point(b)) for a, b in pairs]


# Published values, so that a mistake of this verifier is not taken for one of the vectors.


def published(folder, tally):
    rfc.check(load(folder, "published"), tally)


# hashing.json


def hashing(folder, tally):
    vectors = load(folder, "hashing")
    for v in vectors["digests"]:
        tally.accept("digest", check_digest, v)
    for v in vectors["heads"]:
        tally.accept("head", check_head, v)
    for v in vectors["contributions"]:
        found = codec.contributions_digest(map(un, v["contributions"])).hex()
        tally.accept("contributions", same, found, v["digest"])
    for message, expected in vectors["hash_to_group"]:
        found = bytes(ristretto.hash_to_group(un(message))).hex()
        tally.accept("hash to group", same, found, expected)
    for v in vectors["faces"]:
        found = bytes(ristretto.face_point(v["game"], v["deck"], v["face"])).hex()
        tally.accept("face", same, found, v["M"])
    for e, expected in vectors["entries"]:
        tally.accept("entry", same, bytes(ristretto.entry_point(e)).hex(), expected)
    for i, expected in vectors["generators"]:
        tally.accept("generator", same, bytes(ristretto.generator(i)).hex(), expected)
    v = vectors["key_commitment"]
    found = proofs.key_commitment(point(v["X"]), un(v["blind"])).hex()
    tally.accept("key commitment", same, found, v["commitment"])
    state = bytearray(200)
    keccak_f(state)
    tally.accept("Keccak-f", same, state.hex(), vectors["strobe"]["keccak_f_of_zero"])
    tally.accept("STROBE", same, Strobe().st.hex(), vectors["strobe"]["after_init"])
    for v in vectors["merlin"]:
        tally.accept("Merlin", check_merlin, v)
    v = vectors["open"]
    label, count, expected = v["challenge"]
    opened = merlin.Transcript(v["domain"], context(v["context"]))
    tally.accept("open", same, opened.challenge(label, count).hex(), expected)


def check_digest(v):
    found = codec.digest(v["label"], *map(un, v["parts"]))
    same(found.hex(), v["digest"])
    same(codec.words(found), v["words"])


def check_head(v):
    found = codec.next_head(un(v["head"]), v["step"], v["how"], map(un, v["closed_by"]))
    same(found.hex(), v["next"])


def check_merlin(v):
    transcript = merlin.Merlin(v["new"].encode())
    for then in ("", "then_"):
        for label, data in v.get(then + "append", []):
            transcript.append(label, un(data))
        for label, count, expected in v.get(then + "challenges", []):
            same(transcript.challenge(label, count).hex(), expected)


# codec.json

TYPES = {
    "Message": codec.MESSAGE,
    "Record": codec.RECORD,
    "Evidence": codec.EVIDENCE,
    "SignedCharter": codec.SIGNED_CHARTER,
}


def codecs(folder, tally):
    vectors = load(folder, "codec")
    tally.accept("SignedCharter: charter", check_charter, vectors["charter"])
    for v in vectors["contributions"] + vectors["statements"]:
        tally.accept(f"statement: {v['name']}", check_statement, v)
    for v in vectors["values"]:
        name = f"{v['type']}: {v['name']}"
        tally.accept(name, round_trip, TYPES[v["type"]], un(v["bytes"]))
    tally.accept("result", check_result, vectors["result"])
    headers = {"transcript": files.TRANSCRIPT_HEADER, "evidence": files.EVIDENCE_HEADER}
    for name, expected in vectors["headers"].items():
        tally.accept("header", same, headers[name].hex(), expected)


def round_trip(kind, data):
    value = codec.decode(kind, data)
    same(codec.encode(kind, value).hex(), data.hex())
    return value


def check_charter(v):
    signed = round_trip(codec.SIGNED_CHARTER, un(v["signed"]))
    same(round_trip(codec.CHARTER, un(v["charter"])), signed.charter)
    match_id = steps.check_charter(signed)
    same(match_id.hex(), v["match_id"])
    same(codec.digest("sign charter", match_id).hex(), v["signed_digest"])


def check_statement(v):
    kind = codec.SIGNED[v["label"]]
    signed = round_trip(kind, un(v["signed"]))
    found = codec.statement_digest(signed.statement)
    same(found.hex(), v["digest"])
    same(codec.digest(v["label"], un(v["statement"])).hex(), v["digest"])
    same(codec.encode(kind.kinds[0], signed.statement).hex(), v["statement"])
    same(signed.signature.hex(), v["signature"])
    ed25519.verify(un(v["key"]), found, signed.signature)


def check_result(v):
    found = codec.match_result(v["winners"], v["scores"])
    same(found.hex(), v["digest"])
    fingerprint = codec.digest("fingerprint", un(v["attested_head"]), found)
    same(codec.words(fingerprint), v["fingerprint"])


# games.json


def described_games(folder, tally):
    for v in load(folder, "games"):
        name, told = f"Description: {v['description']['game']}", v["description"]
        tally.accept(name, same, codec.description_digest(told).hex(), v["digest"])
        tally.accept(name, round_trip, codec.DESCRIPTION, un(v["bytes"]))


# proofs.json


def proof_vectors(folder, tally):
    vectors = load(folder, "proofs")
    keys = points(vectors["keys"])
    tally.accept("H", same, bytes(proofs.joint_key(keys)).hex(), vectors["H"])
    for v, X in zip(vectors["table"], vectors["keys"], strict=True):
        same(v["X"], X)
        tally.accept("key: table", check_proof, {**v, "kind": "key", "message": v["proof"],
                                                 "statement": {"X": v["X"]}})  # fmt: skip
    tally.accept("opening", check_opening, vectors["opening"])
    tally.accept("combining", check_combining, vectors["combining"])
    for v in vectors["unsealing"]:
        tally.accept("unsealing", check_unsealing, v, point(vectors["H"]))
    for v in vectors["proofs"]:
        judge_proof(v, tally)


def judge_proof(v, tally):
    (tally.accept if v["verdict"] else tally.refuse)(f"{v['kind']}: {v['name']}", check_proof, v)


def check_proof(v):
    """Raises `Refused` unless the proof holds."""
    seen = {}
    VERIFY[v["kind"]](context(v["context"]), v["statement"], un(v["message"]), seen)
    for name, expected in v.get("on_the_way", {}).items():
        same((name, in_hex(seen[name])), (name, expected))


def in_hex(value):
    if isinstance(value, list):
        return [in_hex(one) for one in value]
    return ristretto.encode_scalar(value).hex() if isinstance(value, int) else bytes(value).hex()


def key(who, s, message, seen):
    proofs.verify_key(who, point(s["X"]), codec.decode(codec.KEY_PROOF, message), seen)


def shares(who, s, message, seen):
    decoded = codec.decode(codec.SHARES, message)
    proofs.verify_shares(who, point(s["X"]), cards(s["cards"]), decoded, seen)


def remask(who, s, message, seen):
    decoded = codec.decode(codec.REMASK, message)
    proofs.verify_remask(who, point(s["H"]), cards(s["cards"]), decoded, seen)


def shuffle(who, s, message, seen):
    decoded = codec.decode(codec.SHUFFLE, message)
    piles = [cards(pile) for pile in s["piles"]]
    proofs.verify_shuffle(who, point(s["H"]), piles, decoded, seen)


def none_of(who, s, message, seen):
    decoded = codec.decode(codec.NONE_OF, message)
    stripped, faces = cards(s["cards"]), points(s["faces"])
    proofs.verify_none_of(who, point(s["X"]), stripped, faces, decoded, seen)


def seal(who, s, message, seen):
    proofs.verify_seal(who, point(s["H"]), codec.decode(codec.SEAL, message), seen)


def opened_seal(_, s, message, seen):
    H, sealed = point(s["H"]), codec.decode(codec.SEAL, un(s["seal"]))
    proofs.verify_seal(context(s["seal_context"]), H, sealed, {})
    proofs.verify_opened_seal(H, sealed, codec.decode(codec.OPENED_SEAL, message), seen)


def beacon_part(who, s, message, seen):
    proofs.verify_beacon(who, point(s["H"]), codec.decode(codec.BEACON, message), seen)


def dealing(_, s, message, __):
    decoded = codec.decode(codec.DEALING, message)
    proofs.verify_dealing(points(s["keys"]), s["dealer"], s["threshold"], decoded)


def earlier_dealing(s):
    dealing(None, s, un(s["dealing"]), None)
    return points(s["keys"]), s["dealer"], codec.decode(codec.DEALING, un(s["dealing"]))


def complaint(who, s, message, seen):
    keys, dealer, dealt = earlier_dealing(s)
    decoded = codec.decode(codec.COMPLAINT, message)
    when = context(s["dealing_context"])
    proofs.verify_complaint(who, keys, dealer, dealt, when, s["receiver"], decoded, seen)


def recovered(who, s, message, seen):
    keys, dealer, dealt = earlier_dealing(s)
    decoded = codec.decode(codec.RECOVERED, message)
    masked = cards(s["cards"])
    proofs.verify_recovered(who, keys, dealer, dealt, s["helper"], masked, decoded, seen)


VERIFY = {
    "key": key,
    "shares": shares,
    "remask": remask,
    "shuffle": shuffle,
    "none-of": none_of,
    "seal": seal,
    "opened-seal": opened_seal,
    "beacon": beacon_part,
    "dealing": dealing,
    "complaint": complaint,
    "recovered": recovered,
}


def check_opening(v):
    [card] = cards([v["card"]])
    M = proofs.open_card(card, points(v["shares"]))
    same(bytes(M).hex(), v["M"])
    same(M, ristretto.face_point(v["game"], v["deck"], v["face"]))


def check_combining(v):
    parts = {part["helper"]: points(part["shares"]) for part in v["parts"]}
    same(in_hex(proofs.combine(v["threshold"], parts)), v["shares"])


def check_unsealing(v, H):
    sealed = codec.decode(codec.SEAL, un(v["seal"]))
    proofs.verify_seal(context(v["context"]), H, sealed, {})
    shares = points(v["shares"])
    same(bytes(proofs.open_card(sealed, shares)).hex(), v["opened"])
    same(proofs.sealed_entry(sealed, shares, v["entries"]), v["entry"])


# beacon.json


def beacons(folder, tally):
    for v in load(folder, "beacon"):
        tally.accept("roll", check_order if "order" in v else check_roll, v)


def check_order(v):
    who = merlin.Context(un(v["match_id"]), v["step"], 0)
    same(proofs.permutation(who, point(v["R"]), len(v["order"])), v["order"])


def check_roll(v):
    seen = {}
    who = merlin.Context(un(v["match_id"]), v["step"], 0)
    same(proofs.roll(who, point(v["R"]), v["sides"], seen), v["numbers"])
    same(str(seen["first_draw"]), v["first_draw"])


# mutated.json


def mutated(folder, tally):
    bases = {v["name"]: v for v in load(folder, "proofs")["proofs"]}
    vectors = load(folder, "mutated")
    for v in vectors["proofs"]:
        changed = mutate(bases[v["base"]], v)
        tally.refuse(f"{changed['kind']}: {v['base']}: {v['why']}", check_proof, changed)
    for v in vectors["bytes"]:
        tally.refuse(f"{v['type']}: {v['why']}", codec.decode, TYPES[v["type"]], un(v["bytes"]))


def mutate(base, v):
    changed = {**base, "on_the_way": {}}
    changed["context"] = v.get("context", base["context"])
    changed["statement"] = {**base["statement"], **v.get("statement", {})}
    changed["message"] = v.get("message", base["message"])
    if "at" in v:
        at, end = 2 * v["at"], 2 * v["at"] + len(v["bytes"])
        changed["message"] = base["message"][:at] + v["bytes"] + base["message"][end:]
    return changed


# limits.json


def limits(folder, tally):
    vectors = load(folder, "limits")
    for v in vectors["proofs"]:
        statement = {name: repeated(value) for name, value in v["statement"].items()}
        message = joined(v["message"], folder).hex()
        judge_proof({**v, "statement": statement, "message": message}, tally)
    for v in vectors["values"]:
        judge = tally.accept if v["verdict"] else tally.refuse
        data = joined(v["bytes"], folder)
        judge(f"{v['type']}: {v['name']}", round_trip, TYPES[v["type"]], data)


def repeated(value):
    """A list of equal elements may be given as `{times, of}`."""
    return [value["of"]] * value["times"] if isinstance(value, dict) else value


# Proofs made here: one that is honest, and some in which one thing is wrong.


def forged(_, tally):
    tally.accept("shuffle: honest", check_forged, None)
    for broken, why in forge.BREAKS.items():
        tally.refuse(f"shuffle: forged: {why}", check_forged, broken)
    tally.accept("none-of: honest", check_denial, False)
    tally.refuse("none-of: forged: a T_j is 0", check_denial, True)


def check_forged(broken):
    forger = forge.Forger(seed=1)
    message = round_trip(codec.SHUFFLE, codec.encode(codec.SHUFFLE, forger.message(broken)))
    proofs.verify_shuffle(forger.context, forger.H, forger.piles, message, {})


def check_denial(lie):
    denier = forge.Denier(seed=1, lie=lie)
    message = round_trip(codec.NONE_OF, codec.encode(codec.NONE_OF, denier.message()))
    proofs.verify_none_of(denier.context, denier.X, denier.cards, denier.faces, message, {})


# The matches, and verdicts.json


def whole_match(name, folder, tally):
    tally.accept(f"transcript: {name}", check_match, folder, name)


def check_match(folder, name):
    told = load(folder, name)
    verdict, found = files.judge((folder / f"{name}.transcript").read_bytes(), rules.recorded(told))
    same((verdict.kind, verdict.why if verdict.kind == "violation" else ""), (told["verdict"], ""))
    same(found.match_id.hex(), told["match_id"])
    same(found.charter.game, told["description"]["game"])
    same([head.hex() for head in found.heads], [step["head"] for step in told["steps"]])
    same(found.said, [step["said"] for step in told["steps"]])
    same(found.head.hex(), told["final_head"])
    if verdict.kind == "fair":
        same(found.result.hex(), told["result"])
        same(found.fingerprint, told["fingerprint"])
    checked = ", ".join(f"{count} {kind}" for kind, count in sorted(found.checked.items()))
    print(f"{name}: {verdict.kind}, {len(found.heads)} steps ({checked})")


def under_other_rules(folder, tally):
    """Under rules that do not allow the first card that was shown, whoever showed it cheated."""
    told = load(folder, "match")
    choices = [asked for asked in told["requests"] if "choose" in (asked["request"] or {})]
    shown = next(asked for asked in choices if asked["answer"][1] is not None)
    seat, menu = shown["request"]["choose"]["seat"], shown["request"]["choose"]["menu"]
    menu[shown["answer"][0]]["shows"] = {"only": []}
    verdict, _ = files.judge((folder / "match.transcript").read_bytes(), rules.recorded(told))
    step = shown["answered_after_step"]
    tally.judge("transcript: under other rules", verdict, "violation", seat + 1, step, "V-25")


def verdicts(folder, tally):
    for v in load(folder, "verdicts"):
        judge_verdict(v, folder, load(folder, v["match"]), tally)


def judge_verdict(v, folder, told, tally):
    data = joined(v["file"], folder)
    told = {**told, "description": v.get("description", told["description"])}
    found, _ = files.judge(data, rules.recorded(told, its_match=False))
    kind = "evidence" if data.startswith(files.EVIDENCE_HEADER) else "transcript"
    name = f"{kind}: {v['name']}"
    tally.judge(name, found, v["verdict"], v.get("seat"), v.get("step"), v.get("duty"))


# records.json


def records(folder, tally):
    for v in load(folder, "records"):
        if "file" in v:
            tally.accept(f"transcript: {v['name']}", check_recorded, v)
        else:
            tally.refuse(f"transcript: {v['name']}", check_changed_record, v, folder)


def check_recorded(v):
    found = judge_by(un(v["file"]), v["record"])
    same(found.kind, v["verdict"])


def check_changed_record(v, folder):
    same(v["verdict"], "error")
    told = load(folder, v["match"])
    *way, last = v["at"]
    inside = told
    for key in way:
        inside = inside[key]
    if "to" in v:
        inside[last] = v["to"]
    else:
        del inside[last]
    try:
        judge_by((folder / f"{v['match']}.transcript").read_bytes(), told)
    except rules.Told as why:
        raise Refused(str(why)) from why


def judge_by(data, told):
    """The verdict by a record that somebody gives."""
    for fault in schema.Schema().faults(told):
        raise rules.Told(f"it is no record, since {fault}")
    verdict, _ = files.judge(data, rules.recorded(told))
    return verdict


SECTIONS = {
    "published": published,
    "hashing": hashing,
    "codec": codecs,
    "games": described_games,
    "proofs": proof_vectors,
    "beacon": beacons,
    "mutated": mutated,
    "limits": limits,
    "forged": forged,
    "other rules": under_other_rules,
    "verdicts": verdicts,
    "records": records,
    **{name: partial(whole_match, name) for name in MATCHES},
}


def main(folder=FOLDER, *sections):
    tally = Tally()
    for name in sections or SECTIONS:
        start = time.monotonic()
        SECTIONS[name](Path(folder), tally)
        print(f"{name}: {time.monotonic() - start:.1f} s")
    for kind in tally.kinds():
        print(f"KIND {kind}: accepted {tally.accepted[kind]}, refused {tally.refused[kind]}")
    for verdict, count in sorted(tally.verdicts.items()):
        print(f"VERDICT {verdict}: {count}")
    for wrong in tally.wrong:
        print(f"WRONG {wrong}")
    counts = tally.accepted.total(), tally.refused.total(), len(tally.wrong)
    print("accepted {}, refused {}, wrong {}".format(*counts))
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
