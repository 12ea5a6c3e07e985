"""What evidence proves: PROTOCOL.md, section 13.2."""

from collections import namedtuple

import codec
from codec import place
from steps import Cheated, Damaged, TwoHistories

# `duty` is the number of the one in section 13.3 that was not met.
Verdict = namedtuple("Verdict", "kind seat step why duty")


class Accusation:
    """Evidence that is looked at while the match is followed that it is about."""

    def __init__(self, evidence):
        self.kind, self.value = evidence
        # Of a broken consent: whether contributions have closed its step, and whether its seat has
        # contributed since.
        self.is_closed, self.has_spoken = False, False
        self.found = None

    def verdict(self, match):
        """What it proves, at the end of the file."""
        if self.kind in ("Equivocation", "Closing"):
            self.look(match, lambda: self.check_contradiction(match))
        return self.found or Verdict("damaged", None, None, "evidence about no step of this match", 9)

    def before_step(self, match):
        """A step begins; nothing of it has been looked at."""
        if self.found is not None:
            return
        if self.kind == "Invalid" and self.value.statement.step == match.step:
            self.look(match, lambda: self.check_invalid(match))
        if self.kind == "BrokenConsent" and self.is_closed and not self.has_spoken:
            said = place(self.value.other.statement)
            if (said.step, said.head) == (match.step, match.head):
                self.look(match, lambda: self.check_broken(match))

    def after_contribution(self, seat):
        """A contribution to the current step was taken."""
        if self.kind == "BrokenConsent" and seat == self.value.one.statement.at.seat:
            self.has_spoken = self.is_closed

    def after_contributions(self, step, head):
        """The step was closed by contributions; the head is the one before it."""
        if self.kind == "BrokenConsent":
            at = self.value.one.statement.at
            self.is_closed = self.is_closed or (at.step, at.head) == (step, head)

    def look(self, match, check):
        """`check` raises what it finds."""
        try:
            check()
        except Cheated as why:
            step = why.step if isinstance(why, Contradicted) else match.step
            self.found = Verdict("violation", why.seat, step, str(why), why.duty)
        except TwoHistories as why:
            self.found = Verdict("two-histories", None, None, str(why), why.duty)
        except Damaged as why:
            self.found = Verdict("damaged", None, None, str(why), 9)

    def check_invalid(self, match):
        statement = match.genuine(self.value)
        if statement.head != match.head:
            raise TwoHistories(f"seat {statement.seat} signed another history")
        match.check_contribution(statement)
        raise Damaged("the contribution is right", 9)

    def check_broken(self, match):
        consent, said = (match.genuine(signed) for signed in self.value)
        if consent.at.seat != said.seat:
            raise Damaged("two seats", 9)
        if any(decided.step == consent.at.step for decided in said.decided):
            raise Damaged("the decision is shown", 9)
        raise Cheated(said.seat, "a broken consent", 35)

    def check_contradiction(self, match):
        kind, value = (self.kind, self.value) if self.kind == "Equivocation" else self.value
        if kind == "ForbiddenProposal":
            proposal = match.genuine(value)
            for promise in proposal.promises:
                match.check_signature(promise)
            contradict, at = is_forbidden(proposal), proposal.at
        else:
            one, other = (match.genuine(signed) for signed in value)
            at = place(one)
            if (at.step, at.seat) != (place(other).step, place(other).seat):
                raise Damaged("two steps or two seats", 9)
            contradict = CONTRADICT[kind](one, other)
        if not contradict:
            raise Damaged("the statements do not contradict each other", 9)
        raise Contradicted(at.seat, at.step, kind)


class Contradicted(Cheated):
    """By words about any step."""

    def __init__(self, seat, step, why):
        super().__init__(seat, why, 33 if why == "Equivocation" else 34)
        self.step = step


def differ_in_ballot(one, other):
    return one.ballot == other.ballot and one != other


def differ_in_proposal(one, other):
    return one.round == other.round and (one.value, one.at) != (other.value, other.at)


def hides(promise, accept):
    """Whether a promise does not name what its seat accepted in an earlier ballot."""
    if not accept.ballot < promise.ballot:
        return False
    named = promise.accepted
    if named is None or named.ballot < accept.ballot:
        return True
    return named.ballot == accept.ballot and named.value != accept.value


def is_forbidden(proposal):
    """Whether a proposal is not what its own promises ask for."""
    promises = [signed.statement for signed in proposal.promises]
    ballot = codec.BALLOT(proposal.round, proposal.at.seat)
    named = [promise.accepted for promise in promises if promise.accepted is not None]
    if not named or any(promise.ballot != ballot for promise in promises):
        return False
    last = max(accepted.ballot for accepted in named)
    return (last, proposal.value) not in named


CONTRADICT = {
    "Equivocation": lambda one, other: one != other,
    "TwoPromises": differ_in_ballot,
    "TwoAccepts": differ_in_ballot,
    "TwoProposals": differ_in_proposal,
    "HiddenAccept": hides,
    "TwoStandings": lambda one, other: one != other,
}
