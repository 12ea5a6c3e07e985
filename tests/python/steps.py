"""The charter, and the steps of a match with their heads: PROTOCOL.md, sections 9 to 11."""

import unicodedata
from collections import Counter

import codec
import ed25519
import proofs
from codec import digest
from edwards import Refused
from merlin import Context
from proofs import require


class Cheated(Exception):
    def __init__(self, seat, why):
        super().__init__(f"seat {seat}: {why}")
        self.seat = seat


class Corrupt(Exception):
    pass


class TwoHistories(Exception):
    pass


class Ended(Exception):
    """The file ends before the match does, or the match was abandoned."""


def check_charter(signed):
    """Section 9, but for what only the rules of the game can say."""
    charter = signed.charter
    n = len(charter.seats)
    require(charter.protocol == 2, "another protocol")
    require(2 <= n <= 8, "too few or too many seats")
    require(charter.survive + 2 <= n, "so many leavers cannot be survived")
    require(len(charter.options) <= 16, "too many options")
    keys = [option.key.encode() for option in charter.options]
    require(all(a < b for a, b in zip(keys, keys[1:])), "options out of order")
    texts = [charter.game, *(text for option in charter.options for text in option)]
    require(all(len(text.encode()) <= 40 for text in texts), "a text is too long")
    for place in charter.seats:
        require(1 <= len(place.name.encode()) <= 40, "a name is too short or too long")
        require(all(unicodedata.category(c) != "Cc" for c in place.name), "a bad name")
        ed25519.decode_large(place.identity)
    require(len({place.identity for place in charter.seats}) == n, "two equal identities")
    require(len({place.key for place in charter.seats}) == n, "two equal commitments")
    require(len(signed.signatures) == n, "another number of signatures")
    match_id = digest("charter", codec.encode(codec.CHARTER, charter))
    for place, signature in zip(charter.seats, signed.signatures):
        ed25519.verify(place.identity, digest("sign charter", match_id), signature)
    return match_id


