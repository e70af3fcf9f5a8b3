//! User code that panics where it is least expected.

use super::{Diary, brief, run};
use crate::support::{call, code};
use dsh_tools::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        assert!(std::thread::panicking(), "a destructor");
    }
}

#[tokio::test]
async fn hooks_whose_futures_panic_in_their_destructor_have_decided() {
    let diary = Diary::default();
    let agent = diary.registry().scope("agent");
    agent.pre_execute_fn(|_, next| async move {
        let bomb = Bomb;
        let decision = next.run().await;
        std::mem::forget(bomb);
        decision
    });
    agent.pre_execute_fn(|_, _| {
        let bomb = Bomb;
        std::future::poll_fn(move |_| {
            let _ = &bomb;
            std::task::Poll::Ready(Ok(PreToolDecision::Ask(None)))
        })
    });
    agent.approver_fn(|_| {
        let bomb = Bomb;
        std::future::poll_fn(move |_| {
            let _ = &bomb;
            std::task::Poll::Ready(Ok(ApprovalDecision::AllowedOnce))
        })
    });
    agent.post_execute_fn(|_, _, _| {
        let bomb = Bomb;
        std::future::poll_fn(move |_| {
            let _ = &bomb;
            std::task::Poll::Ready(Ok(PostToolDecision::accept()))
        })
    });
    assert_eq!(run(&agent).await.text(), "t");
}

#[tokio::test]
async fn hooks_that_panic_when_they_are_lifted_are_lifted() {
    let diary = Diary::default();
    let registry = diary.registry();
    let agent = registry.scope("agent");
    let holds = || {
        let bomb = Arc::new(Bomb);
        move || {
            let _ = &bomb;
        }
    };
    let (a, b, c, d) = (holds(), holds(), holds(), holds());
    let all = agent.install(|hooks| {
        hooks.pre_execute_fn(move |_, next| {
            a();
            next.run()
        });
        hooks.guard_fn(move |_| {
            b();
            Some(Denial::new("no"))
        });
        hooks.post_execute_fn(move |_, _, next| {
            c();
            next.run()
        });
        hooks.observe_fn(move |_, _| d());
    });
    assert_eq!(code(&run(&agent).await), "DENIED");
    assert!(all.unregister());
    assert_eq!(run(&agent).await.text(), "t");
    let state = agent.state(Bomb);
    assert!(state.unregister());
    agent.state(Bomb);
    assert!(agent.close());
}

#[test]
fn a_policy_that_panics_while_it_is_installed_installs_nothing() {
    struct Half;
    impl Policy for Half {
        fn install(self: Arc<Self>, hooks: &mut Hooks) {
            hooks.guard_fn(|_| Some(Denial::new("half")));
            panic!("a policy");
        }
    }
    let registry = Diary::default().registry();
    // It is the host's own call, and the panic is the host's.
    assert!(catch_unwind(AssertUnwindSafe(|| registry.policy(Half))).is_err());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    assert_eq!(runtime.block_on(registry.execute(call("t", "{}"))).text(), "t");
}

#[tokio::test]
async fn post_hooks_that_panic_withhold_the_result() {
    let diary = Diary::default();
    let registry = diary.registry();
    let early = registry
        .post_execute_fn(|_, _, _| -> std::future::Ready<_> { panic!("before its future") });
    assert_eq!(code(&registry.execute(call("t", "{}")).await), "HOOK_PANICKED");
    assert!(early.unregister());
    registry.post_execute_fn(|_, _, next| async move {
        let _decision = next.run().await;
        panic!("after it asked")
    });
    let result = registry.execute(call("t", "{}")).await;
    assert_eq!(brief(&result), "HOOK_PANICKED a hook panicked in call `call_1`");
    assert!(!result.text().contains("after it asked"), "that is for the host");
}

#[tokio::test]
async fn what_is_kept_of_a_decision_decides_nothing_later() {
    let diary = Diary::default();
    let registry = diary.registry();
    let kept = Arc::new(std::sync::Mutex::new(None));
    let keep = Arc::clone(&kept);
    registry.pre_execute_fn(move |_, next| {
        *keep.lock().unwrap() = Some(next);
        async { Ok(PreToolDecision::deny("no")) }
    });
    let inner = diary.clone();
    registry.pre_execute_fn(move |_, next| {
        inner.note("inner");
        next.run()
    });
    assert_eq!(code(&registry.execute(call("t", "{}")).await), "DENIED");
    let next: PreNext = kept.lock().unwrap().take().unwrap();
    assert_eq!(next.run().await.unwrap(), PreToolDecision::Allow);
    diary.reads(&["observed DENIED no", "inner"]);
}

/// Only in a process of its own: the hook is the process's.
#[test]
fn contained_panics_are_kept_from_standard_error_when_it_is_wanted() {
    const CHILD: &str = "DSH_PANIC_HOOK_CHILD";
    if std::env::var_os(CHILD).is_some() {
        dsh_tools::panic_hook::install();
        dsh_tools::panic_hook::install();
        let registry = Diary::default().registry();
        registry.guard_fn(|_| panic!("inside a guard"));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        assert_eq!(code(&runtime.block_on(registry.execute(call("t", "{}")))), "HOOK_PANICKED");
        let outside = std::thread::spawn(|| panic!("outside of any call"));
        assert!(outside.join().is_err());
        return;
    }
    let name = "stages::panicking::contained_panics_are_kept_from_standard_error_when_it_is_wanted";
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    assert!(errors.contains("outside of any call"), "{errors}");
    assert!(!errors.contains("inside a guard"), "{errors}");
}

#[test]
fn what_a_panic_can_leave_behind_is_seen_through_no_handle() {
    fn is_safe<T: std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    is_safe::<ToolExecution>();
    is_safe::<ToolDefinition>();
    is_safe::<ToolRegistry>();
    is_safe::<ToolScope>();
    is_safe::<dsh_tools::ToolBatch>();
}
