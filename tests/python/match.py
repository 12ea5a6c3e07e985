"""A whole transcript, from its charter to its fingerprint: PROTOCOL.md, sections 9 to 13.

The rules of the games are not here. What they request is told (in the JSON file beside the
transcript); what follows from a request, who owes what and whether it is right, is worked out here.
"""

import unicodedata
from collections import Counter, namedtuple

import codec
import ed25519
import proofs
from codec import CARD, digest
from edwards import Refused
from merlin import Context
from proofs import require
from ristretto import NEUTRAL, face_point, total

TRANSCRIPT_HEADER = b"nodealer\x01\x00T"
EVIDENCE_HEADER = b"nodealer\x01\x00E"
ALL = "all"

Verdict = namedtuple("Verdict", "kind seat step why")


class Cheated(Exception):
    def __init__(self, seat, why):
        super().__init__(f"seat {seat}: {why}")
        self.seat = seat


class Corrupt(Exception):
    pass


class Ended(Exception):
    """The file ends before the match does, or the match was abandoned."""


class Told(Exception):
    """The transcript is not the one that is told about."""


def judge(data, told):
    """The verdict of section 13 on the bytes of a file, and the `Match` as far as it came."""
    try:
        records = Records(data)
        accusation = records.take(codec.EVIDENCE) if records.is_evidence else None
        match = Match(records, told)
    except (Refused, Corrupt, Ended) as why:
        return Verdict("no match", None, None, str(why)), None
    try:
        match.play()
        if accusation:
            raise Corrupt("evidence beside a match that is finished")
        return Verdict("fair", None, None, ""), match
    except Ended as why:
        if accusation:
            return judge_accusation(match, accusation), match
        return Verdict("unfinished", None, None, str(why)), match
    except Cheated as why:
        return Verdict("cheated", why.seat, match.step, str(why)), match
    except Corrupt as why:
        return Verdict("corrupt", None, None, str(why)), match


def judge_accusation(match, accusation):
    """Whether the evidence proves something, given the transcript beside it."""
    try:
        if accusation.name == "Invalid":
            match.check_next(accusation.value)
            raise Corrupt("the contribution is right")
        one, other = (match.genuine(signed) for signed in accusation.value)
        if (one.step, one.seat) != (other.step, other.seat):
            raise Corrupt("two steps or two seats")
        if accusation.name == "Equivocation" and one == other:
            raise Corrupt("the same said twice")
        if accusation.name == "TwoFaced" and one.head != other.head:
            raise Corrupt("two heads")
        if accusation.name == "TwoFaced" and not one.without >> other.present & 1:
            raise Corrupt("a vote against one and a word for another")
        return Verdict("cheated", one.seat, one.step, accusation.name)
    except Cheated as why:
        return Verdict("cheated", why.seat, match.step, str(why))
    except Corrupt as why:
        return Verdict("corrupt", None, None, str(why))


class Records:
    """What is in a file, one value after the other."""

    def __init__(self, data):
        self.is_evidence = data.startswith(EVIDENCE_HEADER)
        require(self.is_evidence or data.startswith(TRANSCRIPT_HEADER), "another header")
        self.data = data
        self.at = len(TRANSCRIPT_HEADER)
        self.coming = None

    def peek(self):
        """The record that comes next; `None` at the end of the file."""
        if self.coming is None and self.at < len(self.data):
            self.coming = self.read(codec.RECORD)
        return self.coming

    def take(self, kind=codec.RECORD):
        if self.coming is None and self.at == len(self.data):
            raise Ended("the file ends")
        value, self.coming = self.coming or self.read(kind), None
        return value

    def read(self, kind):
        start = self.at + 4
        length = int.from_bytes(self.data[self.at : start], "little")
        self.at = start + length
        if self.at > len(self.data) or length > codec.MAX_VALUE:
            raise Corrupt("a torn frame")
        try:
            return codec.decode(kind, self.data[start : self.at])
        except Refused as why:
            raise Corrupt(f"a frame that does not decode: {why}") from why


