//! How the bot judges heists: who could man which Defense, and what that would bring.

use engine::{Handle, Seat};

use super::{
    super::{
        cards::{Skill, Skills},
        characters,
        moves::Move,
        objectives::Defense,
        schemes::Scheme,
        state::{POST_LIMIT, Post, State, Target},
    },
    bargain, prize,
};

/// A Character that could be sent, with its skills here.
#[derive(Clone, Copy)]
struct Candidate {
    seat: Seat,
    card: Handle,
    alone: bool,
    skills: [[u8; 4]; 2], // elsewhere, and against the Watch
}

/// A way to bypass one Defense: the challenge and up to two more Characters.
struct Way {
    challenge: usize,
    who: [Option<usize>; 2],
}

/// An assignment: Character, post, challenge.
type Plan = Vec<(usize, usize, usize)>;

fn candidates(s: &State, seats: &[Seat], stage: u8) -> Vec<Candidate> {
    let mut all = Vec::new();
    for &seat in seats {
        for thief in &s.players[seat].crew {
            if thief.exhausted || s.committed(thief.card) {
                continue;
            }
            let with = |watch| {
                let mut skills = thief.skills();
                let more = characters::conditional(thief.who, watch, stage);
                skills.iter_mut().zip(more).for_each(|(skill, more)| *skill += more);
                skills
            };
            let alone = characters::works_alone(thief.who);
            let skills = [with(false), with(true)];
            all.push(Candidate { seat, card: thief.card, alone, skills });
        }
    }
    all
}

/// The ways to bypass a post with these Characters; `None` inside means nobody more is needed.
fn ways(s: &State, post: &Post, all: &[Candidate]) -> Vec<Way> {
    let card = post.defense.card();
    let have = Skill::ALL.map(|skill| s.strength(post, skill));
    let watch = usize::from(card.watch);
    let limit = if post.defense == Defense::TheDuel { 1 } else { POST_LIMIT };
    let room = limit.saturating_sub(post.sent.len());
    let mut ways = Vec::new();
    for (challenge, needs) in card.challenges.iter().enumerate() {
        if post.challenge.is_some_and(|locked| locked != challenge) {
            continue;
        }
        let needs = if post.challenge.is_some() { post.needs } else { needs.map(i64::from) };
        let enough = |who: &[&Candidate]| {
            (0..4).all(|i| {
                let added: i64 = who.iter().map(|c| i64::from(c.skills[watch][i])).sum();
                have[i] + added >= needs[i]
            })
        };
        if !post.sent.is_empty() && enough(&[]) {
            return vec![Way { challenge, who: [None, None] }];
        }
        for (i, one) in all.iter().enumerate() {
            if room == 0 || one.alone && !post.sent.is_empty() {
                continue;
            }
            if enough(&[one]) {
                ways.push(Way { challenge, who: [Some(i), None] });
                continue;
            }
            let pairs = all.iter().enumerate().skip(i + 1);
            for (j, two) in pairs.filter(|_| room >= 2 && !one.alone) {
                if !two.alone && !enough(&[two]) && enough(&[one, two]) {
                    ways.push(Way { challenge, who: [Some(i), Some(j)] });
                }
            }
        }
    }
    // Single Characters first, then those with the least to spare.
    let spare = |way: &Way| {
        let who = way.who.iter().flatten();
        who.map(|&i| 10 + all[i].skills[0].iter().map(|&n| i64::from(n)).sum::<i64>()).sum::<i64>()
    };
    ways.sort_by_key(spare);
    ways
}

/// An assignment that bypasses every post, if a short search finds one.
fn search(s: &State, posts: &[Post], all: &[Candidate]) -> Option<Plan> {
    let options: Vec<Vec<Way>> = posts.iter().map(|post| ways(s, post, all)).collect();
    let mut order: Vec<usize> = (0..posts.len()).collect();
    order.sort_by_key(|&post| options[post].len());
    let mut plan = Vec::new();
    let mut steps = 4000;
    assign(&options, &order, 0, &mut plan, &mut steps).then_some(plan)
}

