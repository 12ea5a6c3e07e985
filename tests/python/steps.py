"""The charter, and the steps of a match with their heads: PROTOCOL.md, sections 9 to 11 and 13.1."""

import unicodedata
from collections import Counter, namedtuple

import codec
import ed25519
import proofs
from codec import digest
from edwards import Refused
from merlin import Context
from proofs import require


# The duties of section 13.3 that a proof of each kind, and a body of each kind, is the matter of.
PROOFS = {
    "key": 13, "complaint": 16, "shuffle": 17, "shares": 19, "recovered": 20, "remask": 21,
    "seal": 29, "opened_seal": 30, "beacon": 31,
}  # fmt: skip
BODIES = {"Key": 13, "Dealing": 15, "Receipt": 16, "Attest": 32}


class Cheated(Exception):
    def __init__(self, seat, why, duty):
        super().__init__(f"seat {seat}: {why}")
        self.seat, self.duty = seat, duty


class Damaged(Exception):
    def __init__(self, why, duty):
        super().__init__(why)
        self.duty = duty


class TwoHistories(Exception):
    duty = 3


class Ended(Exception):
    """The file ends before the match does."""


def check_charter(signed):
    """Section 9, but for what only the rules of the game can say."""
    charter = signed.charter
    n = len(charter.seats)
    require(charter.protocol == 3, "another protocol")
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


def check_game(charter, description):
    """What section 9 asks of a charter for its game, which is described as in a record."""
    require(charter.game == description["game"], "another game")
    require(charter.rules == description["rules"], "other rules")
    described = codec.description_digest(description)
    require(charter.description == described, "the game has other cards or options")
    least, most = description["seats"]
    require(least <= len(charter.seats) <= most, "too few or too many seats for the game")
    offered = {option["key"]: option["values"] for option in description["options"]}
    require(sorted(option.key for option in charter.options) == sorted(offered), "not the options of the game")
    for option in charter.options:
        require(takes(offered[option.key], option.value), f"{option.key} cannot be {option.value}")


def takes(values, value):
    if "words" in values:
        return value in values["words"]
    least, most = values["number"]
    return value.isascii() and value.isdigit() and str(int(value)) == value and least <= int(value) <= most


# A step as it was when it was decided on; `how` is the set of seats that it was closed without, or the
# digest that names its contributions.
Closed = namedtuple("Closed", "step head present quorum how")

