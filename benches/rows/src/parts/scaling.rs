//! Inputs of growing size, each sixteen times the one before: what a byte costs is to be the same in all of them.
//!
//! Keys and items are of the same length at every size, so that nothing but their number grows.

use crate::row::{Part, Row};
use dsh_tools::prelude::*;
use dsh_tools::schema::{Direction, validate};
use dsh_tools_benches_frame::growing::{KINDS, SIZES, WORK, what};
use std::collections::HashMap;
use std::hint::black_box;

/// What one kilobyte is measured with; larger ones take fewer rounds, and the largest one.
const ROUNDS: usize = 64;

/// How deep one chain of nested objects goes; what holds it takes the rest of the 128 that are read by default.
const DEPTH: usize = 124;

/// Arguments that can be made as long as wanted.
trait Long: ToolArgs {
    /// Valid ones, of about so many bytes.
    fn text(bytes: usize) -> String;
}

/// A long text as it is.
#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Plain {
    #[arg(length(min = 1))]
    text: String,
}

impl Long for Plain {
    fn text(bytes: usize) -> String {
        let line = "Each line of this text has as many words as the line before it had. ";
        format!(r#"{{"text":"{}"}}"#, repeated(line, bytes))
    }
}

/// Code as a model writes it into JSON: quotes and line ends are escapes.
#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Code {
    #[arg(length(min = 1))]
    text: String,
}

impl Long for Code {
    fn text(bytes: usize) -> String {
        let line = r#"    let name = read(\"caf\u00e9\", &mut state)?;\n"#;
        format!(r#"{{"text":"{}"}}"#, repeated(line, bytes))
    }
}

/// An object with more keys than anybody declares.
#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Counts {
    counts: HashMap<String, u32>,
}

impl Long for Counts {
    fn text(bytes: usize) -> String {
        format!(r#"{{"counts":{{{}}}}}"#, numbered(r#""key_"#, r#"":1234567"#, bytes))
    }
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Numbers {
    numbers: Vec<f64>,
}

impl Long for Numbers {
    fn text(bytes: usize) -> String {
        let numbers = repeated("17,-0.25,1e3,104857.5,", bytes);
        format!(r#"{{"numbers":[{}]}}"#, numbers.trim_end_matches(','))
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
    fn text(bytes: usize) -> String {
        let points = repeated(r#"{"x":-17,"y":0.25,"label":"north gate","on":true},"#, bytes);
        format!(r#"{{"points":[{}]}}"#, points.trim_end_matches(','))
    }
}

/// A type that has itself in it.
#[derive(ToolValue)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Nest {
    inner: Option<Box<Nest>>,
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Nests {
    nests: Vec<Nest>,
}

impl Long for Nests {
    fn text(bytes: usize) -> String {
        let chain = r#"{"inner":"#.repeat(DEPTH - 1) + "{}" + &"}".repeat(DEPTH - 1) + ",";
        format!(r#"{{"nests":[{}]}}"#, repeated(&chain, bytes).trim_end_matches(','))
    }
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Names {
    #[arg(unique_items)]
    names: Vec<String>,
}

impl Long for Names {
    fn text(bytes: usize) -> String {
        format!(r#"{{"names":[{}]}}"#, numbered(r#""name "#, r#"""#, bytes))
    }
}

#[derive(ToolArgs)]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Words {
    #[arg(pattern = "^([a-z]+ )*[a-z]+$")]
    words: String,
}

impl Long for Words {
    fn text(bytes: usize) -> String {
        let words = "words of one line that come again until there are enough of them and ";
        format!(r#"{{"words":"{}"}}"#, repeated(words, bytes).trim_end())
    }
}

/// The same over and over, as often as comes nearest to so many bytes; once at least.
fn repeated(item: &str, bytes: usize) -> String {
    item.repeat(((bytes + item.len() / 2) / item.len()).max(1))
}

/// Items that differ in a number of eight digits, with commas between them. Made without the standard library's
/// formatting: under callgrind what is prepared takes as long as what is counted.
fn numbered(before: &str, after: &str, bytes: usize) -> String {
    let length = before.len() + 8 + after.len() + 1;
    let mut text = String::with_capacity(bytes + length);
    for number in 0..(bytes / length).max(1) {
        if number > 0 {
            text.push(',');
        }
        text.push_str(before);
        let digit = |place: u32| char::from(b'0' + (number / 10_usize.pow(place) % 10) as u8);
        text.extend((0..8).rev().map(digit));
        text.push_str(after);
    }
    text
}

/// The rows.
pub fn rows() -> Vec<Row> {
    let [string, escapes, object, numbers, objects, nested, unique, pattern] = KINDS;
    let mut rows = of::<Plain>(string);
    rows.extend(of::<Code>(escapes));
    rows.extend(of::<Counts>(object));
    rows.extend(of::<Numbers>(numbers));
    rows.extend(of::<Points>(objects));
    rows.extend(of::<Nests>(nested));
    rows.extend(of::<Names>(unique));
    rows.extend(of::<Words>(pattern));
    rows
}

/// What a row works on: a text, or what was parsed of it before.
#[derive(Clone, Copy)]
enum Input {
    Text(fn(&str)),
    Document(fn(&FrozenJson)),
}

fn of<T: Long>(kind: &'static str) -> Vec<Row> {
    let [parse, decode, check] = WORK;
    let sized = |work, once: Input| {
        SIZES.map(|(size, bytes)| {
            let rounds = (ROUNDS * 1_024 / bytes).clamp(1, ROUNDS);
            let row = Row::new(Part::Scaling, size, what(kind, work), move |window| {
                let text = T::text(if window.is_smoke() { 1_024 } else { bytes });
                window.input(text.len());
                match once {
                    Input::Text(once) => window.of(|| once(&text)),
                    Input::Document(once) => {
                        let document = FrozenJson::parse(text.as_str()).expect("JSON");
                        window.of(|| once(&document));
                    }
                }
            });
            row.ours().rounds(u32::try_from(rounds).unwrap_or(1))
        })
    };
    // A document is parsed from a text that is copied into it, and dropped.
    let parse = sized(
        parse,
        Input::Text(|text| {
            drop(black_box(FrozenJson::parse(black_box(text)).expect("JSON")));
        }),
    );
    // Into what the tool takes, with every check, which is dropped.
    let decode = sized(
        decode,
        Input::Document(|document| {
            drop(black_box(T::decode(black_box(document).root(), T::NODE).expect("valid")));
        }),
    );
    let check = sized(
        check,
        Input::Document(|document| {
            validate(black_box(document), T::NODE, Direction::Input).expect("valid");
        }),
    );
    parse.into_iter().chain(decode).chain(check).collect()
}
