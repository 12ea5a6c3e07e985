//! What a guided match explains.

use engine::Lesson;

pub(super) const LESSONS: &[Lesson] = &[
    Lesson::phase(
        "Setup",
        "Welcome to No Honor Among Thieves. You lead a crew of thieves: hire Characters, plan heists alone or \
         with partners, and share what you carry home, or betray your partners at the last moment. When an \
         Objective of the third stage has been heisted, the most Coins win.",
    ),
    Lesson::asked(
        "NHAT-14",
        "Hidden Agendas pay Coins at the end if you fulfil them. Keep the two that you believe in; nobody \
         ever sees the third.",
    ),
    Lesson::asked(
        "NHAT-22",
        "The draft: pick a Character and pay for it. Each has skills, shown as icons; Defenses ask for such \
         skills. A crew with different skills gets past more of them.",
    ),
    Lesson::asked("NHAT-23", "The second Character of the draft is free, so take a good one."),
    Lesson::asked(
        "NHAT-30",
        "Your turn: up to three actions. With the crew ready, a heist brings Coins. Otherwise recruit, play \
         Logistics, do legwork for new Schemes, or rest if Characters lie turned: they are exhausted. What \
         you cannot do now is greyed and says why.",
    ),
    Lesson::phase(
        "Planning a heist",
        "A heist is being planned. Every Defense of the place needs a Character whose skills reach one row of \
         its challenges. Whoever cannot do that alone offers partners a share of the haul; what is agreed \
         here the table pays out by itself.",
    ),
    Lesson::asked(
        "NHAT-45",
        "Shares are agreed on before anybody is sent: fixed sums for partners, and the rest to one player. Think \
         of what the place is worth and who takes the risk. Whoever goes alone keeps everything.",
    ),
    Lesson::phase(
        "Sending in the team",
        "Now the team is sent, one Character after the other. What is still missing at each Defense stands \
         beside it. Two can work on one Defense and add up their skills.",
    ),
    Lesson::phase(
        "Complications",
        "Everybody at the table may interfere now, with a Complication, an Active Scheme or an ability: for \
         the heist or against it. Round after round, until all pass.",
    ),
    Lesson::asked(
        "NHAT-53",
        "If you are part of this heist, look whether a Scheme of yours saves a Defense that would stand. If \
         you are not, you might spoil it. Passing is fine.",
    ),
    Lesson::asked(
        "NHAT-60",
        "The Moment of Truth. Everybody on the heist puts a Scheme face down. One that betrays takes Coins \
         from the partners; any other card is loyal and comes back to your hand. The first betrayal of the \
         match breaks the code of honor, and from then on people die.",
    ),
    Lesson::said("NHAT-64", "Nobody betrayed anybody: the haul is shared as it was agreed."),
    Lesson::said(
        "NHAT-72",
        "Betrayed! The code of honor is broken for good, and some abilities begin to work.",
    ),
    Lesson::said(
        "NHAT-75",
        "The heist failed. For each Defense that still stands a die is rolled on the table of the place: \
         Characters may be exhausted, arrested or killed.",
    ),
    Lesson::asked(
        "NHAT-41",
        "Coins may pass between players at certain moments, for nothing or for a promise. Nobody is bound by \
         a promise.",
    ),
    Lesson::said(
        "NHAT-42",
        "That was a turn. You have seen what there is: the match goes on until a place of the third stage has \
         been heisted.",
    ),
];
