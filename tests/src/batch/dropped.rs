//! Batches that nobody awaits to the end.

use super::{Bench, Stepped, calls};
use dsh_tools::prelude::*;

#[test]
fn c120_a_batch_that_is_dropped_at_any_point_has_told_one_outcome_of_each_call() {
    for released in 0..=5 {
        let bench = Bench::default();
        let options = BatchOptions::new().at_once(2).unwrap();
        let tools = ["side", "side", "side", "alone", "side"];
        let mut batch = Stepped(bench.registry().run_batch(calls(&tools), options));
        for id in ["1", "2", "3", "4", "5"].iter().take(released) {
            bench.release(id);
        }
        let (handed, _) = batch.step();
        assert_eq!(handed.len(), released);
        drop(batch);
        let told: Vec<_> = bench.news().into_iter().filter(|note| note.contains('=')).collect();
        // How many had started when so many were done.
        let started = [2, 3, 3, 4, 5, 5][released];
        let expected: Vec<_> = (1..=5)
            .map(|id| match id {
                _ if id <= released => format!("{id}=ok"),
                _ if id <= started => format!("{id}=ABORTED"),
                _ => format!("{id}=ABORTED_BEFORE_DISPATCH"),
            })
            .collect();
        assert_eq!(told, expected);
    }
}

#[test]
fn a_result_that_waits_for_its_turn_when_the_batch_is_dropped_was_a_call_that_ran() {
    let bench = Bench::default();
    let mut batch = Stepped(bench.registry().run_batch(calls(&["side"; 2]), BatchOptions::new()));
    batch.step();
    bench.release("2");
    batch.step();
    drop(batch);
    assert_eq!(bench.news(), ["+1", "+2", "-2", "1=ABORTED", "2=ABORTED"]);
}

#[test]
fn a_batch_that_was_never_polled_was_no_calls() {
    let bench = Bench::default();
    drop(bench.registry().run_batch(calls(&["side"; 2]), BatchOptions::new()));
    assert!(bench.news().is_empty());
}

#[tokio::test]
async fn a_batch_can_be_spawned_and_outlives_its_registry() {
    let bench = Bench::default();
    let batch = bench.registry().run_batch(calls(&["side", "alone"]), BatchOptions::new());
    bench.release("1");
    bench.release("2");
    let handed = tokio::spawn(batch.into_future()).await.unwrap();
    assert_eq!(super::outcomes(&handed), ["1=ok", "2=ok"]);
}
