"""The rules of Suspicion, from `nodealer rules suspicion` and PROTOCOL.md, section 12.

`Suspicion(charter)` asks for one thing after the other and is told the answers: `rules.Game` says how. The
numbers such as SUS-08 and S-A14 are those of the printed rules; the orders of entries, deals and discards are in
their last chapter.
"""

import suspicion_autopilot
from proofs import require
from rules import ALL, Game
from suspicion_cards import (
    BLOCK, BURN, COUNTER, COUNTS, EVIDENCE, HAND, NAMES, SUSPECT, SUSPECTS, TAMPER, WILD,
)  # fmt: skip

PASS = {"pass": True}


class Suspicion(Game):
    id, version = "suspicion", 1
    description = {
        "game": id,
        "rules": version,
        "seats": [2, 7],
        "options": [],
        "decks": [
            {"deck": EVIDENCE, "faces": [[face, NAMES[face]] for face in COUNTS]},
            {"deck": SUSPECTS, "faces": [[face, NAMES[face]] for face in SUSPECT]},
        ],
    }

    def __init__(self, charter):
        super().__init__()
        self.n = len(charter.seats)
        require(2 <= self.n <= 7, "too few or too many seats for Suspicion")
        require(not charter.options, "Suspicion has no options")
        self.hands = [[] for _ in range(self.n)]
        # What lies beside each suspect, by colour.
        self.laid = [{} for _ in range(self.n)]
        # The Block that lies before a seat.
        self.blocks = [None] * self.n
        self.pile, self.discards = [], []
        # What the choice is about that is asked for: for the autopilot.
        self.about = None

    def play(self):
        seat = yield from self.set_up()
        while True:
            yield from self.turn(seat)
            if not self.open_colours(seat):
                break
            yield from self.draw(seat)
            seat = (seat + 1) % self.n
        return [seat], [len(laid) for laid in self.laid]

    # Setup.

    def set_up(self):
        """Gives the seat that begins: SUS-04."""
        [dealer] = yield from self.roll([self.n])
        evidence = [self.bring(EVIDENCE, face) for face, count in COUNTS.items() for _ in range(count)]
        suspects = [self.bring(SUSPECTS, face) for face in SUSPECT]
        self.pile, suspects = yield from self.shuffle([evidence, suspects])
        self.hands = [[self.pile.pop(0) for _ in range(HAND)] for _ in range(self.n)]
        shown = [[card, seat] for seat, hand in enumerate(self.hands) for card in hand]
        faces = yield from self.show(shown + [[card, ALL] for card in suspects[: self.n]])
        self.colours = [SUSPECT[face] for face in faces]
        self.leave(suspects[self.n :])
        return (dealer + 1) % self.n

    # Turns.

    def turn(self, seat):
        if self.blocks[seat] is not None:
            self.discards.append(self.blocks[seat])
            self.blocks[seat] = None
            return
        hand, moves = self.hands[seat], self.moves(seat)
        menu = [
            *self.showing(hand, self.playable(seat)),
            *self.showing(hand),
            *({} for _ in moves),
        ]
        self.about = ("turn",)
        number, face = yield from self.choose(seat, menu)
        if number >= 2 * len(hand):
            yield from self.move_wild(seat, *moves[number - 2 * len(hand)])
            return
        to_discard = number >= len(hand)
        card = hand.pop(number % len(hand))
        if to_discard:
            self.discards.append(card)
        elif face in (TAMPER, BLOCK, BURN):
            yield from self.attack(seat, card, face)
        else:
            yield from self.lay(seat, card, face)

    def showing(self, hand, faces=None):
        return [{"card": card, "shows": {"only": faces} if faces else "any"} for card in hand]

    def playable(self, seat):
        """The faces that can be laid or played: S-A8, S-A10, S-A11."""
        open_colours = self.open_colours(seat)
        faces = [face for colour in open_colours for face in (colour, COUNTER + colour)]
        faces.append(WILD)
        faces += [face for face in (TAMPER, BLOCK, BURN) if self.targets(seat, face)]
        return sorted(faces)

    def open_colours(self, seat):
        return [colour for colour in self.colours[seat] if colour not in self.laid[seat]]

    def moves(self, seat):
        """From which colour to which a Wild can go."""
        laid = self.laid[seat]
        wilds = [colour for colour in sorted(laid) if self.faces[laid[colour]] == WILD]
        return [(wild, colour) for wild in wilds for colour in self.open_colours(seat)]

    def rivals(self, seat):
        """Clockwise."""
        return [(seat + k) % self.n for k in range(1, self.n)]

    # Evidence.

    def lay(self, seat, card, face):
        colour = face % COUNTER
        if face == WILD:
            colour = yield from self.pick(seat, self.open_colours(seat), ("colour",))
        self.laid[seat][colour] = card
        yield from self.counters(seat, colour)

    def move_wild(self, seat, wild, colour):
        self.laid[seat][colour] = self.laid[seat].pop(wild)
        yield from self.counters(seat, colour)

    def pick(self, seat, things, about):
        """Where there is one thing to name, nobody is asked."""
        if len(things) == 1:
            return things[0]
        self.about = (*about, things)
        number, _ = yield from self.choose(seat, [{} for _ in things])
        return things[number]

    def counters(self, seat, colour):
        asked = [rival for rival in self.rivals(seat) if self.blocks[rival] is None]
        self.about = ("counter", seat, COUNTER + colour)
        countered = yield from self.first_to_answer(asked, COUNTER + colour)
        if countered is None:
            return
        self.about = ("answer", COUNTER + colour)
        answered = yield from self.first_to_answer([seat], COUNTER + colour)
        if answered is None:
            self.discards += [self.laid[seat].pop(colour), countered]
        else:
            self.discards += [countered, answered]

    def first_to_answer(self, seats, face):
        """The card of that face which the first of these seats has shown who does not pass.

        Nobody is asked if all cards of that face lie open: nobody can have one.
        """
        if list(self.faces.values()).count(face) == COUNTS[face]:
            return None
        menus = [[PASS, *self.showing(self.hands[seat], [face])] for seat in seats]
        if len(seats) == 1:
            answers = [(yield from self.choose(seats[0], menus[0]))]
        elif seats:
            answers = yield from self.ask_until_one(seats, menus)
        else:
            return None
        number, _ = answers[-1]
        return self.hands[seats[len(answers) - 1]].pop(number - 1) if number else None

    # Special cards.

    def targets(self, seat, face):
        """Clockwise, and by colour."""
        if face == BLOCK:
            return [rival for rival in self.rivals(seat) if self.blocks[rival] is None]
        if face == BURN:
            return [rival for rival in self.rivals(seat) if self.laid[rival]]
        return [(rival, colour) for rival in self.rivals(seat) for colour in sorted(self.laid[rival])]

    def attack(self, seat, card, face):
        target = yield from self.pick(seat, self.targets(seat, face), ("target", face))
        victim = target[0] if face == TAMPER else target
        able = [victim] if self.blocks[victim] is None else []
        self.about = ("answer", face)
        answer = yield from self.first_to_answer(able, face)
        if answer is None:
            self.take_effect(card, face, victim, target)
            return
        again = yield from self.first_to_answer([seat], face)
        if again is None:
            self.discards += [card, answer]
        else:
            self.take_effect(card, face, victim, target)
            self.discards += [answer, again]

    def take_effect(self, card, face, victim, target):
        if face == BLOCK:
            self.blocks[victim] = card
            return
        hit = [target[1]] if face == TAMPER else sorted(self.laid[victim])
        self.discards += [self.laid[victim].pop(colour) for colour in hit]
        self.discards.append(card)

    # Drawing.

    def draw(self, first):
        """SUS-08, SUS-12, SUS-27: everybody who is short, in one request."""
        short = [seat for seat in (first, *self.rivals(first)) if len(self.hands[seat]) < HAND]
        for seat in short:
            while len(self.hands[seat]) < HAND:
                if not self.pile:
                    yield from self.renew_pile()
                self.hands[seat].append(self.pile.pop(0))
        hands = yield from self.remix(short, [self.hands[seat] for seat in short])
        for seat, hand in zip(short, hands):
            self.hands[seat] = hand

    def renew_pile(self):
        """S-A14. There are always discards: at most 21 of the 72 cards are in hands and 21 before seats."""
        [self.pile] = yield from self.shuffle([self.discards])
        self.discards = []

    # What lies before whom, and what is done for a seat that is gone.

    def autopilot(self, seat, faces):
        return suspicion_autopilot.choose(self, seat, faces)

    def lying(self, _):
        return [[card, seat] for seat, hand in enumerate(self.hands) for card in hand]
