//! Failures that nobody else will hear of.

use super::contain::Panicked;

/// Logs what was contained, and forgets it.
pub(crate) fn contained<T>(
    what: &'static str,
    call_id: &str,
    outcome: Result<T, Panicked>,
) -> Option<T> {
    match outcome {
        Ok(value) => Some(value),
        Err(panicked) => {
            panicked_in(what, call_id, &panicked);
            None
        }
    }
}

/// Logs a panic that somebody is told of without its payload.
#[cfg_attr(not(feature = "tracing"), allow(unused_variables, reason = "nobody listens"))]
pub(crate) fn panicked_in(what: &'static str, call_id: &str, panicked: &Panicked) {
    #[cfg(feature = "tracing")]
    tracing::error!(target: "dsh_tools", what, call_id, panic = %panicked, "user code panicked");
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
            assert_eq!(contained("observer", "call_1", contain(|| 7)), Some(7));
            assert_eq!(
                contained("observer", "call_1", contain(|| -> u8 { panic!("said so") })),
                None
            );
        });
        let lines = lines.0.lock().unwrap();
        assert_eq!(lines.len(), 1, "{lines:?}");
        for part in ["what=\"observer\"", "call_id=\"call_1\"", "panic=said so"] {
            assert!(lines[0].contains(part), "{lines:?}");
        }
    }
}
