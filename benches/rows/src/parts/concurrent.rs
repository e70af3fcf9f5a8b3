//! Callers at the same time, on one worker thread and on two.
//!
//! Callers run until they are told to stop, and what they do in a window of time counts: no task is made, ended or
//! waited for in a window, so that many callers cost no more than few by what surrounds their calls.

use super::cores::crossing;
use crate::row::Part;
use crate::shapes::{GetWeather, Shape};
use dsh_tools::prelude::*;
use dsh_tools_benches_frame::record::Record;
use std::future::Future;
use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

/// How many call at the same time.
const CALLERS: [u32; 4] = [1, 2, 16, 256];

/// Calls of one caller before others have their turn: to take turns costs a good part of a call.
const TURN: u64 = 16;

/// How long one window is.
const WINDOW: Duration = Duration::from_millis(5);

/// Windows one after another, with the same callers.
const WINDOWS: u32 = 4;

/// How often one worker and two have their turn. The best window counts: what else the machine does only takes.
const TURNS: u32 = 12;

/// One call.
trait Call: Clone + Send + Sync + 'static {
    fn call(&self) -> impl Future<Output = ()> + Send;
}

/// From text to a result, through a registry that callers may share.
#[derive(Clone)]
struct Ours {
    registry: ToolRegistry,
    text: Arc<str>,
}

impl Call for Ours {
    async fn call(&self) {
        let input = ToolExecutionInput::new("call_1", "get_weather", black_box(&*self.text));
        assert!(!self.registry.execute(input).await.is_error());
    }
}

/// The same in a scope that each caller has for itself, as agents have.
#[derive(Clone)]
struct Scoped {
    scope: ToolScope,
    text: Arc<str>,
}

impl Call for Scoped {
    async fn call(&self) {
        let input = ToolExecutionInput::new("call_1", "get_weather", black_box(&*self.text));
        assert!(!self.scope.execute(input).await.is_error());
    }
}

/// What shares nothing: arguments by serde, in a boxed future, some times over to be as long as a call of ours.
#[derive(Clone)]
struct Alone {
    text: Arc<str>,
}

impl Call for Alone {
    async fn call(&self) {
        for _ in 0..4 {
            let args = serde_json::from_str::<GetWeather>(black_box(&self.text)).expect("valid");
            Box::pin(async move { drop(black_box(args)) }).await;
        }
    }
}

/// What was measured.
pub fn measured() -> Vec<Record> {
    all(TURNS, WINDOW)
}

/// Everything once.
///
/// # Panics
///
/// When a row is missing.
pub fn smoke() {
    let records = all(1, Duration::from_micros(100));
    // How far apart cores are is not told where there is one.
    let calls = records.iter().filter(|record| record.get("calls_per_second").is_some());
    assert_eq!(calls.count(), CALLERS.len() * 8);
}

fn all(turns: u32, window: Duration) -> Vec<Record> {
    let registry =
        || ToolRegistry::builder().tools([GetWeather::tool()]).build().expect("a registry");
    let (shared, text): (_, Arc<str>) = (registry(), GetWeather::good().into());
    let ours = |_| Ours { registry: shared.clone(), text: Arc::clone(&text) };
    let scoped = |caller| {
        let scope = shared.scope(format!("agent_{caller}"));
        Scoped { scope, text: Arc::clone(&text) }
    };
    // A definition and a text of its own too: what is left to share is the process's number of a call.
    let apart = |_| Ours { registry: registry(), text: GetWeather::good().into() };
    let alone = |_| Alone { text: GetWeather::good().into() };
    let runs = Runs { workers: [1, 2].map(runtime), turns, window };
    CALLERS
        .into_iter()
        .flat_map(|callers| {
            let mut records = runs.of("ours", callers, ours);
            records.extend(runs.of("ours, a scope a caller", callers, scoped));
            records.extend(runs.of("ours, a registry a caller", callers, apart));
            records.extend(runs.of("serde alone, nothing shared", callers, alone));
            // Beside each group, since the machine may move its cores meanwhile.
            let row =
                Record::new(Part::Concurrent, group(callers), "a cache line from core to core");
            records.extend(crossing(turns).map(|best| row.figure("nanoseconds", best)));
            records
        })
        .collect()
}

fn group(callers: u32) -> String {
    if callers == 1 { String::from("1 caller") } else { format!("{callers} callers") }
}

fn runtime(workers: usize) -> Runtime {
    Builder::new_multi_thread().worker_threads(workers).build().expect("a runtime")
}

struct Runs {
    workers: [Runtime; 2],
    turns: u32,
    window: Duration,
}

/// What one caller has done, in memory that no other writes to.
#[derive(Default)]
#[repr(align(128))]
struct Done(AtomicU64);

impl Runs {
    /// On one worker and on two, by turns: what else the machine does is the same for both.
    fn of<C: Call>(&self, what: &str, callers: u32, caller: impl Fn(u32) -> C) -> Vec<Record> {
        let all: Vec<C> = (0..callers).map(caller).collect();
        let mut best = [0.0_f64; 2];
        for _ in 0..self.turns {
            for (best, workers) in best.iter_mut().zip(&self.workers) {
                *best = best.max(self.best_window(workers, &all));
            }
        }
        let [one, two] = best;
        let record = |workers: &str, a_second: f64| {
            Record::new(Part::Concurrent, group(callers), format!("{what}, {workers}"))
                .figure("calls_per_second", a_second)
                .figure("to_one_worker", a_second / one)
        };
        vec![record("1 worker", one), record("2 workers", two)]
    }

    /// Calls a second of all callers together, in the best of some windows.
    fn best_window<C: Call>(&self, workers: &Runtime, callers: &[C]) -> f64 {
        let stop = Arc::new(AtomicBool::new(false));
        let done: Arc<[Done]> = callers.iter().map(|_| Done::default()).collect();
        let mut tasks = JoinSet::new();
        for (at, caller) in callers.iter().cloned().enumerate() {
            let (stop, done) = (Arc::clone(&stop), Arc::clone(&done));
            let work = async move {
                // No call waits: without a turn of others they would come one after another.
                while !stop.load(Ordering::Relaxed) {
                    for _ in 0..TURN {
                        caller.call().await;
                    }
                    done[at].0.fetch_add(TURN, Ordering::Relaxed);
                    tokio::task::yield_now().await;
                }
            };
            tasks.spawn_on(work, workers.handle());
        }
        let sum = || done.iter().map(|done| done.0.load(Ordering::Relaxed)).sum::<u64>();
        // The first window is for all to begin.
        std::thread::sleep(self.window);
        let best = (0..WINDOWS).fold(0.0, |best, _| {
            // Within the time that is taken, so that a pause in between makes it look worse, never better.
            let start = Instant::now();
            let before = sum();
            std::thread::sleep(self.window);
            let calls = sum() - before;
            f64::max(best, calls as f64 / start.elapsed().as_secs_f64())
        });
        stop.store(true, Ordering::Relaxed);
        workers.block_on(async {
            while let Some(ended) = tasks.join_next().await {
                ended.expect("no call panics");
            }
        });
        best
    }
}
