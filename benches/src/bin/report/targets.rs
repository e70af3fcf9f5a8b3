//! What is promised, and whether the rows keep it.

use crate::misses;
use crate::tables::number;
use dsh_tools_benches_frame::record::Record;
use std::fmt::Write as _;

/// Five shapes of arguments.
const SHAPES: [&str; 5] = ["small", "medium", "large", "edit", "wide"];

const OURS: &str = "text to struct and document, checked";
const THEIRS: &str = "serde_json Value then from_value";
const FROM_STR: &str = "serde_json from_str";

#[derive(Clone, Copy)]
enum Bound {
    AtMost(f64),
    AtLeast(f64),
}
use Bound::{AtLeast, AtMost};

/// One promise.
struct Target {
    /// Names it in `misses`.
    key: String,
    what: String,
    bound: Bound,
    unit: &'static str,
    measured: Option<f64>,
}

/// All rows of a report.
struct Rows<'a>(&'a [Record]);

impl Rows<'_> {
    fn get(&self, part: &str, group: &str, what: &str, figure: &str) -> Option<f64> {
        let same = |row: &&Record| row.part == part && row.group == group && row.what == what;
        self.0.iter().find(same)?.get(figure)
    }

    /// Instructions of a row.
    fn instructions(&self, part: &str, group: &str, what: &str) -> Option<f64> {
        self.get(part, group, what, "instructions")
    }

    /// Instructions of one row of a shape against another's.
    fn ratio(&self, shape: &str, one: &str, other: &str) -> Option<f64> {
        Some(self.instructions("calls", shape, one)? / self.instructions("calls", shape, other)?)
    }
}

/// The table, and beneath it why what is missed is missed.
pub fn table(records: &[Record]) -> String {
    let targets = all(&Rows(records));
    let mut text = String::from(
        "\n## Targets\n\nInstructions, where nothing else is said.\n\n| | target | measured | |\n|---|--:|--:|---|\n",
    );
    let mut reasons = String::new();
    for target in &targets {
        let met = target.is_met();
        let (sign, bound) = match target.bound {
            AtMost(bound) => ("<=", bound),
            AtLeast(bound) => (">=", bound),
        };
        let unit = target.unit;
        let shown = |value: f64| match unit {
            "x" => format!("{value:.2}x"),
            _ => number(Some(value)) + unit,
        };
        let measured = target.measured.map_or(String::from("not measured"), shown);
        let verdict = match met {
            Some(true) => "met",
            Some(false) => "**missed**",
            None => "",
        };
        let _ = writeln!(
            text,
            "| {} | {sign} {} | {measured} | {verdict} |",
            target.what,
            shown(bound)
        );
        if met == Some(false) {
            let why = misses::why(&target.key).unwrap_or("Not explained yet.");
            let _ = writeln!(reasons, "- {} ({measured}): {why}", target.what);
        }
    }
    let met = targets.iter().filter(|target| target.is_met() == Some(true)).count();
    let measured = targets.iter().filter(|target| target.measured.is_some()).count();
    let _ = writeln!(text, "\n{met} of {measured} measured targets are met.");
    if !reasons.is_empty() {
        let _ = write!(text, "\n### What is missed, and why\n\n{reasons}");
    }
    text
}

impl Target {
    fn new(
        key: impl Into<String>,
        what: impl Into<String>,
        bound: Bound,
        measured: Option<f64>,
    ) -> Self {
        Self { key: key.into(), what: what.into(), bound, unit: "x", measured }
    }

    fn in_unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    fn is_met(&self) -> Option<bool> {
        let measured = self.measured?;
        Some(match self.bound {
            AtMost(bound) => measured <= bound,
            AtLeast(bound) => measured >= bound,
        })
    }
}

fn all(rows: &Rows<'_>) -> Vec<Target> {
    let mut all = decoding(rows);
    all.extend(validating(rows));
    all.extend(mistakes(rows));
    all.extend(pipeline(rows));
    all.extend(registry(rows));
    all.extend(compiling(rows));
    all.extend(tokens(rows));
    all.extend(scaling(rows));
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
    let ratio = time(OURS).zip(time(THEIRS)).map(|(ours, theirs)| ours / theirs);
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
        let each = more("instructions").zip(more("violations"));
        let each = each.map(|(instructions, violations)| instructions / violations);
        let what = format!("{shape}: instructions of one more violation, until it is printed");
        all.push(Target::new(format!("violation/{shape}"), what, AtMost(300.0), each).in_unit(""));
    }
    all
}

fn pipeline(rows: &Rows<'_>) -> Vec<Target> {
    let plain = "pipeline from text";
    let three = "pipeline, three hooks of each stage";
    let instructions = |what| rows.instructions("pipeline", "small", what);
    let quotient = |one: Option<f64>, other: Option<f64>| Some(one? / other?);
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
    for row in rows.0.iter().filter(|row| row.part == "registry" && row.group == few && row.ours) {
        let large = rows.instructions("registry", many, &row.what);
        let ratio = large.zip(row.get("instructions")).map(|(large, small)| large / small);
        let what = format!("{}: {many}, against {few}", row.what);
        all.push(Target::new(format!("registry/{}", row.what), what, AtMost(1.3), ratio));
    }
    let lists =
        rows.0.iter().filter(|row| row.part == "registry" && row.what.starts_with("schemas"));
    let most = lists.filter_map(|row| row.get("allocations")).reduce(f64::max);
    let what = "unchanged `schemas()`, of any size: most allocations";
    all.push(Target::new("registry/allocations", what, AtMost(0.0), most).in_unit(""));
    for callers in ["2 callers", "16 callers", "256 callers"] {
        let ratio = rows.get("concurrent", callers, "ours, 2 workers", "to_one_worker");
        let what = format!("{callers} at the same time: calls a second on two cores, against one");
        all.push(Target::new(format!("concurrent/{callers}"), what, AtLeast(1.8), ratio));
    }
    all
}

fn compiling(rows: &Rows<'_>) -> Vec<Target> {
    let peer = "schemars + serde + rmcp";
    let ratio = |group, figure| {
        let of = |what| rows.get("compile", group, what, figure);
        of("ours").zip(of(peer)).map(|(ours, theirs)| ours / theirs)
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
    let ratio = |shape| Some(of(shape, "ours")? / of(shape, "schemars")?);
    let sum = |what| SHAPES.iter().try_fold(0.0, |sum, shape| Some(sum + of(shape, what)?));
    let all = sum("ours").zip(sum("schemars")).map(|(ours, theirs)| ours / theirs);
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

fn scaling(rows: &Rows<'_>) -> Vec<Target> {
    let mut all = Vec::new();
    let of_part = |group: &'static str| {
        rows.0.iter().filter(move |row| row.part == "scaling" && row.group == group)
    };
    let a_byte = |row: &Record| Some(row.get("instructions")? / row.get("size")?);
    for small in of_part("1 KB").filter(|row| row.ours) {
        let large = of_part("64 MB").find(|row| row.what == small.what).and_then(a_byte);
        let ratio = large.zip(a_byte(small)).map(|(large, small)| large / small);
        let what = format!("{}: a byte of 64 MB against one of 1 KB", small.what);
        all.push(Target::new(format!("scaling/{}", small.what), what, AtMost(1.1), ratio));
    }
    all
}
