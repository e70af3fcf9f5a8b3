//! Names of Rust for names of the wire.

use std::collections::HashSet;

/// Words of Rust that `r#` makes identifiers.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Words that not even `r#` makes identifiers.
const FIXED: &[&str] = &["self", "super", "crate", "_"];

/// Names of types that a generated file uses itself, or that readers take for something else.
const TAKEN: &[&str] = &[
    "Self",
    "Option",
    "Some",
    "None",
    "Result",
    "Ok",
    "Err",
    "String",
    "Vec",
    "Box",
    "BTreeMap",
    "HashMap",
    "Value",
    "Map",
    "Json",
    "Debug",
    "Clone",
    "Copy",
    "Default",
    "Eq",
    "PartialEq",
    "Ord",
    "PartialOrd",
    "Hash",
    "Send",
    "Sync",
    "Sized",
    "Drop",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Into",
    "Iterator",
    "ToString",
    "ToOwned",
    "AsRef",
    "AsMut",
    "TryFrom",
    "TryInto",
    "Extend",
    "ToolArgs",
    "ToolValue",
    "ToolError",
    "ToolErrorExt",
    "ToolContext",
    "ToolDefinition",
    "ToolExecution",
    "ToolExecutionInput",
    "ToolExecutionResult",
    "ToolOutput",
    "ToolRegistry",
    "ToolResultData",
    "ToolSchema",
    "ToolCallKind",
    "ToolCallView",
    "ToolResultView",
    "ToolObserver",
    "ContentBlock",
    "FrozenJson",
    "AroundDispatch",
    "AroundNext",
    "TimeoutPolicy",
    "RegisterError",
    "Registration",
    "ErrorCode",
    "IntoToolOutput",
    "FileDiff",
    "FileLocation",
    "CancellationToken",
];

/// Names beside which a function needs a type of another name: crates, and types that a file names.
const HIDDEN: &[&str] = &[
    "std",
    "core",
    "alloc",
    "dsh_tools",
    "serde_json",
    "serde",
    "tokio",
    "bool",
    "char",
    "str",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "f32",
    "f64",
];

/// The words of a name: `readFile`, `read-file`, `Read file` are `read`, `file`. Only ASCII letters and digits stay.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut open = false;
    let chars: Vec<char> = name.chars().collect();
    for (at, c) in chars.iter().enumerate() {
        if !c.is_ascii_alphanumeric() {
            open = false;
            continue;
        }
        let before = at.checked_sub(1).and_then(|at| chars.get(at));
        let after = chars.get(at + 1);
        // `aB` is two words, and so is `HTTPServer`; `IDs` and `4K` are one.
        let starts = c.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || (before.is_ascii_uppercase()
                        && after.is_some_and(char::is_ascii_lowercase)
                        && chars.get(at + 2).is_some_and(char::is_ascii_lowercase))
            });
        match words.last_mut() {
            Some(word) if open && !starts => word.push(c.to_ascii_lowercase()),
            _ => words.push(c.to_ascii_lowercase().to_string()),
        }
        open = true;
    }
    words
}

/// `read_file`; empty when the name has no letter that Rust takes.
#[must_use]
pub(crate) fn snake(name: &str) -> String {
    // What is written in lower case already keeps its underscores.
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    if begins && name.chars().all(plain) && !name.contains("__") {
        return name.to_owned();
    }
    words(name).join("_")
}

/// `ReadFile`; empty when the name has no letter that Rust takes.
#[must_use]
pub(crate) fn pascal(name: &str) -> String {
    let mut out = String::new();
    for word in words(name) {
        let digits = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        // `1.5` is not `15`.
        if digits(out.chars().last()) && digits(word.chars().next()) {
            out.push('_');
        }
        let mut chars = word.chars();
        out.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        out.push_str(chars.as_str());
    }
    out
}