fn assign(
    options: &[Vec<Way>],
    order: &[usize],
    used: u64,
    plan: &mut Plan,
    steps: &mut u32,
) -> bool {
    let Some((&post, rest)) = order.split_first() else { return true };
    for way in &options[post] {
        *steps = steps.saturating_sub(1);
        let mask = way.who.iter().flatten().fold(0, |mask, &i| mask | 1 << i);
        if *steps == 0 || used & mask != 0 {
            continue;
        }
        let before = plan.len();
        plan.extend(way.who.iter().flatten().map(|&i| (i, post, way.challenge)));
        if assign(options, rest, used | mask, plan, steps) {
            return true;
        }
        plan.truncate(before);
    }
    false
}

fn fresh_posts(s: &State, target: Target) -> Vec<Post> {
    let post =
        |defense: Defense| Post { defense, challenge: None, needs: [0; 4], sent: Vec::new() };
    s.slots(target).iter().map(|slot| post(slot.defense)).collect()
}

fn stage(s: &State, target: Target) -> u8 {
    match target {
        Target::Mat(mat) => s.mats[mat].objective.card().stage,
        Target::Jail => 0,
    }
}

/// Whether these players could succeed, as things lie.
fn feasible(s: &State, target: Target, seats: &[Seat]) -> bool {
    let posts = fresh_posts(s, target);
    let all = candidates(s, seats, stage(s, target));
    posts.len() == s.places(target) && search(s, &posts, &all).is_some()
}

/// What each heist would bring the player in turn; computed only on its own turn.
pub(super) struct Outlook {
    values: Vec<(Target, Option<i64>)>,
    groups: Vec<(Vec<Seat>, i64)>,
    /// Who could go where while a team is sent, and an assignment that succeeds.
    team: Option<(Vec<Candidate>, Plan)>,
    /// Who would go by the terms that are proposed, if that could succeed and be worth it.
    proposed: Option<Vec<Seat>>,
    /// Whether it asks for more than was offered.
    sharp: bool,
}

impl Outlook {
    /// Looks at all targets, alone and with one or two partners.
    pub(super) fn new(s: &State, me: Seat, sharp: bool) -> Self {
        let planning = s.phase == "Planning a heist";
        let mut outlook = Self {
            values: Vec::new(),
            groups: Vec::new(),
            team: (s.phase == "Sending in the team").then(|| team(s)).flatten(),
            proposed: planning.then(|| proposed(s, me)).flatten(),
            sharp,
        };
        if s.active != me || !planning && (s.phase != "Turn" || s.heisted_this_turn) {
            return outlook;
        }
        if planning {
            outlook.groups = groups(s, me, sharp);
            return outlook;
        }
        let mats = (0..s.mats.len()).map(Target::Mat);
        for target in mats.chain([Target::Jail]) {
            outlook.values.push((target, best(s, me, target, sharp)));
        }
        outlook
    }

    /// How good an answer is while a team is sent.
    pub(super) fn send(&self, s: &State, me: Seat, answer: &Move) -> i64 {
        self.team.as_ref().map_or(0, |team| send(s, me, team, answer))
    }

    /// The value of the proposed terms to this seat, or with this many Coins instead.
    pub(super) fn offer(&self, s: &State, me: Seat, demand: Option<i64>) -> i64 {
        self.proposed.as_ref().map_or(-1, |group| offer(s, me, group, demand, self.sharp))
    }

    /// The value of a target, if the heist could succeed.
    pub(super) fn value(&self, target: Target) -> Option<i64> {
        self.values.iter().find(|(t, _)| *t == target).and_then(|(_, value)| *value)
    }

    /// What going alone would bring.
    pub(super) fn alone(&self, me: Seat) -> i64 {
        self.groups.iter().find(|(group, _)| group[..] == [me]).map_or(-1, |(_, value)| *value)
    }

