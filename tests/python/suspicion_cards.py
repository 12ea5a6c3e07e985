"""The cards of Suspicion."""

from itertools import combinations

# As `nodealer rules suspicion --json` describes them. Evidence is deck 0: of each colour the plain card (0 to 4)
# and the counter (5 to 9); then Wild, Tamper, Block, Burn. Suspects are deck 1: faces 14 to 23, by their colours.
COLOURS = range(5)
COLOUR_NAMES = ["red", "blue", "green", "orange", "pink"]
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
NAMES = {
    **{colour: f"{COLOUR_NAMES[colour].title()} evidence" for colour in COLOURS},
    **{COUNTER + colour: f"{COLOUR_NAMES[colour].title()} counter" for colour in COLOURS},
    WILD: "Wild",
    TAMPER: "Tamper",
    BLOCK: "Block",
    BURN: "Burn",
    **{
        face: f"Suspect {number} ({', '.join(COLOUR_NAMES[colour] for colour in SUSPECT[face])})"
        for number, face in enumerate(SUSPECT, start=1)
    },
}
