"""ristretto255 (RFC 9496) and its scalars: PROTOCOL.md, section 2."""

import hashlib
from functools import lru_cache

import edwards
from edwards import D, P, SQRT_M1, Refused, absolute, is_negative, sqrt_ratio

ORDER = edwards.ORDER

# RFC 9496, section 4.1. `rfc.py` checks what they have to be.
SQRT_AD_MINUS_ONE = 25063068953384623474111414158702152701244531502492656460079210482610430750235
INVSQRT_A_MINUS_D = 54469307008909316920995813868745141605393597292927456921205312896311721017578
ONE_MINUS_D_SQ = (1 - D * D) % P
D_MINUS_ONE_SQ = (D - 1) ** 2 % P


class Point:
    """An element of the group. `k * A`, `A + B`, `A - B`, `A == B`, `bytes(A)` do what they say."""

    __slots__ = ("edwards", "encoding")

    def __init__(self, representative, encoding=None):
        self.edwards = representative
        self.encoding = encoding

    def __add__(self, other):
        return Point(edwards.add(self.edwards, other.edwards))

    def __sub__(self, other):
        return Point(edwards.add(self.edwards, edwards.negate(other.edwards)))

    def __rmul__(self, k):
        return total((k, self))

    def __eq__(self, other):
        x1, y1, _, _ = self.edwards
        x2, y2, _, _ = other.edwards
        return (x1 * y2 - y1 * x2) % P == 0 or (y1 * y2 - x1 * x2) % P == 0

    def __hash__(self):
        return hash(bytes(self))

    def __bytes__(self):
        if self.encoding is None:
            self.encoding = encode(self.edwards)
        return self.encoding

    def __repr__(self):
        return bytes(self).hex()

    def is_neutral(self):
        x, y, _, _ = self.edwards
        return x % P == 0 or y % P == 0


def total(*terms):
    """Σ k·A over pairs (k, A)."""
    return Point(edwards.multiply_and_add((k, point.edwards) for k, point in terms))


def encode(representative):
    """RFC 9496, section 4.3.2."""
    x, y, z, t = representative
    u1 = (z + y) * (z - y) % P
    u2 = x * y % P
    _, invsqrt = sqrt_ratio(1, u1 * u2 % P * u2 % P)
    den1 = invsqrt * u1 % P
    den2 = invsqrt * u2 % P
    z_inv = den1 * den2 % P * t % P
    den_inv = den2
    if is_negative(t * z_inv):
        x, y = y * SQRT_M1 % P, x * SQRT_M1 % P
        den_inv = den1 * INVSQRT_A_MINUS_D % P
    if is_negative(x * z_inv):
        y = -y
    return absolute(den_inv * (z - y) % P).to_bytes(32, "little")


@lru_cache(maxsize=4096)
def decode(encoding):
    """RFC 9496, section 4.3.1."""
    if len(encoding) != 32:
        raise Refused("a point of another length than 32 bytes")
    s = int.from_bytes(encoding, "little")
    if s >= P:
        raise Refused("point: not below p")
    if is_negative(s):
        raise Refused("point: negative")
    ss = s * s % P
    u1, u2 = 1 - ss, 1 + ss
    u2_sqr = u2 * u2 % P
    v = (-D * u1 % P * u1 - u2_sqr) % P
    was_square, invsqrt = sqrt_ratio(1, v * u2_sqr % P)
    den_x = invsqrt * u2 % P
    den_y = invsqrt * den_x % P * v % P
    x = absolute(2 * s * den_x % P)
    y = u1 * den_y % P
    t = x * y % P
    if not was_square:
        raise Refused("point: no square")
    if is_negative(t):
        raise Refused("point: x*y is negative")
    if y == 0:
        raise Refused("point: y is zero")
    return Point((x, y, 1, t), bytes(encoding))


def one_way_map(uniform):
    """RFC 9496, section 4.3.4, from 64 bytes."""
    return _map(uniform[:32]) + _map(uniform[32:])


def _map(half):
    t = int.from_bytes(half, "little") % 2**255 % P
    r = SQRT_M1 * t % P * t % P
    u = (r + 1) * ONE_MINUS_D_SQ % P
    v = (-1 - r * D) * (r + D) % P
    was_square, s = sqrt_ratio(u, v)
    c = -1
    if not was_square:
        s = -absolute(s * t % P)
        c = r
    n = (c * (r - 1) * D_MINUS_ONE_SQ - v) % P
    w0 = 2 * s * v % P
    w1 = n * SQRT_AD_MINUS_ONE % P
    w2 = (1 - s * s) % P
    w3 = (1 + s * s) % P
    return Point((w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P))


def hash_to_group(message):
    """H2G of section 2."""
    return one_way_map(hashlib.sha512(message).digest())


@lru_cache(maxsize=None)
def face_point(game, deck, face):
    """M."""
    name = game.encode()
    length = len(name).to_bytes(8, "little")
    return hash_to_group(b"nodealer/mental/1/face" + length + name + bytes([deck, face]))


@lru_cache(maxsize=None)
def entry_point(e):
    """E_e."""
    return hash_to_group(b"nodealer/mental/1/entry" + e.to_bytes(2, "little"))


@lru_cache(maxsize=None)
def generator(i):
    """G_i."""
    return hash_to_group(b"nodealer/mental/1/generator" + i.to_bytes(8, "little"))


def decode_scalar(encoding):
    if len(encoding) != 32:
        raise Refused("a scalar of another length than 32 bytes")
    k = int.from_bytes(encoding, "little")
    if k >= ORDER:
        raise Refused("scalar: not below the order")
    return k


def encode_scalar(k):
    return (k % ORDER).to_bytes(32, "little")


NEUTRAL = Point(edwards.NEUTRAL)
G = Point(edwards.BASE)
