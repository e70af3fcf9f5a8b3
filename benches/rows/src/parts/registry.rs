//! Lookup and lists by number of tools and of scopes.
//!
//! All tools are of the small shape and stand in the global layer; each scope has a tool of its own besides. Calls go
//! round the tools, so that none is nearer than the others. A row's group says how many there are; rows of the same
//! name in other groups do the same.

use crate::row::{Part, Row};
use crate::shapes::{GetWeather, Shape};
use crate::window::Window;
use dsh_tools::prelude::*;
use futures_util::future::FutureExt;
use std::hint::black_box;

/// Tools and scopes: one of both grows at a time, and then both.
const SIZES: [(usize, usize); 8] =
    [(10, 1), (100, 1), (1_000, 1), (10_000, 1), (10, 10), (10, 100), (10, 1_000), (10_000, 1_000)];

/// The rows.
pub fn rows() -> Vec<Row> {
    SIZES.into_iter().flat_map(|(tools, scopes)| of(tools, scopes)).collect()
}

fn of(tools: usize, scopes: usize) -> [Row; 6] {
    let row = |what: &str, run: fn(&Many, &mut Window)| {
        let group = format!("{tools} tools, {scopes} scopes");
        Row::new(Part::Registry, group, what, move |window| {
            run(&if window.is_smoke() { Many::of(10, 2) } else { Many::of(tools, scopes) }, window);
        })
        .ours()
    };
    [
        row("get", |many, window| {
            let mut name = many.names();
            window.of(|| drop(black_box(many.registry.get(name()).expect("a tool"))));
        }),
        row("get in a scope", |many, window| {
            let mut name = many.names();
            window.of(|| drop(black_box(many.scope().get(name()).expect("a tool"))));
        }),
        row("execute", |many, window| {
            let (good, mut name) = (GetWeather::good(), many.names());
            window.of(|| {
                let call = ToolExecutionInput::new("call_1", name(), black_box(&*good));
                let result = many.registry.execute(call).now_or_never().expect("nothing waits");
                assert!(!result.is_error());
            });
        }),
        row("execute in a scope", |many, window| {
            let (good, mut name) = (GetWeather::good(), many.names());
            window.of(|| {
                let call = ToolExecutionInput::new("call_1", name(), black_box(&*good));
                let result = many.scope().execute(call).now_or_never().expect("nothing waits");
                assert!(!result.is_error());
            });
        }),
        // Nothing has changed since it was asked last.
        row("schemas", |many, window| {
            window.of(|| drop(black_box(many.registry.schemas())));
        }),
        row("schemas of a scope", |many, window| {
            window.of(|| drop(black_box(many.scope().schemas())));
        }),
    ]
}

/// A registry of many tools and scopes, all of them in use.
struct Many {
    registry: ToolRegistry,
    names: Vec<String>,
    scopes: Vec<ToolScope>,
}

impl Many {
    fn of(tools: usize, scopes: usize) -> Self {
        let names: Vec<_> = (0..tools).map(|number| format!("tool_{number:05}")).collect();
        let all = names.iter().map(|name| tool(name));
        let registry = ToolRegistry::builder().tools(all).build().expect("a registry");
        let scopes = (0..scopes).map(|number| {
            let scope = registry.scope(format!("agent_{number}"));
            scope.register(tool("own")).expect("a name for the scope itself");
            scope
        });
        let many = Self { scopes: scopes.collect(), registry, names };
        // What a layer puts together when it is asked first is no part of any row.
        assert_eq!(many.registry.schemas().len(), tools);
        assert_eq!(many.scope().schemas().len(), tools + 1);
        many
    }

    /// The one that is asked: neither the first nor the last.
    fn scope(&self) -> &ToolScope {
        &self.scopes[self.scopes.len() / 2]
    }

    /// Names of tools, in an order that is not theirs.
    fn names<'a>(&'a self) -> impl FnMut() -> &'a str {
        // A prime that divides none of the numbers of tools: all of them come.
        let mut at = 0;
        move || {
            at = (at + 7_919) % self.names.len();
            &self.names[at]
        }
    }
}

fn tool(name: &str) -> ToolDefinition {
    let body = |args: GetWeather, _| async move {
        drop(black_box(args));
        String::from("done")
    };
    ToolDefinition::builder(name).args::<GetWeather>().body(body).build()
}
