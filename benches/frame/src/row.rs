//! One measured thing.

use crate::record::Record;
use crate::window::{Seen, Window};
use std::fmt;

/// A part of the report, which can be run alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Decoding, validating and mistakes, by shape.
    Calls,
    /// A whole call, through ours and through the pipelines of others.
    Pipeline,
    /// Lookup and lists by number of tools and scopes.
    Registry,
    /// Callers at the same time.
    Concurrent,
    /// Inputs of growing size.
    Scaling,
    /// What many tools cost the compiler.
    Compile,
    /// What schemas cost in a request.
    Tokens,
}

impl Part {
    /// All, in the order of the report.
    pub const ALL: [Self; 7] = [
        Self::Calls,
        Self::Pipeline,
        Self::Registry,
        Self::Concurrent,
        Self::Scaling,
        Self::Compile,
        Self::Tokens,
    ];

    /// Its word on the command line and in records.
    pub fn word(self) -> &'static str {
        match self {
            Self::Calls => "calls",
            Self::Pipeline => "pipeline",
            Self::Registry => "registry",
            Self::Concurrent => "concurrent",
            Self::Scaling => "scaling",
            Self::Compile => "compile",
            Self::Tokens => "tokens",
        }
    }

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Calls => "Decoding and validating",
            Self::Pipeline => "Whole calls",
            Self::Registry => "Tools and scopes",
            Self::Concurrent => "Callers at the same time",
            Self::Scaling => "Growing inputs",
            Self::Compile => "Compiling",
            Self::Tokens => "Schemas in a request",
        }
    }

    /// Whether it consists of rows whose instructions are counted.
    pub fn is_counted(self) -> bool {
        matches!(self, Self::Calls | Self::Pipeline | Self::Registry | Self::Scaling)
    }

    /// The part of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.word() == word)
    }
}

/// A row whose instructions, time and allocations are measured.
pub struct Row {
    part: Part,
    group: String,
    what: String,
    ours: bool,
    rounds: u32,
    figures: Vec<(&'static str, f64)>,
    run: Box<dyn Fn(&mut Window)>,
}

impl Row {
    /// A row; `run` prepares, then opens one window.
    pub fn new(
        part: Part,
        group: impl Into<String>,
        what: impl Into<String>,
        run: impl Fn(&mut Window) + 'static,
    ) -> Self {
        let (group, what) = (group.into(), what.into());
        Self {
            part,
            group,
            what,
            ours: false,
            rounds: 200,
            figures: Vec::new(),
            run: Box::new(run),
        }
    }

    /// The same as one of ours: others below it in its group are compared with it.
    #[must_use]
    pub fn ours(self) -> Self {
        Self { ours: true, ..self }
    }

    /// The same with so many counted rounds.
    #[must_use]
    pub fn rounds(self, rounds: u32) -> Self {
        Self { rounds, ..self }
    }

    /// The same with a figure that is known beforehand.
    #[must_use]
    pub fn figure(mut self, name: &'static str, value: f64) -> Self {
        self.figures.push((name, value));
        self
    }

    /// Its name on the command line.
    pub fn name(&self) -> String {
        self.record().name()
    }

    /// The part that it belongs to.
    pub fn part(&self) -> Part {
        self.part
    }

    /// Rounds that callgrind counts.
    pub fn counted(&self) -> u32 {
        self.rounds
    }

    /// Its record, with what is known before it runs.
    pub fn record(&self) -> Record {
        let record = Record::new(self.part, self.group.as_str(), self.what.as_str());
        let record = if self.ours { record.ours() } else { record };
        let record = record.figure("rounds", f64::from(self.rounds));
        self.figures.iter().fold(record, |record, (name, value)| record.figure(name, *value))
    }

    /// Runs it.
    ///
    /// # Panics
    ///
    /// When it opens no window.
    pub fn run(&self, mut window: Window) -> Seen {
        (self.run)(&mut window);
        window.seen().unwrap_or_else(|| panic!("{} opened no window", self.name()))
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Row").field(&self.name()).finish()
    }
}
