//! Formats: what fits and what does not, by the standards behind them and by another validator.

mod hosts;
mod rows;
mod texts;
mod times;

use dsh_tools::schema::Format;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rows::{DISAGREEMENTS, rows};
use serde_json::{Value, json};

#[test]
fn texts_fit_as_the_standards_say() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (name, rule, fits, not) in rows() {
        let format = Format::named(name).unwrap();
        for (texts, expected) in [(fits, true), (not, false)] {
            for text in *texts {
                count += 1;
                if format.fits(text) != expected {
                    wrong.push(format!("{name} {text:?} is not {expected}: {rule}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 500, "{count}");
}

fn oracle(name: &str) -> jsonschema::Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(&json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "format": name}))
        .unwrap()
}

#[test]
fn another_validator_agrees_but_where_the_standard_is_against_it() {
    let mut unexplained = Vec::new();
    let mut unused: Vec<_> = DISAGREEMENTS.iter().collect();
    for (name, _, fits, not) in rows() {
        let oracle = oracle(name);
        let format = Format::named(name).unwrap();
        for text in fits.iter().chain(*not) {
            let (ours, theirs) =
                (format.fits(text), oracle.is_valid(&Value::from((*text).to_owned())));
            if ours == theirs {
                continue;
            }
            let explained = |row: &&(&str, &str, bool, &str)| {
                row.0 == *name && row.1 == *text && row.2 == theirs
            };
            if !DISAGREEMENTS.iter().any(|row| explained(&row)) {
                unexplained.push(format!("({name:?}, {text:?}, {theirs}, \"\"),"));
            }
            unused.retain(|row| !explained(row));
        }
    }
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
    assert!(unused.is_empty(), "{unused:?}");
}

/// A text of the table with up to three slips of the pen.
fn near_misses(texts: Vec<&'static str>) -> impl Strategy<Value = String> {
    let chars = "09aAzZ-_.:/~#@+%[]\"\\ TtPDMYHSW12é\u{661}\n?!&<{|^";
    let pool: Vec<char> = chars.chars().collect();
    let slip = (0..4_u8, any::<prop::sample::Index>(), prop::sample::select(pool));
    (prop::sample::select(texts), prop::collection::vec(slip, 0..=3)).prop_map(|(text, slips)| {
        let mut out: Vec<char> = text.chars().collect();
        for (kind, at, c) in slips {
            let at = at.index(out.len() + 1);
            match kind {
                0 => out.insert(at, c),
                1 if at < out.len() => out[at] = c,
                2 if at < out.len() => drop(out.remove(at)),
                3 if at + 1 < out.len() => out.swap(at, at + 1),
                _ => {}
            }
        }
        out.into_iter().collect()
    })
}

/// What the other validator reads another way, by the reasons of [`DISAGREEMENTS`].
fn is_excluded(name: &str, text: &str) -> bool {
    // RFC 1123 knows letters, digits and hyphens; what a label of IDNA decodes to is another standard's.
    let idna = |host: &str| host.split(['.', '@']).any(|label| label.get(2..4) == Some("--"));
    match name {
        "email" => text.contains(['<', '\t']) || idna(text),
        "hostname" => idna(text),
        "relative-json-pointer" => {
            text.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['+', '-'])
        }
        _ => false,
    }
}

/// Patterns are compared with the engines of ECMA-262 instead, in their own tables.
#[test]
fn near_misses_agree_with_another_validator() {
    let cases = std::env::var("DSH_CASES").ok().and_then(|cases| cases.parse().ok());
    let cases: u32 = cases.unwrap_or(20_000) / 10;
    let mut names: Vec<&str> = rows().map(|row| row.0).filter(|name| *name != "regex").collect();
    names.dedup();
    for name in names {
        let of_name = rows().filter(|row| row.0 == name);
        let texts = of_name.flat_map(|row| row.2.iter().chain(row.3).copied()).collect();
        let (oracle, format) = (oracle(name), Format::named(name).unwrap());
        let config = Config { cases, failure_persistence: None, ..Config::default() };
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let fitting = std::cell::Cell::new(0_u32);
        TestRunner::new_with_rng(config, rng)
            .run(&near_misses(texts), |text| {
                let ours = format.fits(&text);
                fitting.set(fitting.get() + u32::from(ours));
                if !is_excluded(name, &text) {
                    let theirs = oracle.is_valid(&Value::from(text.clone()));
                    prop_assert_eq!(ours, theirs, "{} {:?}", name, text);
                }
                Ok(())
            })
            .unwrap();
        let fitting = fitting.get();
        assert!(
            fitting > cases / 50 && fitting < cases - cases / 50,
            "{name}: {fitting} of {cases} fit"
        );
    }
}
