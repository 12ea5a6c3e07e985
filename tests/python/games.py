"""The games whose rules are written here."""

from suspicion import Suspicion

GAMES = {(game.id, game.version): game for game in (Suspicion,)}


class Unknown(Exception):
    """A match of a game that is not one of these."""


def known(charter):
    return (charter.game, charter.rules) in GAMES


def written(charter):
    """Rules for `files.judge`."""
    if not known(charter):
        raise Unknown(f"the rules of {charter.game}, version {charter.rules}, are not written here")
    return GAMES[charter.game, charter.rules](charter)
