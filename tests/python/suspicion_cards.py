"""The cards of Suspicion."""

from itertools import combinations

# PRINTED RULES: the numbers of decks and faces are nowhere on the page. Evidence is deck 0: of each colour, in
# the order of the page, the plain card (0 to 4) and the counter (5 to 9); then Wild, Tamper, Block, Burn.
# Suspects are deck 1: faces 14 to 23, by their colours in that order, the first colour weighing most.
COLOURS = range(5)
COUNTER = 5
WILD, TAMPER, BLOCK, BURN = 10, 11, 12, 13
EVIDENCE, SUSPECTS = 0, 1
COUNTS = {
    **{colour: 7 for colour in COLOURS},
    **{COUNTER + colour: 3 for colour in COLOURS},
    WILD: 6,
    TAMPER: 6,
    BLOCK: 6,
    BURN: 4,
}
SUSPECT = dict(enumerate(combinations(COLOURS, 3), start=14))
HAND = 3
