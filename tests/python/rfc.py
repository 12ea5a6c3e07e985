"""The groups against values published elsewhere, before anything of this project is looked at.

`proto/vectors/published.json` has all of RFC 9496, appendix A, about ristretto255, and all of
RFC 8032, section 7.1, about ed25519 without a context or a prehash.
"""

import hashlib

import ed25519
import edwards
import ristretto
from edwards import D, P, Refused
from strobe import keccak_f


def check(published, tally):
    """Tells the tally where the modules beside this one agree with what is published."""
    tally.accept("constants", check_constants)
    tally.accept("Keccak-f", check_keccak)
    tally.accept("published", check_complete, published)
    group = published["ristretto255"]
    for k, encoding in enumerate(group["multiples"]):
        tally.accept(f"point: {k}·G", check_multiple, k, bytes.fromhex(encoding))
    for reason, encodings in group["invalid"].items():
        for encoding in encodings:
            name = f"point: {reason}: {encoding}"
            tally.refuse(name, because, reason, ristretto.decode, bytes.fromhex(encoding))
    for uniform, encoding in group["uniform"]:
        tally.accept(f"one-way map: {uniform}", check_map, bytes.fromhex(uniform), encoding)
    for u, v, was_square, root in group["sqrt_ratio"]:
        numbers = (number(text) for text in (u, v, root))
        tally.accept(f"square root: {u}, {v}", check_root, was_square, *numbers)
    for vector in published["ed25519"]:
        check_signature(vector, tally)


def check_complete(published):
    """As many as there are in the RFCs."""
    group = published["ristretto255"]
    assert len(group["multiples"]) == 16
    assert sum(map(len, group["invalid"].values())) == 29
    assert len(group["uniform"]) == 7 + 4
    assert len(group["sqrt_ratio"]) == 6
    assert len(published["ed25519"]) == 5


def check_constants():
    assert ristretto.SQRT_AD_MINUS_ONE**2 % P == (-D - 1) % P
    assert ristretto.INVSQRT_A_MINUS_D**2 * (-1 - D) % P == 1
    assert (edwards.ORDER - 1) * ristretto.G + ristretto.G == ristretto.NEUTRAL


def check_multiple(k, encoding):
    assert bytes(k * ristretto.G) == encoding
    assert ristretto.decode(encoding) == k * ristretto.G


def check_map(uniform, encoding):
    assert bytes(ristretto.one_way_map(uniform)).hex() == encoding


def check_root(was_square, u, v, root):
    assert edwards.sqrt_ratio(u, v) == (was_square, root)


def check_signature(vector, tally):
    """What is published holds, and nothing near it."""
    name = f"signature: {vector['name']}"
    parts = (vector["public"], vector["message"], vector["signature"])
    key, message, signature = map(bytes.fromhex, parts)
    tally.accept(name, ed25519.verify, key, message, signature)

    def refuse(reason, *changed):
        tally.refuse(f"{name}: {reason}", because, reason, ed25519.verify, *changed)

    refuse("not a signature", key, message + b"!", signature)
    plus_order = int.from_bytes(signature[32:], "little") + edwards.ORDER
    same_again = signature[:32] + plus_order.to_bytes(32, "little")
    refuse("s is not below", key, message, same_again)
    refuse("small order", (1).to_bytes(32, "little"), message, signature)
    refuse("small order", key, message, (1).to_bytes(32, "little") + signature[32:])


def number(text):
    return int.from_bytes(bytes.fromhex(text), "little")


def because(reason, function, *arguments):
    """Passes a refusal on, if it is for this reason."""
    try:
        function(*arguments)
    except Refused as why:
        assert reason in str(why), f"refused for another reason: {why}, not {reason}"
        raise


def check_keccak():
    """SHA3-256 is Keccak-f with its own padding, and the standard library has one to compare."""
    for message in (b"", b"abc", bytes(range(100))):
        state = bytearray(200)
        state[: len(message)] = message
        state[len(message)] ^= 0x06
        state[135] ^= 0x80
        keccak_f(state)
        assert state[:32] == hashlib.sha3_256(message).digest()
