"""The games whose rules are written here."""

from rules import Helped
from suspicion import Suspicion

GAMES = {(game.id, game.version): game for game in (Suspicion,)}


class Unknown(Exception):
    """A match of a game that is not one of these."""


def written(charter):
    """Rules for `files.judge`."""
    game = GAMES.get((charter.game, charter.rules))
    if game is None:
        raise Unknown(f"the rules of {charter.game}, version {charter.rules}, are not written here")
    return game(charter)


def helped(record):
    """The same, but what is done for seats that are gone is told by a record."""
    return lambda charter: Helped(written(charter), record)
