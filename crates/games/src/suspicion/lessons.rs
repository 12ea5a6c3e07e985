//! What a guided match explains.

use engine::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson::phase(
        "Setup",
        "Welcome to Suspicion. Everybody is a detective after a suspect, who lies open and shows three \
         colours. You win as soon as a piece of evidence of each of the three colours lies beside yours.",
    ),
    Lesson::phase(
        "Turns",
        "You hold three cards that nobody else sees. A turn is one thing: lay evidence of a colour that your \
         suspect shows and that is still open, play a special card, or discard. Then you draw back to three.",
    ),
    Lesson::asked(
        "SUS-05",
        "It is your turn. Evidence with one of your suspect's colours is what wins: lay it. If you have none, \
         look at the special cards, or discard what you cannot use. Point at a card, or hold a finger on \
         it, and it explains itself.",
    ),
    Lesson::phase(
        "Counters",
        "Evidence was laid. A rival with a counter (⇄) of the same colour may undo it now. Everybody who could \
         is asked in secret and at the same time, so that nobody learns who holds a counter and keeps it.",
    ),
    Lesson::asked(
        "SUS-18",
        "Would you counter this? A counter spent on a rival who is far from winning is missed later. “Let it \
         be” is what you say most of the time, and nobody sees whether you could have done otherwise.",
    ),
    Lesson::said(
        "SUS-12",
        "Countered: the evidence and the counter are both discarded. Whoever laid it could have answered with \
         a counter of that colour.",
    ),
    Lesson::asked(
        "SUS-28",
        "A Wild stands for any colour of your suspect that is open. Later you may spend a turn on moving it.",
    ),
    Lesson::said(
        "SUS-20",
        "Tamper: a rival loses one piece of evidence. The victim may answer at once with a Tamper of their \
         own, and then nothing happens.",
    ),
    Lesson::said(
        "SUS-19",
        "Burn: a rival loses all evidence at once. It is best kept for somebody with two colours covered.",
    ),
    Lesson::said(
        "SUS-21",
        "Block: it lies before a rival, who can do nothing at all until their next turn, and spends that turn \
         on getting rid of it.",
    ),
    Lesson::asked(
        "SUS-24",
        "You are attacked. A card of the same name takes the attack back. Without one there is nothing to do \
         but let it happen.",
    ),
    Lesson::said(
        "SUS-33",
        "The third colour is covered and nobody has countered it: the arrest is made and the match is over. \
         Hands stay hidden for ever, and yet anybody can check that all was fair.",
    ),
];
