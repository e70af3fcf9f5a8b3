//! Ten thousand calls at once over a thousand scopes, while tools, hooks and scopes come and go under them.
//!
//! ```text
//! cargo run --release -p dsh-tools-examples --example soak                  10,000 calls, 1,000 scopes, 5 rounds
//! cargo run --release -p dsh-tools-examples --example soak -- CALLS SCOPES ROUNDS
//! ```
//! Every call has one result and was observed once, with that result; no body ran for a call that was not let run; and
//! memory is no larger afterwards than before. It prints its figures, and fails where one is wrong.

use anyhow::{Context as _, ensure};
use dsh_tools::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// What was observed of a call: how often, and what it ended as.
type Observed = Arc<Mutex<HashMap<String, (u32, String)>>>;

fn end_of(result: &ToolExecutionResult) -> String {
    result.error().map_or_else(|| "ok".to_owned(), |failure| failure.code().to_string())
}

fn tool(name: &str, runs: &Arc<AtomicU64>) -> ToolDefinition {
    let runs = Arc::clone(runs);
    ToolDefinition::builder(name.to_owned())
        .description("Does next to nothing.")
        .no_args()
        .body(move |(), _| {
            let runs = Arc::clone(&runs);
            async move {
                tokio::task::yield_now().await;
                runs.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                "done"
            }
        })
        .build()
}

/// Registers and lifts things until it is told to stop; gives how often it did.
async fn churn(
    registry: ToolRegistry,
    scopes: usize,
    seed: usize,
    runs: Arc<AtomicU64>,
    stop: Arc<AtomicBool>,
) -> u64 {
    let (mut changes, mut at) = (0, seed);
    while !stop.load(Ordering::Relaxed) {
        at = at.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        let scope = registry.scope(format!("agent {}", at % scopes));
        match at % 7 {
            0 => {
                // A global tool comes and goes.
                if let Ok(registration) = registry.register(tool(&format!("extra_{seed}"), &runs)) {
                    tokio::task::yield_now().await;
                    registration.unregister();
                }
            }
            1 => {
                let guard = scope.guard_fn(|_| Some(Denial::new("not now")));
                tokio::task::yield_now().await;
                guard.unregister();
            }
            2 => {
                if let Ok(hidden) = scope.restrict(ToolRestriction::all().deny(["work"])) {
                    tokio::task::yield_now().await;
                    hidden.unregister();
                }
            }
            3 => {
                scope.close();
            }
            4 => {
                let own = scope.register(tool("work", &runs));
                tokio::task::yield_now().await;
                own.map(Registration::unregister).ok();
            }
            5 => {
                let hook = scope.post_execute_fn(|_, _, next| next.run());
                tokio::task::yield_now().await;
                hook.unregister();
            }
            _ => {
                let hook = registry.around_dispatch_fn(|_, next| async move { next.run().await });
                tokio::task::yield_now().await;
                hook.unregister();
            }
        }
        changes += 1;
        tokio::task::yield_now().await;
    }
    changes
}

#[derive(Default)]
struct Round {
    ends: BTreeMap<String, u64>,
    changes: u64,
}

