//! Tool definitions in JSON become Rust source.
//!
//! A definition is read (`read`), the schema of its arguments is laid together place by place (`site`, `facts`),
//! becomes types (`lower`) and then tokens (`emit`), which `prettyplease` prints. What no type expresses is a
//! [`Finding`], and a comment where it is lost.
//!
//! ```
//! use dsh_tools_examples::import::{definitions, import};
//!
//! let text = r#"{"name":"look","description":"Look.","inputSchema":{"type":"object","properties":{
//!     "far":{"type":"boolean","description":"Into the distance."}}}}"#;
//! let imported = import(&definitions(text)?)?;
//! assert!(imported.source.contains("    /// Into the distance.\n    pub far: Option<bool>,\n"));
//! assert!(imported.tools[0].is_clean());
//! # Ok::<(), anyhow::Error>(())
//! ```

mod attrs;
mod case;
mod docs;
mod emit;
mod facts;
mod finding;
mod fits;
mod json;
mod kinds;
mod lower;
mod model;
mod names;
// The macros' own test of patterns: what it refuses would not compile.
#[path = "../../../dsh-tools-derive/src/pattern/mod.rs"]
#[allow(dead_code, reason = "the macros ask more of it")]
mod pattern;
mod read;
mod site;

pub use finding::{Finding, Weight};
pub use read::{Definition, Unreadable, definitions};

use docs::{Doc, literal};
use emit::{Marker, ident, item};
use lower::Lower;
use model::{Named, Type};
use names::Scope;
use proc_macro2::TokenStream;
use quote::quote;
use std::fmt::Write as _;

/// What became of one definition.
#[derive(Clone, Debug)]
pub struct Tool {
    /// Its name in the definition.
    pub original: String,
    /// Its name as a tool.
    pub name: String,
    /// The function, as it stands in source.
    pub function: String,
    /// The type of its arguments.
    pub arguments: String,
    /// The type that stands beside the function, where it is not the function's name.
    pub beside: Option<String>,
    /// What is to be told.
    pub findings: Vec<Finding>,
}

impl Tool {
    /// Whether nothing is lost.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.findings.iter().all(|finding| finding.weight == Weight::Note)
    }
}

/// Source, and what became of each definition.
#[derive(Clone, Debug)]
pub struct Imported {
    /// A formatted file.
    pub source: String,
    /// In the order of the definitions.
    pub tools: Vec<Tool>,
}

impl Imported {
    /// A line of JSON for each finding, and one for each tool.
    #[must_use]
    pub fn report(&self) -> String {
        let mut out = String::new();
        for tool in &self.tools {
            for finding in &tool.findings {
                let mut line = serde_json::json!(finding);
                if let Some(line) = line.as_object_mut() {
                    line.insert("tool".to_owned(), tool.original.clone().into());
                }
                _ = writeln!(out, "{line}");
            }
            let (name, clean) = (&tool.original, tool.is_clean());
            let line = serde_json::json!({"tool": name, "function": tool.function, "clean": clean});
            _ = writeln!(out, "{line}");
        }
        out
    }
}

/// Bytes of stack, several times what the deepest schema takes.
const STACK: usize = 64 << 20;

/// Makes one file of some definitions.
///
/// # Errors
/// When the tokens are no Rust, which would be a fault of this program.
pub fn import(definitions: &[Definition]) -> anyhow::Result<Imported> {
    // Schemas nest as deep as documents may, and each level is read by a few functions within each other.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || file(definitions))?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn file(definitions: &[Definition]) -> anyhow::Result<Imported> {
    let all: Vec<String> = definitions.iter().map(|d| format!("{d:?}")).collect();
    let marker = Marker::beside(&all.concat());
    let (mut types, mut functions) = (Scope::types(), Scope::default());
    let (mut tokens, mut tools) = (TokenStream::new(), Vec::new());
    let mut maps = false;
    for definition in definitions {
        let generated = one(definition, &mut types, &mut functions, &marker);
        tokens.extend(generated.tokens);
        tools.push(generated.tool);
        maps |= generated.maps;
    }
    let maps = maps.then(|| {
        quote!(
            use std::collections::BTreeMap;
        )
    });
    let file = syn::parse2(quote! {
        use dsh_tools::prelude::*;
        #maps
        #tokens
    })?;
    let source = marker.resolve(&prettyplease::unparse(&file));
    Ok(Imported { source: apart(&source), tools })
}