class Steps:
    """What is said, step by step. What is owed after setup is the matter of `match.Match`."""

    def __init__(self, records):
        self.records = records
        charter = records.take()
        require(charter.name == "Charter", "the first record is no charter")
        self.match_id = self.head = check_charter(charter.value)
        self.charter = charter.value.charter
        self.n = len(self.charter.seats)
        self.step, self.in_setup, self.gone = 0, True, set()
        # Whether nothing but openings and opens has closed since the last common head.
        self.common = False
        self.heads, self.said, self.checked = [], [], Counter()

    def present(self):
        return [seat for seat in range(self.n) if seat not in self.gone]

    def step_for(self, who_owes, gives=False):
        """One step, and as many more as votes and common heads make necessary.

        `gives` says that a contribution can give something away. `who_owes()` gives {seat: (name of the body, check)}, as things stand after the last vote;
        `check(context, body)` raises `Refused`, or gives what this returns, by seat.
        """
        while owes := who_owes():
            if gives and not self.common:
                self.close_step(self.owed(self.present(), "CommonHead", lambda *_: None))
                continue
            said = self.close_step(owes)
            if said is not None:
                return said
        return {}

    def close_step(self, owes):
        """By contributions: what their checks gave. By votes: None."""
        self.step, self.owing = self.step + 1, owes
        first = self.records.peek()
        if first is not None and first.name == "Vote":
            self.close_by_votes()
            return None
        [name] = {name for name, _ in owes.values()}
        expanded = self.expand_heads() if name == "CommonHead" else None
        results, digests = {}, []
        for seat in sorted(owes):
            statement = expanded[seat] if expanded else self.take("Contribution")
            # Who owes nothing is in nobody's way: it has spoken out of turn.
            if statement.seat in owes and statement.seat != seat:
                raise Corrupt("contributions out of order")
            results[seat] = self.check_contribution(statement)
            digests.append(codec.statement_digest(statement))
        self.said.append([[seat, owes[seat][0]] for seat in sorted(owes)])
        self.close(digests, "contributions")
        self.common = name == "CommonHead" or self.common and name in ("Shares", "Open")
        return results

    def expand_heads(self):
        """By seat, the statements under which a common head has the signatures, section 11.4."""
        following = self.records.peek()
        if following is None or following.name != "Heads":
            return None
        signatures = self.records.take().value
        if len(signatures) != len(self.present()):
            raise Corrupt("another number of signatures than of seats")
        body = codec.Variant("CommonHead", None)
        statements = {
            seat: codec.CONTRIBUTION(self.match_id, self.step, seat, self.head, body)
            for seat in self.present()
        }
        for statement, signature in zip(statements.values(), signatures):
            self.genuine(codec.SIGNED_CONTRIBUTION(statement, signature))
        self.checked["common head"] += 1
        return statements

    def take(self, kind):
        """The statement of the next record, which must be one to this step."""
        record = self.records.take()
        if record.name != kind:
            raise Corrupt(f"a {record.name} instead of a {kind}")
        statement = self.genuine(record.value)
        if statement.step != self.step:
            raise Corrupt("a record of another step")
        if statement.head != self.head:
            raise Corrupt("another head")
        if kind == "Contribution" and statement.body.name == "CommonHead":
            raise Corrupt("a common head that is not its signatures alone")
        return statement

    def genuine(self, signed):
        """The statement, if it is of this match and the signature is that of its seat."""
        statement = signed.statement
        if statement.match_id != self.match_id:
            raise Corrupt("a record of another match")
        if codec.is_too_large(statement):
            raise Corrupt("a contribution that is too large to be one")
        try:
            require(statement.seat < self.n, "no such seat")
            identity = self.charter.seats[statement.seat].identity
            ed25519.verify(identity, codec.statement_digest(statement), signed.signature)
        except Refused as why:
            raise Corrupt(f"a signature is not genuine: {why}") from why
        self.checked["signature"] += 1
        return statement

    def check_next(self, signed):
        """Checks a contribution to the step that follows the file."""
        statement = self.genuine(signed)
        if statement.step != self.step:
            raise Corrupt("evidence about another step")
        if statement.head != self.head:
            raise TwoHistories(f"seat {statement.seat} signed another history")
        self.check_contribution(statement)

    def check_contribution(self, statement):
        seat = statement.seat
        try:
            require(seat in self.owing, "it owes nothing to this step")
            name, check = self.owing[seat]
            require(statement.body.name == name, f"no {name}")
            return check(Context(self.match_id, self.step, seat), statement.body.value)
        except Refused as why:
            raise Cheated(seat, why) from why

    def close(self, digests, how):
        self.heads.append(self.head)
        self.head = codec.next_head(self.head, self.step, how, digests)

    def end(self):
        """Nothing may follow, and to the step that would, nobody owes anything."""
        self.step, self.owing = self.step + 1, {}
        if self.records.peek() is not None:
            raise Corrupt("something follows the end")

    def verify(self, kind, *statement_and_message):
        """One of the proofs of sections 5 to 7."""
        getattr(proofs, f"verify_{kind}")(*statement_and_message, {})
        self.checked[kind] += 1

    # Leavers, section 11.3.

    def close_by_votes(self):
        first = self.records.peek().value.statement
        without, ballot = first.without, first.ballot
        leavers = {seat for seat in range(16) if without >> seat & 1}
        if not leavers or not leavers <= set(self.present()):
            raise Corrupt("a vote against seats that are not present")
        if ballot == 0:
            raise Corrupt("a vote in no ballot")
        others = [seat for seat in self.present() if seat not in leavers]
        first_stays = len(others) == len(leavers) and min(self.present()) in others
        majority = len(others) > len(leavers) or first_stays
        digests = []
        for seat in others:
            vote = self.take("Vote")
            if vote.seat != seat:
                raise Corrupt("votes out of order")
            if (vote.ballot, vote.without) != (ballot, without):
                raise Corrupt("votes that do not agree")
            digests.append(codec.statement_digest(vote))
        self.said.append([[seat, "Vote", without] for seat in others])
        self.close(digests, "votes")
        self.common = False
        self.gone |= leavers
        if self.in_setup or not majority or len(self.gone) > self.charter.survive:
            self.end()
            raise Ended("abandoned")
        self.open_hands_of(leavers)

    # Setup, section 11.1.

    def setup(self):
        keys = self.step_for(lambda: self.owed(self.present(), "Key", self.check_key))
        self.keys = [keys[seat] for seat in range(self.n)]
        try:
            self.H = proofs.joint_key(self.keys)
        except Refused as why:
            repeats = [seat for seat in range(self.n) if self.keys[seat] in self.keys[:seat]]
            raise Cheated(min(repeats, default=0), why) from why
        self.threshold = self.n - self.charter.survive
        if self.charter.survive > 0:
            self.dealings = self.step_for(
                lambda: self.owed(self.present(), "Dealing", self.check_dealing)
            )
            self.dealing_step = self.step
            self.step_for(lambda: self.owed(self.present(), "Receipt", self.check_receipt))
        self.in_setup = False

    def owed(self, seats, name, check):
        return {seat: (name, check) for seat in seats}

    def check_key(self, context, body):
        commitment = self.charter.seats[context.seat].key
        require(proofs.key_commitment(body.key, body.blind) == commitment, "another key")
        self.verify("key", context, body.key, body.proof)
        return body.key

    def check_dealing(self, context, dealing):
        proofs.verify_dealing(self.keys, context.seat, self.threshold, dealing)
        self.checked["dealing"] += 1
        return dealing

    def check_receipt(self, context, complaints):
        for dealer, complaint in complaints:
            require(dealer in self.dealings and dealer != context.seat, "no such dealer")
            about = Context(self.match_id, self.dealing_step, dealer)
            dealing = self.dealings[dealer]
            self.verify(
                "complaint", context, self.keys, dealer, dealing, about, context.seat, complaint
            )
            raise Cheated(dealer, "a bad share")