/// An identifier for a value, if the name has no letters at its beginning: `prefix` goes before it.
fn begun(text: String, prefix: &str) -> String {
    match text.chars().next() {
        None => prefix.to_owned(),
        Some(c) if c.is_ascii_digit() => format!("{prefix}{text}"),
        Some(_) => text,
    }
}

/// Names of one scope, no two alike.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    taken: HashSet<String>,
}

impl Scope {
    /// A scope of types.
    #[must_use]
    pub(crate) fn types() -> Self {
        Self { taken: TAKEN.iter().map(|&name| name.to_owned()).collect() }
    }

    fn take(&mut self, name: String) -> String {
        if self.taken.insert(name.clone()) {
            return name;
        }
        let lower = name.starts_with(|c: char| c.is_ascii_lowercase());
        let digit = name.ends_with(|c: char| c.is_ascii_digit());
        let separator = if (lower && !name.ends_with('_')) || digit { "_" } else { "" };
        for number in 2_u32.. {
            let numbered = format!("{name}{separator}{number}");
            if self.taken.insert(numbered.clone()) {
                return numbered;
            }
        }
        name
    }

    /// A field or function, as it stands in source (`r#type`).
    pub(crate) fn field(&mut self, name: &str) -> String {
        let name = match snake(name) {
            empty if empty.is_empty() => String::from("field"),
            digit if digit.starts_with(|c: char| c.is_ascii_digit()) => format!("field_{digit}"),
            name if FIXED.contains(&&*name) => format!("{name}_"),
            name => name,
        };
        let name = self.take(name);
        if KEYWORDS.contains(&&*name) { format!("r#{name}") } else { name }
    }

    /// A variant.
    pub(crate) fn variant(&mut self, name: &str) -> String {
        let name = match name {
            "*" => String::from("Any"),
            other => begun(pascal(other), "Value"),
        };
        self.take(if name == "Self" { String::from("Itself") } else { name })
    }

    /// A type; where `name` is taken, `owner` goes before it.
    pub(crate) fn ty(&mut self, owner: &str, name: &str) -> String {
        let plain = begun(pascal(name), "Value");
        if self.taken.insert(plain.clone()) {
            return plain;
        }
        let told = owner.is_empty() || plain.starts_with(owner);
        self.take(if told { plain } else { format!("{owner}{plain}") })
    }

    /// Gives a name back.
    pub(crate) fn free(&mut self, name: &str) {
        self.taken.remove(name);
    }
}

/// Whether a variant's name says what its string is.
#[must_use]
pub(crate) fn speaks(value: &str) -> bool {
    // An attribute cannot say an empty name.
    value == "*" || pascal(value).starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The name of one of them: `edits` are many of `edit`.
#[must_use]
pub(crate) fn singular(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let cut = |count: usize| name.get(..name.len() - count).unwrap_or(name).to_owned();
    if lower.ends_with("ies") && lower.len() > 4 {
        return cut(3) + "y";
    }
    let es = ["sses", "xes", "ches", "shes"].iter().any(|end| lower.ends_with(end));
    if es {
        return cut(2);
    }
    let kept = ["ss", "us", "is", "as", "os"].iter().any(|end| lower.ends_with(end));
    if lower.ends_with('s') && !kept && lower.len() > 2 { cut(1) } else { format!("{name}_item") }
}

/// What `#[tool]` takes as a name: 1 to 64 of `A-Z a-z 0-9 _ -`.
#[must_use]
pub(crate) fn tool_name(name: &str) -> String {
    let legal = |c: char| if c.is_ascii_alphanumeric() || "_-".contains(c) { c } else { '_' };
    let legal: String = name.trim().chars().map(legal).take(64).collect();
    match legal.as_str() {
        "" => String::from("tool"),
        // Reserved for programs that call tools.
        "run_code" => String::from("run_code_tool"),
        _ => legal,
    }
}

/// Whether a type of the function's name would hide what generated code names.
#[must_use]
pub(crate) fn hides(function: &str) -> bool {
    HIDDEN.contains(&function)
}
