"""The proofs of PROTOCOL.md, sections 5 to 7.

Each function takes the context, the statement, and the message as it was decoded; it returns if
the proof holds and raises `Refused` if it does not. What it computes on its way goes into `seen`,
under the names of the page.
"""

import hashlib

from codec import CARD
from edwards import Refused
from merlin import Transcript
from ristretto import G, ORDER, entry_point, generator, total


def require(condition, why, duty=None):
    if not condition:
        refused = Refused(why)
        refused.duty = duty
        raise refused


def key_commitment(X, blind):
    """Section 5.1."""
    return hashlib.sha256(b"nodealer/mental/1/key-commitment" + bytes(X) + blind).digest()


def verify_key(context, X, proof, seen):
    """Section 5.2."""
    require(not X.is_neutral(), "X is 0")
    t = Transcript("key", context)
    t.point("X", X)
    t.point("R", proof.R)
    e = seen["e"] = t.scalar_challenge("e")
    require(total((proof.z, G), (-e, X)) == proof.R, "z·G ≠ R + e·X")


def joint_key(keys):
    """H of section 5.2: the sum of a set of keys, which must be a good one."""
    require(len({bytes(X) for X in keys}) == len(keys), "two keys are equal")
    H = total(*((1, X) for X in keys))
    require(not H.is_neutral(), "H is 0")
    return H


def verify_dleq(t, Q, P, S, proof, seen):
    """Section 5.3; goes on in the transcript `t`."""
    K_G = total((proof.z, G), (-proof.c, Q))
    K_P = total((proof.z, P), (-proof.c, S))
    seen.update(Q=Q, P=P, S=S, K_G=K_G, K_P=K_P)
    t.point("K_G", K_G)
    t.point("K_P", K_P)
    c = seen["c"] = t.scalar_challenge("c")
    require(c == proof.c, "the challenge is not c")


def verify_shares(context, X, cards, message, seen):
    """Section 5.4."""
    _verify_shares(Transcript("shares", context), X, cards, message, seen)


def _verify_shares(t, X, cards, message, seen):
    D = message.shares
    require(len(D) == len(cards), "another number of shares than of cards")
    t.point("X", X)
    t.cards(cards)
    t.points("D", D)
    rho = seen["weights"] = t.weights("weight", len(cards))
    P = total(*((r, card.A) for r, card in zip(rho, cards)))
    S = total(*zip(rho, D))
    verify_dleq(t, X, P, S, message.proof, seen)


def open_card(card, shares):
    """The face point under a card, given the shares of all seats."""
    return total((1, card.B), *((-1, D) for D in shares))


def verify_shuffle(context, H, piles, message, seen):
    """Section 5.5."""
    outputs, proof = message.piles, message.proof
    require(
        [len(pile) for pile in outputs] == [len(pile) for pile in piles],
        "the piles have other sizes",
    )
    before = [card for pile in piles for card in pile]
    after = [card for pile in outputs for card in pile]
    N, links = len(before), link_positions(piles)
    require(1 <= N <= 256, "too few or too many cards")
    require(len(proof.g) == N and len(proof.h) == len(links), "g or h has another length")
    for card in after:
        require(not card.A.is_neutral() and not card.B.is_neutral(), "an output is 0")

    t = Transcript("shuffle", context)
    t.point("H", H)
    t.append_u64("piles", len(piles))
    for pile in piles + outputs:
        t.cards(pile)
    t.point("c", proof.c)
    weights = seen["t"] = t.weights("t", N)
    t.point("c_b", proof.c_b)
    lam = seen["lambda"] = t.scalar_challenge("lambda")
    x = seen["x"] = t.scalar_challenge("x")
    t.point("c_s", proof.c_s)
    t.point("c_alpha", proof.c_alpha)
    t.point("c_beta", proof.c_beta)
    t.point("E_A", proof.E_A)
    t.point("E_B", proof.E_B)
    e = seen["e"] = t.scalar_challenge("e")

    g, h = proof.g, proof.h
    m = [(lam * (i + 1) + weights[i]) % ORDER for i in range(N)]
    # (P) costs least, so it comes first.
    require(products_agree(piles, g, h, m, e, x), "(P) does not hold")
    moved = [-e * m_i for m_i in m]
    left = total(
        *((g_i, card.A) for g_i, card in zip(g, after)),
        *((k, card.A) for k, card in zip(moved, before)),
        (-proof.Z, G),
    )
    require(left == proof.E_A, "(A) does not hold")
    left = total(
        *((g_i, card.B) for g_i, card in zip(g, after)),
        *((k, card.B) for k, card in zip(moved, before)),
        (-proof.Z, H),
    )
    require(left == proof.E_B, "(B) does not hold")
    left = total(
        (proof.z, G),
        *((g_i, generator(i)) for i, g_i in enumerate(g)),
        (-e * lam, proof.c),
        (-e, proof.c_b),
    )
    require(left == proof.c_s, "(U) does not hold")
    left = total(
        (proof.y, G),
        *((h_k, generator(l_k)) for h_k, l_k in zip(h, links)),
        (-e, proof.c_alpha),
    )
    require(left == proof.c_beta, "(V) does not hold")


