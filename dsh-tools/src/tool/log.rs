//! Failures that nobody else will hear of.

use super::contain::Panicked;
use super::{Identity, ToolDefinition, ToolError, ToolExecution};
use crate::json::visible;

/// What somebody's code was at work on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work<'a> {
    tool: &'a str,
    /// Presenters are asked about arguments and results, whatever call these are of.
    call_id: Option<&'a str>,
}

impl<'a> From<&'a ToolExecution> for Work<'a> {
    #[inline]
    fn from(call: &'a ToolExecution) -> Self {
        Self { tool: call.name(), call_id: Some(call.call_id()) }
    }
}

impl<'a> From<&'a Identity> for Work<'a> {
    #[inline]
    fn from(call: &'a Identity) -> Self {
        Self { tool: call.name(), call_id: Some(call.call_id()) }
    }
}

impl<'a> From<&'a ToolDefinition> for Work<'a> {
    #[inline]
    fn from(tool: &'a ToolDefinition) -> Self {
        Self { tool: tool.name(), call_id: None }
    }
}

/// A tool of which only the name is left.
impl<'a> From<&'a str> for Work<'a> {
    #[inline]
    fn from(tool: &'a str) -> Self {
        Self { tool, call_id: None }
    }
}

/// Logs what was contained, and forgets it.
pub(crate) fn contained<'a, T>(
    what: &'static str,
    work: impl Into<Work<'a>>,
    outcome: Result<T, Panicked>,
) -> Option<T> {
    outcome.map_err(|panicked| panicked_in(what, work, &panicked)).ok()
}

/// Logs a panic. Whoever listens to the log is somebody's code, too.
#[cfg_attr(not(feature = "tracing"), allow(unused_variables, reason = "nobody listens"))]
pub(crate) fn panicked_in<'a>(what: &'static str, work: impl Into<Work<'a>>, panicked: &Panicked) {
    let Work { tool, call_id } = work.into();
    let (tool, call_id) = (visible(tool), call_id.map(visible));
    #[cfg(feature = "tracing")]
    let _nobody_is_left_to_tell = super::contain::contain(|| {
        let call_id = call_id.map(tracing::field::display);
        let at = panicked.location();
        tracing::error!(target: "dsh_tools", what, %tool, call_id, panic = %panicked, at, "user code panicked");
    });
}

/// Logs what failed and has no result to be told in. What it says, and the log, are somebody's code, too.
#[cfg(feature = "acp")]
#[cfg_attr(not(feature = "tracing"), allow(unused_variables, reason = "nobody listens"))]
pub(crate) fn failed<'a>(
    what: &'static str,
    work: impl Into<Work<'a>>,
    error: &(dyn std::error::Error + 'static),
) {
    let Work { tool, call_id } = work.into();
    let (tool, call_id) = (visible(tool), call_id.map(visible));
    #[cfg(feature = "tracing")]
    let _nobody_is_left_to_tell = super::contain::contain(|| {
        let call_id = call_id.map(tracing::field::display);
        tracing::warn!(target: "dsh_tools", what, %tool, call_id, %error, "user code failed");
    });
}

/// Logs the panic that a failure came of, if one did.
pub(crate) fn panic_behind<'a>(what: &'static str, work: impl Into<Work<'a>>, error: &ToolError) {
    if let Some(panicked) = error.source().and_then(|cause| cause.downcast_ref()) {
        panicked_in(what, work, panicked);
    }
}

#[cfg(all(test, feature = "tracing"))]
mod tests {
    use super::super::contain::contain;
    use super::*;
    use std::fmt::Debug;
    use std::sync::{Arc, Mutex, PoisonError};
    use tracing::field::{Field, Visit};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Metadata, Subscriber};

    const CALL: Work<'_> = Work { tool: "ls", call_id: Some("call_1") };

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<String>>>);

    struct Line(String);

    impl Visit for Line {
        fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
            self.0.extend([field.name(), "=", &format!("{value:?}"), " "]);
        }
    }

    impl Subscriber for Lines {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, event: &Event<'_>) {
            let mut line = Line(String::new());
            event.record(&mut line);
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(line.0);
        }
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn s157_each_panic_is_logged_once_with_what_it_said() {
        let lines = Lines::default();
        tracing::subscriber::with_default(lines.clone(), || {
            assert_eq!(contained("observer", CALL, contain(|| 7)), Some(7));
            assert_eq!(contained("observer", CALL, contain(|| -> u8 { panic!("said so") })), None);
        });
        let lines = lines.0.lock().unwrap();
        assert_eq!(lines.len(), 1, "{lines:?}");
        for part in ["what=\"observer\"", "tool=ls", "call_id=call_1", "panic=said so"] {
            assert!(lines[0].contains(part), "{lines:?}");
        }
    }

    #[cfg(feature = "acp")]
    #[test]
    fn what_failed_is_logged_with_the_call_that_it_was_for() {
        let lines = Lines::default();
        tracing::subscriber::with_default(lines.clone(), || {
            failed("question to the client", CALL, &std::io::Error::other("nobody is connected"));
        });
        let lines = lines.0.lock().unwrap();
        assert_eq!(lines.len(), 1, "{lines:?}");
        for part in
            ["what=\"question to the client\"", "tool=ls", "call_id=call_1", "nobody is connected"]
        {
            assert!(lines[0].contains(part), "{lines:?}");
        }
    }

    #[test]
    fn a_log_that_panics_harms_nobody() {
        struct Rude;
        impl Subscriber for Rude {
            fn enabled(&self, _: &Metadata<'_>) -> bool {
                true
            }
            fn new_span(&self, _: &Attributes<'_>) -> Id {
                Id::from_u64(1)
            }
            fn record(&self, _: &Id, _: &Record<'_>) {}
            fn record_follows_from(&self, _: &Id, _: &Id) {}
            fn event(&self, _: &Event<'_>) {
                panic!("a subscriber");
            }
            fn enter(&self, _: &Id) {}
            fn exit(&self, _: &Id) {}
        }
        tracing::subscriber::with_default(Rude, || {
            assert_eq!(contained("observer", CALL, contain(|| -> u8 { panic!("said so") })), None);
        });
    }
}
