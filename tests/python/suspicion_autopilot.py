"""What is done in Suspicion for a seat that is gone, as far as it shows in records.

PRINTED RULES: no page says what the autopilot chooses, though everybody must choose alike in the place of a
seat that is gone (PROTOCOL.md, 11.3). What stands here was found by looking at some thousand choices in
records: it plays what promises most, and weighs how likely evidence is countered. The weights are not its own,
only such as give the same choices, all but 2 of the 3041 looked at; so they may be wrong elsewhere. `verify`
therefore accuses nobody by them.
"""

from suspicion_cards import BLOCK, BURN, COUNTER, COUNTS, HAND, TAMPER, WILD

# What a turn is worth: evidence that stays, by how many colours are covered already; a special card, by how
# much evidence its victim has, shared among the rivals; and a card that is discarded, by what it is.
LAY = [4.83, 6.97, 30]
COSTS = {"counter": 0.48, "wild": 0.49}
SPECIAL = {BURN: [0, 4, 9.5], TAMPER: [0, 0, 9.4], BLOCK: [0.8, 1.2, 6]}
MOVE = 0.8
TWIN, PLAIN, OTHER_COUNTER, USEFUL = 0.36, 0, -0.1, -1
NEVER = float("-inf")


def choose(game, seat, faces):
    """The entry that is chosen; `faces` has those of the seat's cards too."""
    pilot = Autopilot(game, seat, [faces[card] for card in game.hands[seat]])
    about, *what = game.about
    return getattr(pilot, about)(*what)


class Autopilot:
    def __init__(self, game, seat, hand):
        self.game, self.seat, self.hand = game, seat, hand
        self.open = game.open_colours(seat)
        self.rivals = game.rivals(seat)

    # Turns.

    def turn(self):
        hand, moves = self.hand, self.game.moves(self.seat)
        worth = [self.worth_playing(number) for number in range(len(hand))]
        worth += [self.worth_discarding(face) for face in hand]
        worth += [self.worth_moving(*move) for move in moves]
        return first_best(worth)

    def worth_playing(self, number):
        face, rest = self.hand[number], self.hand[:number] + self.hand[number + 1 :]
        gain = LAY[HAND - len(self.open)]
        if face == WILD:
            return gain * max(self.stays(colour, rest) for colour in self.open) - COSTS["wild"]
        if face in SPECIAL:
            targets = self.game.targets(self.seat, face)
            victims = {target[0] if face == TAMPER else target for target in targets}
            evidence = [len(self.game.laid[victim]) for victim in victims]
            return SPECIAL[face][max(evidence)] / len(self.rivals) if evidence else NEVER
        if face % COUNTER not in self.open:
            return NEVER
        return gain * self.stays(face % COUNTER, rest) - (face >= COUNTER) * COSTS["counter"]

    def worth_discarding(self, face):
        if face >= WILD or face % COUNTER in self.open:
            return USEFUL
        if self.hand.count(face) > 1:
            return TWIN
        return PLAIN if face < COUNTER else OTHER_COUNTER

    def worth_moving(self, wild, colour):
        """To the last open colour, if evidence of the Wild's own is at hand."""
        at_hand = wild in self.hand or COUNTER + wild in self.hand
        useful = len(self.open) == 1 and at_hand
        return MOVE * self.stays(colour, self.hand) - 0.04 if useful else NEVER

    def stays(self, colour, rest):
        """How likely nobody counters, or it can be answered with one of the rest of the hand."""
        counter = COUNTER + colour
        if counter in rest:
            return 1
        hands = {rival: len(self.game.hands[rival]) for rival in self.rivals}
        hidden = len(self.game.pile) + sum(hands.values())
        able = sum(size for rival, size in hands.items() if self.game.blocks[rival] is None)
        likely = 1
        for taken in range(self.unseen(counter) - self.hand.count(counter)):
            likely *= max(0, hidden - able - taken) / max(1, hidden - taken)
        return likely

    def unseen(self, face):
        """How many cards of that face do not lie open."""
        return COUNTS[face] - list(self.game.faces.values()).count(face)

    # What follows from a turn.

    def colour(self, colours):
        return first_best([self.stays(colour, self.hand) for colour in colours])

    def target(self, face, targets):
        """Whoever has most evidence; of that, what could be countered when it is laid again."""
        laid = self.game.laid
        if face == TAMPER:
            return first_best([(len(laid[v]), COUNTER + c in self.hand) for v, c in targets])
        return first_best([len(laid[victim]) for victim in targets])

    def counter(self, owner, face):
        colour, evidence = face - COUNTER, len(self.game.laid[owner])
        needed = colour in self.open and colour not in self.hand
        if evidence < HAND and (needed or evidence < 2 and self.game.n > 3):
            return 0
        return self.answer(face)

    def answer(self, face):
        return 1 + self.hand.index(face) if face in self.hand else 0


def first_best(worth):
    return worth.index(max(worth))
