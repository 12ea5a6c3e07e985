"""A dealer that sees all cards: it plays matches with rules that are written here, by chance.

There is no cryptography in this. It makes requests and answers by which two programs of one game can be
compared, hundreds of matches in a second.
"""

import random

from rules import ALL


class Dealer:
    def __init__(self, seed):
        self.random, self.faces = random.Random(seed), {}

    def play(self, rules):
        """Pairs of what was asked for and the answer, and winners and scores as the last answer."""
        asked, answers = rules.go_on(None, None), []
        while asked["request"] is not None:
            self.faces.update((card, face) for card, _, face in asked["new_cards"])
            [(verb, what)] = asked["request"].items()
            answer = getattr(self, verb)(what)
            answers.append((asked, answer))
            asked = rules.go_on(answer, None)
        return [*answers, (asked, rules.ending())]

    def roll(self, sides):
        return [self.random.randrange(side) for side in sides]

    def shuffle(self, piles):
        for pile in piles:
            faces = [self.faces[card] for card in pile["from"]]
            self.random.shuffle(faces)
            self.faces.update(zip(pile["into"], faces, strict=True))
        return "done"

    remix = shuffle

    def show(self, cards):
        return [self.faces[card] for card, audience in cards if audience == ALL]

    def choose(self, what):
        number = self.random.choice([n for n, entry in enumerate(what["menu"]) if self.allows(entry)])
        entry = what["menu"][number]
        return [number, self.faces[entry["card"]] if "shows" in entry else None]

    def allows(self, entry):
        shows = entry.get("shows", "any")
        return shows == "any" or self.faces[entry["card"]] in shows["only"]

    def ask(self, what):
        answers = []
        for asked in what["menus"]:
            answers.append(self.choose(asked))
            if not asked["menu"][answers[-1][0]].get("pass"):
                break
        return answers