LAST_RECORDS = ("Decided", "Evidence", "Leave", "Unfinished")
# The duty that is not met by a record where another is due.
MISPLACED = {
    "Contribution": 3, "Heads": 5, "Consent": 6,
    **dict.fromkeys(("Charter", *LAST_RECORDS), 7),
}  # fmt: skip


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
        # Steps that contributions closed, from the last on to which all contributed; and those that
        # consents closed.
        self.recent, self.went_on = [], []
        self.accusation = None
        self.heads, self.said, self.checked = [], [], Counter()

    def present(self):
        return [seat for seat in range(self.n) if seat not in self.gone]

    def quorum(self):
        """Section 11; None if there is none."""
        present = len(self.present())
        leavers = max(self.charter.survive - len(self.gone), 0)
        return None if self.in_setup else max(present - leavers, present // 2 + 1)

    def step_for(self, who_owes, gives=False):
        """One step, and as many more as consents and common heads make necessary.

        `gives` says that a contribution can give something away. `who_owes()` gives {seat: (name of the
        body, check)}, as things stand after the last consents; `check(context, body)` raises `Refused`,
        or gives what this returns, by seat.
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
        """By contributions: what their checks gave. By consents: None."""
        self.begin_step(owes)
        first = self.records.peek()
        if first is not None and first.name in LAST_RECORDS:
            self.take_last_records()
            raise Ended("the last records")
        if first is not None and first.name == "Consent":
            self.close_by_consents()
            return None
        [name] = {name for name, _ in owes.values()}
        expanded = self.expand_heads() if name == "CommonHead" else None
        results, digests, said, shows = {}, [], [], False
        for seat in sorted(owes):
            statement = expanded[seat] if expanded else self.take_contribution(seat)
            shows = shows or bool(statement.decided)
            if name == "CommonHead" and not expanded and not shows and statement.seat == max(owes):
                raise Damaged("a common head that is not its signatures alone", 5)
            results[seat] = self.check_contribution(statement)
            digests.append(codec.statement_digest(statement))
            shown = [decided.step for decided in statement.decided]
            said.append([seat, owes[seat][0], *([shown] if shown else [])])
            if self.accusation:
                self.accusation.after_contribution(seat)
        self.said.append(said)
        if sorted(owes) == self.present():
            self.recent.clear()
        self.recent.append(self.closed(codec.contributions_digest(digests)))
        if self.accusation:
            self.accusation.after_contributions(self.step, self.head)
        self.close(digests, "contributions")
        self.common = name == "CommonHead" or self.common and name in ("Shares", "Open")
        return results

    def begin_step(self, owes):
        """The next step is the current one; nothing of it has been looked at."""
        self.step, self.owing = self.step + 1, owes
        if self.accusation:
            self.accusation.before_step(self)

    def closed(self, how):
        return Closed(self.step, self.head, self.present(), self.quorum(), how)

    def expand_heads(self):
        """By seat, the statements under which a common head has the signatures, section 13."""
        following = self.records.peek()
        if following is None or following.name != "Heads":
            return None
        signatures = self.records.take().value
        if len(signatures) != len(self.present()):
            raise Damaged("another number of signatures than of seats", 5)
        body = codec.Variant("CommonHead", None)
        statements = {
            seat: codec.CONTRIBUTION(*self.here(seat), [], body) for seat in self.present()
        }
        for statement, signature in zip(statements.values(), signatures):
            self.genuine(codec.SIGNED["contribution"](statement, signature))
        self.checked["common head"] += 1
        return statements

    def here(self, seat):
        """The header of a statement of this step."""
        return codec.HEADER(self.match_id, self.step, seat, self.head)

    def take_contribution(self, expected):
        """The next record, a contribution to this step, by this seat if by one that owes it something."""
        signed = self.take("Contribution")
        statement = signed.statement
        self.check_place(statement, 3)
        # Who owes nothing is in nobody's way: it has spoken out of turn.
        if statement.seat in self.owing and statement.seat != expected:
            raise Damaged("contributions out of order", 3)
        self.check_size(statement, 3)
        self.check_signature(signed)
        self.check_head(statement, 3)
        return statement

    def take_consent(self):
        signed = self.take("Consent")
        self.check_consent(signed)
        return signed.statement

    def check_consent(self, signed):
        self.check_place(signed.statement, 6)
        self.check_head(signed.statement, 6)
        self.check_signature(signed)

    def take(self, kind):
        record = self.records.take()
        if record.name == kind:
            return record.value
        if record.name == "Consent":
            self.check_consent(record.value)
        raise Damaged(f"a {record.name} instead of a {kind}", MISPLACED[record.name])

    def check_place(self, statement, duty):
        self.check_match(statement, duty)
        if codec.place(statement).step != self.step:
            raise Damaged("a record of another step", duty)

    def check_head(self, statement, duty):
        if codec.place(statement).head != self.head:
            raise Damaged("another head", duty)

    def check_match(self, statement, duty):
        if codec.place(statement).match_id != self.match_id:
            raise Damaged("a statement of another match", duty)

    def check_size(self, statement, duty):
        if codec.is_too_large(statement):
            raise Damaged("a contribution that is too large to be one", duty)

    def genuine(self, signed):
        """The statement, if it is of this match and the signature is that of its seat."""
        self.check_match(signed.statement, 4)
        self.check_size(signed.statement, 4)
        self.check_signature(signed)
        return signed.statement

    def check_signature(self, signed):
        """Section 8, whatever match the statement is of."""
        seat = codec.place(signed.statement).seat
        try:
            require(seat < self.n, "no such seat")
            identity = self.charter.seats[seat].identity
            ed25519.verify(identity, codec.statement_digest(signed.statement), signed.signature)
        except Refused as why:
            raise Damaged(f"a signature is not genuine: {why}", 4) from why
        self.checked["signature"] += 1

    def check_contribution(self, statement):
        seat = statement.seat
        try:
            require(seat in self.owing, "it owes nothing to this step", 10)
            self.check_shown(statement.decided)
            name, check = self.owing[seat]
            require(statement.body.name == name, f"no {name}", 11)
            return check(Context(self.match_id, self.step, seat), statement.body.value)
        except Refused as why:
            raise Cheated(seat, why, why.duty or BODIES.get(statement.body.name)) from why

    def check_shown(self, decided):
        """Section 11.5."""
        try:
            self.check_decisions(decided)
        except Refused as why:
            why.duty = 12
            raise

    def check_decisions(self, decided):
        require(len(decided) <= codec.MAX_DECIDED, "too many decisions")
        steps = [one.step for one in decided]
        require(all(a < b for a, b in zip(steps, steps[1:])), "decisions out of order")
        for one in decided:
            [closed] = [step for step in self.recent if step.step == one.step] or [None]
            require(closed is not None, "a decision on no such step")
            require(one.head == closed.head, "a decision over another history")
            require(one.contributions == closed.how, "a decision on other contributions")
            value = codec.Variant("Contributions", one.contributions)
            try:
                self.check_accepts(closed, one.ballot, value, one.accepts)
            except Damaged as why:
                raise Refused(str(why)) from why
            self.checked["shown decision"] += 1

    def check_accepts(self, closed, ballot, value, accepts):
        """Whether these are the acceptances of a quorum of a step."""
        seats = [seat for seat, _ in accepts]
        if any(a >= b for a, b in zip(seats, seats[1:])) or not set(seats) <= set(closed.present):
            raise Damaged("acceptances of other seats", 8)
        if closed.quorum is None or len(seats) < closed.quorum:
            raise Damaged("too few acceptances", 8)
        for seat, signature in accepts:
            at = codec.HEADER(self.match_id, closed.step, seat, closed.head)
            accept = codec.ACCEPT(at, ballot, value)
            self.check_signature(codec.SIGNED["accept"](accept, signature))

    def close(self, digests, how):
        self.heads.append(self.head)
        self.head = codec.next_head(self.head, self.step, how, digests)

    def end(self):
        """The match is finished: nobody owes anything to the step that would follow."""
        self.begin_step({})
        self.take_last_records()

    # What follows the last step, section 13.1.

    def take_last_records(self):
        while self.records.peek() is not None:
            record = self.records.take()
            if record.name not in LAST_RECORDS:
                raise Damaged("something follows the last step", 7)
            if record.name == "Decided":
                try:
                    self.check_decision(record.value)
                except Damaged as why:
                    raise Damaged(str(why), 8) from why
            elif record.name != "Evidence":
                self.genuine(record.value)

    def check_decision(self, certificate):
        proposal = self.genuine(certificate.proposal)
        [closed] = [step for step in self.went_on if step.step == proposal.at.step] or [None]
        if closed is None:
            raise Damaged("a decision on no step that consents closed", 8)
        if proposal.at.head != closed.head or proposal.at.seat not in closed.present:
            raise Damaged("a decision of somebody else, or over another history", 8)
        if proposal.value != codec.Variant("Without", closed.how):
            raise Damaged("a decision on something else", 8)
        stay = [seat for seat in closed.present if seat not in codec.seats_of(closed.how)]
        if len(proposal.consents) != len(stay):
            raise Damaged("another number of consents than of seats that stay", 8)
        for seat, signature in zip(stay, proposal.consents):
            consent = codec.CONSENT(proposal.at._replace(seat=seat), closed.how)
            self.check_signature(codec.SIGNED["consent"](consent, signature))
        for promise in proposal.promises:
            self.check_signature(promise)
        ballot = codec.BALLOT(proposal.round, proposal.at.seat)
        self.check_accepts(closed, ballot, proposal.value, certificate.accepts)
        self.checked["decision"] += 1

    def verify(self, kind, *statement_and_message):
        """One of the proofs of sections 5 to 7."""
        try:
            getattr(proofs, f"verify_{kind}")(*statement_and_message, {})
        except Refused as why:
            why.duty = PROOFS.get(kind)
            raise
        self.checked[kind] += 1

    # Leavers, section 11.3.

    def close_by_consents(self):
        first = self.take_consent()
        without = first.without
        leavers = codec.seats_of(without)
        if not leavers or not leavers <= set(self.present()):
            raise Damaged("a consent to go on without seats that are not present", 6)
        others = [seat for seat in self.present() if seat not in leavers]
        if self.quorum() is None or len(others) < self.quorum():
            raise Damaged("those who stay are no quorum", 6)
        digests = []
        for seat in others:
            consent = self.take_consent() if digests else first
            if consent.at.seat != seat:
                raise Damaged("consents out of order", 6)
            if consent.without != without:
                raise Damaged("consents that do not agree", 6)
            digests.append(codec.statement_digest(consent))
        self.said.append([[seat, "Consent", without] for seat in others])
        self.went_on.append(self.closed(without))
        self.close(digests, "consents")
        self.common = False
        self.gone |= leavers
        self.open_hands_of(leavers)

    # Setup, section 11.1.

    def setup(self):
        keys = self.step_for(lambda: self.owed(self.present(), "Key", self.check_key))
        self.keys = [keys[seat] for seat in range(self.n)]
        try:
            self.H = proofs.joint_key(self.keys)
        except Refused as why:
            repeats = [seat for seat in range(self.n) if self.keys[seat] in self.keys[:seat]]
            raise Cheated(min(repeats, default=0), why, 14) from why
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
            raise Cheated(dealer, "a bad share", 16)
