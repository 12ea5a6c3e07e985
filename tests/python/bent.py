"""Bends the rules of Suspicion in a copy, and sees to it that every bend is found out.

    python3 tests/python/bent.py [VECTORS]

What is found out? *Illegal moves:* a transcript in which everybody has signed a move that the bent rules do
not allow must be a cheat's, with seat, step and duty (PROTOCOL.md, 13.3): the rules that are written here
judge moves, and not what others have signed. *Checks that are missing:* each bend of `BENDS` takes one check
out of the rules, or puts something wrong in its place; matches that were played by the rules as they are
must then go another way. The exit code is 0 if all are found out.
"""

import sys
from collections import namedtuple
from pathlib import Path
from types import ModuleType

sys.dont_write_bytecode = True  # The folder is source; it stays as it is.

import files
from dealer import Dealer
from record import Unproven
from suspicion import Suspicion

HERE = Path(__file__).resolve().parent
VECTORS = HERE.parents[1] / "proto" / "vectors"
SOURCE = (HERE / "suspicion.py").read_text(encoding="utf-8")
SEATS = range(2, 8)
MATCHES = 60

Charter = namedtuple("Charter", "seats options")

# What is checked about a move, the text that checks it, and what stands there instead.
BENDS = [
    ("SUS-02: three cards for everybody", "for _ in range(HAND)]", "for _ in range(2)]"),
    ("SUS-03: the other suspects are out", "self.leave(suspects[self.n :])", "pass"),
    ("SUS-04: the player on the dealer's left begins", "return (dealer + 1) % self.n", "return dealer"),
    ("SUS-04: turns go clockwise", "seat = (seat + 1) % self.n", "seat = (seat - 1) % self.n"),
    ("SUS-05: any card can be discarded", "*self.showing(hand),", ""),
    ("SUS-07: a counter is laid like plain evidence", "(colour, COUNTER + colour)]", "(colour,)]"),
    ("SUS-08: everybody draws back to three", "if len(self.hands[seat]) < HAND]", "if seat == first]"),
    ("SUS-08: you first", "(first, *self.rivals(first))", "(*self.rivals(first), first)"),
    ("SUS-10: rivals counter", "countered = yield from", "return\n        countered = yield from"),
    ("SUS-10: with its colour", "(asked, COUNTER + colour)", "(asked, COUNTER)"),
    ("SUS-12: countered evidence goes", "self.laid[seat].pop(colour), countered", "countered"),
    ("SUS-14: the owner answers", "first_to_answer([seat], COUNTER", "first_to_answer([], COUNTER"),
    ("SUS-14: then the evidence stays", "[countered, answered]", "[self.laid[seat].pop(colour)]"),
    ("SUS-19: Burn hits all evidence", "else sorted(self.laid[victim])", "else sorted(self.laid[victim])[:1]"),
    ("SUS-20: Tamper hits the card named", "[target[1]] if", "[min(self.laid[victim])] if"),
    ("SUS-21: a Block costs a turn", "if self.blocks[seat] is not None:", "if False:"),
    ("SUS-21: a Block is discarded", "self.discards.append(self.blocks[seat])", "pass"),
    ("SUS-24: the victim answers", "[victim] if self.blocks[victim] is None else []", "[]"),
    ("SUS-25: an answer averts", "if again is None:\n            self.discards += [card, answer]\n        else:", "if True:"),
    ("SUS-26: the attacker answers the answer", "first_to_answer([seat], face)", "first_to_answer([], face)"),
    ("SUS-28: a Wild can be laid", "faces.append(WILD)", "pass"),
    ("SUS-28: its colour is named", 'self.open_colours(seat), ("colour",)', 'self.open_colours(seat)[:1], ("colour",)'),
    ("SUS-30: only a Wild moves", "if self.faces[laid[colour]] == WILD", ""),
    ("SUS-31: a Wild is moved to an open colour", "for colour in self.open_colours(seat)]\n\n    def rivals", "for colour in self.colours[seat]]\n\n    def rivals"),
    ("SUS-31: a moved Wild can be countered", "pop(wild)\n        yield from self.counters(seat, colour)", "pop(wild)\n        yield from ()"),
    ("SUS-33: three colours win", "if not self.open_colours(seat):", "if len(self.laid[seat]) > 1:"),
    ("S-A3: victory comes when the counters are over", "self.laid[seat][colour] = card\n", "self.laid[seat][colour] = card\n        if not self.open_colours(seat):\n            return\n"),
    ("S-A5: a blocked player does not counter", "if self.blocks[rival] is None]\n        self.about", "]\n        self.about"),
    ("S-A5: a blocked player does not answer", "if self.blocks[victim] is None else []", ""),
    ("S-A7: no second Block", "if self.blocks[rival] is None]\n        if face == BURN", "]\n        if face == BURN"),
    ("S-A8: Burn needs a rival with evidence", "if self.laid[rival]]", "]"),
    ("S-A8: special cards need a target", "if self.targets(seat, face)]", "]"),
    ("S-A9: Tamper's card is named", "for colour in sorted(self.laid[rival])]", "for colour in sorted(self.laid[rival])[:1]]"),
    ("S-A10: one card to a colour", "if colour not in self.laid[seat]]", "]"),
    ("S-A11: evidence fits one's own colours", "self.colours[seat] if colour not", "range(5) if colour not"),
    ("S-A14: the discards become the draw pile", "[self.discards])\n        self.discards = []", "[self.discards[:-1]])\n        self.discards = self.discards[-1:]"),
    ("S-A16: discards lie open", "self.discards.append(card)\n        elif", "pass\n        elif"),
    ("nobody is asked for what all see", "== COUNTS[face]:", "> COUNTS[face]:"),
    ("one thing to name is not asked for", "if len(things) == 1:", "if not things:"),
    ("a choice of one is not sealed", "if len(seats) == 1:", "if not seats:"),
    ("the result: who has won", "return [seat], [", "return [0], ["),
    ("the result: the scores", "[len(laid) for laid in self.laid]", "[0 for laid in self.laid]"),
]  # fmt: skip

