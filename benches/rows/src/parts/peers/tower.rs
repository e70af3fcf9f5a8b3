//! `tower`: a service for each tool, found by its name, which reads its arguments by serde; boxed layers around it.
//!
//! What is built of layers is cloned for each call and called when it is ready, as servers on `tower` do. Bounds of the
//! schema are not checked.

use crate::row::{Part, Row};
use crate::shapes::{GetWeather, Shape};
use futures_util::future::FutureExt;
use std::collections::HashMap;
use std::hint::black_box;
use std::task::{Context, Poll};
use tower::util::BoxCloneSyncService;
use tower::{Layer, Service, ServiceExt};

type Tool = BoxCloneSyncService<String, String, serde_json::Error>;

pub fn rows() -> Vec<Row> {
    vec![row("tower service, from text", 0), row("three boxed tower layers, from text", 3)]
}

fn row(what: &str, layers: u32) -> Row {
    Row::new(Part::Pipeline, GetWeather::NAME, what, move |window| {
        let (good, tools) = (GetWeather::good(), HashMap::from([("get_weather", tool(layers))]));
        window.of(|| {
            let tool = tools.get(black_box("get_weather")).expect("a tool").clone();
            let answer = tool.oneshot(black_box(&good).clone());
            let answer = answer.now_or_never().expect("nothing waits").expect("valid");
            assert!(!black_box(&answer).is_empty());
        });
    })
}

fn tool(layers: u32) -> Tool {
    let body = tower::service_fn(|text: String| async move {
        let args: GetWeather = serde_json::from_str(&text)?;
        drop(black_box(args));
        Ok(String::from("done"))
    });
    let wrap = |inner, _| Tool::new(Nothing.layer(inner));
    (0..layers).fold(Tool::new(body), wrap)
}

/// A layer that does nothing. What boxes the service that it makes boxes its futures too.
struct Nothing;

impl Layer<Tool> for Nothing {
    type Service = Around;

    fn layer(&self, inner: Tool) -> Around {
        Around(inner)
    }
}

#[derive(Clone)]
struct Around(Tool);

impl Service<String> for Around {
    type Response = String;
    type Error = serde_json::Error;
    type Future = <Tool as Service<String>>::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, text: String) -> Self::Future {
        self.0.call(text)
    }
}
