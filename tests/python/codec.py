"""How values become bytes (PROTOCOL.md, section 3), and all types that there are (5 to 14).

A type is an object with `read(reader)`, which takes a value off the front, and `write(value)`.
Points become `ristretto.Point`, scalars and integers `int`, structs named tuples; a value of an
enum is a `Variant`, with the name of the variant and what is in it.
"""

import hashlib
from collections import namedtuple

import ristretto
from edwards import Refused

# Section 16.
MAX_VALUE = 131072
MAX_CONTRIBUTION = 61440
MAX_DECIDED = 8

Variant = namedtuple("Variant", "name value")


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Refused("it ends too early")
        self.at += count
        return self.data[self.at - count : self.at]


def decode(kind, data):
    """The one value that `data` is, or `Refused`."""
    if len(data) > MAX_VALUE:
        raise Refused("too long")
    reader = Reader(data)
    value = kind.read(reader)
    if reader.at != len(data):
        raise Refused("something follows")
    return value


def encode(kind, value):
    return kind.write(value)


class Integer:
    def __init__(self, size):
        self.size = size

    def read(self, reader):
        return int.from_bytes(reader.take(self.size), "little")

    def write(self, value):
        return value.to_bytes(self.size, "little")


class Bytes32:
    def read(self, reader):
        return reader.take(32)

    def write(self, value):
        return value


class PointType:
    def read(self, reader):
        return ristretto.decode(reader.take(32))

    def write(self, value):
        return bytes(value)


class ScalarType:
    def read(self, reader):
        return ristretto.decode_scalar(reader.take(32))

    def write(self, value):
        return ristretto.encode_scalar(value)


class SignatureType:
    def read(self, reader):
        if U64.read(reader) != 64:
            raise Refused("a signature of another length")
        return reader.take(64)

    def write(self, value):
        return U64.write(64) + value


class StringType:
    def read(self, reader):
        try:
            return reader.take(U64.read(reader)).decode("utf-8")
        except UnicodeDecodeError as why:
            raise Refused("not UTF-8") from why

    def write(self, value):
        data = value.encode("utf-8")
        return U64.write(len(data)) + data


class List:
    def __init__(self, kind):
        self.kind = kind

    def read(self, reader):
        # No type takes less than a byte, so a length beyond the end is found out in time.
        return [self.kind.read(reader) for _ in range(U64.read(reader))]

    def write(self, value):
        return U64.write(len(value)) + b"".join(self.kind.write(one) for one in value)


class Option:
    """`None` is nothing."""

    def __init__(self, kind):
        self.kind = kind

    def read(self, reader):
        there = U8.read(reader)
        if there > 1:
            raise Refused("an option is neither nothing nor something")
        return self.kind.read(reader) if there else None

    def write(self, value):
        return b"\0" if value is None else b"\1" + self.kind.write(value)


class Bool:
    """Yes or no in one byte."""

    def read(self, reader):
        value = U8.read(reader)
        if value > 1:
            raise Refused("a byte that is neither yes nor no")
        return value == 1

    def write(self, value):
        return U8.write(int(value))


class Struct:
    """A named tuple; `Struct("Dleq", c=SCALAR, z=SCALAR)(1, 2)` makes one."""

    def __init__(self, name, /, **parts):
        self.kinds = list(parts.values())
        self.tuple = namedtuple(name, parts)

    def __call__(self, *values):
        return self.tuple(*values)

    def read(self, reader):
        return self.tuple(*[kind.read(reader) for kind in self.kinds])

    def write(self, value):
        return b"".join(kind.write(part) for kind, part in zip(self.kinds, value, strict=True))


class Enum:
    """Variants with one part each; `None` stands for a variant without parts."""

    def __init__(self, **variants):
        self.names = list(variants)
        self.kinds = list(variants.values())

    def read(self, reader):
        number = U32.read(reader)
        if number >= len(self.names):
            raise Refused("no such variant")
        kind = self.kinds[number]
        return Variant(self.names[number], kind.read(reader) if kind else None)

    def write(self, value):
        number = self.names.index(value.name)
        kind = self.kinds[number]
        return U32.write(number) + (kind.write(value.value) if kind else b"")


U8, U16, U32, U64 = Integer(1), Integer(2), Integer(4), Integer(8)
BYTES32, POINT, SCALAR, BOOL = Bytes32(), PointType(), ScalarType(), Bool()
SIGNATURE, STRING = SignatureType(), StringType()

