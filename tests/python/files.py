"""Files and verdicts: PROTOCOL.md, section 13."""

from collections import namedtuple

import codec
from edwards import Refused
from match import Match
from steps import Cheated, Corrupt, Ended, TwoHistories

TRANSCRIPT_HEADER = b"nodealer\x02\x00T"
EVIDENCE_HEADER = b"nodealer\x02\x00E"

Verdict = namedtuple("Verdict", "kind seat step why")


def judge(data, told):
    """The verdict of section 13 on the bytes of a file, and the `Match` as far as it came."""
    try:
        records = Records(data)
        accusation = records.take(codec.EVIDENCE) if records.is_evidence else None
        match = Match(records, told)
    except (Refused, Corrupt, Ended) as why:
        return Verdict("no match", None, None, str(why)), None
    verdict = judge_transcript(match)
    if accusation and verdict.kind in ("fair", "unfinished"):
        verdict = judge_accusation(match, accusation)
    return verdict, match


def judge_transcript(match):
    try:
        match.play()
        return Verdict("fair", None, None, "")
    except Ended as why:
        return Verdict("unfinished", None, None, str(why))
    except Cheated as why:
        return Verdict("cheated", why.seat, match.step, str(why))
    except Corrupt as why:
        return Verdict("corrupt", None, None, str(why))


def judge_accusation(match, accusation):
    """Whether the evidence proves something, given the transcript beside it."""
    try:
        if accusation.name == "Invalid":
            match.check_next(accusation.value)
            raise Corrupt("the contribution is right")
        said = codec.statement_digest
        one, other = (match.genuine(signed) for signed in accusation.value)
        if (one.step, one.seat) != (other.step, other.seat):
            raise Corrupt("two steps or two seats")
        if accusation.name == "Equivocation" and said(one) == said(other):
            raise Corrupt("the same said twice")
        if accusation.name == "TwoFaced" and one.ballot <= other.last:
            raise Corrupt("a vote from before the step was closed")
        if accusation.name == "TwoVotes" and one.ballot != other.ballot:
            raise Corrupt("two ballots")
        if accusation.name in ("TwoVotes", "TwoEnds") and said(one) == said(other):
            raise Corrupt("the same voted twice")
        return Verdict("cheated", one.seat, one.step, accusation.name)
    except Cheated as why:
        return Verdict("cheated", why.seat, match.step, str(why))
    except TwoHistories as why:
        return Verdict("two histories", None, None, str(why))
    except Corrupt as why:
        return Verdict("corrupt", None, None, str(why))


class Records:
    """What is in a file, one value after the other."""

    def __init__(self, data):
        self.is_evidence = data.startswith(EVIDENCE_HEADER)
        if not self.is_evidence and not data.startswith(TRANSCRIPT_HEADER):
            raise Refused("another header")
        self.data = data
        self.at = len(TRANSCRIPT_HEADER)
        self.coming = None

    def peek(self):
        """The record that comes next; `None` at the end of the file."""
        if self.coming is None and self.at < len(self.data):
            self.coming = self.read(codec.RECORD)
        return self.coming

    def take(self, kind=codec.RECORD):
        if self.coming is None and self.at == len(self.data):
            raise Ended("the file ends")
        value, self.coming = self.coming or self.read(kind), None
        return value

    def read(self, kind):
        start = self.at + 4
        length = int.from_bytes(self.data[self.at : start], "little")
        self.at = start + length
        if self.at > len(self.data) or length > codec.MAX_VALUE:
            raise Corrupt("a torn frame")
        try:
            return codec.decode(kind, self.data[start : self.at])
        except Refused as why:
            raise Corrupt(f"a frame that does not decode: {why}") from why
