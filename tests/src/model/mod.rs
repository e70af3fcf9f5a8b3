//! The pipeline against a model of it: whatever is registered, and whatever happens meanwhile.
//!
//! A case says what is registered in three layers, what all of that does, and when the call is cancelled, dropped, or
//! its surroundings change. It is run by hand, a poll at a time, and what is seen is compared with what a plain
//! sequential reading of the rules predicts: the outcome, what every observer heard, how often bodies ran.
//!
//! `DSH_MODEL=200000 cargo test --release -p dsh-tools-tests --test all model:: -- --nocapture` runs as many and
//! prints what they ended as; `DSH_SEED` starts elsewhere.

mod case;
mod drive;
mod make;
mod predict;

use case::Case;
use std::collections::BTreeMap;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
}

/// What is wrong with the library's answer, if anything.
fn wrong(case: &Case) -> Option<String> {
    let (expected, seen) = (predict::predict(case), drive::drive(case));
    (expected != seen).then(|| format!("expected {expected:#?}\nseen {seen:#?}"))
}

#[test]
fn the_pipeline_does_what_a_plain_reading_says() {
    dsh_tools::panic_hook::install();
    let (cases, seed) = (setting("DSH_MODEL", 10_000), setting("DSH_SEED", 1));
    let mut ended: BTreeMap<String, u64> = BTreeMap::new();
    let (mut ran, mut nested, mut heard) = (0, 0, 0);
    for at in 0..cases {
        let case = make::case(seed.wrapping_mul(1_000_003).wrapping_add(at));
        if let Some(why) = wrong(&case) {
            let least = make::shrink(case, |case| wrong(case).is_some());
            let why = wrong(&least).unwrap_or(why);
            panic!("case {at} of seed {seed}: {least:#?}\n{why}");
        }
        let seen = predict::predict(&case);
        let end = match &seen.result {
            None => "(dropped)".to_owned(),
            Some(outcome) => outcome.code.clone().unwrap_or_else(|| "(success)".to_owned()),
        };
        *ended.entry(end).or_default() += 1;
        ran += u64::from(seen.runs[0]);
        nested += u64::from(seen.runs[1]);
        heard += seen.heard.len();
    }
    println!("{cases} cases: {ran} bodies ran, {nested} nested ones, {heard} outcomes were heard");
    for (end, count) in &ended {
        println!("{count:>8} {end}");
    }
    // Nothing that can come of a call is left out.
    for end in [
        "(dropped)",
        "(success)",
        "ABORTED",
        "ABORTED_BEFORE_DISPATCH",
        "AROUND_FAILED",
        "AUTHORED",
        "BODY_FAILED",
        "DENIED",
        "HOOK_PANICKED",
        "INVALID_ARGS",
        "INVALID_JSON",
        "INVALID_TOOL_OUTPUT",
        "POST_FAILED",
        "PRE_FAILED",
        "TOOL_ERROR",
        "TOOL_PANICKED",
        "UNKNOWN_TOOL",
    ] {
        let count = ended.get(end).copied().unwrap_or(0);
        assert!(count * 2_000 >= cases, "{end} came up {count} times of {cases}");
    }
}