# Section 5.
KEY_PROOF = Struct("KeyProof", R=POINT, z=SCALAR)
DLEQ = Struct("Dleq", c=SCALAR, z=SCALAR)
SHARES = Struct("Shares", shares=List(POINT), proof=DLEQ)
CARD = Struct("Card", A=POINT, B=POINT)
SHUFFLE_PROOF = Struct(
    "ShuffleProof",
    c=POINT, c_b=POINT, c_s=POINT, c_alpha=POINT, c_beta=POINT, E_A=POINT, E_B=POINT,
    g=List(SCALAR), h=List(SCALAR), Z=SCALAR, z=SCALAR, y=SCALAR,
)  # fmt: skip
SHUFFLE = Struct("Shuffle", piles=List(List(CARD)), proof=SHUFFLE_PROOF)
REMASK = Struct("Remask", cards=List(CARD), proof=DLEQ)
NONE_OF = Struct(
    "NoneOf",
    T=List(POINT), V=POINT, Q=POINT, c=SCALAR, z_w=List(SCALAR), z_r=SCALAR, z_u=SCALAR, z_x=SCALAR,
)  # fmt: skip
SEAL = Struct("Seal", A=POINT, B=POINT, c=SCALAR, z=SCALAR)
OPENED_SEAL = Struct("OpenedSeal", entry=U16, r=SCALAR)

# Sections 6 and 7.
DEALING = Struct("Dealing", C=List(POINT), e=List(SCALAR))
COMPLAINT = Struct("Complaint", S=POINT, proof=DLEQ)
RECOVERED = SHARES
BEACON = Struct("BeaconPart", A=POINT, B=POINT, c=SCALAR, z=SCALAR)

# Section 9.
SEAT_ENTRY = Struct("SeatEntry", identity=BYTES32, name=STRING, nonce=BYTES32, key=BYTES32)
CHARTER = Struct(
    "Charter",
    protocol=U16, game=STRING, rules=U16, description=BYTES32,
    options=List(Struct("Setting", key=STRING, value=STRING)),
    survive=U8, on_cheat=Enum(End=None, GoOn=None), seats=List(SEAT_ENTRY),
)  # fmt: skip
DESCRIPTION = Struct(
    "Description",
    game=STRING, rules=U16, seats=Struct("Seats", least=U8, most=U8),
    options=List(Struct(
        "Offered",
        key=STRING, default=STRING,
        values=Enum(words=List(STRING), number=Struct("Number", least=U32, most=U32)),
    )),
    decks=List(Struct("Deck", deck=U8, faces=List(Struct("Face", face=U8, name=STRING)))),
)  # fmt: skip
SIGNED_CHARTER = Struct("SignedCharter", charter=CHARTER, signatures=List(SIGNATURE))

# Section 10, from the inside out.
SHOWN = Struct("Shown", share=Option(SHARES), none=Option(NONE_OF))
BODY = Enum(
    Key=Struct("Key", key=POINT, blind=BYTES32, proof=KEY_PROOF),
    Dealing=DEALING,
    Receipt=List(Struct("About", dealer=U8, complaint=COMPLAINT)),
    Shuffle=SHUFFLE,
    Shares=Struct(
        "SharesBody",
        own=Option(SHARES),
        recovered=List(Struct("ForGone", gone=U8, shares=RECOVERED)),
    ),
    Remask=REMASK,
    Choice=Struct("Choice", entry=U16, shown=Option(SHOWN)),
    Seal=SEAL,
    Open=Struct("Open", opened=OPENED_SEAL, shown=Option(SHOWN)),
    Answer=Struct(
        "Answer",
        shown=Option(Struct("ShownPlace", place=U16, share=Option(SHARES))),
        none=Option(NONE_OF),
    ),
    Beacon=BEACON,
    Attest=BYTES32,
    CommonHead=None,
)


_SEAT_ENTRY = {"match_id": BYTES32, "step": U64, "seat": U8, "head": BYTES32}
HEADER = Struct("Header", **_SEAT_ENTRY)
BALLOT = Struct("Ballot", round=U32, seat=U8)
VALUE = Enum(Contributions=BYTES32, Without=U16)
ACCEPTS = List(Struct("SeatSignature", seat=U8, signature=SIGNATURE))
DECIDED = Struct(
    "Decided",
    step=U64, head=BYTES32, ballot=BALLOT, contributions=BYTES32, accepts=ACCEPTS,
)  # fmt: skip


def _signed(kind):
    return Struct("Signed", statement=kind, signature=SIGNATURE)


CONTRIBUTION = Struct("Contribution", **_SEAT_ENTRY, decided=List(DECIDED), body=BODY)
CONSENT = Struct("Consent", at=HEADER, without=U16)
PREPARE = Struct("Prepare", at=HEADER, round=U32)
PROMISE = Struct(
    "Promise",
    at=HEADER, ballot=BALLOT,
    accepted=Option(Struct("Accepted", ballot=BALLOT, value=VALUE)),
)  # fmt: skip
PROPOSAL = Struct(
    "Proposal",
    at=HEADER, round=U32, value=VALUE, promises=List(_signed(PROMISE)), consents=List(SIGNATURE),
)  # fmt: skip
ACCEPT = Struct("Accept", at=HEADER, ballot=BALLOT, value=VALUE)
LEAVE = Struct("Leave", at=HEADER, count=U32, back=BOOL)
STANDING = Struct("Standing", at=HEADER, value=VALUE)
UNFINISHED = Struct("Unfinished", at=HEADER, left=U16)

