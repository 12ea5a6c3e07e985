"""From the requests of the rules to the end of a match: PROTOCOL.md, sections 11.2 to 12.

The rules of the games are not here. What they request, `rules` says; what follows from a request, who owes
what and whether it is right, is worked out here.
"""

from copy import copy

import codec
import proofs
from codec import CARD, digest
from edwards import Refused
from merlin import Context
from proofs import require
from ristretto import NEUTRAL, face_point, total
from rules import ALL, Told, agree
from steps import Ended, Steps, check_game


class Card:
    """Section 12.1. A known card has a face; a hidden one a masked pair, once it was shuffled."""

    def __init__(self, deck, face):
        self.deck = deck
        self.face = face
        self.hide(None)

    def hide(self, pair):
        self.pair, self.shares, self.holder = pair, {}, None

    def show(self, face):
        self.face = face
        self.hide(None)


class Item:
    """One card of an opening, section 12.3, with the shares it has so far, by seat."""

    def __init__(self, pair, shares, audience, handle=None):
        self.pair, self.shares, self.audience, self.handle = pair, dict(shares), audience, handle


class Match(Steps):
    """A match that is followed to its end, or as far as the file goes."""

    def __init__(self, records, rules_of):
        super().__init__(records)
        self.rules = rules_of(self.charter)
        check_game(self.charter, self.rules.description)
        self.rules.is_of(self.match_id)
        self.cards, self.handles, self.remixing = {}, 0, []
        # What was asked for and answered, and by step what lay before whom when seats left: see `record`.
        self.requests, self.lay = [], {}
        self.result = self.fingerprint = None
        # For each deck, from the encoding of a face point to its face.
        self.points = {
            deck["deck"]: {
                bytes(face_point(self.charter.game, deck["deck"], face)): face for face, _ in deck["faces"]
            }
            for deck in self.rules.description["decks"]
        }

    def play(self):
        self.setup()
        answer = None
        while True:
            asked = dict(self.rules.go_on(answer, self.step))
            self.requests.append(asked)
            self.go(asked.get("left_cards", []))
            for handle, deck, face in asked["new_cards"]:
                self.bring(handle, deck, face)
            if asked["request"] is None:
                return self.attest()
            [(verb, what)] = asked["request"].items()
            self.remixing = what if verb == "remix" else []
            answer = getattr(self, verb)(what)
            asked.update(answer=answer, answered_after_step=self.step)

    # Cards, section 12.1.

    def bring(self, handle, deck, face):
        agree("handle", handle, self.handles)
        self.handles += 1
        self.cards[handle] = Card(deck, face)

    def current(self, handle):
        card = self.cards[handle]
        if card.face is not None:
            return CARD(NEUTRAL, face_point(self.charter.game, card.deck, card.face))
        return card.pair

    def is_hidden(self, handle):
        return self.cards[handle].face is None

    def faces(self):
        """Of all cards, `None` for those that are hidden."""
        return {handle: card.face for handle, card in self.cards.items()}

    def hidden(self, handles):
        return [handle for handle in handles if self.is_hidden(handle)]

    def come(self, handles, pairs):
        """The pairs become those of the handles."""
        for handle, pair in zip(handles, pairs, strict=True):
            self.cards[handle].hide(pair)

    def go(self, handles):
        """The handles leave the game."""
        for handle in handles:
            del self.cards[handle]

    def face_under(self, deck, pair, shares):
        # If a share is missing, as where somebody shows a card that was never dealt, it opens to no face either.
        point = proofs.open_card(pair, shares.values())
        face = self.points[deck].get(bytes(point))
        require(face is not None, "it opens to no face of its deck", 24)
        return face

    # Requests, section 12. Each method does what its request needs, and gives the answer.

    def shuffle(self, piles):
        # As they are now: a card may be opened before the first seat has shuffled.
        made, last = [[self.current(handle) for handle in pile["from"]] for pile in piles], -1

        def owes():
            turn = [seat for seat in self.present() if seat > last][:1]
            return self.owed(turn, "Shuffle", self.check_shuffle(made))

        while said := self.step_for(owes):
            [(last, made)] = said.items()
        for pile, pairs in zip(piles, made, strict=True):
            self.come(pile["into"], pairs)
            self.go(pile["from"])
        return "done"

    def check_shuffle(self, piles):
        def check(context, body):
            self.verify("shuffle", context, self.H, piles, body)
            return body.piles

        return check

    def show(self, cards):
        self.open(
            lambda: [
                self.item(handle, audience)
                for handle, audience in cards
                if self.cards[handle].face is None
            ]
        )
        return [self.cards[handle].face for handle, audience in cards if audience == ALL]

    def remix(self, hands):
        def hand_of(seat):
            [hand] = [hand for hand in hands if hand["seat"] == seat]
            return [self.current(handle) for handle in hand["from"]]

        def owes():
            owners = {hand["seat"] for hand in hands} - self.gone
            return {
                seat: ("Shuffle", self.check_shuffle([hand_of(seat)])) for seat in owners
            }

        shuffled = self.step_for(owes)
        for hand in hands:
            if hand["seat"] in shuffled:
                [pairs] = shuffled[hand["seat"]]
                self.come(hand["into"], pairs)
            else:
                for old, new in zip(hand["from"], hand["into"], strict=True):
                    self.cards[new] = copy(self.cards[old])
                    # Nobody holds it before it is dealt: the old one is still held.
                    self.cards[new].holder = None
        self.open(
            lambda: [
                self.item(handle, hand["seat"])
                for hand in hands
                for handle in self.hidden(hand["into"])
            ]
        )
        # Not before: until then, what a leaver holds is opened.
        for hand in hands:
            self.go(hand["from"])
        return "done"

    def peek(self, looks):
        def looked_at(seat):
            return self.hidden(handle for viewer, handle in looks if viewer == seat)

        def owes():
            return {
                seat: ("Remask", self.check_remask([self.current(h) for h in looked_at(seat)]))
                for seat in self.present()
                if looked_at(seat)
            }

        remasked = self.step_for(owes)
        self.open(
            lambda: [
                Item(pair, {}, seat)
                for seat in sorted(remasked)
                if seat not in self.gone
                for pair in remasked[seat]
            ]
        )
        return "done"

    def check_remask(self, cards):
        def check(context, body):
            self.verify("remask", context, self.H, cards, body)
            return body.cards

        return check

    def roll(self, sides):
        said = self.step_for(lambda: self.owed(self.present(), "Beacon", self.check_beacon))
        step = self.step
        parts = said.values()
        summed = CARD(total(*((1, p.A) for p in parts)), total(*((1, p.B) for p in parts)))
        item = Item(summed, {}, ALL)
        self.open(lambda: [item])
        R = proofs.open_card(item.pair, item.shares.values())
        return proofs.roll(Context(self.match_id, step, 0), R, sides, {})

    def check_beacon(self, context, part):
        self.verify("beacon", context, self.H, part)
        return part

    # Openings, section 12.3.

    def item(self, handle, audience):
        card = self.cards[handle]
        return Item(card.pair, card.shares, audience, handle)

    def open(self, items):
        """`items()` gives the items of the opening, as things stand after the last consents."""
        said = self.step_for(lambda: self.owed_shares(items()), gives=True)
        opened = items()
        for seat, body in said.items():
            if body.own:
                self.add_shares(seat, body.own.shares, opened)
        for gone in sorted(self.gone):
            parts = {
                helper: entry.shares.shares
                for helper, body in said.items()
                for entry in body.recovered
                if entry.gone == gone
            }
            if parts:
                self.add_shares(gone, proofs.combine(self.threshold, parts), opened)
        for item in opened:
            self.settle(item)

    def lacking(self, seat, items):
        return [
            item
            for item in items
            if seat not in item.shares and (item.audience != seat or seat in self.gone)
        ]

    def add_shares(self, seat, shares, items):
        for item, share in zip(self.lacking(seat, items), shares, strict=True):
            item.shares[seat] = share

    def owed_shares(self, items):
        seats = self.present()
        if not any(self.lacking(gone, items) for gone in self.gone):
            seats = [seat for seat in seats if self.lacking(seat, items)]
        return self.owed(seats, "Shares", self.check_shares(items))

    def check_shares(self, items):
        def pairs(seat):
            return [item.pair for item in self.lacking(seat, items)]

        def check(context, body):
            own = pairs(context.seat)
            require((body.own is not None) == bool(own), "own shares where none are owed, or not", 18)
            if own:
                self.verify("shares", context, self.keys[context.seat], own, body.own)
            gone = [seat for seat in sorted(self.gone) if pairs(seat)]
            require([entry.gone for entry in body.recovered] == gone, "recovered: other seats", 18)
            for seat, shares in body.recovered:
                dealing, helper = self.dealings[seat], context.seat
                self.verify(
                    "recovered", context, self.keys, seat, dealing, helper, pairs(seat), shares
                )
            return body

        return check

    def settle(self, item):
        if item.handle is None:
            return
        card = self.cards[item.handle]
        if item.audience in self.present():
            card.shares, card.holder = item.shares, item.audience
        else:
            card.show(self.face_under(card.deck, item.pair, item.shares))

    # Choices, section 12.5.

    def choose(self, what):
        seat, menu = what["seat"], what["menu"]

        def owes():
            here = [] if seat in self.gone else [seat]
            return self.owed(here, "Choice", self.check_choice(menu))

        said = self.step_for(owes, gives=any("shows" in entry for entry in menu))
        return self.chosen(menu, said[seat] if said else self.autopilot(seat, menu))

    def check_choice(self, menu):
        return lambda context, body: self.check_entry(context, menu, body.entry, body.shown)

    def check_entry(self, context, menu, number, shown):
        require(number < len(menu), "no such entry", 22)
        entry = menu[number]
        require(not entry.get("refused"), "an entry that is refused", 22)
        require((shown is not None) == ("shows" in entry), "shown, or not", 23)
        if shown is None:
            return number, None
        face = self.shown_face(context, entry["card"], shown.share)
        self.check_duty(context, entry["shows"], face, shown.none)
        return number, face

    def shown_face(self, context, handle, share):
        card = self.cards[handle]
        require((share is not None) == (card.face is None), "a share where none is owed, or not", 23)
        if card.face is not None:
            return card.face
        self.verify("shares", context, self.keys[context.seat], [card.pair], share)
        return self.face_under(card.deck, card.pair, {**card.shares, context.seat: share.shares[0]})

    def check_duty(self, context, duty, face, none):
        if duty != "any" and "follow" in duty and face not in duty["follow"]:
            return self.check_none_of(context, duty["hand"], duty["follow"], none, 26)
        require(none is None, "a proof where none is owed", 26)
        if duty != "any" and "only" in duty:
            require(face in duty["only"], "a card with another face", 25)

    def autopilot(self, seat, menu):
        """What the game does for a seat that is gone is a matter of the rules."""
        number = self.rules.autopilot(seat, self.faces())
        if number is None:
            raise Ended("what the autopilot chose is not told")
        allowed = number < len(menu) and not menu[number].get("refused")
        if not allowed or not self.does_its_duty(menu[number]):
            raise Told(f"the autopilot of seat {seat} has no such choice as {number}")
        return self.choice_of_leaver(menu, number)

    def choice_of_leaver(self, menu, number):
        entry = menu[number]
        return number, self.cards[entry["card"]].face if "shows" in entry else None

    def chosen(self, menu, choice):
        number, face = choice
        if face is not None:
            self.cards[menu[number]["card"]].show(face)
        return [number, face]

    def ask(self, what):
        menus = {asked["seat"]: asked["menu"] for asked in what["menus"]}
        seals = self.step_for(
            lambda: self.owed(sorted(set(menus) - self.gone), "Seal", self.check_seal)
        )

        def open_by(seats):
            opened = self.step_for(
                lambda: {
                    seat: ("Open", self.check_open(menus[seat], seals[seat]))
                    for seat in seats
                    if seat not in self.gone
                },
                gives=True,
            )
            left = [seat for seat in seats if seat not in opened and seat in seals]
            return {**opened, **self.open_seals(left, menus, seals)}

        opened = {} if what["until_one"] else open_by(menus)
        choices = []
        for seat, menu in menus.items():
            if what["until_one"]:
                opened.update(open_by([seat]))
            choice = opened.get(seat) or self.autopilot(seat, menu)
            choices.append((menu, choice))
            if what["until_one"] and not menu[choice[0]].get("pass"):
                break
        # Not before: what they show becomes public when all are heard.
        return [self.chosen(menu, choice) for menu, choice in choices]

    def check_seal(self, context, seal):
        self.verify("seal", context, self.H, seal)
        return seal

    def check_open(self, menu, seal):
        def check(context, body):
            self.verify("opened_seal", self.H, seal, body.opened)
            return self.check_entry(context, menu, body.opened.entry, body.shown)

        return check

    def open_seals(self, leavers, menus, seals):
        """What seats that are gone have sealed, by seat, as far as it is allowed."""
        items = {seat: Item(CARD(seals[seat].A, seals[seat].B), {}, ALL) for seat in leavers}
        self.open(lambda: list(items.values()))
        found = {}
        for seat, item in items.items():
            shares, menu = item.shares.values(), menus[seat]
            self.checked["leaver's seal"] += 1
            number = proofs.sealed_entry(seals[seat], shares, len(menu))
            if number is not None and not menu[number].get("refused"):
                found[seat] = number
        shown = [self.hidden_card(seat, menus[seat][number]) for seat, number in found.items()]
        shown = [self.item(handle, ALL) for handle in shown if handle is not None]
        self.open(lambda: shown)
        return {
            seat: self.choice_of_leaver(menus[seat], number)
            for seat, number in found.items()
            if self.does_its_duty(menus[seat][number])
        }

    def hidden_card(self, seat, entry):
        """The hidden card that the entry shows, if the seat could have shown it."""
        card = self.cards[entry["card"]] if "shows" in entry else None
        if card is None or card.face is not None:
            return None
        # It may have the seat's own share too: where somebody else was shown the card before.
        return entry["card"] if set(card.shares) >= set(range(self.n)) - {seat} else None

    def does_its_duty(self, entry):
        """Whether the card that the entry shows, if any, may be shown as far as cards are known."""
        if "shows" not in entry:
            return True
        face, duty = self.cards[entry["card"]].face, entry["shows"]
        if face is None or duty == "any":
            return face is not None
        if "only" in duty:
            return face in duty["only"]
        hand = {self.cards[handle].face for handle in duty["hand"]}
        return face in duty["follow"] or not hand & {None, *duty["follow"]}

    # Demands, section 12.6.

    def demand(self, what):
        hands, faces = {hand["seat"]: hand["cards"] for hand in what["hands"]}, what["faces"]
        said = self.step_for(
            lambda: {
                seat: ("Answer", self.check_answer(hand, faces))
                for seat, hand in hands.items()
                if seat not in self.gone
            },
            gives=True,
        )
        answers = []
        for seat, hand in hands.items():
            known = [(h, self.cards[h].face) for h in hand if self.cards[h].face in faces]
            shown = said[seat] if seat in said else (known or [None])[0]
            if shown:
                self.cards[shown[0]].show(shown[1])
            answers.append(shown and list(shown))
        return answers

    def check_answer(self, hand, faces):
        def check(context, body):
            if body.shown is None:
                self.check_none_of(context, hand, faces, body.none, 28)
                return None
            require(body.none is None, "shown and denied", 27)
            require(body.shown.place < len(hand), "no such place", 27)
            handle = hand[body.shown.place]
            face = self.shown_face(context, handle, body.shown.share)
            require(face in faces, "a card with another face", 27)
            return handle, face

        return check

    def check_none_of(self, context, hand, faces, proof, duty):
        """No card of the hand has one of these faces."""
        try:
            self.check_denial(context, hand, faces, proof)
        except Refused as why:
            why.duty = duty
            raise

    def check_denial(self, context, hand, faces, proof):
        hidden = self.hidden(hand)
        known = {self.cards[handle].face for handle in hand} - {None}
        require(not known & set(faces), "a known card has such a face")
        points = self.points_asked_for(hidden, faces)
        require((proof is not None) == bool(points), "a proof where none is owed, or not")
        if points:
            stripped = [self.stripped(handle, context.seat) for handle in hidden]
            self.verify("none_of", context, self.keys[context.seat], stripped, points, proof)

    def points_asked_for(self, hidden, faces):
        """Those of the faces that the decks of the hidden cards have, deck by deck."""
        decks = list(dict.fromkeys(self.cards[handle].deck for handle in hidden))
        has = lambda deck, face: face in self.points[deck].values()
        asked = [(deck, face) for deck in decks for face in sorted(faces) if has(deck, face)]
        return [face_point(self.charter.game, deck, face) for deck, face in asked]

    def stripped(self, handle, owner):
        card = self.cards[handle]
        others = {seat: share for seat, share in card.shares.items() if seat != owner}
        if set(others) != set(range(self.n)) - {owner}:
            raise Told("a share is missing of a card in question")
        return proofs.strip(card.pair, others.values())

    # The hands of seats that leave, section 11.3.

    def open_hands_of(self, leavers):
        given = {
            handle for hand in self.remixing if hand["seat"] not in self.gone for handle in hand["from"]
        }
        lying = [[handle, seat] for handle, seat in self.rules.lying(self.step) if self.is_hidden(handle)]
        given |= {handle for handle, seat in lying if seat not in leavers}
        self.lay[self.step] = lying
        handles = [
            handle
            for seat in sorted(leavers)
            for handle, card in sorted(self.cards.items())
            if card.pair and card.holder == seat and handle not in given
        ]
        self.open(lambda: [self.item(handle, ALL) for handle in self.hidden(handles)])

    # The end, section 11.2.

    def attest(self):
        self.result = codec.match_result(*self.rules.ending())

        def check(_, attested):
            require(attested == self.result, "another result")

        self.step_for(lambda: self.owed(self.present(), "Attest", check))
        self.fingerprint = codec.words(digest("fingerprint", self.heads[-1], self.result))
        self.end()