def check_charter(signed):
    """Section 9, but for what only the rules of the game can say."""
    charter = signed.charter
    n = len(charter.seats)
    require(charter.protocol == 1, "another protocol")
    require(2 <= n <= 8, "too few or too many seats")
    require(charter.survive + 2 <= n, "so many leavers cannot be survived")
    require(len(charter.options) <= 16, "too many options")
    keys = [option.key.encode() for option in charter.options]
    require(all(a < b for a, b in zip(keys, keys[1:])), "options out of order")
    texts = [charter.game, *(text for option in charter.options for text in option)]
    require(all(len(text.encode()) <= 40 for text in texts), "a text is too long")
    for place in charter.seats:
        require(1 <= len(place.name.encode()) <= 40, "a name is too short or too long")
        require(all(unicodedata.category(c) != "Cc" for c in place.name), "a bad name")
        ed25519.decode_large(place.identity)
    require(len({place.identity for place in charter.seats}) == n, "two equal identities")
    require(len({place.key for place in charter.seats}) == n, "two equal commitments")
    require(len(signed.signatures) == n, "another number of signatures")
    match_id = digest("charter", codec.encode(codec.CHARTER, charter))
    for place, signature in zip(charter.seats, signed.signatures):
        ed25519.verify(place.identity, digest("sign charter", match_id), signature)
    return match_id


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


