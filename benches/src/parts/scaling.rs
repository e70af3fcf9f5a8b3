//! Inputs of growing size, each sixteen times the one before: what a byte costs is to be the same in all of them.

use crate::row::{Part, Row};
use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, validate};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::hint::black_box;

/// Names of sizes, and their bytes.
const SIZES: [(&str, usize); 5] = [
    ("1 KB", 1 << 10),
    ("16 KB", 1 << 14),
    ("256 KB", 1 << 18),
    ("4 MB", 1 << 22),
    ("64 MB", 1 << 26),
];

/// What one kilobyte is measured with; larger ones take fewer rounds.
const ROUNDS: usize = 64;

/// Arguments that can be made as long as wanted.
trait Long: ToolArgs {
    const NAME: &'static str;

    /// Valid ones, of about so many bytes.
    fn text(bytes: usize) -> String;
}

/// Lines of prose, as a file is written: its line ends are escapes.
#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Prose {
    #[arg(length(min = 1))]
    text: String,
}

impl Long for Prose {
    const NAME: &'static str = "long string";

    fn text(bytes: usize) -> String {
        let line = "Each line of this text has as many words as the line before it had.\\n";
        format!(r#"{{"text":"{}"}}"#, line.repeat(bytes.div_ceil(line.len())))
    }
}

#[derive(ToolValue)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Point {
    #[arg(range(min = -1000, max = 1000))]
    x: i32,
    y: f64,
    #[arg(length(max = 20))]
    label: Option<String>,
    on: bool,
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Points {
    points: Vec<Point>,
}

impl Long for Points {
    const NAME: &'static str = "array of small objects";

    fn text(bytes: usize) -> String {
        let point = r#"{"x":-17,"y":0.25,"label":"north gate","on":true},"#;
        let points = point.repeat(bytes.div_ceil(point.len()));
        format!(r#"{{"points":[{}]}}"#, points.trim_end_matches(','))
    }
}

/// An object with more keys than anybody declares.
#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Counts {
    counts: HashMap<String, u32>,
}

impl Long for Counts {
    const NAME: &'static str = "wide object";

    fn text(bytes: usize) -> String {
        format!(
            r#"{{"counts":{{{}}}}}"#,
            numbered(bytes, |text, at| { write!(text, r#""key_{at}":{at}"#) })
        )
    }
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Names {
    #[arg(unique_items)]
    names: Vec<String>,
}

impl Long for Names {
    const NAME: &'static str = "list without repetition";

    fn text(bytes: usize) -> String {
        let names = numbered(bytes, |text, at| write!(text, r#""name {at}""#));
        format!(r#"{{"names":[{names}]}}"#)
    }
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Words {
    #[arg(pattern = "^([a-z]+ )*[a-z]+$")]
    words: String,
}

impl Long for Words {
    const NAME: &'static str = "pattern on a long string";

    fn text(bytes: usize) -> String {
        let words = "words of one line that come again until there are enough of them and ";
        let words = words.repeat(bytes.div_ceil(words.len()));
        format!(r#"{{"words":"{}"}}"#, words.trim_end())
    }
}

/// Items that differ, with commas between them.
fn numbered(bytes: usize, item: impl Fn(&mut String, usize) -> std::fmt::Result) -> String {
    let mut text = String::with_capacity(bytes + 32);
    let mut at = 0;
    while text.len() < bytes {
        if at > 0 {
            text.push(',');
        }
        item(&mut text, at).expect("a string takes everything");
        at += 1;
    }
    text
}

/// The rows.
pub fn rows() -> Vec<Row> {
    let mut rows = of::<Prose>();
    rows.extend(of::<Points>());
    rows.extend(of::<Counts>());
    rows.extend(of::<Names>());
    rows.extend(of::<Words>());
    rows
}

fn of<T: Long>() -> Vec<Row> {
    let sized = |what: &str, once: fn(&str, &FrozenJson)| {
        let what = format!("{}, {what}", T::NAME);
        SIZES.map(|(size, bytes)| {
            let rounds = (ROUNDS * 1_024 / bytes).clamp(1, ROUNDS);
            let row = Row::new(Part::Scaling, size, what.as_str(), move |window| {
                let text = T::text(if window.is_smoke() { 1_024 } else { bytes });
                let document = FrozenJson::parse(text.as_str()).expect("JSON");
                window.of(|| once(&text, &document));
            });
            row.ours().size(bytes as u64).rounds(u32::try_from(rounds).unwrap_or(1))
        })
    };
    // A document is parsed from a text that is copied into it, and dropped.
    let parse = sized("parse", |text, _| {
        drop(black_box(FrozenJson::parse(black_box(text)).expect("JSON")));
    });
    // Into what the tool takes, with every check, which is dropped.
    let decode = sized("decode", |_, document| {
        drop(black_box(T::decode(black_box(document).root(), T::NODE).expect("valid")));
    });
    let check = sized("validate only", |_, document| {
        validate(black_box(document), T::NODE, Direction::Input).expect("valid");
    });
    parse.into_iter().chain(decode).chain(check).collect()
}