    /// What going with these partners would bring.
    pub(super) fn with(&self, partners: &[Seat]) -> i64 {
        let found = self.groups.iter().find(|(group, _)| &group[1..] == partners);
        found.map_or(-3, |(_, value)| *value)
    }

    /// What going with these partners, one more, and perhaps others would bring.
    pub(super) fn with_more(&self, partners: &[Seat], more: Seat) -> i64 {
        let all = |group: &[Seat]| partners.iter().chain([&more]).all(|p| group.contains(p));
        let fitting = self.groups.iter().filter(|(group, _)| all(&group[1..]));
        fitting.map(|(_, value)| *value).max().unwrap_or(-3)
    }
}

/// After this many rounds the bot prefers that the game ends to waiting for a win of its own.
const PATIENCE: usize = 8;

/// Whether being on this heist is worth it: a last heist must be won.
fn worth(s: &State, me: Seat, target: Target, group: &[Seat], sharp: bool) -> Option<i64> {
    let (prize, others) = (prize(s, target), group.len() as i64 - 1);
    let fair = prize / group.len() as i64;
    // A bot that bargains gives partners half of that.
    let (share, theirs) = match sharp && me == s.active {
        true => (prize - others * bargain::half(fair), bargain::half(fair)),
        false => (fair, fair),
    };
    let after = |seat: Seat| {
        let gains = match group.contains(&seat) {
            true if seat == me => share,
            true => theirs,
            false => 0,
        };
        s.players[seat].coins + gains
    };
    let last = stage(s, target) == 3;
    let leads = s.rivals(me).all(|rival| after(me) >= after(rival));
    (!last || leads || tired(s)).then_some(10 * share)
}

fn tired(s: &State) -> bool {
    s.turn > PATIENCE * s.seats()
}

fn best(s: &State, me: Seat, target: Target, sharp: bool) -> Option<i64> {
    let all = [vec![vec![me]], partners(s, me)].concat();
    if s.dropped.contains(&target) {
        return None;
    }
    if hidden(s, target) {
        // The Defenses are unknown: only with a complete crew of its own.
        return worth(s, me, target, &[me], sharp).filter(|_| s.fresh(me) >= 4).map(|v| v / 4);
    }
    let able = all.into_iter().filter(|group| group.len() == 1 || s.talks > 0);
    let able = able.filter(|group| untried(s, group) && group.len() <= s.capacity(target));
    let mut good: Vec<(i64, Vec<Seat>)> =
        able.filter_map(|group| Some((worth(s, me, target, &group, sharp)?, group))).collect();
    // Feasibility takes a search, so the best group is tried first.
    good.sort_by_key(|(worth, _)| -worth);
    good.into_iter().find(|(_, group)| feasible(s, target, group)).map(|(worth, _)| worth)
}

/// Whether these partners have not turned an offer down this turn.
fn untried(s: &State, group: &[Seat]) -> bool {
    !s.turned_down.iter().any(|partners| partners[..] == group[1..])
}

fn hidden(s: &State, target: Target) -> bool {
    s.slots(target).len() < s.places(target)
}

/// Groups of this seat with one or two partners; the leading players come last.
fn partners(s: &State, me: Seat) -> Vec<Vec<Seat>> {
    let mut able: Vec<Seat> = s.rivals(me).filter(|&rival| s.fresh(rival) > 0).collect();
    able.sort_by_key(|&rival| s.players[rival].coins);
    let pairs = able.iter().map(|&one| vec![me, one]);
    let triples = able.iter().enumerate().flat_map(|(i, &one)| {
        able[i + 1..].iter().map(move |&two| {
            let (near, far) =
                if distance(s, me, one) < distance(s, me, two) { (one, two) } else { (two, one) };
            vec![me, near, far]
        })
    });
    pairs.clone().chain(triples).collect()
}

