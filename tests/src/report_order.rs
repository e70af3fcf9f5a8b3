//! The order in which violations are told is that of the declaration, whatever the order of the keys.

use dsh_tools::schema::{Direction, Violations, decode, validate};
use dsh_tools::{FrozenJson, ToolArgs, ToolValue};

#[derive(Debug, ToolArgs)]
#[arg(deny_unknown_fields)]
#[allow(dead_code, reason = "only its table is used")]
struct Order {
    #[arg(length(min = 1))]
    name: String,
    lines: Vec<Line>,
    #[arg(range(min = 1, max = 9))]
    count: u8,
    #[arg(pattern = "^[a-z]+$", length(max = 3))]
    code: String,
    place: Place,
    paid: bool,
    needed: Option<u8>,
    missing: u8,
}

#[derive(Debug, ToolValue)]
#[allow(dead_code, reason = "only its table is used")]
struct Line {
    sku: String,
    #[arg(range(max = 9))]
    many: u8,
    place: Option<Place>,
}

#[derive(Debug, ToolValue)]
#[allow(dead_code, reason = "only its table is used")]
struct Place {
    street: String,
    #[arg(length(min = 5, max = 5))]
    zip: String,
}

fn found<T: ToolValue>(text: &str) -> Violations {
    validate(&FrozenJson::parse(text).unwrap(), T::NODE, Direction::Input).unwrap_err()
}

fn told(found: &Violations) -> Vec<(String, &'static str)> {
    found.iter().map(|violation| (violation.path(), violation.code().as_str())).collect()
}

/// All orders of so many things.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(rest) = count.checked_sub(1) else { return vec![Vec::new()] };
    let insert = |order: Vec<usize>| {
        (0..count).map(move |at| {
            let mut order = order.clone();
            order.insert(at, rest);
            order
        })
    };
    orders(rest).into_iter().flat_map(insert).collect()
}

#[test]
fn the_order_of_keys_does_not_matter() {
    let entries = [
        r#""name": """#,
        r#""lines": [{"many": 1, "sku": "a"}, {"many": 10, "sku": 1, "place": {"zip": "1", "street": 2}}, 7]"#,
        r#""count": 10"#,
        r#""code": "ABCD""#,
        r#""place": {"zip": "12345", "street": null}"#,
        r#""paid": "yes""#,
    ];
    let expected = [
        ("missing", "missing"),
        ("name", "length"),
        ("lines[1].sku", "type"),
        ("lines[1].many", "range"),
        ("lines[1].place.street", "type"),
        ("lines[1].place.zip", "length"),
        ("lines[2]", "type"),
        ("count", "range"),
        ("code", "length"),
        ("code", "pattern"),
        ("place.street", "type"),
        ("paid", "type"),
        ("extra", "unknown_field"),
    ];
    let expected = expected.map(|(path, code)| (path.to_owned(), code));
    for order in orders(entries.len()) {
        let mut keys: Vec<&str> = order.iter().map(|at| entries[*at]).collect();
        keys.insert(order[0], r#""extra": 1"#);
        let text = format!("{{{}}}", keys.join(","));
        assert_eq!(told(&found::<Order>(&text)), expected, "{text}");
    }
}

#[test]
fn what_decoding_refuses_is_what_the_walk_finds() {
    for text in [
        r#"{"name": "", "missing": 1, "count": 3}"#,
        r#"{"lines": [], "needed": 999, "name": "a", "count": 1, "count": 2}"#,
        r#"{"count": 1, "name": "a", "place": {}, "code": "abc", "lines": [], "missing": 0, "paid": true}"#,
        "[]",
        "null",
    ] {
        let Ok(document) = FrozenJson::parse(text) else { continue };
        let refused = decode::<Order>(&document).unwrap_err();
        let walked = validate(&document, Order::NODE, Direction::Input).unwrap_err();
        assert_eq!(refused.to_string(), walked.to_string(), "{text}");
        assert_eq!(told(&refused), told(&walked), "{text}");
    }
}

macro_rules! many {
    ($($name:ident)*) => {
        #[derive(Debug, ToolArgs)]
        #[allow(dead_code, reason = "only its table is used")]
        struct Many { $( $name: bool, )* }
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

many! {
    a b c d e f g h i j k l m n o p q r s t
    aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp qq rr ss tt
}

#[test]
fn what_is_kept_of_many_is_what_comes_first() {
    let wrong = |name: &&str| format!("\"{name}\": 0");
    let backwards: Vec<String> = NAMES.iter().skip(1).rev().map(wrong).collect();
    let found = found::<Many>(&format!("{{{}}}", backwards.join(",")));
    // The one that is missing comes first.
    let paths: Vec<String> = found.iter().map(|violation| violation.path()).collect();
    assert_eq!(paths, NAMES[..32]);
    assert_eq!(found.omitted(), 8);
}
