#!/usr/bin/env python3
"""Provers of shuffles and denials, worked out from the equations of PROTOCOL.md, 5.5 and 5.7.

An honest proof must be accepted: the page says enough to make one. With the same witness come
proofs in which one check fails and all others hold; a verifier that lacked this one check would
accept them, though it refuses every proof that was merely damaged. Run by itself this prints them
as entries for `mutated.json`.

Within a pile, let `a_i = m_{π(i)} - x` and `p_i = a_0·…·a_i`. (P) holds because its
`F` after position i is `e^i·(e·p_i + Δ_i)`, with `Δ_0 = s_0` and the last `Δ` 0: with
`h = e·α + β` that needs `α = Δ_i - p_{i-1}·s_i - Δ_{i-1}·a_i` and `β = -Δ_{i-1}·s_i`.
"""

import json
import random

import codec
import proofs
from codec import CARD, NONE_OF, SHUFFLE, SHUFFLE_PROOF
from merlin import Context, Transcript
from ristretto import G, NEUTRAL, ORDER, face_point, generator, total

# What can be broken, and why a verifier then refuses.
BREAKS = {
    "A": "(A) does not hold",
    "B": "(B) does not hold",
    "U": "(U) does not hold",
    "V": "(V) does not hold",
    "P": "(P) does not hold",
    "unmasked": "an output is 0",
}