fn distance(s: &State, from: Seat, to: Seat) -> usize {
    (to.index() + s.seats() - from.index()) % s.seats()
}

/// While planning: every group and what it would bring. The target is the one the menu is about.
fn groups(s: &State, me: Seat, sharp: bool) -> Vec<(Vec<Seat>, i64)> {
    let Some(plan) = &s.plan else { return Vec::new() };
    let (target, compulsory) = (plan.target, plan.declared);
    if hidden(s, target) {
        return vec![(vec![me], 1)]; // it has been decided to declare it
    }
    let all = [vec![vec![me]], partners(s, me)].concat();
    let all = all.into_iter().filter(|group| group.len() <= s.capacity(target));
    let scored = all.filter(|group| untried(s, group)).filter_map(|group| {
        let value = worth(s, me, target, &group, sharp);
        if feasible(s, target, &group) {
            return Some((group, value?));
        }
        compulsory.then_some((group, 0))
    });
    scored.collect()
}

/// Who would go by the terms that are proposed, if that could succeed and be worth it.
fn proposed(s: &State, me: Seat) -> Option<Vec<Seat>> {
    let plan = s.plan.as_ref()?;
    let terms = plan.proposed.as_ref()?;
    let on = |seat: &Seat| *seat == terms.rest || terms.sum(*seat).is_some();
    let group: Vec<Seat> = s.lap(s.active).filter(on).collect();
    let worth = worth(s, me, plan.target, &group, false);
    let good = worth.is_some() && feasible(s, plan.target, &group);
    good.then_some(group)
}

/// The value of the proposed terms to this seat, or with this many Coins instead. A partner must be
/// needed, honest so far, and not too far ahead; only a seat that was offered too little asks for more.
fn offer(s: &State, me: Seat, group: &[Seat], demand: Option<i64>, sharp: bool) -> i64 {
    let Some((target, terms)) =
        s.plan.as_ref().and_then(|plan| Some((plan.target, plan.proposed.as_ref()?)))
    else {
        return -1;
    };
    let haul = match target {
        Target::Mat(mat) => s.mats[mat].coins,
        Target::Jail => 0,
    };
    let treasures = terms.treasures.iter().filter(|owner| **owner == me).count() as i64;
    let offered = super::share(terms, me, haul) + 3 * treasures;
    let fair = haul / group.len() as i64;
    if sharp && demand.is_some_and(|coins| coins != bargain::demand(s, me, terms, haul, fair)) {
        return -1;
    }
    if !sharp && demand.is_some_and(|coins| coins != fair || 2 * offered >= fair) {
        return -1;
    }
    let gets = demand.map_or(offered, |coins| coins + 3 * treasures);
    if demand.is_none() && 2 * offered < fair {
        return -1;
    }
    let host = &s.players[s.active];
    let ahead = (host.coins - s.players[me].coins).max(0);
    let distrust =
        if me == s.active || tired(s) { 0 } else { 3 * ahead + 12 * host.betrayals as i64 };
    10 * gets + 1 - distrust
}

/// Who could be sent on the heist, and a way to succeed if there is one.
fn team(s: &State) -> Option<(Vec<Candidate>, Plan)> {
    let heist = s.heist.as_ref()?;
    let all = candidates(s, &heist.seats, stage(s, heist.target));
    let plan = search(s, &heist.posts, &all).unwrap_or_default();
    Some((all, plan))
}

