//! The text of a generated crate.

use crate::content::{self, Field, Item, Tool, Ty};
use std::fmt::Write as _;

/// How many tools a module holds.
const MODULE: usize = 20;

/// With what tools are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Ours,
    Rmcp,
    Rig,
}

impl Kind {
    pub const ALL: [Self; 3] = [Self::Ours, Self::Rmcp, Self::Rig];

    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Rmcp => "rmcp",
            Self::Rig => "rig",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Rmcp => "schemars + serde + rmcp",
            Self::Rig => "rig",
        }
    }

    /// The manifest; `ours` is the path of our crate.
    pub fn manifest(self, ours: &str) -> String {
        let dependencies = match self {
            Self::Ours => format!("dsh-tools = {{ path = {ours:?} }}\n"),
            Self::Rmcp => String::from(
                "rmcp = { version = \"3\", features = [\"transport-io\"] }\nschemars = \"1\"\nserde = { version = \"1\", features = [\"derive\"] }\n",
            ),
            // 0.44 is the newest that this toolchain builds; the resolver knows.
            Self::Rig => String::from(
                "rig-agent = \">=0.44\"\nrig-core = { version = \">=0.44\", default-features = false }\nschemars = \"1\"\nserde = { version = \"1\", features = [\"derive\"] }\nserde_json = \"1\"\n",
            ),
        };
        format!(
            "[package]\nname = \"{}\"\nversion = \"0.1.0\"\nedition = \"2024\"\npublish = false\n\n[workspace]\nresolver = \"3\"\n\n[dependencies]\n{dependencies}",
            self.package(),
        )
    }

    pub fn package(self) -> String {
        format!("tools-of-{}", self.name())
    }

    /// `main.rs`, and the modules beside it by their names.
    pub fn sources(self, tools: usize) -> Vec<(String, String)> {
        let mut files = Vec::new();
        let modules = tools.div_ceil(MODULE);
        for module in 0..modules {
            let numbers = module * MODULE..tools.min((module + 1) * MODULE);
            files.push((format!("tools_{module}.rs"), self.module(module, numbers)));
        }
        files.push((String::from("main.rs"), self.main(modules)));
        files
    }

    fn main(self, modules: usize) -> String {
        let mut out =
            String::from("#![allow(dead_code, reason = \"arguments are read by nobody\")]\n\n");
        for module in 0..modules {
            let _ = writeln!(out, "mod tools_{module};");
        }
        let each = |call: &dyn Fn(usize) -> String| (0..modules).map(call).collect::<String>();
        let body = match self {
            Self::Ours => format!(
                "let registry = dsh_tools::ToolRegistry::new();\n{}    println!(\"{{}}\", registry.schemas().len());",
                each(&|module| format!(
                    "    registry.register_all(tools_{module}::tools()).unwrap();\n"
                )),
            ),
            Self::Rmcp => format!(
                "let mut router = rmcp::handler::server::router::tool::ToolRouter::<Server>::new();\n{}    println!(\"{{}}\", router.list_all().len());",
                each(&|module| format!("    router += Server::tools_{module}();\n")),
            ),
            Self::Rig => format!(
                "let mut set = rig_agent::tool::ToolSet::default();\n{}    println!(\"{{}}\", set.len());",
                each(&|module| format!("    tools_{module}::add(&mut set);\n")),
            ),
        };
        if self == Self::Rmcp {
            out.push_str("\n#[derive(Clone)]\npub struct Server;\n");
        }
        let _ = write!(out, "\nfn main() {{\n    {body}\n}}\n");
        out
    }

    fn module(self, module: usize, numbers: std::ops::Range<usize>) -> String {
        let mut out = String::from(match self {
            Self::Ours => "use dsh_tools::prelude::*;\n",
            Self::Rmcp => {
                "use crate::Server;\nuse rmcp::handler::server::wrapper::Parameters;\nuse rmcp::{tool, tool_router};\nuse schemars::JsonSchema;\nuse serde::Deserialize;\n"
            }
            Self::Rig => {
                "use rig_core::tool::PortableTool;\nuse schemars::{JsonSchema, schema_for};\nuse serde::Deserialize;\nuse std::convert::Infallible;\n"
            }
        });
        let tools: Vec<(usize, Tool)> =
            numbers.map(|number| (number, content::tool(number))).collect();
        for (number, tool) in &tools {
            for item in &tool.items {
                self.item(&mut out, *number, item);
            }
            let derive = self.derive("ToolArgs");
            let _ = write!(out, "\n{derive}pub struct {}{number} {{\n", tool.name);
            self.fields(&mut out, *number, &tool.fields, "    pub ");
            out.push_str("}\n");
        }
        self.functions(&mut out, module, &tools);
        out
    }

    fn functions(self, out: &mut String, module: usize, tools: &[(usize, Tool)]) {
        let mut names = Vec::new();
        if self == Self::Rmcp {
            let _ = write!(
                out,
                "\n#[tool_router(router = tools_{module}, vis = \"pub\")]\nimpl Server {{\n"
            );
        }
        for (number, tool) in tools {
            let Tool { name, doc, fields, .. } = tool;
            let first = fields.first().map_or("", |field| field.name);
            let function = format!("{}_{number}", snake(name));
            let _ = match self {
                Self::Ours => write!(
                    out,
                    "\n/// {doc}\n#[tool]\npub async fn {function}(args: {name}{number}) -> String {{\n    args.{first}\n}}\n"
                ),
                Self::Rmcp => write!(
                    out,
                    "    /// {doc}\n    #[tool]\n    pub async fn {function}(&self, Parameters(args): Parameters<{name}{number}>) -> String {{\n        args.{first}\n    }}\n\n"
                ),
                Self::Rig => write!(
                    out,
                    "
pub struct {name}Tool{number};

impl PortableTool for {name}Tool{number} {{
    const NAME: &'static str = \"{function}\";
    type Args = {name}{number};
    type Output = String;
    type Error = Infallible;

    fn description(&self) -> String {{
        String::from(\"{doc}\")
    }}

    fn parameters(&self) -> serde_json::Value {{
        schema_for!({name}{number}).to_value()
    }}

    async fn call(&self, args: {name}{number}) -> Result<String, Infallible> {{
        Ok(args.{first})
    }}
}}
"
                ),
            };
            names.push(match self {
                Self::Rig => format!("{name}Tool{number}"),
                _ => function,
            });
        }
        match self {
            Self::Ours => {
                let list = names.join(", ");
                let _ = write!(
                    out,
                    "\npub fn tools() -> Vec<ToolDefinition> {{\n    tools![{list}]\n}}\n"
                );
            }
            Self::Rmcp => out.push_str("}\n"),
            Self::Rig => {
                out.push_str("\npub fn add(set: &mut rig_agent::tool::ToolSet) {\n");
                for name in names {
                    let _ = writeln!(out, "    set.add_tool({name});");
                }
                out.push_str("}\n");
            }
        }
    }

    fn derive(self, ours: &str) -> String {
        match self {
            Self::Ours => format!("#[derive({ours})]\n"),
            _ => String::from("#[derive(Deserialize, JsonSchema)]\n"),
        }
    }

    fn item(self, out: &mut String, number: usize, item: &Item) {
        let derive = self.derive("ToolValue");
        let serde = match self {
            Self::Ours => "arg",
            _ => "serde",
        };
        match item {
            Item::Struct { name, fields } => {
                let _ = write!(out, "\n{derive}pub struct {name}{number} {{\n");
                self.fields(out, number, fields, "    pub ");
                out.push_str("}\n");
            }
            Item::Names { name, variants } => {
                let _ = write!(
                    out,
                    "\n{derive}#[{serde}(rename_all = \"lowercase\")]\npub enum {name}{number} {{\n"
                );
                for (variant, doc) in variants {
                    let _ = write!(out, "    /// {doc}\n    {variant},\n");
                }
                out.push_str("}\n");
            }
            Item::Tagged { name, variants } => {
                let _ = write!(
                    out,
                    "\n{derive}#[{serde}(tag = \"by\", rename_all = \"lowercase\")]\npub enum {name}{number} {{\n"
                );
                for (variant, holds) in variants {
                    let _ = match holds {
                        true => write!(
                            out,
                            "    {variant} {{\n        /// Whether the last comes first.\n        descending: bool,\n    }},\n"
                        ),
                        false => writeln!(out, "    {variant},"),
                    };
                }
                out.push_str("}\n");
            }
        }
    }

    fn fields(self, out: &mut String, number: usize, fields: &[Field], before: &str) {
        for Field { name, doc, ty, optional } in fields {
            let _ = writeln!(out, "    /// {doc}");
            if let Some(bounds) = self.bounds(ty) {
                let _ = writeln!(out, "    #[{bounds}]");
            }
            let ty = match ty {
                Ty::Text { .. } | Ty::Pattern(_) => String::from("String"),
                Ty::Whole { ty, .. } => String::from(*ty),
                Ty::Real { .. } => String::from("f64"),
                Ty::Flag => String::from("bool"),
                Ty::Own(name) => format!("{name}{number}"),
                Ty::Texts { .. } => String::from("Vec<String>"),
                Ty::Many { of, .. } => format!("Vec<{of}{number}>"),
            };
            let ty = if *optional { format!("Option<{ty}>") } else { ty };
            let _ = writeln!(out, "{before}{name}: {ty},");
        }
    }

    fn bounds(self, ty: &Ty) -> Option<String> {
        let ours = self == Self::Ours;
        let inside = match ty {
            Ty::Flag | Ty::Own(_) => return None,
            Ty::Text { min: 0, max } | Ty::Many { max, .. } => format!("length(max = {max})"),
            Ty::Text { min, max } => format!("length(min = {min}, max = {max})"),
            Ty::Pattern(pattern) if ours => format!("pattern = {pattern:?}"),
            Ty::Pattern(pattern) => format!("regex(pattern = {pattern:?})"),
            Ty::Whole { min, max, .. } => format!("range(min = {min}, max = {max})"),
            Ty::Real { max } => format!("range(min = 0, max = {max})"),
            Ty::Texts { max, each, unique } => {
                let unique = match (unique, ours) {
                    (false, _) => "",
                    (true, true) => ", unique_items",
                    (true, false) => ", extend(\"uniqueItems\" = true)",
                };
                format!("length(max = {max}), inner(length(min = 1, max = {each})){unique}")
            }
        };
        Some(format!("{}({inside})", if ours { "arg" } else { "schemars" }))
    }
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > 0 {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}