class Forger:
    """Some piles of cards that everybody knows, and proofs of having shuffled them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.context = Context(bytes(range(32)), 4, 1)
        self.H = self.scalar() * G
        cards = [CARD(NEUTRAL, face_point("forged", 0, face)) for face in range(6)]
        self.piles = [cards[:3], cards[3:4], [], cards[4:]]

    def scalar(self):
        return self.random.randrange(1, ORDER)

    def message(self, broken=None):
        """A proof in which only `broken` is wrong."""
        before = [card for pile in self.piles for card in pile]
        N, links = len(before), proofs.link_positions(self.piles)
        pi, rho = self.permutation(), [self.scalar() for _ in range(N)]
        if broken == "unmasked":
            rho[0] = 0
        after = [CARD(before[j].A + k * G, before[j].B + k * self.H) for j, k in zip(pi, rho)]

        t = Transcript("shuffle", self.context)
        t.point("H", self.H)
        t.append_u64("piles", len(self.piles))
        for pile in self.piles + self.in_piles(after):
            t.cards(pile)
        r, c = self.commit([j + 1 for j in pi], range(N))
        t.point("c", c)
        weights = t.weights("t", N)
        r_b, c_b = self.commit([weights[j] for j in pi], range(N))
        t.point("c_b", c_b)
        lam, x = t.scalar_challenge("lambda"), t.scalar_challenge("x")

        m = [(lam * (j + 1) + weights[j]) % ORDER for j in pi]
        s, alpha, beta = self.product([m_i - x for m_i in m])
        if broken == "P":
            beta[0] += 1
        r_s, c_s = self.commit(s, range(N))
        r_alpha, c_alpha = self.commit(alpha, links)
        r_beta, c_beta = self.commit(beta, links)
        Z_0 = self.scalar()
        E_A = total((-Z_0, G), *((s_i, card.A) for s_i, card in zip(s, after)))
        E_B = total((-Z_0, self.H), *((s_i, card.B) for s_i, card in zip(s, after)))
        # These are linear, so whatever is added to their constants breaks them, and nothing else.
        E_A, E_B = E_A + (broken == "A") * G, E_B + (broken == "B") * G
        c_s, c_beta = c_s + (broken == "U") * G, c_beta + (broken == "V") * G
        for label, point in zip(
            ("c_s", "c_alpha", "c_beta", "E_A", "E_B"), (c_s, c_alpha, c_beta, E_A, E_B)
        ):
            t.point(label, point)
        e = t.scalar_challenge("e")

        g = [(e * m_i + s_i) % ORDER for m_i, s_i in zip(m, s)]
        h = [(e * a + b) % ORDER for a, b in zip(alpha, beta)]
        Z = (e * sum(m_i * k for m_i, k in zip(m, rho)) + Z_0) % ORDER
        z = (e * (lam * r + r_b) + r_s) % ORDER
        y = (e * r_alpha + r_beta) % ORDER
        proof = SHUFFLE_PROOF(c, c_b, c_s, c_alpha, c_beta, E_A, E_B, g, h, Z, z, y)
        return SHUFFLE(self.in_piles(after), proof)

    def permutation(self):
        """π: what comes to each position, pile by pile."""
        pi, first = [], 0
        for pile in self.piles:
            places = list(range(first, first + len(pile)))
            self.random.shuffle(places)
            pi += places
            first += len(pile)
        return pi

    def in_piles(self, cards):
        coming = iter(cards)
        return [[next(coming) for _ in pile] for pile in self.piles]

    def commit(self, values, places):
        blind = self.scalar()
        pairs = zip(values, places, strict=True)
        return blind, total((blind, G), *((value, generator(i)) for value, i in pairs))

    def product(self, a):
        """s, α and β for all piles."""
        s, alpha, beta, first = [], [], [], 0
        for size in map(len, self.piles):
            p, last = 1, 0
            for i in range(size):
                # The last Δ is 0; so is the first of a pile of one card, and with it its s.
                delta = 0 if i == size - 1 else self.scalar()
                s_i = delta if i == 0 else self.scalar()
                a_i = a[first + i]
                if i > 0:
                    alpha.append(delta - p * s_i - last * a_i)
                    beta.append(-last * s_i)
                s.append(s_i)
                p, last = p * a_i % ORDER, delta
            first += size
        return s, alpha, beta

    def entry(self, broken):
        """For `mutated.json`: all of the base is replaced."""
        return {
            "base": "shuffle of one card",
            "why": f"made so that only one thing is wrong: {BREAKS[broken]}",
            "context": context_entry(self.context),
            "statement": {
                "H": bytes(self.H).hex(),
                "piles": [card_entries(pile) for pile in self.piles],
            },
            "message": codec.encode(SHUFFLE, self.message(broken)).hex(),
        }


class Denier:
    """A hand of two cards, and proofs that no card of it has one of two faces.

    `T_j = w_j·(B_i - x·A_i - M_s)` with a `w_j` that hides it; all else shows in zero knowledge
    that T is of that form. If a card has the face, its T_j is 0 whatever w_j: the proof is good
    in all its equations, and a lie.
    """

    def __init__(self, seed, lie):
        self.random = random.Random(seed)
        self.context = Context(bytes(range(32)), 9, 2)
        self.x = self.random.randrange(1, ORDER)
        self.X = self.x * G
        self.faces = [face_point("forged", 0, face) for face in (0, 1)]
        hand = [face_point("forged", 0, face) for face in (2, 1 if lie else 3)]
        self.cards = [self.masked(M) for M in hand]

    def masked(self, M):
        k = self.random.randrange(1, ORDER)
        return CARD(k * G, M + k * self.X)

    def message(self):
        f, m = len(self.faces), len(self.cards) * len(self.faces)
        w, w_k = ([self.random.randrange(1, ORDER) for _ in range(m)] for _ in range(2))
        r, r_k, u, u_k, x_k = (self.random.randrange(1, ORDER) for _ in range(5))
        pairs = [(card, M) for card in self.cards for M in self.faces]
        T = [total((k, C.B), (-k * self.x, C.A), (-k, M)) for k, (C, M) in zip(w, pairs)]

        def V_of(r, w):
            return total((r, generator(0)), *((k, generator(j + 1)) for j, k in enumerate(w)))

        t = Transcript("none-of", self.context)
        t.point("X", self.X)
        t.cards(self.cards)
        t.points("M", self.faces)
        t.points("T", T)
        V = V_of(r, w)
        t.point("V", V)
        rho = t.weights("weight", m)

        def Q_of(u, w):
            return total((u, G), *((p * k, card.A) for p, k, (card, _) in zip(rho, w, pairs)))

        Q = Q_of(u, w)
        K_T = total(
            (u_k, self.X),
            *((p * k, card.B) for p, k, (card, _) in zip(rho, w_k, pairs)),
            *((-p * k, M) for p, k, (_, M) in zip(rho, w_k, pairs)),
            (-x_k, Q),
        )
        t.point("Q", Q)
        t.point("K_V", V_of(r_k, w_k))
        t.point("K_Q", Q_of(u_k, w_k))
        t.point("K_X", x_k * G)
        t.point("K_T", K_T)
        c = t.scalar_challenge("c")

        def answer(k, secret):
            return (k + c * secret) % ORDER

        z_w = [answer(k, secret) for k, secret in zip(w_k, w)]
        return NONE_OF(T, V, Q, c, z_w, answer(r_k, r), answer(u_k, u), answer(x_k, self.x))

    def entry(self):
        """For `mutated.json`: all of the base is replaced."""
        return {
            "base": "none of three faces in two cards",
            "why": "a card has the face, so that a T_j is 0; all equations hold",
            "context": context_entry(self.context),
            "statement": {
                "X": bytes(self.X).hex(),
                "cards": card_entries(self.cards),
                "faces": [bytes(M).hex() for M in self.faces],
            },
            "message": codec.encode(NONE_OF, self.message()).hex(),
        }


def context_entry(context):
    return {"match_id": context.match_id.hex(), "step": context.step, "seat": context.seat}


def card_entries(cards):
    return [[bytes(card.A).hex(), bytes(card.B).hex()] for card in cards]


if __name__ == "__main__":
    entries = [Forger(1).entry(broken) for broken in BREAKS] + [Denier(1, lie=True).entry()]
    print(json.dumps(entries, indent=2))
