use super::*;
use dsh_tools_benches_frame::growing::{KINDS, SIZES, WORK};
use dsh_tools_benches_frame::row::Part;
use std::collections::HashSet;

fn row(part: Part, group: &str, what: &str, figures: &[(&str, f64)]) -> Record {
    let record = Record::new(part, group, what);
    figures.iter().fold(record, |record, (name, value)| record.figure(name, *value))
}

fn find<'a>(targets: &'a [Target], key: &str) -> &'a Target {
    targets.iter().find(|target| target.key == key).unwrap_or_else(|| panic!("no target {key}"))
}

#[test]
fn every_target_is_there_without_a_row_and_none_is_met() {
    let targets = all(&[]);
    let keys: HashSet<_> = targets.iter().map(|target| target.key.as_str()).collect();
    assert_eq!(keys.len(), targets.len(), "keys name one target each");
    for target in &targets {
        assert_eq!((target.measured, target.is_met()), (None, None), "{}", target.key);
    }
    for key in ["value/small", "registry/schemas of a scope", "tokens/all", "concurrent/2 callers"]
    {
        find(&targets, key);
    }
    let scaling = targets.iter().filter(|target| target.key.starts_with("scaling/")).count();
    assert_eq!(scaling, KINDS.len() * WORK.len());
    let text = table(&targets);
    assert!(text.contains("0 of 0 measured targets are met."), "{text}");
    assert!(!text.contains("What is missed"), "{text}");
}

#[test]
fn a_bound_is_met_where_it_is_reached() {
    let ours = |instructions| {
        vec![
            row(Part::Calls, "medium", OURS, &[("instructions", instructions)]),
            row(Part::Calls, "medium", THEIRS, &[("instructions", 1_000.0)]),
            row(
                Part::Calls,
                "medium",
                "jsonschema is_valid then serde",
                &[("instructions", 1_250.0)],
            ),
        ]
    };
    let met = |instructions, key| find(&all(&ours(instructions)), key).is_met();
    assert_eq!(met(500.0, "value/medium"), Some(true));
    assert_eq!(met(500.1, "value/medium"), Some(false));
    assert_eq!(met(500.0, "is_valid/medium"), Some(true));
    assert_eq!(met(501.0, "is_valid/medium"), Some(false));
    assert_eq!(met(500.0, "from_str/medium"), None, "its row is missing");
}

#[test]
fn a_miss_is_not_shown_as_its_bound() {
    let rows = [
        row(Part::Calls, "medium", OURS, &[("instructions", 500.1)]),
        row(Part::Calls, "medium", THEIRS, &[("instructions", 1_000.0)]),
    ];
    let line = find(&all(&rows), "value/medium").line();
    assert!(line.contains("| <= 0.50x | 0.5001x | **missed** |"), "{line}");
}

#[test]
fn what_is_missed_is_explained_or_said_not_to_be() {
    let rows = [
        row(Part::Calls, "medium", OURS, &[("instructions", 900.0)]),
        row(Part::Calls, "medium", THEIRS, &[("instructions", 1_000.0)]),
        row(Part::Compile, "dependencies", "ours", &[("cold_cpu_s", 90.0)]),
        row(Part::Compile, "dependencies", "schemars + serde + rmcp", &[("cold_cpu_s", 100.0)]),
    ];
    let text = table(&all(&rows));
    let (_, reasons) = text.split_once("### What is missed, and why").expect("two misses");
    let lines: Vec<_> = reasons.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(lines.len(), 2, "{reasons}");
    assert!(lines[0].ends_with("(0.90x): Not explained yet."), "{reasons}");
    assert!(lines[1].starts_with("- cold build") && !lines[1].contains("Not explained"));
    assert!(text.contains("0 of 2 measured targets are met."), "{text}");
}

#[test]
fn the_worst_shape_counts_and_all_of_them_have_to_be_there() {
    let validated = |shape: &str, allocations| {
        row(Part::Calls, shape, "validate only", &[("allocations", allocations)])
    };
    let mut rows: Vec<_> = SHAPES[1..].iter().map(|shape| validated(shape, 0.0)).collect();
    assert_eq!(find(&all(&rows), "validate/allocations").measured, None);
    rows.push(validated("small", 2.0));
    assert_eq!(find(&all(&rows), "validate/allocations").measured, Some(2.0));
}

