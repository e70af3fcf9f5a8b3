//! What is measured of a row: its rounds, and nothing of what it prepares.

use std::cell::RefCell;
use std::time::{Duration, Instant};

/// Rounds that run before the measured ones, so that what happens once has happened.
const WARM: u32 = 3;

/// How often a stretch is timed at least; the best counts, since what else the machine does only adds.
const TIMED: u32 = 5;

/// What takes longer than this is timed twice: what happens beside it cannot move it by as much.
const LONG: Duration = Duration::from_millis(100);

/// How long all timed stretches take at least.
const ALL_STRETCHES: Duration = Duration::from_millis(50);

/// How long one timed stretch is to be: short enough to be left alone now and then on a machine that does other things.
const STRETCH: Duration = Duration::from_millis(2);

/// What has been allocated by now, in this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allocated {
    /// How often memory was asked for, or asked to grow or shrink.
    pub times: u64,
    /// Bytes asked for.
    pub bytes: u64,
}

impl Allocated {
    /// What a process without a counting allocator says.
    pub fn unknown() -> Self {
        Self::default()
    }
}

/// The measured stretch of one row.
#[derive(Debug)]
pub struct Window {
    rounds: u32,
    mode: Mode,
    input: Option<usize>,
    seen: Option<Seen>,
}

#[derive(Clone, Copy, Debug)]
enum Mode {
    Smoke,
    Counted(fn() -> Allocated),
    Timed,
}

/// What a window saw.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Measured rounds.
    pub rounds: u32,
    /// What all of them allocated, where that was counted.
    pub allocated: Allocated,
    /// Time of one round, where it was timed.
    pub nanoseconds: f64,
    /// Bytes of its input, where the row tells.
    pub input: Option<usize>,
}

impl Window {
    /// One of so many rounds, in a process whose allocator is asked by `allocated`.
    pub fn counted(rounds: u32, allocated: fn() -> Allocated) -> Self {
        Self { rounds, mode: Mode::Counted(allocated), input: None, seen: None }
    }

    /// One that times as many rounds as give a steady figure, and no fewer than one.
    pub fn timed(rounds: u32) -> Self {
        Self { rounds, mode: Mode::Timed, input: None, seen: None }
    }

    /// One round, without measuring.
    pub fn smoke() -> Self {
        Self { rounds: 1, mode: Mode::Smoke, input: None, seen: None }
    }

    /// Whether the row only has to run: what it prepares can be small.
    pub fn is_smoke(&self) -> bool {
        matches!(self.mode, Mode::Smoke)
    }

    /// Tells how many bytes a round reads: what is made of a size is only about as long.
    pub fn input(&mut self, bytes: usize) {
        self.input = Some(bytes);
    }

    /// Measures `once`, which makes its outputs and drops them.
    ///
    /// # Panics
    ///
    /// For a second window of one row: there is one count a row.
    pub fn of(&mut self, mut once: impl FnMut()) {
        self.measure(&mut |_| {}, &mut once);
    }

    /// Measures `once`, which uses up what `prepare` made before the rounds began.
    ///
    /// # Panics
    ///
    /// For a second window of one row.
    pub fn of_each<T>(&mut self, mut prepare: impl FnMut() -> T, mut once: impl FnMut(T)) {
        let stock = RefCell::new(Vec::new());
        let mut fill = |rounds: u32| {
            let mut stock = stock.borrow_mut();
            stock.clear();
            stock.extend(std::iter::repeat_with(&mut prepare).take(rounds as usize));
        };
        let mut take = || {
            let one = stock.borrow_mut().pop();
            once(one.expect("one for every round"));
        };
        self.measure(&mut fill, &mut take);
    }