/// All calls at once, with everything changing underneath.
async fn round(
    registry: &ToolRegistry,
    calls: usize,
    scopes: usize,
    runs: &Arc<AtomicU64>,
) -> anyhow::Result<Round> {
    let observed: Observed = Arc::default();
    let ears = Arc::clone(&observed);
    let observer = registry.observe_fn(move |call, result| {
        let mut ears = ears.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = ears.entry(call.call_id().to_owned()).or_default();
        *heard = (heard.0 + 1, end_of(result));
    });
    runs.store(0, Ordering::Relaxed);
    let stop = Arc::new(AtomicBool::new(false));
    let churning: Vec<_> = (0..4)
        .map(|seed| {
            let (registry, runs, stop) = (registry.clone(), Arc::clone(runs), Arc::clone(&stop));
            tokio::spawn(churn(registry, scopes, seed, runs, stop))
        })
        .collect();
    let running: Vec<_> = (0..calls)
        .map(|at| {
            let scope = registry.scope(format!("agent {}", at % scopes));
            let id = format!("call {at}");
            tokio::spawn(async move {
                let result =
                    scope.execute(ToolExecutionInput::new(id.as_str(), "work", "{}")).await;
                (id, end_of(&result))
            })
        })
        .collect();
    let mut seen = Round::default();
    let mut results = HashMap::new();
    for call in running {
        let (id, end) = call.await.context("a call unwound")?;
        *seen.ends.entry(end.clone()).or_default() += 1;
        ensure!(results.insert(id, end).is_none(), "a call had two results");
    }
    stop.store(true, Ordering::Relaxed);
    for churning in churning {
        seen.changes += churning.await.context("registering unwound")?;
    }
    observer.unregister();
    let observed = observed.lock().unwrap_or_else(PoisonError::into_inner);
    ensure!(observed.len() == calls, "{} of {calls} calls were observed", observed.len());
    for (id, (times, end)) in observed.iter() {
        ensure!(*times == 1, "{id} was observed {times} times");
        ensure!(results.get(id) == Some(end), "{id} was observed as {end}");
    }
    let (ok, runs) = (seen.ends.get("ok").copied().unwrap_or(0), runs.load(Ordering::Relaxed));
    ensure!(ok == runs, "{ok} calls succeeded and {runs} bodies ran");
    for end in seen.ends.keys() {
        ensure!(["ok", "DENIED", "UNKNOWN_TOOL"].contains(&end.as_str()), "a call ended as {end}");
    }
    Ok(seen)
}

/// Resident memory in KiB, where the system tells.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    text.lines().find_map(|line| {
        line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.trim().parse().ok()
    })
}

/// glibc keeps an arena a thread, and what one thread freed is not another's: how much that is varies by several per
/// cent from round to round. With one arena it is the program's own memory that is looked at.
const ONE_ARENA: (&str, &str) = ("MALLOC_ARENA_MAX", "1");

fn main() -> anyhow::Result<()> {
    let (name, value) = ONE_ARENA;
    if std::env::var_os(name).is_none_or(|known| known != value) {
        let status = std::process::Command::new(std::env::current_exe()?)
            .args(std::env::args_os().skip(1))
            .env(name, value)
            .status()?;
        ensure!(status.success(), "see above");
        return Ok(());
    }
    soak()
}

#[tokio::main]
async fn soak() -> anyhow::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let mut number = |otherwise| numbers.next().unwrap_or(Ok(otherwise));
    let (calls, scopes, rounds) = (number(10_000)?, number(1_000)?, number(5)?);
    ensure!(scopes > 0 && rounds > 0, "there must be a scope and a round");
    let runs = Arc::new(AtomicU64::new(0));
    let registry = ToolRegistry::builder()
        .tool(tool("work", &runs))
        .pre_execute_fn(|_, next| next.run())
        .build()?;
    let mut out = std::io::stdout();
    // What the runtime and the allocator take once is taken in the first rounds.
    for _ in 0..2 {
        round(&registry, calls, scopes, &runs).await?;
    }
    let before = resident();
    for at in 1..=rounds {
        let start = Instant::now();
        let seen = round(&registry, calls, scopes, &runs).await?;
        let ends: Vec<_> = seen.ends.iter().map(|(end, count)| format!("{count} {end}")).collect();
        writeln!(
            out,
            "round {at}: {calls} calls over {scopes} scopes, {} changes underneath, {:.0} ms: {}; each observed once",
            seen.changes,
            start.elapsed().as_secs_f64() * 1e3,
            ends.join(", ")
        )?;
    }
    match (before, resident()) {
        (Some(before), Some(after)) => {
            writeln!(out, "resident memory: {before} KiB before, {after} KiB after")?;
            ensure!(after * 100 <= before * 105, "memory grew by more than 5 %");
        }
        _ => writeln!(out, "resident memory: this system does not tell")?,
    }
    Ok(())
}
