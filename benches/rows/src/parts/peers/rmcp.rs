//! The tool router of `rmcp`: what its server does with a call, without a transport.
//!
//! Its arguments come as a parsed map; the bounds of the schema are not checked, by it or by anybody behind it.

use crate::row::{Part, Row};
use crate::shapes::{GetWeather, Shape};
use crate::window::Window;
use futures_util::future::FutureExt;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResponse, ClientRequest, JsonObject, RequestId,
    ServerResult,
};
use rmcp::service::{Peer, RequestContext, Service, serve_directly};
use rmcp::{RoleServer, ServerHandler, schemars, tool, tool_handler, tool_router};
use serde::Deserialize;
use std::hint::black_box;

#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
#[allow(dead_code, reason = "read by nobody but the decoder")]
struct Weather {
    /// Name of the city.
    #[schemars(length(min = 1, max = 100))]
    city: String,
    /// How many days to look ahead.
    #[schemars(range(min = 1, max = 14))]
    days: u8,
    /// Whether to give metric units.
    metric: bool,
}

struct Server {
    tool_router: rmcp::handler::server::router::tool::ToolRouter<Self>,
}

#[tool_router]
impl Server {
    /// Tell the weather.
    #[tool]
    async fn get_weather(&self, Parameters(args): Parameters<Weather>) -> String {
        drop(black_box(args));
        String::from("done")
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {}

pub fn rows() -> Vec<Row> {
    vec![
        // The map and the context were made before the window: what no caller can do without.
        row("rmcp router, arguments and context at hand", |window| {
            let desk = Desk::new();
            let at_hand = || (parameters(&GetWeather::good()), desk.context());
            window.of_each(at_hand, |(parameters, context)| desk.answer(parameters, context));
        }),
        // The map was parsed before the window; the context is made in it, as its server makes one a request.
        row("rmcp router, parsed arguments", |window| {
            let desk = Desk::new();
            let parsed = || parameters(&GetWeather::good());
            window.of_each(parsed, |parameters| desk.answer(parameters, desk.context()));
        }),
        row("rmcp router, from text", |window| {
            let (desk, good) = (Desk::new(), GetWeather::good());
            window.of(|| desk.answer(parameters(black_box(&good)), desk.context()));
        }),
        // One step further out: what its loop calls with each request, which looks at the protocol's version and at
        // the kind of request.
        row("rmcp service, parsed arguments", |window| {
            let desk = Desk::new();
            let parsed = || parameters(&GetWeather::good());
            window.of_each(parsed, |parameters| {
                let request = ClientRequest::CallToolRequest(CallToolRequest::new(parameters));
                let answer = desk.server.handle_request(request, desk.context());
                let answer = answer.now_or_never().expect("nothing waits").expect("a tool");
                assert!(matches!(black_box(&answer), ServerResult::CallToolResult(_)));
            });
        }),
    ]
}

fn row(what: &str, run: impl Fn(&mut Window) + 'static) -> Row {
    Row::new(Part::Pipeline, GetWeather::NAME, what, run)
}

fn parameters(text: &str) -> CallToolRequestParams {
    let arguments: JsonObject = serde_json::from_str(text).expect("JSON");
    CallToolRequestParams::new("get_weather").with_arguments(arguments)
}

/// A server, and the peer that its contexts name.
struct Desk {
    server: Server,
    peer: Peer<RoleServer>,
}

impl Desk {
    /// A peer is made by serving only. This one was served to nobody, for a moment.
    fn new() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let _inside = runtime.enter();
        let (here, _) = tokio::io::duplex(64);
        let peer = serve_directly(Server::new(), here, None).peer().clone();
        Self { server: Server::new(), peer }
    }

    fn context(&self) -> RequestContext<RoleServer> {
        RequestContext::new(RequestId::Number(1), self.peer.clone())
    }

    fn answer(&self, parameters: CallToolRequestParams, context: RequestContext<RoleServer>) {
        let answer = self.server.call_tool(parameters, context);
        let answer = answer.now_or_never().expect("nothing waits").expect("a tool");
        let CallToolResponse::Complete(result) = black_box(&answer) else {
            panic!("{answer:?} is no result");
        };
        assert_ne!(result.is_error, Some(true));
    }
}

impl Server {
    fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }
}
