"""The games whose rules are written here."""

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
