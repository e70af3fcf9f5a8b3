//! Callers at the same time, on one worker thread and on two.

use crate::row::Part;
use crate::shapes::{GetWeather, Shape};
use dsh_tools::prelude::*;
use dsh_tools_benches_frame::record::Record;
use std::future::Future;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

/// How many call at the same time.
const CALLERS: [u32; 4] = [1, 2, 16, 256];

/// Calls of all callers together, in one timed stretch.
const CALLS: u32 = 1 << 15;

/// How often each is timed. The best counts: what else the machine does only adds.
const TIMED: u32 = 9;

/// Calls of one caller before others have their turn: to take turns costs a good part of a call.
const TURN: u32 = 16;

/// One call.
trait Call: Clone + Send + Sync + 'static {
    fn call(&self) -> impl Future<Output = ()> + Send;
}

/// From text to a result, through a registry that all callers share.
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
    all(CALLS, TIMED)
}

/// Everything once.
pub fn smoke() {
    assert_eq!(all(256, 1).len(), CALLERS.len() * 6);
}

fn all(calls: u32, timed: u32) -> Vec<Record> {
    let registry = ToolRegistry::builder().tools([GetWeather::tool()]).build().expect("a registry");
    let text: Arc<str> = GetWeather::good().into();
    let ours = |_| Ours { registry: registry.clone(), text: Arc::clone(&text) };
    let scoped = |caller| {
        let scope = registry.scope(format!("agent_{caller}"));
        Scoped { scope, text: Arc::clone(&text) }
    };
    // A text of its own too.
    let alone = |_| Alone { text: GetWeather::good().into() };
    let runs = Runs { workers: [1, 2].map(runtime), calls, timed };
    CALLERS
        .into_iter()
        .flat_map(|callers| {
            let mut records = runs.of("ours", callers, ours);
            records.extend(runs.of("ours, a scope a caller", callers, scoped));
            records.extend(runs.of("serde alone, nothing shared", callers, alone));
            records
        })
        .collect()
}

fn runtime(workers: usize) -> Runtime {
    Builder::new_multi_thread().worker_threads(workers).build().expect("a runtime")
}

struct Runs {
    workers: [Runtime; 2],
    calls: u32,
    timed: u32,
}

impl Runs {
    /// On one worker and on two, by turns: what else the machine does is the same for both.
    fn of<C: Call>(&self, what: &str, callers: u32, caller: impl Fn(u32) -> C) -> Vec<Record> {
        let callers: Vec<C> = (0..callers).map(caller).collect();
        let mut best = [0.0_f64; 2];
        for _ in 0..self.timed {
            for (best, workers) in best.iter_mut().zip(&self.workers) {
                *best = best.max(workers.block_on(self.stretch(&callers)));
            }
        }
        let group = match callers.len() {
            1 => String::from("1 caller"),
            many => format!("{many} callers"),
        };
        let [one, two] = best;
        let record = |workers: &str, a_second: f64| {
            let what = format!("{what}, {workers}");
            Record::new(Part::Concurrent, group.as_str(), what)
                .figure("calls_per_second", a_second)
                .figure("to_one_worker", a_second / one)
        };
        vec![record("1 worker", one), record("2 workers", two)]
    }

    /// Calls a second, of all callers together.
    async fn stretch<C: Call>(&self, callers: &[C]) -> f64 {
        let each = self.calls / u32::try_from(callers.len()).unwrap_or(u32::MAX);
        let mut tasks = JoinSet::new();
        let start = Instant::now();
        for caller in callers {
            let caller = caller.clone();
            tasks.spawn(async move {
                for call in 0..each {
                    caller.call().await;
                    // No call waits: without this, callers would come one after another.
                    if call % TURN == 0 {
                        tokio::task::yield_now().await;
                    }
                }
            });
        }
        while let Some(done) = tasks.join_next().await {
            done.expect("no call panics");
        }
        f64::from(each) * callers.len() as f64 / start.elapsed().as_secs_f64()
    }
}