class Match:
    def __init__(self, records, told):
        self.records, self.told = records, told
        charter = records.take()
        require(charter.name == "Charter", "the first record is no charter")
        self.match_id = self.head = check_charter(charter.value)
        self.charter = charter.value.charter
        self.n = len(self.charter.seats)
        self.step, self.in_setup, self.gone = 0, True, set()
        self.heads, self.said, self.checked = [], [], Counter()
        self.cards, self.handles = {}, 0
        self.points = {
            deck: {bytes(face_point(self.charter.game, deck, face)): face for face in faces}
            for deck, faces in told["decks"]
        }

    def present(self):
        return [seat for seat in range(self.n) if seat not in self.gone]

    def play(self):
        self.setup()
        for told in self.told["requests"]:
            for handle, deck, face in told["new_cards"]:
                self.bring(handle, deck, face)
            if told["request"] is None:
                return self.attest()
            [(verb, what)] = told["request"].items()
            answer = getattr(self, verb)(what, told.get("answer"))
            agree("answer", answer, told.get("answer"))
            agree("step", self.step, told["answered_after_step"])
        raise Told("requests are missing")

    # Steps, section 11.

    def step_for(self, who_owes):
        """One step, and as many more as votes make necessary.

        `who_owes()` gives {seat: (name of the body, check)}, as things stand after the last vote;
        `check(context, body)` raises `Refused`, or gives what this returns, by seat.
        """
        while owes := who_owes():
            said = self.close_step(owes)
            if said is not None:
                return said
        return {}

    def close_step(self, owes):
        """By contributions: what their checks gave. By votes: None."""
        self.step, self.owing = self.step + 1, owes
        first = self.records.peek()
        if first is not None and first.name == "Vote":
            self.close_by_votes()
            return None
        results, digests = {}, []
        for seat in sorted(owes):
            statement = self.take("Contribution", seat)
            results[seat] = self.check_contribution(seat, statement, *owes[seat])
            digests.append(codec.statement_digest(statement))
        self.said.append([[seat, owes[seat][0]] for seat in sorted(owes)])
        self.close(digests, "contributions")
        return results

    def take(self, kind, seat):
        """The statement of the next record, which must be one of this seat to this step."""
        record = self.records.take()
        if record.name != kind:
            raise Corrupt(f"a {record.name} instead of a {kind}")
        statement = self.genuine(record.value)
        if statement.step != self.step:
            raise Corrupt("a record of another step")
        if statement.seat != seat:
            raise Corrupt("records out of order")
        return statement

    def genuine(self, signed):
        """The statement, if it is of this match and the signature is that of its seat."""
        statement = signed.statement
        if statement.match_id != self.match_id:
            raise Corrupt("a record of another match")
        try:
            require(statement.seat < self.n, "no such seat")
            identity = self.charter.seats[statement.seat].identity
            ed25519.verify(identity, codec.statement_digest(statement), signed.signature)
        except Refused as why:
            raise Corrupt(f"a signature is not genuine: {why}") from why
        self.checked["signature"] += 1
        return statement

    def check_next(self, signed):
        """Checks a contribution to the step before which the file ended."""
        statement = self.genuine(signed)
        if statement.step != self.step or statement.seat not in self.owing:
            raise Corrupt("evidence about another step or place")
        self.check_contribution(statement.seat, statement, *self.owing[statement.seat])

    def check_contribution(self, seat, statement, name, check):
        try:
            require(statement.head == self.head, "another head")
            require(statement.body.name == name, f"no {name}")
            return check(Context(self.match_id, self.step, seat), statement.body.value)
        except Refused as why:
            raise Cheated(seat, why) from why

    def close(self, digests, how):
        self.heads.append(self.head)
        self.head = codec.next_head(self.head, self.step, how, digests)

    def verify(self, kind, *statement_and_message):
        """One of the proofs of sections 5 to 7."""
        getattr(proofs, f"verify_{kind}")(*statement_and_message, {})
        self.checked[kind] += 1

    # Leavers, section 11.3.

    def close_by_votes(self):
        without = self.records.peek().value.statement.without
        leavers = {seat for seat in range(16) if without >> seat & 1}
        if not leavers or not leavers <= set(self.present()):
            raise Corrupt("a vote against seats that are not present")
        digests = []
        for seat in self.present():
            if seat not in leavers:
                vote = self.take("Vote", seat)
                if vote.without != without or vote.head != self.head:
                    raise Corrupt("votes that do not agree")
                digests.append(codec.statement_digest(vote))
        self.said.append(
            [[seat, "Vote", without] for seat in self.present() if seat not in leavers]
        )
        self.close(digests, "votes")
        self.gone |= leavers
        if self.in_setup or len(self.gone) > self.charter.survive:
            if self.records.peek() is not None:
                raise Corrupt("something follows an abandoned match")
            raise Ended("abandoned")
        self.open_hands_of(leavers)

    def open_hands_of(self, leavers):
        def items():
            return [
                self.item(handle, ALL)
                for seat in sorted(leavers)
                for handle, card in sorted(self.cards.items())
                if card.pair and card.holder == seat
            ]

        self.open(items)

    # Setup, section 11.1.

    def setup(self):
        keys = self.step_for(lambda: self.owed(self.present(), "Key", self.check_key))
        self.keys = [keys[seat] for seat in range(self.n)]
        try:
            self.H = proofs.joint_key(self.keys)
        except Refused as why:
            raise Corrupt(f"keys that cannot be used together: {why}") from why
        self.threshold = self.n - self.charter.survive
        if self.charter.survive > 0:
            self.dealings = self.step_for(
                lambda: self.owed(self.present(), "Dealing", self.check_dealing)
            )
            self.dealing_step = self.step
            self.step_for(lambda: self.owed(self.present(), "Receipt", self.check_receipt))
        self.in_setup = False

    def owed(self, seats, name, check):
        return {seat: (name, check) for seat in seats}

    def check_key(self, context, body):
        commitment = self.charter.seats[context.seat].key
        require(proofs.key_commitment(body.key, body.blind) == commitment, "another key")
        self.verify("key", context, body.key, body.proof)
        return body.key

    def check_dealing(self, context, dealing):
        proofs.verify_dealing(self.keys, context.seat, self.threshold, dealing)
        self.checked["dealing"] += 1
        return dealing

    def check_receipt(self, context, complaints):
        for dealer, complaint in complaints:
            require(dealer in self.dealings and dealer != context.seat, "no such dealer")
            about = Context(self.match_id, self.dealing_step, dealer)
            dealing = self.dealings[dealer]
            self.verify(
                "complaint", context, self.keys, dealer, dealing, about, context.seat, complaint
            )
            raise Cheated(dealer, "a bad share")

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

    def hidden(self, handles):
        return [handle for handle in handles if self.cards[handle].face is None]

    def pass_on(self, pairs, comes, goes):
        """The pairs become those of the handles that come; the handles that go leave the game."""
        for handle, pair in zip(comes, pairs, strict=True):
            self.cards[handle].hide(pair)
        for handle in goes:
            del self.cards[handle]

    def face_under(self, deck, pair, shares):
        require(set(shares) == set(range(self.n)), "a share is missing")
        point = proofs.open_card(pair, shares.values())
        face = self.points[deck].get(bytes(point))
        require(face is not None, "it opens to no face of its deck")
        return face

    # Requests, section 12. Each method does what its request needs, and gives the answer.

    def shuffle(self, piles, _):
        made, last = None, -1

        def owes():
            inputs = made or [[self.current(handle) for handle in pile["from"]] for pile in piles]
            turn = [seat for seat in self.present() if seat > last][:1]
            return self.owed(turn, "Shuffle", self.check_shuffle(inputs))

        while said := self.step_for(owes):
            [(last, made)] = said.items()
        for pile, pairs in zip(piles, made, strict=True):
            self.pass_on(pairs, pile["into"], pile["from"])
        return "done"

    def check_shuffle(self, piles):
        def check(context, body):
            self.verify("shuffle", context, self.H, piles, body)
            return body.piles

        return check

    def show(self, cards, _):
        self.open(
            lambda: [
                self.item(handle, audience)
                for handle, audience in cards
                if self.cards[handle].face is None
            ]
        )
        return [self.cards[handle].face for handle, audience in cards if audience == ALL]

    def remix(self, hands, _):
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
                self.pass_on(pairs, hand["into"], hand["from"])
            else:
                for old, new in zip(hand["from"], hand["into"], strict=True):
                    self.cards[new] = self.cards.pop(old)
        self.open(
            lambda: [
                self.item(handle, hand["seat"])
                for hand in hands
                for handle in self.hidden(hand["into"])
            ]
        )
        return "done"

    def peek(self, looks, _):
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

    def roll(self, sides, _):
        said = self.step_for(lambda: self.owed(self.present(), "Beacon", self.check_beacon))
        parts = said.values()
        summed = CARD(total(*((1, p.A) for p in parts)), total(*((1, p.B) for p in parts)))
        item = Item(summed, {}, ALL)
        self.open(lambda: [item])
        R = proofs.open_card(item.pair, item.shares.values())
        return proofs.roll(Context(self.match_id, self.step, 0), R, sides, {})

    def check_beacon(self, context, part):
        self.verify("beacon", context, self.H, part)
        return part

    # Openings, section 12.3.

    def item(self, handle, audience):
        card = self.cards[handle]
        return Item(card.pair, card.shares, audience, handle)

    def open(self, items):
        """`items()` gives the items of the opening, as things stand after the last vote."""
        said = self.step_for(lambda: self.owed_shares(items()))
        opened = items()
        for seat, body in said.items():
            if body.own:
                self.add_shares(seat, body.own.shares, opened)
        # Which items a gone seat lacks must not change while its shares are added.
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
            require((body.own is not None) == bool(own), "own shares where none are owed, or not")
            if own:
                self.verify("shares", context, self.keys[context.seat], own, body.own)
            gone = [seat for seat in sorted(self.gone) if pairs(seat)]
            require([entry.gone for entry in body.recovered] == gone, "recovered: other seats")
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

    def choose(self, what, told):
        seat, menu = what["seat"], what["menu"]

        def owes():
            here = [] if seat in self.gone else [seat]
            return self.owed(here, "Choice", self.check_choice(menu))

        said = self.step_for(owes)
        return self.chosen(menu, said[seat] if said else self.autopilot(menu, told))

    def check_choice(self, menu):
        def check(context, body):
            require(body.entry < len(menu), "no such entry")
            entry = menu[body.entry]
            require(not entry.get("refused"), "an entry that is refused")
            require((body.shown is not None) == ("shows" in entry), "shown, or not")
            if body.shown is None:
                return body.entry, None
            face = self.shown_face(context, entry["card"], body.shown.share)
            self.check_duty(context, entry["shows"], face, body.shown.none)
            return body.entry, face

        return check

    def shown_face(self, context, handle, share):
        card = self.cards[handle]
        require((share is not None) == (card.face is None), "a share where none is owed, or not")
        if card.face is not None:
            return card.face
        self.verify("shares", context, self.keys[context.seat], [card.pair], share)
        return self.face_under(card.deck, card.pair, {**card.shares, context.seat: share.shares[0]})

    def check_duty(self, context, duty, face, none):
        if duty != "any" and "only" in duty:
            require(face in duty["only"], "a card with another face")
        elif duty != "any" and face not in duty["follow"]:
            return self.check_none_of(context, duty["hand"], duty["follow"], none)
        require(none is None, "a proof where none is owed")

    def autopilot(self, menu, told):
        """What the game does for a seat that is gone is told, like all that the rules do."""
        if told is None:
            raise Ended("what the autopilot chose is not told")
        entry = menu[told[0]]
        return told[0], self.cards[entry["card"]].face if "shows" in entry else None

    def chosen(self, menu, choice):
        number, face = choice
        if face is not None:
            self.cards[menu[number]["card"]].show(face)
        return [number, face]

    def ask(self, what, told):
        menus = {asked["seat"]: asked["menu"] for asked in what["menus"]}
        seals = self.step_for(
            lambda: self.owed(sorted(set(menus) - self.gone), "Seal", lambda _, seal: seal)
        )
        sealed_in = self.step

        def open_by(seats):
            return self.step_for(
                lambda: {
                    seat: ("Open", self.check_open(menus[seat], seals[seat], sealed_in))
                    for seat in seats
                    if seat not in self.gone
                }
            )

        opened = {} if what["until_one"] else open_by(menus)
        answers = []
        for number, (seat, menu) in enumerate(menus.items()):
            if what["until_one"]:
                opened.update(open_by([seat]))
            choice = opened.get(seat) or self.autopilot(menu, told and told[number])
            answers.append(self.chosen(menu, choice))
            if what["until_one"] and not menu[choice[0]].get("pass"):
                break
        return answers

    def check_open(self, menu, seal, sealed_in):
        check_choice = self.check_choice(menu)

        def check(context, body):
            opened = codec.seal(self.match_id, sealed_in, context.seat, body.entry, body.nonce)
            require(opened == seal, "the seal is of something else")
            return check_choice(context, body)

        return check

    # Demands, section 12.6.

    def demand(self, what, _):
        hands, faces = {hand["seat"]: hand["cards"] for hand in what["hands"]}, what["faces"]
        said = self.step_for(
            lambda: {
                seat: ("Answer", self.check_answer(hand, faces))
                for seat, hand in hands.items()
                if seat not in self.gone
            }
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
                self.check_none_of(context, hand, faces, body.none)
                return None
            require(body.none is None, "shown and denied")
            require(body.shown.place < len(hand), "no such place")
            handle = hand[body.shown.place]
            face = self.shown_face(context, handle, body.shown.share)
            require(face in faces, "a card with another face")
            return handle, face

        return check

    def check_none_of(self, context, hand, faces, proof):
        """No card of the hand has one of these faces."""
        hidden = self.hidden(hand)
        known = {self.cards[handle].face for handle in hand} - {None}
        require(not known & set(faces), "a known card has such a face")
        points = self.points_asked_for(hidden, faces)
        require((proof is not None) == bool(points), "a proof where none is owed, or not")
        if points:
            stripped = [self.stripped(handle, context.seat) for handle in hidden]
            self.verify("none_of", context, self.keys[context.seat], stripped, points, proof)

    def points_asked_for(self, hidden, faces):
        """Those of the faces that the first deck among the hidden cards has which has any."""
        for deck in (self.cards[handle].deck for handle in hidden):
            has = [face for face in sorted(faces) if face in self.points[deck].values()]
            if has:
                return [face_point(self.charter.game, deck, face) for face in has]
        return []

    def stripped(self, handle, owner):
        card = self.cards[handle]
        others = {seat: share for seat, share in card.shares.items() if seat != owner}
        require(set(others) == set(range(self.n)) - {owner}, "a share is missing")
        return proofs.strip(card.pair, others.values())

    # The end, section 11.2.

    def attest(self):
        self.result = codec.match_result(self.told["winners"], self.told["scores"])

        def check(_, attested):
            require(attested == self.result, "another result")

        self.step_for(lambda: self.owed(self.present(), "Attest", check))
        self.fingerprint = codec.words(digest("fingerprint", self.heads[-1], self.result))
        if self.records.peek() is not None:
            raise Corrupt("something follows the end")


def agree(what, found, told):
    if found != told:
        raise Told(f"{what}: the transcript has {found}, but told is {told}")
