use super::*;

fn row(part: Part, group: &str, what: &str, figures: &[(&str, f64)]) -> Record {
    let record = Record::new(part, group, what);
    figures.iter().fold(record, |record, (name, value)| record.figure(name, *value))
}

/// The cells of the line that begins with these.
fn cells(text: &str, begin: &str) -> Vec<String> {
    let line = text.lines().find(|line| line.starts_with(begin));
    let line = line.unwrap_or_else(|| panic!("no line begins with {begin}:\n{text}"));
    line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Every line of a table has as many cells as its heading.
fn assert_square(text: &str) {
    let mut columns = 0;
    for line in text.lines() {
        let bars = line.matches('|').count();
        if columns == 0 || bars == 0 {
            columns = bars;
        }
        assert_eq!(bars, columns, "{line}\n{text}");
    }
}

#[test]
fn rows_are_set_against_ours_above_them_in_their_group() {
    let rows = [
        row(Part::Calls, "small", "before any of ours", &[("instructions", 7.0)]),
        row(Part::Calls, "small", "ours", &[("instructions", 200.0)]).ours(),
        row(Part::Calls, "small", "theirs", &[("instructions", 300.0)]),
        row(Part::Calls, "small", "ours again", &[("instructions", 100.0)]).ours(),
        row(Part::Calls, "small", "theirs again", &[("instructions", 50.0)]),
        row(Part::Calls, "wide", "of another group", &[("instructions", 50.0)]),
    ];
    let text = of(Part::Calls, &rows);
    assert_square(&text);
    let ratio = |what: &str| cells(&text, &format!("| {what} |"))[2].clone();
    assert_eq!(ratio("theirs"), "1.50x");
    assert_eq!(ratio("theirs again"), "0.50x");
    assert_eq!(ratio("ours again"), "**ours**");
    assert_eq!([ratio("before any of ours"), ratio("of another group")], ["", ""]);
}

#[test]
fn what_was_not_measured_is_left_empty() {
    let rows = [
        row(Part::Calls, "small", "ours", &[("nanoseconds", 12.25)]).ours(),
        row(Part::Calls, "small", "theirs", &[("instructions", 300.0)]),
    ];
    let text = of(Part::Calls, &rows);
    assert_square(&text);
    assert_eq!(cells(&text, "| ours |"), ["ours", "", "**ours**", "12.2", "", ""]);
    assert_eq!(cells(&text, "| theirs |"), ["theirs", "300", "", "", "", ""]);
    for part in Part::ALL {
        assert_eq!(of(part, &[]), "", "{part:?}");
    }
}

#[test]
fn numbers_of_tools_are_set_against_the_first() {
    let get = |group: &str, instructions| {
        row(Part::Registry, group, "get", &[("instructions", instructions)])
    };
    let text = of(Part::Registry, &[get("10 tools", 400.0), get("100 tools", 420.0)]);
    assert_square(&text);
    assert_eq!(cells(&text, "| get | 100 tools |")[3], "1.05x");
}

#[test]
fn sizes_are_told_by_the_byte() {
    let parse = |group: &str, size, instructions| {
        let figures = [
            ("instructions", instructions),
            ("size", size),
            ("bytes", size * 2.5),
            ("rounds", 64.0),
        ];
        row(Part::Scaling, group, "long string, parse", &figures)
    };
    let text =
        of(Part::Scaling, &[parse("1 KB", 1_000.0, 5_000.0), parse("16 KB", 16_000.0, 35_000.0)]);
    assert_square(&text);
    let small = cells(&text, "| long string, parse | 1 KB |");
    assert_eq!(small[2..], ["1,000", "64", "5.00", "", "", "", "2.50"]);
    let large = cells(&text, "| long string, parse | 16 KB |");
    assert_eq!(large[4..6], ["2.19", "2.00"], "a byte, and a byte more");
}

#[test]
fn figures_are_set_against_ours_of_their_group() {
    let rows = [
        row(Part::Compile, "300 tools", "theirs", &[("check_cpu_s", 14.0)]),
        row(Part::Compile, "300 tools", "ours", &[("check_cpu_s", 7.0), ("crates", 36.0)]).ours(),
        row(Part::Compile, "dependencies", "theirs", &[("crates", 72.0)]),
    ];
    let text = of(Part::Compile, &rows);
    assert_square(&text);
    assert_eq!(cells(&text, "| 300 tools | theirs |")[2..], ["14 (2.00x)", ""]);
    assert_eq!(cells(&text, "| dependencies | theirs |")[2..], ["", "72"]);
    let workers = row(Part::Concurrent, "2 callers", "ours", &[("to_one_worker", 1.7249)]);
    assert_eq!(cells(&of(Part::Concurrent, &[workers]), "| 2 callers |")[2], "1.72x");
}

#[test]
fn tokens_are_summed_only_where_all_are_known() {
    let of_shape = |shape: &str, what: &str, tokens| {
        row(Part::Tokens, shape, what, &[("tokens", tokens), ("bytes", 4.0 * tokens)])
    };
    let rows = [
        of_shape("small", "ours", 90.0),
        of_shape("wide", "ours", 610.0),
        of_shape("small", "theirs", 120.0),
        row(Part::Tokens, "wide", "theirs", &[("untold", 3.0)]),
    ];
    let text = of(Part::Tokens, &rows);
    assert_eq!(cells(&text, "| small |"), ["small", "90 (360)", "120 (480)"]);
    assert_eq!(cells(&text, "| all |"), ["all", "700 (2,800)", ""]);
    assert_eq!(cells(&text, "| wide |"), ["wide", "610 (2,440)", ""]);
}

#[test]
fn figures_are_read_by_people() {
    let shown = |value| number(Some(value));
    assert_eq!(number(None), "");
    assert_eq!([shown(0.0), shown(7.0), shown(7.25), shown(99.96)], ["0", "7", "7.2", "100.0"]);
    assert_eq!(
        [shown(999.5), shown(1_000.0), shown(86_122_296.0)],
        ["1,000", "1,000", "86,122,296"]
    );
    assert_eq!([shown(-1.5), shown(-100.0), shown(-1_234.0)], ["-1.5", "-100", "-1,234"]);
}

#[test]
fn a_machine_that_is_not_quiet_is_told() {
    let alone = |group: &str, gain| row(Part::Concurrent, group, ALONE, &[("to_one_worker", gain)]);
    let said = |gain| of(Part::Concurrent, &[alone("1 caller", 0.9), alone("2 callers", gain)]);
    assert!(said(1.5).contains("Not quiet"), "{}", said(1.5));
    assert!(!said(1.9).contains("Not quiet"), "one caller gains nothing of two cores");
}
