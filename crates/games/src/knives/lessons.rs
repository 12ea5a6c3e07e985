//! What a guided match explains.

use engine::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson::phase(
        "The deal",
        "Welcome to Knives. A match is a row of hands, and each hand is six tricks. In every hand one player \
         holds the bank and tries to win coins together with a partner whom nobody knows. You will see a \
         whole hand; whatever is asked of you is explained when it comes.",
    ),
    Lesson::phase(
        "The auction",
        "You have six cards now. Knives are trump in every hand. The auction settles which suit comes second, \
         the strong suit, and who takes the bank. Kings are worth 3 coins, Queens 2, Jacks 1, and the Ace of \
         Knives 1: 25 in all. The banker's side needs 13 of them.",
    ),
    Lesson::asked(
        "KNV-03",
        "You deal, so you speak first: name the suit of which you hold the most high cards, or “Knives only” \
         if you hold many Knives. Whoever takes the bank takes it with what was declared last.",
    ),
    Lesson::asked(
        "KNV-04",
        "Take the bank if your hand looks like winning about half of the coins: high Knives, and high cards of \
         the strong suit. If it does not, pass and declare another suit. Going for broke is the opposite: \
         you must win no coin at all.",
    ),
    Lesson::asked(
        "KNV-08",
        "Everybody has passed. Take the bank after all, or let everybody play alone: in Assets the most coins \
         win, in Liabilities the fewest.",
    ),
    Lesson::said(
        "KNV-07",
        "There is a banker. The partner is whoever plays the Ghost of the strong suit (with “Knives only”, the \
         Ghost of Knives). Look at your hand: if you hold it, you are the shadow banker, and nobody else \
         knows. Everybody else defends.",
    ),
    Lesson::asked(
        "KNV-13",
        "You are the banker, and the two cards of the bank are in your hand. Put two of the eight down: their \
         coins are yours already, so a King that you would lose is safe there. If you put the Ghost of the \
         strong suit down, or play it yourself, you are alone.",
    ),
    Lesson::asked(
        "KNV-25",
        "You lead, and may play any card. The others follow its suit if they can.",
    ),
    Lesson::asked(
        "KNV-26",
        "Follow the suit that was led if you can; if you cannot, play whatever you like. The highest Knife \
         wins, then the strong suit, then the suit that was led. Cards that you may not play are greyed: \
         each says why.",
    ),
    Lesson::said(
        "KNV-28",
        "That was a trick. Its coins go to the winner, who leads next. A Ghost is the lowest card of its suit, \
         but with the King of that suit in the same trick it beats the whole suit.",
    ),
    Lesson::phase(
        "Special cards",
        "A special card acts as soon as it is played: the Cat leads next, the Dance swaps two cards face \
         down, the Hound makes somebody show a card, and the Snitch asks who holds a card that you name.",
    ),
    Lesson::said(
        "KNV-17",
        "The Ghost is out, and with it the secret: its player is the banker's partner. From now on you know \
         whom to help.",
    ),
    Lesson::phase(
        "Scoring",
        "The hand is counted. With 13 coins and more the banker's side has won, and scores more with 17 and 21; \
         otherwise each defender gets a point. That was a whole hand: the match goes on like this until \
         somebody reaches the target. Play on, or leave and come back for a real one.",
    ),
];
