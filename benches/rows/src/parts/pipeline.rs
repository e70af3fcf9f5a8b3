//! A whole call, from text to its result; polled once, by no runtime.

use super::peers;
use crate::row::{Part, Row};
use crate::shapes::{BulkUpsert, EditFile, GetWeather, ListMachines, SearchIssues, Shape};
use crate::window::Window;
use dsh_tools::prelude::*;
use dsh_tools::{Denial, PostToolDecision};
use futures_util::future::{BoxFuture, FutureExt};
use serde_json::Value;
use std::collections::HashMap;
use std::hint::black_box;

/// Rows are made when they are run: what one needs costs no other.
pub fn rows() -> Vec<Row> {
    let mut rows = calling::<GetWeather>();
    rows.extend(peers::rows());
    rows.extend(calling::<SearchIssues>());
    rows.extend(calling::<BulkUpsert>());
    rows.extend(calling::<EditFile>());
    rows.extend(calling::<ListMachines>());
    rows
}

fn row<T: Shape>(what: &'static str, ours: bool, run: impl Fn(&mut Window) + 'static) -> Row {
    let row = Row::new(Part::Pipeline, T::NAME, what, run).rounds(T::ROUNDS);
    if ours { row.ours() } else { row }
}

fn calling<T: Shape>() -> Vec<Row> {
    let ours = |what, prepare: fn(&ToolRegistry)| {
        row::<T>(what, true, move |window| {
            let (good, tool) = (T::good(), T::tool());
            let name = tool.name().to_owned();
            let registry = ToolRegistry::builder().tools([tool]).build().expect("a registry");
            prepare(&registry);
            window.of(|| {
                let input =
                    ToolExecutionInput::new("call_1", name.as_str(), black_box(good.as_str()));
                let result = registry.execute(input).now_or_never().expect("nothing waits");
                assert!(!result.is_error());
            });
        })
    };
    vec![
        ours("pipeline, three hooks of each stage", |registry| hooks(registry, 3)),
        ours("pipeline, a hook of each stage", |registry| hooks(registry, 1)),
        // The arguments were parsed before the window, and are dropped in it.
        row::<T>("pipeline from a Value", true, |window| {
            let (good, tool) = (T::good(), T::tool());
            let name = tool.name().to_owned();
            let registry = ToolRegistry::builder().tools([tool]).build().expect("a registry");
            let parsed = || serde_json::from_str::<Value>(&good).expect("JSON");
            window.of_each(parsed, |arguments| {
                let input = ToolExecutionInput::new("call_1", name.as_str(), arguments);
                let result = registry.execute(input).now_or_never().expect("nothing waits");
                assert!(!result.is_error());
            });
        }),
        // The last of ours: what others do is set against it.
        ours("pipeline from text", |_| {}),
        row::<T>("bare boxed call through a map", false, |window| {
            let (good, bare) = (T::good(), bare_tools::<T>());
            window.of(|| {
                let call = bare.get(black_box("take")).expect("a tool");
                let done = call(black_box(&good)).now_or_never().expect("nothing waits");
                black_box(&done.expect("valid"));
            });
        }),
    ]
}

fn hooks(registry: &ToolRegistry, of_each: u32) {
    for _ in 0..of_each {
        registry.pre_execute_fn(|_, next| next.run());
        registry.guard_fn(|_| None::<Denial>);
        registry.around_dispatch_fn(|_, next| async move { next.run().await });
        registry.post_execute_fn(|_, _, next| async move {
            next.run().await.or(Ok(PostToolDecision::accept()))
        });
        registry.observe_fn(|_, result| {
            black_box(result.is_error());
        });
    }
}

type Bare = Box<dyn Fn(&str) -> BoxFuture<'static, Result<String, serde_json::Error>>>;

/// The floor of any pipeline: a map, a boxed future, arguments by serde.
fn bare_tools<T: Shape>() -> HashMap<&'static str, Bare> {
    let call = |text: &str| -> BoxFuture<'static, Result<String, serde_json::Error>> {
        let args = serde_json::from_str::<T>(text);
        Box::pin(async move {
            drop(black_box(args?));
            Ok(String::from("done"))
        })
    };
    HashMap::from([("take", Box::new(call) as Bare)])
}
