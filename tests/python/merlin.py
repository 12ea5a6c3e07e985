"""Merlin transcripts and what the proofs put on top of them: PROTOCOL.md, sections 4.2 and 4.3."""

from collections import namedtuple

from ristretto import ORDER, encode_scalar
from strobe import Strobe

# Who says something, and when.
Context = namedtuple("Context", "match_id step seat")


class Merlin:
    def __init__(self, label):
        self.strobe = Strobe()
        self.strobe.meta_ad(b"Merlin v1.0")
        self.append("dom-sep", label)

    def append(self, label, data):
        self.strobe.meta_ad(label.encode() + len(data).to_bytes(4, "little"))
        self.strobe.ad(data)

    def challenge(self, label, count):
        self.strobe.meta_ad(label.encode() + count.to_bytes(4, "little"))
        return self.strobe.prf(count)


class Transcript(Merlin):
    """The transcript of one proof, opened for a domain in a context."""

    def __init__(self, domain, context):
        super().__init__(b"nodealer/mental/1")
        self.append("domain", domain.encode())
        self.context(context)

    def context(self, context):
        self.append("match", context.match_id)
        self.append_u64("step", context.step)
        self.append_u64("seat", context.seat)

    def append_u64(self, label, number):
        self.append(label, number.to_bytes(8, "little"))

    def point(self, label, point):
        self.append(label, bytes(point))

    def scalar(self, label, k):
        self.append(label, encode_scalar(k))

    def points(self, label, points):
        self.append_u64("length", len(points))
        for point in points:
            self.point(label, point)

    def cards(self, cards):
        self.append_u64("length", len(cards))
        for card in cards:
            self.point("A", card.A)
            self.point("B", card.B)

    def scalar_challenge(self, label):
        return int.from_bytes(self.challenge(label, 64), "little") % ORDER

    def weights(self, label, count):
        drawn = self.challenge(label, 16 * count)
        return [int.from_bytes(drawn[i : i + 16], "little") for i in range(0, 16 * count, 16)]