# By the label under which a statement is hashed.
STATEMENTS = {
    kind.tuple.__name__.lower(): kind
    for kind in (CONTRIBUTION, CONSENT, PREPARE, PROMISE, PROPOSAL, ACCEPT, LEAVE, STANDING, UNFINISHED)
}
SIGNED = {label: _signed(kind) for label, kind in STATEMENTS.items()}
CERTIFICATE = Struct("Certificate", proposal=SIGNED["proposal"], accepts=ACCEPTS)


def _two(name, one, other):
    return Struct(name, one=SIGNED[one], other=SIGNED[other])


# Sections 13 and 14.
CONTRADICTION = Enum(
    TwoPromises=_two("TwoPromises", "promise", "promise"),
    TwoAccepts=_two("TwoAccepts", "accept", "accept"),
    TwoProposals=_two("TwoProposals", "proposal", "proposal"),
    ForbiddenProposal=SIGNED["proposal"],
    HiddenAccept=_two("HiddenAccept", "promise", "accept"),
    TwoStandings=_two("TwoStandings", "standing", "standing"),
)
EVIDENCE = Enum(
    Equivocation=_two("Equivocation", "contribution", "contribution"),
    Invalid=SIGNED["contribution"],
    Closing=CONTRADICTION,
    BrokenConsent=_two("BrokenConsent", "consent", "contribution"),
)
RECORD = Enum(
    Charter=SIGNED_CHARTER,
    Contribution=SIGNED["contribution"],
    Consent=SIGNED["consent"],
    Heads=List(SIGNATURE),
    Decided=CERTIFICATE,
    Evidence=EVIDENCE,
    Leave=SIGNED["leave"],
    Unfinished=SIGNED["unfinished"],
)
WORD = Enum(
    Consent=SIGNED["consent"],
    Prepare=SIGNED["prepare"],
    Promise=Struct("Promised", promise=SIGNED["promise"], named=List(SIGNED["proposal"])),
    Proposal=List(SIGNED["proposal"]),
    Accept=SIGNED["accept"],
    Decided=CERTIFICATE,
)
MESSAGE = Enum(
    Contribution=SIGNED["contribution"],
    Word=WORD,
    Status=Struct(
        "Status", match_id=BYTES32, step=U64, head=BYTES32, have=U16, proven=U16, ask=U64
    ),
    Evidence=EVIDENCE,
    Probe=Struct("Probe", match_id=BYTES32, agree=U64, differ=U64, step=U64, head=BYTES32),
    Told=Struct("Told", match_id=BYTES32, ask=U64, step=U64, said=List(BYTES32)),
    Leave=SIGNED["leave"],
    Unfinished=SIGNED["unfinished"],
    Standing=SIGNED["standing"],
)


def digest(label, *parts):
    """Section 8."""
    hashed = hashlib.sha256()
    for part in (b"nodealer/1", label.encode(), *parts):
        hashed.update(U64.write(len(part)) + part)
    return hashed.digest()


def words(of_digest):
    """The four words in which a digest is read aloud, section 8."""
    consonants, vowels = "bdfghjklmnprstvz", "aiou"

    def word(w):
        return (
            consonants[w >> 12] + vowels[w >> 10 & 3] + consonants[w >> 6 & 15]
            + vowels[w >> 4 & 3] + consonants[w & 15]
        )  # fmt: skip

    return "-".join(word(int.from_bytes(of_digest[i : i + 2], "big")) for i in range(0, 8, 2))


def statement_digest(statement):
    """What a seat signs, and what heads are made of, section 10."""
    label = type(statement).__name__.lower()
    return digest(label, encode(STATEMENTS[label], statement))


def place(statement):
    """The match, step, seat and head that a statement is of, section 10."""
    return statement.at if "at" in statement._fields else HEADER(*statement[:4])


def is_too_large(statement):
    """Whether it has the form of a contribution and yet is none, section 13.1."""
    is_contribution = type(statement).__name__ == "Contribution"
    return is_contribution and len(encode(CONTRIBUTION, statement)) > MAX_CONTRIBUTION


def description_digest(told):
    """What a charter says of its game, section 9; `told` is the description in JSON."""
    options = [
        (one["key"], one["default"], Variant(*next(iter(one["values"].items())))) for one in told["options"]
    ]
    decks = [(deck["deck"], deck["faces"]) for deck in told["decks"]]
    parts = (told["game"], told["rules"], told["seats"], options, decks)
    return digest("game", encode(DESCRIPTION, parts))


def seats_of(bits):
    """A set of seats, section 10."""
    return {seat for seat in range(16) if bits >> seat & 1}


def contributions_digest(digests):
    """What names the contributions to a step, section 10."""
    return digest("contributions", *digests)


def next_head(head, step, how, digests):
    """Section 11; `how` is "contributions" or "consents"."""
    return digest("head", head, U64.write(step), how.encode(), *digests)


def match_result(winners, scores):
    """Section 11.2."""
    numbers = b"".join(score.to_bytes(8, "little", signed=True) for score in scores)
    return digest("result", bytes(sorted(winners)), numbers)