struct Generated {
    tokens: TokenStream,
    tool: Tool,
    maps: bool,
}

fn one(
    definition: &Definition,
    types: &mut Scope,
    functions: &mut Scope,
    marker: &Marker,
) -> Generated {
    let mut findings = definition.findings.clone();
    let name = names::tool_name(&definition.name);
    if name != definition.name {
        let why = format!("`{}` is no name that `#[tool]` takes: `{name}`", definition.name);
        findings.push(Finding::note("name", "", why));
    }
    let mut lower = Lower::new(&definition.parameters, types);
    let root = lower.root(&definition.parameters, &format!("{}_args", definition.name));
    let (generated, lost) = lower.finish();
    findings.extend(lost);
    let function = functions.field(&definition.name);
    let plain = function.strip_prefix("r#").unwrap_or(&function).to_owned();
    let beside = names::hides(&plain).then(|| types.ty("Tool", &plain));
    // What is read first stands first.
    let mut items = TokenStream::new();
    let order = std::iter::once(root).chain((0..generated.len()).filter(|number| *number != root));
    for number in order {
        if let Some(Some(named)) = generated.get(number) {
            items.extend(item(named, number == root, &generated, marker));
        }
    }
    let maps = generated.iter().flatten().any(has_map);
    let named = generated.get(root).and_then(Option::as_ref);
    let arguments = named.map_or_else(String::new, |named| named.name.clone());
    let stub = stub(definition, (&name, &function, &arguments), beside.as_deref(), &mut findings);
    let tool =
        Tool { original: definition.name.clone(), name, function, arguments, beside, findings };
    Generated { tokens: quote!(#items #stub), tool, maps }
}

fn stub(
    definition: &Definition,
    (name, function, arguments): (&str, &str, &str),
    beside: Option<&str>,
    findings: &mut Vec<Finding>,
) -> TokenStream {
    let mut entries = Vec::new();
    if function.strip_prefix("r#").unwrap_or(function) != name {
        entries.push(quote!(name = #name));
    }
    entries.extend(beside.map(ident).map(|beside| quote!(type = #beside)));
    let described = definition.description.as_deref().filter(|text| !text.trim().is_empty());
    let description = described.unwrap_or_else(|| {
        let why = "there is none, and models choose by it: write one";
        findings.push(Finding::note("description", "", why));
        "The definition came without a description: say here what the tool is for."
    });
    let doc = Doc::of(description);
    let docs = doc.lines();
    entries.extend(doc.entry());
    entries.extend(definition.title.as_deref().filter(|title| !title.trim().is_empty()).map(
        |title| {
            let title = literal(title);
            quote!(title = #title)
        },
    ));
    entries.extend(definition.hints.iter().map(|(hint, value)| {
        let hint = ident(hint);
        if *value { quote!(#hint) } else { quote!(#hint = false) }
    }));
    let attribute =
        if entries.is_empty() { quote!(#[tool]) } else { quote!(#[tool(#(#entries),*)]) };
    let (function, arguments) = (ident(function), ident(arguments));
    let todo = format!("`{name}` is not written yet");
    quote! {
        #docs
        #attribute
        pub async fn #function(args: #arguments) -> Result<String, ToolError> {
            let _ = args;
            Err(ToolError::msg(#todo))
        }
    }
}

/// Whether the type names `BTreeMap`.
fn has_map(named: &Named) -> bool {
    model::places(&named.body).into_iter().any(|place| map_within(&place.ty))
}

fn map_within(ty: &Type) -> bool {
    match ty {
        Type::Map { value, .. } => value.ty != Type::Any,
        Type::List { item, .. } => map_within(&item.ty),
        Type::Tuple(places) => places.iter().any(|place| map_within(&place.ty)),
        _ => false,
    }
}

/// A blank line between items.
fn apart(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut before = "";
    for line in source.lines() {
        let begins = line.starts_with("///")
            || line.starts_with("// ")
            || line.starts_with("#[")
            || line.starts_with("pub ");
        if begins && !before.starts_with(' ') && before.ends_with(['}', ';']) {
            out.push('\n');
        }
        out.push_str(line);
        out.push('\n');
        before = line;
    }
    out
}