# A move that is legal, bent so that it is not: vector, text, replacement; and seat, step and duty of the verdict.
ILLEGAL = [
    ("a card is laid that may not be", "sealed", "(colour, COUNTER + colour)]", "(COUNTER + colour,)]", (2, 10, 25)),
    ("a card is discarded where none may be", "match", "*self.showing(hand),", "", (1, 28, 22)),
    ("somebody moves out of turn", "sealed", "seat = (seat + 1) % self.n", "seat = (seat - 1) % self.n", (0, 18, 10)),
    ("somebody counters who may not", "sealed", "first_to_answer(asked, COUNTER + colour)", "first_to_answer(asked[1:], COUNTER + colour)", (0, 11, 11)),
    ("another has won", "sealed", "return [seat], [", "return [(seat + 1) % self.n], [", (0, 73, 32)),
    ("other scores", "match", "[len(laid) for laid in self.laid]", "[0 for laid in self.laid]", (0, 37, 32)),
]  # fmt: skip


def bent(old, new):
    """The class of the rules with this text in place of that."""
    if SOURCE.count(old) != 1:
        raise ValueError(f"the rules have {SOURCE.count(old)} times, not once: {old}")
    module = ModuleType("bent")
    exec(compile(SOURCE.replace(old, new), "bent.py", "exec"), module.__dict__)
    return module.Suspicion


def played(rules):
    """Matches by these rules, as they were asked for and answered."""
    for seed in range(MATCHES):
        seats = SEATS[seed % len(SEATS)]
        yield seats, Dealer(seed).play(rules(Charter(range(seats), [])))


def goes_the_same_way(rules, seats, match):
    """Whether the rules ask for the same, if they are answered the same."""
    game, answer = rules(Charter(range(seats), [])), None
    try:
        for asked, answered in match:
            if game.go_on(answer, None) != asked:
                return False
            answer = answered
    except (IndexError, KeyError, ValueError, TypeError):
        return False
    return game.ending() == answer


def illegal_moves(vectors):
    for name, vector, old, new, cheat in ILLEGAL:
        data = (vectors / f"{vector}.transcript").read_bytes()
        before, _ = files.judge(data, Suspicion, Unproven)
        after, _ = files.judge(data, bent(old, new), Unproven)
        found = (after.kind, after.seat, after.step, after.duty) == ("violation", *cheat)
        found = found and before.kind == "fair"
        yield f"{name}: seat {after.seat}, step {after.step}, V-{after.duty}", found


def missing_checks():
    matches = list(played(Suspicion))
    if not all(goes_the_same_way(Suspicion, *match) for match in matches):
        raise AssertionError("the rules do not go the way they went")
    for name, old, new in BENDS:
        rules = bent(old, new)
        count = sum(not goes_the_same_way(rules, *match) for match in matches)
        yield f"{name}: {count} of {len(matches)} matches", count > 0


def main(vectors=VECTORS):
    missed = 0
    for what, found in [*illegal_moves(Path(vectors)), *missing_checks()]:
        print(f"{'FOUND' if found else 'MISSED'} {what}")
        missed += not found
    print(f"missed {missed}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
