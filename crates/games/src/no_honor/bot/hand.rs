//! What Schemes are worth to the bot, and when it plays them.

use engine::{Ask, Seat};

use super::super::{
    agendas::Agenda,
    cards::Kind,
    schemes::{Scheme, aims},
    state::{State, Target},
};

/// What keeping a Scheme is worth.
pub(crate) fn keep(scheme: Scheme) -> i64 {
    match scheme {
        Scheme::TraitorCard => 14,
        Scheme::Betrayal | Scheme::SideJob => 12,
        Scheme::SecondWind | Scheme::Distraction | Scheme::ThinkFast => 13,
        Scheme::HousebreakerKit
        | Scheme::WeaponsCache
        | Scheme::CourtFinery
        | Scheme::SoftBoots => 13,
        Scheme::BribedWarden | Scheme::FakedDeath | Scheme::Pickpocket => 11,
        Scheme::PlayDead | Scheme::CoverStory | Scheme::NotSoFast => 10,
        Scheme::OnAlert | Scheme::ChangedLocks | Scheme::Reinforcements => 9,
        Scheme::WordOnTheStreet | Scheme::ImprovisedPlan | Scheme::SmellingSalts => 9,
        _ => 6,
    }
}

/// Whether to play a Logistics Scheme now.
pub(crate) fn logistics(s: &State, me: Seat, scheme: Scheme) -> i64 {
    if aims(s, me, scheme).is_empty() {
        return -1;
    }
    match scheme {
        Scheme::HousebreakerKit
        | Scheme::WeaponsCache
        | Scheme::CourtFinery
        | Scheme::SoftBoots => 10,
        Scheme::BribedWarden | Scheme::FakedDeath => 8,
        Scheme::WordOnTheStreet => 9,
        Scheme::CalledInFavors | Scheme::AnonymousTip => 5,
        _ => -1,
    }
}

/// Whether to play an Active Scheme on one's turn.
pub(crate) fn active(s: &State, me: Seat, scheme: Scheme) -> i64 {
    let tired = s.players[me].crew.iter().any(|thief| thief.exhausted);
    match scheme {
        Scheme::Pickpocket => 120,
        Scheme::ImprovisedPlan => 118,
        Scheme::LooseLips => 20,
        Scheme::SmellingSalts if tired => 25,
        _ => -1,
    }
}

/// Which Scheme to show in the Moment of Truth: betray if that pays, else what pays otherwise.
pub(crate) fn truth(s: &State, ask: &Ask<'_>, scheme: Scheme) -> i64 {
    if s.heist.is_none() {
        return 0;
    }
    match gain(s, ask, scheme) {
        Some(gain) if gain >= 2 => 10 * gain,
        Some(_) => -10,
        None if scheme == Scheme::SideJob => 15,
        None if scheme == Scheme::MarkedCoin || scheme == Scheme::InsurancePolicy => -2,
        None if scheme == Scheme::HiddenBlade => -3,
        None => 0, // comes back
    }
}

/// How many more Coins betraying with a Scheme would bring than being loyal; `None` for other Schemes.
pub(crate) fn gain(s: &State, ask: &Ask<'_>, scheme: Scheme) -> Option<i64> {
    let me = ask.seat;
    let (value, heist) = (scheme.betrayal()?, s.heist.as_ref()?);
    let haul = match heist.target {
        Target::Mat(mat) => s.mats[mat].coins,
        Target::Jail => 0,
    };
    let agenda = |wanted: Agenda| ask.faces(&s.players[me].agendas).contains(&wanted.face());
    let split = super::super::moment_of_truth::split(haul, &heist.seats, &[(me, value)]);
    let gets = split.iter().find(|(seat, _)| *seat == me).map_or(0, |(_, coins)| *coins);
    let theirs: i64 =
        heist.terms.treasures.iter().map(|owner| if *owner == me { 0 } else { 3 }).sum();
    let honest = agenda(Agenda::HonestThief) && s.players[me].betrayals == 0;
    let peace = agenda(Agenda::Peacemaker) && !s.broken;
    let viper = agenda(Agenda::Viper) && s.players[me].betrayals < 2;
    let price = 5 * i64::from(honest) + 8 * i64::from(peace) - 3 * i64::from(viper);
    Some(gets + theirs - super::share(&heist.terms, me, haul) - price)
}
