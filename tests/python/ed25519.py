"""Strict verification of ed25519 signatures: PROTOCOL.md, section 8."""

import hashlib

import edwards
from edwards import BASE, D, ORDER, P, Refused, sqrt_ratio


def decode(encoding):
    """RFC 8032, section 5.1.3."""
    if len(encoding) != 32:
        raise Refused("a key of another length than 32 bytes")
    number = int.from_bytes(encoding, "little")
    y, sign = number % 2**255, number >> 255
    if y >= P:
        raise Refused("ed25519: not below p")
    is_square, x = sqrt_ratio(y * y - 1, D * y * y + 1)
    if not is_square:
        raise Refused("ed25519: not on the curve")
    if x == 0 and sign:
        raise Refused("ed25519: minus zero")
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


def encode(point):
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    x, y = x * inverse % P, y * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode_large(encoding):
    """A point that is not of small order."""
    point = decode(encoding)
    if edwards.is_neutral(edwards.double(edwards.double(edwards.double(point)))):
        raise Refused("ed25519: of small order")
    return point


def verify(key, message, signature):
    """Raises `Refused` unless `signature` (64 bytes) is one of `key` (32 bytes) for `message`."""
    if len(signature) != 64:
        raise Refused("a signature of another length than 64 bytes")
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= ORDER:
        raise Refused("ed25519: s is not below the order")
    decode_large(r)
    point = decode_large(key)
    k = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % ORDER
    if encode(edwards.multiply_and_add([(s, BASE), (k, edwards.negate(point))])) != r:
        raise Refused("ed25519: not a signature of this key for this message")
