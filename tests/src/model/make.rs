//! Cases at random, and smaller ones of those that fail.

use super::case::{
    Answer, Arguments, Around, Authored, Body, Case, Change, Decision, End, Guard, Placed, Post,
    Pre, Restriction, Verdict,
};

/// `SplitMix64`, by its published constants.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    /// One time in so many.
    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn hooks<T>(&mut self, most: usize, mut what: impl FnMut(&mut Self) -> T) -> Vec<Placed<T>> {
        let count = self.below(most + 1);
        (0..count)
            .map(|_| Placed {
                layer: self.below(3),
                prepended: self.one_in(4),
                lifted: self.one_in(8),
                what: what(self),
            })
            .collect()
    }
}

const DECISIONS: &[Decision] = &[Decision::Allow, Decision::Allow, Decision::Ask, Decision::Deny];
const AUTHORED: &[Authored] = &[Authored::Good, Authored::Bad, Authored::Failure];
const VERDICTS: &[Verdict] =
    &[Verdict::Accept, Verdict::Content, Verdict::GoodValue, Verdict::BadValue, Verdict::Block];

fn pre(random: &mut Random) -> Pre {
    match random.below(14) {
        0 => Pre::Say(random.of(DECISIONS)),
        1 => Pre::Overrule(random.of(DECISIONS)),
        2 => Pre::Forgive,
        3 => Pre::Say(Decision::Ask),
        4 => random.of(&[Pre::FailBefore, Pre::FailAfter, Pre::PanicBefore, Pre::PanicAfter]),
        _ => Pre::Pass,
    }
}

fn around(random: &mut Random) -> Around {
    match random.below(12) {
        0 => Around::Twice,
        1 => Around::Never(random.of(AUTHORED)),
        2 => Around::Instead(random.of(AUTHORED)),
        3 => random.of(&[
            Around::FailBefore,
            Around::FailAfter,
            Around::PanicBefore,
            Around::PanicAfter,
        ]),
        4 | 5 => Around::Remark,
        _ => Around::Pass,
    }
}

fn post(random: &mut Random) -> Post {
    match random.below(10) {
        0 => Post::Say(random.of(VERDICTS)),
        1 => Post::Overrule(random.of(VERDICTS)),
        2 => random.of(&[Post::FailBefore, Post::FailAfter, Post::Panic]),
        3 | 4 => Post::Remark,
        _ => Post::Pass,
    }
}

fn guard(random: &mut Random) -> Guard {
    match random.below(10) {
        0 => Guard::Deny,
        1 => Guard::Panic,
        _ => Guard::Abstain,
    }
}

fn body(random: &mut Random) -> Body {
    Body {
        panics_early: random.one_in(20),
        defers: u8::try_from(random.below(3)).unwrap(),
        concludes: random.one_in(3),
        calls: if random.one_in(3) { u8::try_from(random.below(3)).unwrap() } else { 0 },
        end: random.of(&[End::Good, End::Good, End::Good, End::Good, End::Failure, End::Panic]),
    }
}

fn tools(random: &mut Random) -> Vec<(usize, Body)> {
    let mut tools = Vec::new();
    for layer in 0..3 {
        if random.below(3) > usize::from(layer == 0) {
            continue;
        }
        tools.push((layer, body(random)));
    }
    tools
}

fn change(random: &mut Random) -> Change {
    let layer = random.below(3);
    match random.below(6) {
        0 => Change::Close(1 + random.below(2)),
        1 => Change::AddGuard(layer),
        2 => Change::AddPre(layer),
        3 => Change::AddPost(layer),
        4 => Change::LiftWrapper,
        _ => Change::LiftOuter,
    }
}

/// When something happens: mostly early, as many calls wait for a few times only.
fn moment(random: &mut Random) -> u32 {
    let most = if random.one_in(3) { 20 } else { 6 };
    u32::try_from(1 + random.below(most)).unwrap()
}

pub(super) fn case(seed: u64) -> Case {
    let mut random = Random(seed);
    let random = &mut random;
    let answers = [
        Answer::Allow,
        Answer::Allow,
        Answer::Reject,
        Answer::Cancel,
        Answer::Away,
        Answer::Fail,
        Answer::Panic,
    ];
    let mut case = Case {
        level: random.below(3),
        outer: tools(random),
        inner: tools(random),
        pre: random.hooks(4, pre),
        guards: random.hooks(3, guard),
        approvers: random.hooks(3, |random| random.of(&answers)),
        wrappers: random.hooks(4, around),
        post: random.hooks(3, post),
        ..Case::default()
    };
    for _ in 0..random.below(3) {
        case.restrictions.push(Restriction {
            layer: 1 + random.below(2),
            allow: random.one_in(2),
            names: random.of(&[&["outer"][..], &["inner"], &["outer", "inner"]]).to_vec(),
            lifted: random.one_in(4),
        });
    }
    case.arguments = match random.below(20) {
        0 => Arguments::Broken,
        1 => Arguments::Wrong,
        _ => Arguments::Good,
    };
    case.cancel = match random.below(16) {
        0 => Some(0),
        1..4 => Some(moment(random)),
        _ => None,
    };
    case.dropped = random.one_in(8).then(|| moment(random));
    case.change = random.one_in(3).then(|| (moment(random), change(random)));
    case
}

/// A case as small as taking parts away makes it.
pub(super) fn shrink(mut case: Case, fails: impl Fn(&Case) -> bool) -> Case {
    fn without<T: Clone>(list: &[T], at: usize) -> Option<Vec<T>> {
        (at < list.len()).then(|| {
            let mut list = list.to_vec();
            list.remove(at);
            list
        })
    }
    loop {
        let mut smaller = Vec::new();
        macro_rules! lists {
            ($($list:ident),*) => {$(
                for at in 0..case.$list.len() {
                    if let Some(list) = without(&case.$list, at) {
                        smaller.push(Case { $list: list, ..case.clone() });
                    }
                }
            )*};
        }
        lists!(outer, inner, restrictions, pre, guards, approvers, wrappers, post);
        if case.cancel.is_some() {
            smaller.push(Case { cancel: None, ..case.clone() });
        }
        if case.dropped.is_some() {
            smaller.push(Case { dropped: None, ..case.clone() });
        }
        if case.change.is_some() {
            smaller.push(Case { change: None, ..case.clone() });
        }
        if case.level > 0 {
            smaller.push(Case { level: case.level - 1, ..case.clone() });
        }
        match smaller.into_iter().find(|case| fails(case)) {
            Some(next) => case = next,
            None => return case,
        }
    }
}
