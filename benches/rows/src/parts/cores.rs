//! How far apart two cores are: what a counter that both count up costs depends on it.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How often a line goes to and fro in one stretch.
const ROUNDS: u32 = 200;

/// Stretches in each turn.
const STRETCHES: u32 = 20;

/// A stretch that takes longer was not run by two cores at the same time.
const TOO_LONG: Duration = Duration::from_millis(2);

/// A line of memory that two threads write.
#[repr(align(128))]
struct Line(AtomicU32);

/// Nanoseconds until what one thread wrote is seen by another, the best of some stretches; nothing where two threads
/// never ran at the same time.
pub(super) fn crossing(turns: u32) -> Option<f64> {
    (0..turns * STRETCHES).filter_map(|_| stretch()).min_by(f64::total_cmp)
}

fn stretch() -> Option<f64> {
    let (line, given_up) = (Line(AtomicU32::new(0)), AtomicBool::new(false));
    // Waits for a number, and writes the next one.
    let answer = |number: u32| {
        while line.0.load(Ordering::Acquire) != number {
            if given_up.load(Ordering::Relaxed) {
                return false;
            }
            std::hint::spin_loop();
        }
        line.0.store(number + 1, Ordering::Release);
        true
    };
    std::thread::scope(|scope| {
        scope.spawn(|| (0..=ROUNDS).all(|round| answer(2 * round + 1)));
        // One round to begin: the other thread is there then.
        let begun = Instant::now();
        let mut start = begun;
        for round in 0..=ROUNDS {
            line.0.store(2 * round + 1, Ordering::Release);
            while line.0.load(Ordering::Acquire) != 2 * round + 2 {
                if begun.elapsed() > TOO_LONG {
                    given_up.store(true, Ordering::Relaxed);
                    return None;
                }
                std::hint::spin_loop();
            }
            if round == 0 {
                start = Instant::now();
            }
        }
        Some(start.elapsed().as_nanos() as f64 / f64::from(2 * ROUNDS))
    })
}
