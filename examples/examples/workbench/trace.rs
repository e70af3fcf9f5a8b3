//! The spans of calls, printed as a tree when they have ended.

use dsh_tools::view::line;
use dsh_tools_examples::style::{BAD, DIM};
use opentelemetry::KeyValue;
use opentelemetry::trace::{SpanId, Status, TracerProvider as _};
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanData, SpanExporter};
use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use tracing_subscriber::layer::SubscriberExt as _;

/// Spans that have ended and are not printed yet.
#[derive(Clone, Debug, Default)]
struct Ended(Arc<Mutex<Vec<SpanData>>>);

impl SpanExporter for Ended {
    async fn export(&self, spans: Vec<SpanData>) -> OTelSdkResult {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(spans);
        Ok(())
    }
}

/// Gathers the spans of the whole program.
#[derive(Debug)]
pub(crate) struct Trace {
    ended: Ended,
    /// The times are told, which differ from run to run.
    times: bool,
    /// Dropped, it would export no more.
    _provider: SdkTracerProvider,
}

impl Trace {
    /// From now on.
    pub(crate) fn start(times: bool) -> anyhow::Result<Self> {
        let ended = Ended::default();
        let provider = SdkTracerProvider::builder().with_simple_exporter(ended.clone()).build();
        // What a reader of the calls has no use for: where in the library a span begins, and which thread polled it.
        let layer = tracing_opentelemetry::layer()
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_target(false)
            .with_tracer(provider.tracer("workbench"));
        tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer))?;
        Ok(Self { ended, times, _provider: provider })
    }

    /// Prints what ended since it was asked last; a span stands below the one that it is a part of.
    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let spans =
            std::mem::take(&mut *self.ended.0.lock().unwrap_or_else(PoisonError::into_inner));
        tree(out, &spans, self.times)
    }
}

fn tree(out: &mut impl Write, spans: &[SpanData], times: bool) -> io::Result<()> {
    let known: HashSet<SpanId> = spans.iter().map(|span| span.span_context.span_id()).collect();
    let mut parts: HashMap<Option<SpanId>, Vec<&SpanData>> = HashMap::new();
    for span in spans {
        let whole = Some(span.parent_span_id).filter(|id| known.contains(id));
        parts.entry(whole).or_default().push(span);
    }
    // From a stack, the last first: those that ended first are printed first.
    let mut rest: Vec<(usize, &SpanData)> = Vec::new();
    let below = |whole: Option<SpanId>, depth: usize| {
        let parts = parts.get(&whole).into_iter().flatten();
        parts.rev().map(move |span| (depth, *span)).collect::<Vec<_>>()
    };
    rest.extend(below(None, 0));
    while let Some((depth, span)) = rest.pop() {
        one(out, &"    ".repeat(depth), span, times)?;
        rest.extend(below(Some(span.span_context.span_id()), depth + 1));
    }
    Ok(())
}

fn one(out: &mut impl Write, margin: &str, span: &SpanData, times: bool) -> io::Result<()> {
    write!(out, "  {margin}{DIM}◇ {}{DIM:#}", line(&span.name))?;
    if let (true, Ok(took)) = (times, span.end_time.duration_since(span.start_time)) {
        write!(out, " {DIM}({} ms){DIM:#}", took.as_millis())?;
    }
    if let Status::Error { .. } = span.status {
        write!(out, " {BAD}error{BAD:#}")?;
    }
    writeln!(out)?;
    attributes(out, margin, &span.attributes)?;
    for event in span.events.iter() {
        writeln!(out, "    {margin}{DIM}· {}{DIM:#}", line(&event.name))?;
        attributes(out, margin, &event.attributes)?;
    }
    Ok(())
}

fn attributes(out: &mut impl Write, margin: &str, attributes: &[KeyValue]) -> io::Result<()> {
    let mut attributes: Vec<_> = attributes.iter().collect();
    attributes.sort_by_key(|attribute| attribute.key.as_str());
    for attribute in attributes {
        let value = attribute.value.to_string();
        writeln!(
            out,
            "      {margin}{DIM}{} = {}{DIM:#}",
            line(attribute.key.as_str()),
            line(&value)
        )?;
    }
    Ok(())
}
