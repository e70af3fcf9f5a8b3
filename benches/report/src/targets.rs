//! What is promised, and whether the rows keep it.

use crate::growth;
use crate::misses;
use crate::rows::{Rows, SHAPES, quotient};
use crate::target::Bound::{AtLeast, AtMost};
use crate::target::Target;
use dsh_tools_benches_frame::record::Record;
use std::fmt::Write as _;

const OURS: &str = "text to struct and document, checked";
const THEIRS: &str = "serde_json Value then from_value";
const FROM_STR: &str = "serde_json from_str";

/// Callers that share nothing.
pub const ALONE: &str = "serde alone, nothing shared, 2 workers";

/// What two cores are to give, of one.
pub const TWO_CORES: f64 = 1.8;

/// What a registry is asked for.
const LOOKUPS: [&str; 6] =
    ["get", "get in a scope", "execute", "execute in a scope", "schemas", "schemas of a scope"];

/// All of them, also those that no row tells of.
pub fn all(records: &[Record]) -> Vec<Target> {
    of_rows(&Rows(records))
}

/// The table, and beneath it why what is missed is missed.
pub fn table(targets: &[Target]) -> String {
    let mut text = String::from(
        "\n## Targets\n\nInstructions, where nothing else is said.\n\n| | target | measured | |\n|---|--:|--:|---|\n",
    );
    let mut reasons = String::new();
    for target in targets {
        let _ = writeln!(text, "{}", target.line());
        if target.is_met() == Some(false) {
            let why = misses::why(&target.key).unwrap_or("Not explained yet.");
            let _ = writeln!(reasons, "- {} ({}): {why}", target.what, target.shown());
        }
    }
    let met = targets.iter().filter(|target| target.is_met() == Some(true)).count();
    let measured = targets.iter().filter(|target| target.measured.is_some()).count();
    let _ = writeln!(text, "\n{met} of {measured} measured targets are met.");
    if measured < targets.len() {
        let _ = writeln!(text, "{} more were not measured.", targets.len() - measured);
    }
    if !reasons.is_empty() {
        let _ = write!(text, "\n### What is missed, and why\n\n{reasons}");
    }
    text
}

fn of_rows(rows: &Rows<'_>) -> Vec<Target> {
    let mut all = decoding(rows);
    all.extend(validating(rows));
    all.extend(mistakes(rows));
    all.extend(pipeline(rows));
    all.extend(registry(rows));
    all.extend(compiling(rows));
    all.extend(tokens(rows));
    all.extend(growth::targets(rows.0));
    all
}

fn decoding(rows: &Rows<'_>) -> Vec<Target> {
    let mut all = Vec::new();
    for shape in SHAPES {
        let bound = match shape {
            "small" => 0.60,
            "edit" => 1.0,
            _ => 0.50,
        };
        let what =
            format!("{shape}: text to struct and document, against `Value` and `from_value`");
        all.push(Target::new(
            format!("value/{shape}"),
            what,
            AtMost(bound),
            rows.ratio(shape, OURS, THEIRS),
        ));
    }
    let time = |what| rows.get("calls", "edit", what, "nanoseconds");
    let ratio = quotient(time(OURS), time(THEIRS));
    let what = "edit: the same on the wall clock";
    all.push(Target::new("value/edit/time", what, AtMost(1.0), ratio));
    for shape in ["medium", "large", "wide"] {
        let what = format!("{shape}: the same against `from_str`");
        let ratio = rows.ratio(shape, OURS, FROM_STR);
        all.push(Target::new(format!("from_str/{shape}"), what, AtMost(1.2), ratio));
    }
    for (key, peer, small, others) in [
        ("is_valid", "jsonschema is_valid then serde", 2.0, 2.5),
        ("errors", "jsonschema all errors then serde", 2.4, 3.0),
    ] {
        for shape in SHAPES {
            let bound = match shape {
                "small" => small,
                "edit" => 1.0,
                _ => others,
            };
            let what = format!("{shape}: cheaper than {peer} by");
            let ratio = rows.ratio(shape, peer, OURS);
            all.push(Target::new(format!("{key}/{shape}"), what, AtLeast(bound), ratio));
        }
    }
    all
}

fn validating(rows: &Rows<'_>) -> Vec<Target> {
    let mut all = Vec::new();
    for shape in SHAPES {
        let what = format!("{shape}: validate only, against `is_valid` only");
        let ratio = rows.ratio(shape, "validate only", "jsonschema is_valid only");
        all.push(Target::new(format!("validate/{shape}"), what, AtMost(0.8), ratio));
    }
    let of_shape = |shape: &&str| rows.get("calls", shape, "validate only", "allocations");
    let most = SHAPES.iter().map(of_shape).try_fold(0.0, |most, one| Some(f64::max(most, one?)));
    let what = "validate only, on any shape: most allocations";
    all.push(Target::new("validate/allocations", what, AtMost(0.0), most).in_unit(""));
    all
}

fn mistakes(rows: &Rows<'_>) -> Vec<Target> {
    let mut all = Vec::new();
    for shape in SHAPES {
        let bound = if shape == "edit" { 0.45 } else { 0.35 };
        let what = format!("{shape}: six mistakes from text, against jsonschema all errors");
        let ratio =
            rows.ratio(shape, "six mistakes, listed", "six mistakes, jsonschema all errors");
        all.push(Target::new(format!("six/{shape}"), what, AtMost(bound), ratio));
    }
    for shape in SHAPES {
        // What one more costs: that there are any at all is a part of the targets above.
        let more = |figure| {
            let of = |what| rows.get("calls", shape, what, figure);
            Some(of("six mistakes, validate only")? - of("first mistake, validate only")?)
        };
        let each = quotient(more("instructions"), more("violations"));
        let what = format!("{shape}: instructions of one more violation, until it is printed");
        all.push(Target::new(format!("violation/{shape}"), what, AtMost(300.0), each).in_unit(""));
    }
    all
}

