"""Files and verdicts: PROTOCOL.md, sections 0.2 to 0.4 and 13."""

import codec
from edwards import Refused
from evidence import Accusation, Verdict
from match import Match
from steps import Cheated, Damaged, Ended

TRANSCRIPT_HEADER = b"nodealer\x03\x00T"
EVIDENCE_HEADER = b"nodealer\x03\x00E"


def judge(data, rules_of, kind=Match):
    """The verdict (0.3) on the bytes of a file, and the `Match` as far as it came.

    `rules_of(charter)` gives the rules that the match is judged by; `kind` is how it is followed.
    """
    try:
        records = Records(data)
        evidence = records.take(codec.EVIDENCE) if records.is_evidence else records.evidence()
        match = kind(records, rules_of)
    except (Refused, Damaged, Ended) as why:
        return Verdict("damaged", None, None, str(why), 2), None
    match.accusation = evidence and Accusation(evidence)
    verdict = judge_transcript(match)
    if match.accusation and verdict.kind in ("fair", "unfinished"):
        verdict = match.accusation.verdict(match)
    return verdict, match


def judge_transcript(match):
    try:
        match.play()
        return Verdict("fair", None, None, "", None)
    except Ended as why:
        return Verdict("unfinished", None, None, str(why), None)
    except Cheated as why:
        return Verdict("violation", why.seat, match.step, str(why), why.duty)
    except Damaged as why:
        return Verdict("damaged", None, None, str(why), why.duty)


class Records:
    """What is in a file, one value after the other."""

    def __init__(self, data):
        self.is_evidence = data.startswith(EVIDENCE_HEADER)
        if not self.is_evidence and not data.startswith(TRANSCRIPT_HEADER):
            raise Refused("another header")
        self.data = data
        self.at = len(TRANSCRIPT_HEADER)
        self.coming = None

    def evidence(self):
        """The first evidence among the records, wherever it stands; `None` if there is none."""
        ahead = Records(self.data)
        try:
            while (record := ahead.take()).name != "Evidence":
                pass
            return record.value
        except (Damaged, Ended):
            # Whatever cannot be read is found when the file is followed.
            return None

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
            raise Damaged("a torn frame", 1)
        try:
            return codec.decode(kind, self.data[start : self.at])
        except Refused as why:
            raise Damaged(f"a frame that does not decode: {why}", 1) from why