    fn measure(&mut self, prepare: &mut dyn FnMut(u32), once: &mut dyn FnMut()) {
        assert!(self.seen.is_none(), "a row has one window");
        self.seen = Some(match self.mode {
            Mode::Smoke => {
                prepare(1);
                once();
                Seen { rounds: 1, allocated: Allocated::default(), nanoseconds: 0.0, input: None }
            }
            Mode::Counted(allocated) => counted(self.rounds, allocated, prepare, once),
            Mode::Timed => timed(self.rounds, prepare, once),
        });
    }

    /// What it saw; nothing when the row opened no window.
    pub fn seen(&self) -> Option<Seen> {
        self.seen.map(|seen| Seen { input: self.input, ..seen })
    }
}

fn counted(
    rounds: u32,
    allocated: fn() -> Allocated,
    prepare: &mut dyn FnMut(u32),
    once: &mut dyn FnMut(),
) -> Seen {
    // A row of one round is so long that what happens once does not count.
    let warm = WARM.min(rounds - 1);
    prepare(rounds + warm);
    (0..warm).for_each(|_| once());
    let before = allocated();
    measured_rounds(rounds, once);
    let after = allocated();
    let allocated =
        Allocated { times: after.times - before.times, bytes: after.bytes - before.bytes };
    Seen { rounds, allocated, nanoseconds: 0.0, input: None }
}

fn timed(rounds: u32, prepare: &mut dyn FnMut(u32), once: &mut dyn FnMut()) -> Seen {
    let mut time = |rounds: u32| {
        prepare(rounds);
        let start = Instant::now();
        measured_rounds(rounds, once);
        start.elapsed()
    };
    let trial = time(rounds) / rounds;
    let rounds = STRETCH.as_nanos() / trial.as_nanos().max(1);
    let rounds = u32::try_from(rounds).unwrap_or(u32::MAX).max(1);
    let start = Instant::now();
    let (mut best, mut stretches) = (time(rounds), 1);
    let least = if trial > LONG { 2 } else { TIMED };
    while stretches < least || start.elapsed() < ALL_STRETCHES {
        best = best.min(time(rounds));
        stretches += 1;
    }
    let nanoseconds = best.as_nanos() as f64 / f64::from(rounds);
    Seen { rounds, allocated: Allocated::default(), nanoseconds, input: None }
}

/// Callgrind counts while this function, which it knows by its name, is on the stack.
#[inline(never)]
fn measured_rounds(rounds: u32, once: &mut dyn FnMut()) {
    for _ in 0..rounds {
        once();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static ASKED: AtomicU64 = AtomicU64::new(0);

    /// What each asking finds: seven more allocations, of nine bytes each, than the one before.
    fn allocated() -> Allocated {
        let times = 7 * ASKED.fetch_add(1, Ordering::SeqCst);
        Allocated { times, bytes: 9 * times }
    }

    #[test]
    fn warm_rounds_are_not_counted() {
        let (mut prepared, mut run) = (0, Vec::new());
        let mut window = Window::counted(10, allocated);
        window.input(44);
        let prepare = || {
            prepared += 1;
            prepared
        };
        window.of_each(prepare, |one| run.push(one));
        let seen = window.seen().expect("a window");
        assert_eq!((seen.rounds, seen.input), (10, Some(44)));
        assert_eq!(seen.allocated, Allocated { times: 7, bytes: 63 }, "of the rounds alone");
        run.sort_unstable();
        assert_eq!(run, (1..=13).collect::<Vec<_>>(), "each that was prepared once, three to warm");
    }

    #[test]
    fn one_long_round_is_run_once() {
        let mut rounds = 0;
        let mut window = Window::counted(1, Allocated::unknown);
        window.of(|| rounds += 1);
        assert_eq!((rounds, window.seen().map(|seen| seen.rounds)), (1, Some(1)));
    }

    #[test]
    fn smoke_runs_once() {
        let mut rounds = 0;
        let mut window = Window::smoke();
        assert!(window.is_smoke() && window.seen().is_none());
        window.of(|| rounds += 1);
        assert_eq!(rounds, 1);
    }
}