def link_positions(piles):
    """The positions whose successor is in the same pile."""
    links, first = [], 0
    for pile in piles:
        links.extend(range(first, first + len(pile) - 1))
        first += len(pile)
    return links


def products_agree(piles, g, h, m, e, x):
    """(P) of section 5.5."""
    position, next_h = 0, iter(h)
    for pile in piles:
        F = W = power = 1
        for place in range(len(pile)):
            F = F * (g[position] - e * x) % ORDER
            W = W * (e * m[position] - e * x) % ORDER
            if place > 0:
                F = (F + power * next(next_h)) % ORDER
                power = power * e % ORDER
            position += 1
        if F != W:
            return False
    return True


def verify_remask(context, H, cards, message, seen):
    """Section 5.6."""
    after = message.cards
    require(len(after) == len(cards), "another number of cards")
    require(not any(card.A.is_neutral() for card in after), "an A' is 0")
    require(all(new.A != old.A for new, old in zip(after, cards)), "an A' is the old A")
    t = Transcript("remask", context)
    t.point("H", H)
    t.cards(cards)
    t.cards(after)
    rho = seen["weights"] = t.weights("weight", len(cards))

    def difference(part):
        return total(
            *((r, getattr(card, part)) for r, card in zip(rho, after)),
            *((-r, getattr(card, part)) for r, card in zip(rho, cards)),
        )

    verify_dleq(t, difference("A"), H, difference("B"), message.proof, seen)


def strip(card, shares_of_others):
    """The card without the layers of all seats but its owner, for section 5.7."""
    return CARD(card.A, open_card(card, shares_of_others))


def verify_none_of(context, X, cards, faces, proof, seen):
    """Section 5.7."""
    f, m = len(faces), len(cards) * len(faces)
    T, z_w, c = proof.T, proof.z_w, proof.c
    require(len(T) == m and len(z_w) == m, "T or z_w has another length")
    require(not any(T_j.is_neutral() for T_j in T), "a T_j is 0")
    t = Transcript("none-of", context)
    t.point("X", X)
    t.cards(cards)
    t.points("M", faces)
    t.points("T", T)
    t.point("V", proof.V)
    rho = seen["weights"] = t.weights("weight", m)
    weighted = [r * z for r, z in zip(rho, z_w)]
    Y = [sum(weighted[i * f : (i + 1) * f]) for i in range(len(cards))]
    Phi = [sum(weighted[s::f]) for s in range(f)]
    K_V = total(
        (proof.z_r, generator(0)),
        *((z, generator(j + 1)) for j, z in enumerate(z_w)),
        (-c, proof.V),
    )
    K_Q = total(
        (proof.z_u, G),
        *((Y_i, card.A) for Y_i, card in zip(Y, cards)),
        (-c, proof.Q),
    )
    K_X = total((proof.z_x, G), (-c, X))
    K_T = total(
        (proof.z_u, X),
        *((Y_i, card.B) for Y_i, card in zip(Y, cards)),
        *((-Phi_s, M) for Phi_s, M in zip(Phi, faces)),
        (-proof.z_x, proof.Q),
        *((-c * r, T_j) for r, T_j in zip(rho, T)),
    )
    seen.update(K_V=K_V, K_Q=K_Q, K_X=K_X, K_T=K_T)
    t.point("Q", proof.Q)
    for label in ("K_V", "K_Q", "K_X", "K_T"):
        t.point(label, seen[label])
    seen["c"] = t.scalar_challenge("c")
    require(seen["c"] == c, "the challenge is not c")


def verify_seal(context, H, seal, seen):
    """Section 5.8."""
    _verify_known_mask("seal", context, H, seal, seen)