#[test]
fn one_more_violation_is_the_difference_of_two_rows() {
    let walked = |what: &str, instructions, violations| {
        row(
            Part::Calls,
            "small",
            what,
            &[("instructions", instructions), ("violations", violations)],
        )
    };
    let first = walked("first mistake, validate only", 1_000.0, 1.0);
    let three = walked("six mistakes, validate only", 1_500.0, 3.0);
    let target = |rows: &[Record]| find(&all(rows), "violation/small").measured;
    assert_eq!(target(&[first.clone(), three.clone()]), Some(250.0));
    // Of as many violations there is none more.
    assert_eq!(target(&[first.clone(), walked("six mistakes, validate only", 9.0, 1.0)]), None);
    assert_eq!(target(&[first]), None);
}

#[test]
fn what_the_caller_gets_is_not_allocated_for_us() {
    let rows = [
        row(Part::Calls, "small", FROM_STR, &[("allocations", 1.0)]),
        row(Part::Pipeline, "small", "pipeline from text", &[("allocations", 8.0)]),
    ];
    assert_eq!(find(&all(&rows), "pipeline/allocations").measured, Some(6.0));
    assert_eq!(find(&all(&rows[1..]), "pipeline/allocations").measured, None);
}

fn sized(what: &str, costs: [f64; 5]) -> Vec<Record> {
    let row = |((size, bytes), instructions): (&(&str, usize), f64)| {
        let figures = [("instructions", instructions), ("size", *bytes as f64)];
        row(Part::Scaling, size, what, &figures)
    };
    SIZES.iter().zip(costs).map(row).collect()
}

fn growing(costs: [f64; 5]) -> Option<f64> {
    let rows = sized("wide object, parse", costs);
    find(&all(&rows), "scaling/wide object, parse").measured
}

#[test]
fn what_a_call_costs_whatever_its_size_does_not_bend_a_line() {
    let line = SIZES.map(|(_, bytes)| 5_000.0 + 12.0 * bytes as f64);
    assert_eq!(growing(line), Some(1.0));
    // Nothing is read but its length.
    assert_eq!(growing([500.0, 501.0, 500.0, 499.0, 510.0]), Some(1.0));
}

#[test]
fn what_gets_cheaper_is_no_growth() {
    let [a, b, c, d, e] = SIZES.map(|(_, bytes)| bytes as f64);
    let cheaper = [4.0 * a, 4.0 * b, 4.0 * c, 4.0 * c + 3.0 * (d - c), 4.0 * c + 3.0 * (e - c)];
    assert_eq!(growing(cheaper), Some(1.0));
}

#[test]
fn a_bend_is_seen_wherever_it_is() {
    let line = SIZES.map(|(_, bytes)| 12.0 * bytes as f64);
    for at in 1..SIZES.len() {
        let mut bent = line;
        // From one size to the next a byte costs twice as much, then as before.
        let more = 12.0 * (SIZES[at].1 - SIZES[at - 1].1) as f64;
        bent[at..].iter_mut().for_each(|cost| *cost += more);
        assert_eq!(growing(bent), Some(2.0), "at {at}");
    }
    // Cheap at first, then cheaper, then as at first: against the cheapest before it.
    let [a, b, c, d, e] = SIZES.map(|(_, bytes)| bytes as f64);
    let cheaper = 12.0 * a + 6.0 * (b - a);
    let again = [12.0 * a, cheaper, cheaper + 12.0 * (c - b), 0.0, 0.0];
    let again =
        [again[0], again[1], again[2], again[2] + 12.0 * (d - c), again[2] + 12.0 * (e - c)];
    assert_eq!(growing(again), Some(2.0));
    let square = SIZES.map(|(_, bytes)| (bytes as f64).powi(2));
    assert!(growing(square) > Some(1_000.0));
}

#[test]
fn a_line_needs_all_of_its_sizes() {
    let line = SIZES.map(|(_, bytes)| 12.0 * bytes as f64);
    let mut rows = sized("wide object, parse", line);
    rows.pop();
    assert_eq!(find(&all(&rows), "scaling/wide object, parse").measured, None);
}

#[test]
fn a_machine_that_is_not_quiet_tells_nothing_of_two_cores() {
    let two = |what, gain| row(Part::Concurrent, "2 callers", what, &[("to_one_worker", gain)]);
    let target = |alone| {
        let rows = [two("ours, 2 workers", 1.2), two(ALONE, alone)];
        find(&all(&rows), "concurrent/2 callers").is_met()
    };
    assert_eq!(target(1.95), Some(false));
    assert_eq!(target(1.1), None);
    let unknown = [two("ours, 2 workers", 1.9)];
    assert_eq!(find(&all(&unknown), "concurrent/2 callers").is_met(), Some(true));
}