/// The score of changing the team: the bot sends what a successful plan requires of it, adds somebody
/// where a partner could be spared, and leaves the rest to others.
fn send(s: &State, me: Seat, (all, plan): &(Vec<Candidate>, Plan), answer: &Move) -> i64 {
    let Some(heist) = &s.heist else { return 0 };
    let manned = heist.posts.iter().all(|post| !post.sent.is_empty());
    match answer {
        Move::Send { card, post, challenge } => {
            let planned =
                plan.iter().any(|&(i, p, c)| all[i].card == *card && p == *post && c == *challenge);
            let mine = plan.iter().any(|&(i, _, _)| all[i].seat == me);
            let fit = fit(all, *card, &heist.posts[*post], *challenge);
            match (planned, mine) {
                (true, _) => 100,
                (false, true) => -5,
                // A partner sends somebody, once nobody else needs the place.
                (false, false) if manned && heist.sent_by(me) == 0 => 20 + fit,
                (false, false) => -1 + fit,
            }
        }
        Move::Pass => 0,
        _ => -100,
    }
}

/// A small bonus for sending somebody where the skill is right, if one must go somewhere.
fn fit(all: &[Candidate], card: Handle, post: &Post, challenge: usize) -> i64 {
    let Some(who) = all.iter().find(|c| c.card == card) else { return -9 };
    let needs: &Skills = &post.defense.card().challenges[challenge];
    let misses: i64 =
        (0..4).map(|i| (i64::from(needs[i]) - i64::from(who.skills[0][i])).max(0)).sum();
    -misses
}

/// Whether the present heist would fail as it stands.
pub(super) fn losing(s: &State) -> bool {
    s.heist.as_ref().is_some_and(|h| !h.posts.iter().all(|post| s.bypassed(post)))
}

/// How many posts are not bypassed, and by how much in all.
fn gap(s: &State) -> (usize, i64) {
    let posts = s.heist.iter().flat_map(|h| &h.posts);
    let mut standing = 0;
    let mut short = 0;
    for post in posts.filter(|post| !s.bypassed(post)) {
        standing += 1;
        let lacks = |skill: &Skill| (post.needs[skill.index()] - s.strength(post, *skill)).max(0);
        short += Skill::ALL.iter().map(lacks).sum::<i64>();
    }
    (standing, short)
}

/// Whether to play a Scheme in the Complications.
pub(super) fn complicate(s: &State, me: Seat, scheme: Scheme) -> i64 {
    let losing = losing(s);
    let (_, short) = gap(s);
    let near = short <= 3;
    match scheme {
        Scheme::ThinkFast | Scheme::SecondWind | Scheme::Distraction
            if s.on_heist(me) && losing && near =>
        {
            10
        }
        Scheme::OnAlert | Scheme::ChangedLocks | Scheme::Reinforcements
            if !s.on_heist(me) && !losing && s.objective().is_some() =>
        {
            8
        }
        Scheme::RaiseTheAlarm if !s.on_heist(me) => 7,
        Scheme::Pickpocket if !s.on_heist(me) => 3,
        _ => -1,
    }
}

/// How good it is to give a committed Character more of a skill.
pub(super) fn gain(s: &State, me: Seat, card: Handle, skill: Skill) -> i64 {
    let Some(post) = s.post_of(card) else { return -1 };
    let lacks = post.needs[skill.index()] - s.strength(post, skill);
    let friend = s.on_heist(me);
    if friend && lacks > 0 && !s.bypassed(post) { 10 - lacks } else { -1 }
}

/// How good it is to change what a post needs: raise it where little is spare, lower it where little
/// is lacking.
pub(super) fn pressure(s: &State, me: Seat, post: usize, skill: Option<Skill>) -> i64 {
    let Some(post) = s.heist.as_ref().and_then(|h| h.posts.get(post)) else { return 0 };
    let all = Skill::ALL.into_iter().filter(|&other| skill.is_none_or(|s| s == other));
    let margins = all.filter(|skill| post.needs[skill.index()] > 0);
    let margin = margins.map(|skill| s.strength(post, skill) - post.needs[skill.index()]).min();
    match (margin, s.on_heist(me)) {
        (None, _) => -20,
        (Some(margin), true) => {
            if margin < 0 {
                10 + margin
            } else {
                -10
            }
        }
        (Some(margin), false) => {
            if margin >= 0 {
                10 - margin
            } else {
                -10
            }
        }
    }
}