def _verify_known_mask(domain, context, H, message, seen):
    """Sections 5.8 and 7, which differ in the domain alone."""
    require(not message.A.is_neutral(), "A is 0")
    t = Transcript(domain, context)
    K = seen["K"] = total((message.z, G), (-message.c, message.A))
    t.point("H", H)
    t.point("A", message.A)
    t.point("B", message.B)
    t.point("K", K)
    seen["c"] = t.scalar_challenge("c")
    require(seen["c"] == message.c, "the challenge is not c")


def verify_opened_seal(H, seal, opened, seen):
    """Section 5.8: its author's opening of a seal that was accepted."""
    E_entry = seen["E_entry"] = entry_point(opened.entry)
    require(opened.r * G == seal.A, "A is not r·G")
    require(total((1, E_entry), (opened.r, H)) == seal.B, "B is not E_entry + r·H")


def sealed_entry(seal, shares, entries):
    """Section 5.8: what the others find in a seal; nothing if no entry of the menu is in it."""
    opened = open_card(seal, shares)
    return next((e for e in range(entries) if entry_point(e) == opened), None)


def verify_dealing(keys, dealer, threshold, dealing):
    """Section 6, as far as everybody can check it."""
    require(0 <= dealer < len(keys), "no such dealer")
    require(2 <= threshold < len(keys), "a threshold of less than 2 or of more than all others")
    require(len(dealing.C) == threshold, "C has another length")
    require(dealing.C[0] == keys[dealer], "C_0 is not the dealer's key")
    require(not any(C_k.is_neutral() for C_k in dealing.C), "a C_k is 0")
    require(len(dealing.e) == len(keys) - 1, "e has another length")


def share_point(dealing, i):
    """Y_i of section 6."""
    return total(*(((i + 1) ** k, C_k) for k, C_k in enumerate(dealing.C)))


def verify_complaint(context, keys, dealer, dealing, dealing_context, receiver, message, seen):
    """Section 6: returns if the dealer is to blame, raises `Refused` if the complainer is."""
    require(dealer < len(keys) and receiver < len(keys), "no such seat")
    require(dealer != receiver, "a seat has no share of its own key")
    i, S = receiver, message.S
    X_i, X_j = keys[i], keys[dealer]
    e_i = dealing.e[i if i < dealer else i - 1]
    t = Transcript("complaint", context)
    t.context(dealing_context)
    t.points("C", dealing.C)
    t.append_u64("i", i)
    t.point("X_i", X_i)
    t.scalar("e", e_i)
    t.point("S", S)
    verify_dleq(t, X_i, X_j, S, message.proof, seen)
    pad = seen["pad"] = share_pad(dealing_context, dealing, i, X_i, S)
    Y_i = seen["Y_i"] = share_point(dealing, i)
    require((e_i - pad) * G != Y_i, "the share is good")


def share_pad(dealing_context, dealing, i, X_i, S):
    t = Transcript("escrow", dealing_context)
    t.points("C", dealing.C)
    t.append_u64("i", i)
    t.point("X_i", X_i)
    t.point("S", S)
    return t.scalar_challenge("pad")


def verify_recovered(context, keys, missing, dealing, helper, cards, message, seen):
    """Section 6, RecoveredShares."""
    require(missing < len(keys) and helper < len(keys), "no such seat")
    require(missing != helper, "a missing seat does not help itself")
    t = Transcript("recovered", context)
    t.point("X_j", keys[missing])
    t.append_u64("i", helper)
    _verify_shares(t, share_point(dealing, helper), cards, message, seen)


def combine(threshold, parts):
    """Section 6: the missing seat's shares from {helper: shares}."""
    helpers = sorted(parts)[:threshold]
    require(len(helpers) == threshold, "too few helpers")

    def coefficient(i):
        value = 1
        for m in helpers:
            if m != i:
                value = value * (m + 1) * pow(m - i, -1, ORDER) % ORDER
        return value

    count = len(parts[helpers[0]])
    return [total(*((coefficient(i), parts[i][k]) for i in helpers)) for k in range(count)]


def verify_beacon(context, H, part, seen):
    """Section 7."""
    _verify_known_mask("beacon", context, H, part, seen)


def draws(context, R, seen):
    """Draws numbers from an opened beacon; the seat of the context is 0."""
    t = Transcript("roll", context)
    t.point("R", R)

    def below(s):
        while True:
            d = int.from_bytes(t.challenge("draw", 8), "little")
            seen.setdefault("first_draw", d)
            if d < 2**64 // s * s:
                return d % s

    return below


def roll(context, R, sides, seen):
    below = draws(context, R, seen)
    return [below(s) for s in sides]


def permutation(context, R, n):
    below = draws(context, R, {})
    order = list(range(n))
    for i in range(n - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order
