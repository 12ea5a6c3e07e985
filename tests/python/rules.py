"""What the rules of a game ask for: told by a record, or worked out by rules that are written here.

A match (`match.Match`) has the rules go on with the answer to what they asked for last, and is told what they
ask for next, in the words of a record: PROTOCOL.md, section 15.1.
"""

ALL = "all"


class Told(Exception):
    """The transcript is not the one that is told about."""


class Recorded:
    """What a record tells."""

    def __init__(self, record, its_match=True):
        self.record, self.description = record, record["description"]
        self.its_match = its_match
        self.requests, self.asked = iter(record["requests"]), None

    def is_of(self, match_id):
        """The match has this id; the record must be of it, unless `its_match` says that it need not."""
        if self.its_match:
            agree("match", match_id.hex(), self.record["match_id"])

    def go_on(self, answer, step):
        """What is asked for next, after the answer to what was asked for last and the step that gave it."""
        if self.asked is not None:
            agree("answer", answer, self.asked.get("answer"))
            agree("step", step, self.asked["answered_after_step"])
        self.asked = next(self.requests, None)
        if self.asked is None:
            raise Told("requests are missing")
        return self.asked

    def autopilot(self, seat, _):
        """The entry that is chosen for a seat that is gone; `None` if that is not told."""
        [(verb, what)] = self.asked["request"].items()
        answer = self.asked.get("answer")
        if answer is None:
            answer = dict(self.asked.get("autopilot", [])).get(seat)
        elif verb == "ask":
            answer = answer[[menu["seat"] for menu in what["menus"]].index(seat)]
        return answer and answer[0]

    def lying(self, step):
        """The hidden cards that lie before seats when consents close this step, as (handle, seat)."""
        steps = self.record["steps"][step - 1 : step]
        return [pair for told in steps for pair in told.get("lying", [])]

    def ending(self):
        return self.record["winners"], self.record["scores"]


def recorded(record, its_match=True):
    """Rules for `files.judge`: whatever the charter says, what the record tells."""
    return lambda charter: Recorded(record, its_match)


def agree(what, found, told):
    if found != told:
        raise Told(f"{what}: the transcript has {found}, but told is {told}")


class Game:
    """Rules as a program, to be derived from.

    `play` is a generator. Each verb below brings its request out of it, takes the answer in, and keeps
    what everybody knows in `faces`. What `play` returns are winners and scores.
    """

    def __init__(self):
        self.handles, self.deck_of, self.faces = 0, {}, {}
        self.coming, self.leaving = [], []
        self.playing = self.request = self.result = None

    def is_of(self, _):
        """These are the rules of every match of the game."""

    def go_on(self, answer, _):
        try:
            if self.playing is None:
                self.playing = self.play()
                self.request = next(self.playing)
            else:
                self.request = self.playing.send(answer)
        except StopIteration as end:
            self.request, self.result = None, end.value
        asked = {"new_cards": self.coming, "request": self.request}
        if self.leaving:
            asked["left_cards"] = self.leaving
        self.coming, self.leaving = [], []
        return asked

    def ending(self):
        return self.result

    # Cards.

    def bring(self, deck, face=None):
        """A card comes into play, hidden if it has no face."""
        handle, self.handles = self.handles, self.handles + 1
        self.deck_of[handle] = deck
        self.coming.append([handle, deck, face])
        if face is not None:
            self.faces[handle] = face
        return handle

    def instead_of(self, cards):
        """As many hidden cards as these, of the same decks."""
        return [self.bring(self.deck_of[card]) for card in cards]

    def leave(self, cards):
        self.leaving += cards
        self.forget(cards)

    def forget(self, cards):
        for card in cards:
            self.faces.pop(card, None)

    # Verbs, section 12.

    def roll(self, sides):
        return (yield {"roll": sides})

    def shuffle(self, piles):
        into = [self.instead_of(pile) for pile in piles]
        yield {"shuffle": [{"from": old, "into": new} for old, new in zip(piles, into)]}
        self.forget(card for pile in piles for card in pile)
        return [list(pile) for pile in into]

    def remix(self, seats, hands):
        if not seats:
            return []
        into = [self.instead_of(hand) for hand in hands]
        mixed = zip(seats, hands, into)
        yield {"remix": [{"seat": seat, "from": old, "into": new} for seat, old, new in mixed]}
        self.forget(card for hand in hands for card in hand)
        return [list(hand) for hand in into]

    def show(self, shown):
        faces = yield {"show": shown}
        self.faces.update(zip((card for card, audience in shown if audience == ALL), faces))
        return faces

    def choose(self, seat, menu):
        choice = yield {"choose": {"seat": seat, "menu": menu}}
        self.has_shown(menu, choice)
        return choice

    def ask_until_one(self, seats, menus):
        asked = [{"seat": seat, "menu": menu} for seat, menu in zip(seats, menus)]
        choices = yield {"ask": {"until_one": True, "menus": asked}}
        for menu, choice in zip(menus, choices):
            self.has_shown(menu, choice)
        return choices

    def has_shown(self, menu, choice):
        number, face = choice
        if face is not None:
            self.faces[menu[number]["card"]] = face