fn pipeline(rows: &Rows<'_>) -> Vec<Target> {
    let plain = "pipeline from text";
    let three = "pipeline, three hooks of each stage";
    let instructions = |what| rows.instructions("pipeline", "small", what);
    // What the struct of the caller and the text of its body allocate is not ours.
    let users = rows.get("calls", "small", FROM_STR, "allocations").map(|own| own + 1.0);
    let allocations = |what| {
        let all = rows.get("pipeline", "small", what, "allocations");
        all.zip(users).map(|(all, users)| all - users)
    };
    let rmcp = instructions("rmcp router, parsed arguments");
    vec![
        Target::new(
            "pipeline/rmcp",
            "small: a call from text, against rmcp's router from parsed arguments",
            AtMost(1.0),
            quotient(instructions(plain), rmcp),
        ),
        Target::new(
            "pipeline/allocations",
            "small: allocations of ours in a call",
            AtMost(4.0),
            allocations(plain),
        )
        .in_unit(""),
        Target::new(
            "hooks/instructions",
            "small: three hooks of each stage, against none",
            AtMost(1.5),
            quotient(instructions(three), instructions(plain)),
        ),
        Target::new(
            "hooks/allocations",
            "small: allocations of ours with three hooks of each stage",
            AtMost(8.0),
            allocations(three),
        )
        .in_unit(""),
    ]
}

fn registry(rows: &Rows<'_>) -> Vec<Target> {
    let (few, many) = ("10 tools, 1 scopes", "10000 tools, 1000 scopes");
    let mut all = Vec::new();
    for asked in LOOKUPS {
        let of = |group| rows.instructions("registry", group, asked);
        let what = format!("{asked}: {many}, against {few}");
        let ratio = quotient(of(many), of(few));
        all.push(Target::new(format!("registry/{asked}"), what, AtMost(1.3), ratio));
    }
    let lists =
        rows.0.iter().filter(|row| row.part == "registry" && row.what.starts_with("schemas"));
    let most = lists.filter_map(|row| row.get("allocations")).reduce(f64::max);
    let what = "unchanged `schemas()`, of any size: most allocations";
    all.push(Target::new("registry/allocations", what, AtMost(0.0), most).in_unit(""));
    for callers in ["2 callers", "16 callers", "256 callers"] {
        let of = |what| rows.get("concurrent", callers, what, "to_one_worker");
        // A machine that does not give as much to callers that share nothing tells nothing of ours.
        let gives = of(ALONE).is_none_or(|gives| gives >= TWO_CORES);
        let ratio = of("ours, 2 workers").filter(|_| gives);
        let what = format!("{callers} at the same time: calls a second on two cores, against one");
        all.push(Target::new(format!("concurrent/{callers}"), what, AtLeast(TWO_CORES), ratio));
    }
    all
}

fn compiling(rows: &Rows<'_>) -> Vec<Target> {
    let peer = "schemars + serde + rmcp";
    let ratio = |group, figure| {
        let of = |what| rows.get("compile", group, what, figure);
        quotient(of("ours"), of(peer))
    };
    let ours = |figure| rows.get("compile", "dependencies", "ours", figure);
    let many = "300 tools";
    vec![
        Target::new(
            "compile/check",
            format!("{many}: check, against {peer}"),
            AtMost(0.5),
            ratio(many, "check_cpu_s"),
        ),
        Target::new(
            "compile/build",
            format!("{many}: dev build, against {peer}"),
            AtMost(0.5),
            ratio(many, "build_cpu_s"),
        ),
        Target::new(
            "compile/binary",
            format!("{many}: binary, against {peer}"),
            AtMost(0.5),
            ratio(many, "binary_bytes"),
        ),
        Target::new("compile/crates", "crates with default features", AtMost(40.0), ours("crates"))
            .in_unit(""),
        Target::new("compile/syn", "versions of syn among them", AtMost(1.0), ours("syn_versions"))
            .in_unit(""),
        Target::new(
            "compile/cold",
            "cold build of dependencies, against rmcp's server stack",
            AtMost(0.6),
            ratio("dependencies", "cold_cpu_s"),
        ),
    ]
}

fn tokens(rows: &Rows<'_>) -> Vec<Target> {
    let of = |shape: &str, what| rows.get("tokens", shape, what, "tokens");
    let ratio = |shape| quotient(of(shape, "ours"), of(shape, "schemars"));
    let sum = |what| SHAPES.iter().try_fold(0.0, |sum, shape| Some(sum + of(shape, what)?));
    let all = quotient(sum("ours"), sum("schemars"));
    let mut targets = vec![Target::new(
        "tokens/all",
        "tokens of five schemas, against schemars",
        AtMost(0.80),
        all,
    )];
    for shape in SHAPES {
        let what = format!("{shape}: tokens of its schema, against schemars");
        targets.push(Target::new(format!("tokens/{shape}"), what, AtMost(0.85), ratio(shape)));
    }
    let untold = |sum, shape: &&str| Some(sum + rows.get("tokens", shape, "ours", "untold")?);
    let untold = SHAPES.iter().try_fold(0.0, untold);
    let what = "facts of the types that our schemas do not tell";
    targets.push(Target::new("tokens/untold", what, AtMost(0.0), untold).in_unit(""));
    targets
}

#[cfg(test)]
mod tests;
