"""What is chosen in Suspicion for a seat that is gone: the last chapter of `nodealer rules suspicion`."""

from suspicion_cards import BLOCK, BURN, COUNTER, COUNTS, TAMPER, WILD

LAY = [100, 200, 1000]
HARM = {BURN: [0, 90, 260], TAMPER: [0, 80, 220], BLOCK: [60, 85, 180]}
KEEP = {WILD: 100, BURN: 45, TAMPER: 40, BLOCK: 35}
NEVER = float("-inf")


def choose(game, seat, faces):
    """The entry that is chosen; `faces` has those of the seat's cards too."""
    pilot = Autopilot(game, seat, [faces.get(card) for card in game.hands[seat]])
    about, *what = game.about
    return getattr(pilot, about)(*what)


class Autopilot:
    def __init__(self, game, seat, hand):
        self.game, self.seat, self.hand = game, seat, hand
        self.covered = len(game.laid[seat])
        self.open = game.open_colours(seat)
        self.rivals = game.rivals(seat)

    # Turns.

    def turn(self):
        playable = self.game.playable(self.seat)
        worth = [self.play(face) if face in playable else NEVER for face in self.hand]
        worth += [NEVER if face is None else 20 - self.keep(face) for face in self.hand]
        worth += [self.move(*move) for move in self.game.moves(self.seat)]
        return first_best(worth)

    def play(self, face):
        if face == WILD:
            return max(self.lay(colour, face) for colour in self.open) - 15
        if face in HARM:
            return max(self.attack(face, target) for target in self.game.targets(self.seat, face))
        return self.lay(face % COUNTER, face) - (5 if face >= COUNTER else 0)

    def lay(self, colour, face):
        return 40 + LAY[self.covered] * (100 - self.risk(colour, face)) // 100

    def risk(self, colour, face):
        counter = COUNTER + colour
        in_hand = self.hand.count(counter)
        lies_open = list(self.game.faces.values()).count(counter)
        hands = {rival: len(self.game.hands[rival]) for rival in self.rivals}
        hidden = len(self.game.pile) + sum(hands.values())
        able = sum(size for rival, size in hands.items() if self.game.blocks[rival] is None)
        safe = 100
        for _ in range(COUNTS[counter] - lies_open - in_hand):
            safe = safe * (hidden - able) // hidden
        beside = in_hand - (face == counter)
        return (100 - safe) // 4 if beside else 100 - safe

    def attack(self, face, target):
        victim, colour = target if face == TAMPER else (target, None)
        harm = HARM[face][len(self.game.laid[victim])]
        if face == TAMPER and COUNTER + colour in self.hand:
            harm += 5
        return self.game.n - self.rivals.index(victim) + 2 * harm // self.game.n

    def keep(self, face):
        if face in KEEP:
            worth = KEEP[face]
        elif face < COUNTER:
            worth = 50 if face in self.open else 0
        elif face - COUNTER in self.open:
            worth = 65
        else:
            opens = [self.game.open_colours(rival) for rival in self.rivals]
            worth = 10 + 5 * sum(face - COUNTER in colours for colours in opens)
        return worth - (30 if self.hand.count(face) > 1 else 0)

    def move(self, wild, colour):
        stuck = WILD not in self.hand and not self.cards_of(colour)
        if self.covered == 2 and stuck and self.cards_of(wild):
            return self.lay(colour, WILD) // 8
        return -100

    def cards_of(self, colour):
        return self.hand.count(colour) + self.hand.count(COUNTER + colour)

    # What follows from a turn.

    def colour(self, colours):
        lays = [self.lay(colour, WILD) - (30 if self.cards_of(colour) else 0) for colour in colours]
        return first_best(lays)

    def target(self, face, targets):
        return first_best([self.attack(face, target) for target in targets])

    def counter(self, owner, face):
        colour, laid = face - COUNTER, len(self.game.laid[owner])
        needed = colour in self.open and self.cards_of(colour) < 2
        if laid == 1 and (needed or self.game.n > 3) or laid == 2 and needed:
            return 0
        return self.answer(face)

    def answer(self, face):
        return 1 + self.hand.index(face) if face in self.hand else 0


def first_best(worth):
    return worth.index(max(worth))
