//! Where panics are not contained.

/// Says it once a process where a panic ends the process: no call's failure is its own there.
#[cfg_attr(not(feature = "tracing"), allow(unused_variables, reason = "nobody listens"))]
pub(super) fn warn_of_aborts(panics_abort: bool) {
    #[cfg(feature = "tracing")]
    if panics_abort {
        static ONCE: std::sync::Once = std::sync::Once::new();
        // Whoever listens to the log is somebody's code, and may make registries.
        let mut is_first = false;
        ONCE.call_once(|| is_first = true);
        if is_first {
            let _nobody_is_left_to_tell = crate::tool::contain(|| {
                tracing::warn!(
                    target: "dsh_tools",
                    "this program is built with `panic = \"abort\"`: a panic in a tool or a hook ends the process, not its call"
                );
            });
        }
    }
}

#[cfg(all(test, feature = "tracing"))]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Event, Level, Metadata, Subscriber};

    #[derive(Clone, Default)]
    struct Warnings(Arc<AtomicU32>);

    impl Subscriber for Warnings {
        fn enabled(&self, metadata: &Metadata<'_>) -> bool {
            *metadata.level() == Level::WARN
        }
        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }
        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, _: &Event<'_>) {
            self.0.fetch_add(1, Ordering::Relaxed);
            // Who listens may make a registry of its own.
            warn_of_aborts(true);
        }
        fn enter(&self, _: &Id) {}
        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn c113_where_panics_end_the_process_it_is_said_once() {
        let warnings = Warnings::default();
        tracing::subscriber::with_default(warnings.clone(), || {
            warn_of_aborts(false);
            assert_eq!(warnings.0.load(Ordering::Relaxed), 0);
            warn_of_aborts(true);
            warn_of_aborts(true);
        });
        assert_eq!(warnings.0.load(Ordering::Relaxed), 1);
    }
}
