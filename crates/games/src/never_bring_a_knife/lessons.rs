//! What a guided match explains.

use engine::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson::said(
        "NBAK-02",
        "Welcome to Never Bring a Knife. There are two secret teams, Cops and Criminals. Whoever ends a round \
         with three wounds falls, and a team that loses a player loses the match. So find out who is who, \
         and shoot the others.",
    ),
    Lesson::said(
        "NBAK-05",
        "Your role lies before you; only you see it. One more role lies in the middle, seen by nobody: the \
         boss, who decides ties.",
    ),
    Lesson::said(
        "NBAK-06",
        "You also know the role of the neighbour on your left: the card with the eye. That is all you know \
         for sure. The rest you read from what people play, and in front of whom.",
    ),
    Lesson::phase(
        "Deal",
        "A round begins with four cards for everybody. Guns hurt, Armor protects, Money is banked, and Crime \
         costs Money.",
    ),
    Lesson::asked(
        "NBAK-15",
        "Play a card in front of somebody: the first of a round must go to another player. The first card \
         before a player lies open; later ones lie hidden, and nobody will ever know who played them. In the \
         end everybody has four. Put Guns before your enemies, Armor and Money before your friends and \
         yourself.",
    ),
    Lesson::said(
        "NBAK-20",
        "That card lies face down. Watch who gets how many from whom: a hidden card is a gift or a bullet.",
    ),
    Lesson::phase(
        "Reveal",
        "All stacks are mixed, so that nobody can tell who played which hidden card, and are opened one after \
         the other. Two Guns that no Armor cancels are a wound; Money goes to the bank of the stack's owner.",
    ),
    Lesson::said("NBAK-29", "A wound. At three of them, at the end of a round, its bearer falls."),
    Lesson::asked(
        "NBAK-33",
        "Intel shows you one role: a player's, or the boss's. Others see whom you look at, and not what you \
         see.",
    ),
    Lesson::asked(
        "NBAK-34",
        "The Hit wounds anybody you like, for three Money. You may keep it in your bank for later.",
    ),
    Lesson::phase(
        "Money Talks",
        "Before anybody falls, Money talks: three heal a wound of anybody, three buy a look at a role, and \
         three fire a Hit.",
    ),
    Lesson::asked(
        "NBAK-39",
        "It is your turn to spend Money, as often as you can. Healing a friend with three wounds saves your \
         team.",
    ),
    Lesson::said(
        "NBAK-51",
        "Nobody fell, so the deal moves on and a new round begins. Banks and wounds stay. You have seen a \
         whole round: the match goes on like this until somebody falls.",
    ),
];
