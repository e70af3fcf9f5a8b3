//! Notices of changes: one each, and none that harms what it tells of.

use crate::support::free;
use dsh_tools::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Context, Wake, Waker};

fn tool(name: &str) -> ToolDefinition {
    free(name).body(|_, _| async {}).build()
}

#[test]
fn closing_is_told_once_however_many_scopes_go() {
    let registry = ToolRegistry::new();
    let agent = registry.scope("agent");
    agent.register(tool("own")).unwrap();
    for at in 0..3 {
        agent.child(at.to_string()).register(tool("own")).unwrap();
    }
    let mut changes = registry.subscribe();
    let before = changes.count();
    assert!(agent.close());
    assert_eq!(changes.count(), before + 1);

    // The parent has nothing, a child has: that is a change, too.
    let parent = registry.scope("parent");
    parent.child("helper").register(tool("own")).unwrap();
    let before = changes.count();
    assert!(parent.close());
    assert_eq!(changes.count(), before + 1);
}

#[test]
fn s007_a_subscriber_whose_waker_panics_harms_no_registration() {
    struct Bad;
    impl Wake for Bad {
        fn wake(self: Arc<Self>) {
            panic!("a waker's");
        }
    }
    let registry = ToolRegistry::new();
    let agent = registry.scope("agent");
    let (waker, mut changes) = (Waker::from(Arc::new(Bad)), registry.subscribe());
    let mut waiting = Box::pin(changes.changed());
    assert!(waiting.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
    let registered = catch_unwind(AssertUnwindSafe(|| agent.register(tool("own"))));
    let registration = registered.expect("it is the listener's panic").unwrap();
    assert!(agent.get("own").is_some());
    drop(waiting);
    assert!(registration.unregister());
    assert_eq!(changes.count(), 2);
}
