"""The curve under both groups: -x^2 + y^2 = 1 + d*x^2*y^2 over the field of p = 2^255 - 19.

A point is a tuple (X, Y, Z, T) with x = X/Z, y = Y/Z and x*y = T/Z ("extended coordinates").
Everything here is public, so nothing tries to run in constant time.
"""

from functools import lru_cache

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)

NEUTRAL = (0, 1, 1, 0)


class Refused(ValueError):
    """What was given is not acceptable; the text says why, and perhaps which duty was not met."""

    duty = None


def is_negative(a):
    """RFC 8032 and RFC 9496 call a field element negative if its least residue is odd."""
    return a % P & 1 == 1


def absolute(a):
    return P - a if a & 1 else a


def sqrt_ratio(u, v):
    """SQRT_RATIO_M1 of RFC 9496, section 4.2: (was it a square, the non-negative root)."""
    v3 = v * v % P * v % P
    r = u * v3 % P * pow(u * v3 % P * v3 % P * v % P, (P - 5) // 8, P) % P
    check = v * r % P * r % P
    u %= P
    correct = check == u
    flipped = check == (P - u) % P
    flipped_i = check == (P - u) * SQRT_M1 % P
    if flipped or flipped_i:
        r = r * SQRT_M1 % P
    return correct or flipped, absolute(r)


def add(a, b):
    return add_prepared(a, prepare(b))


def prepare(b):
    """What `add_prepared` needs of its second point: (Y+X, Y-X, 2Z, 2dT)."""
    x, y, z, t = b
    return (y + x) % P, (y - x) % P, 2 * z % P, 2 * D * t % P


def add_prepared(a, b):
    """The complete addition of twisted Edwards curves with a = -1: right for all points."""
    x, y, z, t = a
    plus, minus, z2, t2d = b
    i = (y - x) * minus % P
    j = (y + x) * plus % P
    k = t * t2d % P
    m = z * z2 % P
    e, f, g, h = j - i, m - k, m + k, j + i
    return e * f % P, g * h % P, f * g % P, e * h % P


def double(a):
    x, y, z, _ = a
    i = x * x % P
    j = y * y % P
    h = i + j
    e = h - (x + y) * (x + y) % P
    g = i - j
    f = 2 * z * z + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def negate(a):
    x, y, z, t = a
    return (P - x) % P, y, z, (P - t) % P


def is_neutral(a):
    return a[0] % P == 0 and (a[1] - a[2]) % P == 0


def signed_digits(k):
    """k = sum of digit * 2^place, with odd digits between -15 and 15, rarely one (width-5 NAF)."""
    place = 0
    while k:
        zeros = (k & -k).bit_length() - 1
        k >>= zeros
        place += zeros
        digit = k & 31
        if digit > 16:
            digit -= 32
        yield place, digit
        k -= digit


def multiply_and_add(terms):
    """The sum of k*P over the pairs (k, P): the doublings are shared by all of them (Straus)."""
    by_place = {}
    for k, point in terms:
        k %= ORDER * 8
        if k == 0 or is_neutral(point):
            continue
        multiples = odd_multiples(point)
        for place, digit in signed_digits(k):
            by_place.setdefault(place, []).append(multiples[digit])
    total = NEUTRAL
    for place in range(max(by_place, default=0), -1, -1):
        total = double(total)
        for multiple in by_place.get(place, ()):
            total = add_prepared(total, multiple)
    return total


@lru_cache(maxsize=4096)
def odd_multiples(point):
    """digit -> digit*P, prepared, for the odd digits between -15 and 15."""
    twice = prepare(double(point))
    table, current = {}, point
    for digit in range(1, 16, 2):
        plus, minus, z2, t2d = table[digit] = prepare(current)
        table[-digit] = (minus, plus, z2, P - t2d)
        current = add_prepared(current, twice)
    return table


def _base_point():
    y = 4 * pow(5, -1, P) % P
    _, x = sqrt_ratio(y * y - 1, D * y * y + 1)
    return x, y, 1, x * y % P


# The base point of RFC 8032; its class is the base point of ristretto255 (RFC 9496).
BASE = _base_point()
