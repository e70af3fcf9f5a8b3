//! Arguments as the body gets them: what a decision about a call is made by.

use dsh_tools::prelude::*;
use dsh_tools::schema::{decode, effective};
use dsh_tools::{Calls, PermissionRule, PermissionRules, RuleEffect};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToolValue)]
#[arg(rename_all = "snake_case")]
enum Mode {
    #[arg(alias = "careful")]
    Safe,
    #[arg(alias = "nuke", alias = "boom")]
    Force,
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
struct Target {
    #[arg(alias = "at")]
    place: String,
    #[arg(default = 3)]
    depth: u8,
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
struct Paging {
    #[arg(alias = "offset", default = 1)]
    from: u32,
    #[arg(default = 2.5)]
    scale: f64,
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
struct Login {
    #[arg(alias = "name")]
    user: String,
    #[arg(default = 22)]
    port: u16,
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
#[arg(tag = "op", rename_all = "snake_case")]
enum Step {
    #[arg(alias = "rm")]
    Remove {
        #[arg(alias = "file")]
        path: String,
        #[arg(default = false)]
        recursive: bool,
    },
    #[arg(alias = "go")]
    Open(Target),
    #[arg(alias = "halt")]
    Stop,
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
#[arg(tag = "t", content = "c")]
enum Beside {
    #[arg(alias = "num")]
    Number(u8),
    Where(Target),
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
enum Outer {
    #[arg(alias = "none")]
    Nothing,
    #[arg(alias = "spot")]
    Place(Target),
}

#[derive(Clone, Debug, PartialEq, ToolValue)]
#[arg(untagged)]
enum Any {
    Count(u8),
    Target(Target),
    Many(Vec<Step>),
}

#[derive(Clone, Debug, PartialEq, ToolArgs)]
struct All {
    #[arg(alias = "file", alias = "filename")]
    path: Option<String>,
    #[arg(default = "safe", alias = "how")]
    mode: Mode,
    #[arg(default = 5)]
    count: u32,
    share: Option<f32>,
    #[arg(alias = "dest")]
    target: Option<Target>,
    #[arg(default_json = r#"{"place":"home"}"#)]
    home: Target,
    #[arg(flatten)]
    paging: Paging,
    #[arg(flatten)]
    login: Option<Login>,
    steps: Option<Vec<Step>>,
    beside: Option<Beside>,
    outer: Option<Outer>,
    any: Option<Any>,
    modes: Option<BTreeMap<Mode, u8>>,
    pair: Option<(Mode, i64)>,
    free: Option<Value>,
    #[arg(required)]
    there: Option<bool>,
}

fn numbers() -> impl Strategy<Value = String> {
    proptest::sample::select(vec!["7", "7.0", "7e0", "70e-1", "0.7E+1", "0", "-0", "0.0", "2"])
        .prop_map(str::to_owned)
}

fn one(of: &'static [&'static str]) -> impl Strategy<Value = String> {
    proptest::sample::select(of.to_vec()).prop_map(ToOwned::to_owned)
}

fn target() -> impl Strategy<Value = String> {
    let depth = proptest::option::of(prop_oneof![numbers(), Just("null".to_owned())]);
    (one(&["place", "at"]), one(&["a", "src/../b"]), depth).prop_map(|(key, place, depth)| {
        let depth = depth.map(|depth| format!(r#","depth":{depth}"#)).unwrap_or_default();
        format!(r#"{{"{key}" : "{place}"{depth}}}"#)
    })
}

fn step() -> impl Strategy<Value = String> {
    prop_oneof![
        (
            one(&["remove", "rm"]),
            one(&["path", "file"]),
            one(&["", r#","recursive":null"#, r#","recursive":true"#])
        )
            .prop_map(|(op, key, more)| format!(r#"{{"{key}":"x","op":"{op}"{more}}}"#)),
        (one(&["open", "go"]), target()).prop_map(|(op, target)| format!(
            r#"{{"op":"{op}",{}"#,
            target.trim_start_matches('{')
        )),
        one(&["stop", "halt"]).prop_map(|op| format!(r#"{{"op":"{op}"}}"#)),
    ]
}

/// One entry, in one of its spellings.
fn entry() -> impl Strategy<Value = String> {
    let modes = || one(&["safe", "careful", "force", "nuke", "boom"]);
    prop_oneof![
        (one(&["path", "file", "filename"]), one(&["null", r#""a""#, r#""\u0061""#]))
            .prop_map(|(key, value)| format!(r#""{key}":{value}"#)),
        (one(&["mode", "how"]), modes()).prop_map(|(key, mode)| format!(r#""{key}":"{mode}""#)),
        one(&[r#""mode":null"#, r#""count":null"#, r#""unknown":1.0"#, r#""home":null"#]),
        (one(&["count", "share", "from", "offset", "scale"]), numbers())
            .prop_map(|(key, number)| format!(r#""{key}":{number}"#)),
        (one(&["target", "dest", "home"]), target())
            .prop_map(|(key, target)| format!(r#""{key}":{target}"#)),
        (one(&["user", "name"]), one(&["", r#","port":22.0"#]))
            .prop_map(|(key, more)| format!(r#""{key}":"me"{more}"#)),
        proptest::collection::vec(step(), 0..3)
            .prop_map(|steps| format!(r#""steps":[{}]"#, steps.join(","))),
        prop_oneof![
            (one(&["Number", "num"]), numbers())
                .prop_map(|(name, number)| format!(r#""beside":{{"c":{number},"t":"{name}"}}"#)),
            target().prop_map(|target| format!(r#""beside":{{"t":"Where","c":{target}}}"#)),
        ],
        prop_oneof![
            one(&["Nothing", "none"]).prop_map(|name| format!(r#""outer":"{name}""#)),
            (one(&["Place", "spot"]), target())
                .prop_map(|(name, target)| format!(r#""outer":{{"{name}":{target}}}"#)),
        ],
        prop_oneof![
            numbers().prop_map(|number| format!(r#""any":{number}"#)),
            target().prop_map(|target| format!(r#""any":{target}"#)),
            proptest::collection::vec(step(), 0..3)
                .prop_map(|steps| format!(r#""any":[{}]"#, steps.join(","))),
        ],
        (modes(), modes(), numbers()).prop_map(|(a, b, number)| {
            if a == b {
                format!(r#""modes":{{"{a}":{number}}}"#)
            } else {
                format!(r#""modes":{{"{a}":1,"{b}":{number}}}"#)
            }
        }),
        (modes(), numbers()).prop_map(|(mode, number)| format!(r#""pair":["{mode}",{number}]"#)),
        numbers().prop_map(|number| format!(r#""free":[{number}]"#)),
        one(&[r#""there":null"#, r#""there":true"#]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    /// In whatever way arguments are written, what is in effect reads as the same value and is written in one way.
    #[test]
    fn what_is_in_effect_reads_as_what_is_written(entries in proptest::collection::vec(entry(), 0..8)) {
        let text = format!("{{{}}}", [vec![r#""there":true"#.to_owned()], entries.clone()].concat().join(","));
        // A key that is there twice is no document.
        let Ok(document) = FrozenJson::parse(text).or_else(|_| FrozenJson::parse(format!("{{{}}}", entries.join(",")))) else {
            return Ok(());
        };
        let in_effect = effective(&document, All::NODE);
        let twice = effective(&in_effect, All::NODE);
        prop_assert_eq!(twice.to_string(), in_effect.to_string());
        match decode::<All>(&document) {
            Ok(value) => {
                prop_assert_eq!(&decode::<All>(&in_effect).unwrap(), &value, "{} of {}", in_effect, document);
                // Whoever looks for an advertised name finds what the body gets.
                let mode = in_effect.get("mode").unwrap().as_str().unwrap().into_owned();
                prop_assert_eq!(mode, if value.mode == Mode::Safe { "safe" } else { "force" });
                let path = in_effect.get("path").map(|path| path.as_str().unwrap().into_owned());
                prop_assert_eq!(path, value.path);
                prop_assert_eq!(in_effect.get("count").unwrap().to_string(), value.count.to_string());
                prop_assert!(in_effect.get("from").is_some() && in_effect.get("home").unwrap().get("depth").is_some());
            }
            Err(_) => prop_assert!(decode::<All>(&in_effect).is_err(), "{} of {}", in_effect, document),
        }
    }
}

#[test]
fn names_defaults_and_numbers_are_in_one_spelling() {
    for (written, in_effect) in [
        (r#"{"there":null}"#, json!({})),
        (
            r#"{"file":"a","how":"boom","offset":3.0,"there":true}"#,
            json!({"path": "a", "mode": "force", "from": 3}),
        ),
        (r#"{"path":null,"file":"a"}"#, json!({"path": "a"})),
        (
            r#"{"steps":[{"op":"rm","file":"x"},{"op":"go","at":"y"},{"op":"halt"}]}"#,
            json!({"steps": [
                {"op": "remove", "path": "x", "recursive": false},
                {"op": "open", "place": "y", "depth": 3},
                {"op": "stop"},
            ]}),
        ),
        (
            r#"{"beside":{"t":"num","c":7e0},"outer":{"spot":{"at":"z"}}}"#,
            json!({
                "beside": {"t": "Number", "c": 7}, "outer": {"Place": {"place": "z", "depth": 3}},
            }),
        ),
        (
            r#"{"any":[{"op":"rm","file":"x"}]}"#,
            json!({"any": [{"op": "remove", "path": "x", "recursive": false}]}),
        ),
        (
            r#"{"modes":{"nuke":1.0},"pair":["careful",-7.0]}"#,
            json!({"modes": {"force": 1}, "pair": ["safe", -7]}),
        ),
        (r#"{"name":"me"}"#, json!({"user": "me", "port": 22})),
    ] {
        let document = FrozenJson::parse(written).unwrap();
        let found = effective(&document, All::NODE).to_value();
        for (key, value) in in_effect.as_object().unwrap() {
            assert_eq!(&found[key], value, "{key} of {written}");
        }
        assert_eq!(found["home"], json!({"place": "home", "depth": 3}));
        assert!(found.get("file").is_none() && found.get("how").is_none());
    }
    let of_text = effective(&FrozenJson::parse(r#"{"there":true}"#).unwrap(), All::NODE).to_value();
    assert!(of_text.get("port").is_none(), "a part that is away brings no defaults");
}

#[test]
fn what_does_not_fit_stays_as_it_is() {
    for written in
        [r#"{"path":1,"file":"a"}"#, "[1.0]", "7.0", r#"{"steps":[{"op":"fly","file":"x"}]}"#]
    {
        let document = FrozenJson::parse(written).unwrap();
        let found = effective(&document, All::NODE);
        assert!(decode::<All>(&found).is_err(), "{written}");
        if let Some(path) = document.get("file") {
            assert_eq!(found.get("file").unwrap().to_string(), path.to_string(), "{found}");
        }
    }
}

/// What a guard sees of a call.
async fn seen(tool: ToolDefinition, arguments: &str) -> String {
    let registry = ToolRegistry::builder().tools([tool]).build().unwrap();
    let seen = Arc::new(Mutex::new(String::new()));
    let sees = Arc::clone(&seen);
    registry.guard_fn(move |call: &ToolExecution| {
        *sees.lock().unwrap() = call.effective_arguments()?.to_string();
        None
    });
    let result = registry.execute(ToolExecutionInput::new("1", "t", arguments)).await;
    assert!(!result.is_error(), "{}", result.text());
    Arc::try_unwrap(seen)
        .map_or_else(|seen| seen.lock().unwrap().clone(), |seen| seen.into_inner().unwrap())
}

#[tokio::test]
async fn a_tool_with_a_schema_of_text_has_numbers_in_one_spelling_and_no_defaults() {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer", "default": 1}, "m": {"default": 2}}});
    let tool = |is_validated: bool| {
        let tool = ToolDefinition::builder("t").description("A tool.");
        if is_validated {
            tool.validated(schema.clone()).body(|_, _| async { "" }).build()
        } else {
            tool.unvalidated(schema.clone()).body(|_, _| async { "" }).build()
        }
    };
    let written = r#"{"n": 7.0, "x": [1e2]}"#;
    assert_eq!(seen(tool(true), written).await, r#"{"n":7,"x":[100]}"#);
    assert_eq!(seen(tool(false), written).await, written);
}

/// What the body gets, by pointers to advertised names and to aliases, as a rule's pattern says it.
fn facts(value: &All) -> Vec<(String, String)> {
    fn target(at: &str, target: &Target, all: &mut Vec<(String, String)>) {
        all.push((format!("{at}/place"), target.place.clone()));
        all.push((format!("{at}/at"), target.place.clone()));
        all.push((format!("{at}/depth"), target.depth.to_string()));
    }
    fn step(at: &str, step: &Step, all: &mut Vec<(String, String)>) {
        let op = match step {
            Step::Remove { path, recursive } => {
                all.push((format!("{at}/path"), path.clone()));
                all.push((format!("{at}/file"), path.clone()));
                all.push((format!("{at}/recursive"), recursive.to_string()));
                "remove"
            }
            Step::Open(place) => {
                target(at, place, all);
                "open"
            }
            Step::Stop => "stop",
        };
        all.push((format!("{at}/op"), op.to_owned()));
    }
    let mode = |mode| if mode == Mode::Safe { "safe" } else { "force" };
    let mut all = vec![
        ("/mode".to_owned(), mode(value.mode).to_owned()),
        ("/how".to_owned(), mode(value.mode).to_owned()),
        ("/count".to_owned(), value.count.to_string()),
        ("/from".to_owned(), value.paging.from.to_string()),
        ("/offset".to_owned(), value.paging.from.to_string()),
        ("/scale".to_owned(), (value.paging.scale + 0.0).to_string()),
    ];
    for name in ["/path", "/file", "/filename"] {
        all.extend(value.path.iter().map(|path| (name.to_owned(), path.clone())));
    }
    for (name, place) in [
        ("/home", Some(&value.home)),
        ("/target", value.target.as_ref()),
        ("/dest", value.target.as_ref()),
    ] {
        if let Some(place) = place {
            target(name, place, &mut all);
        }
    }
    if let Some(login) = &value.login {
        all.push(("/user".to_owned(), login.user.clone()));
        all.push(("/name".to_owned(), login.user.clone()));
        all.push(("/port".to_owned(), login.port.to_string()));
    }
    for (at, one) in value.steps.iter().flatten().enumerate() {
        step(&format!("/steps/{at}"), one, &mut all);
        step("/steps/*", one, &mut all);
    }
    match &value.beside {
        Some(Beside::Number(number)) => {
            all.push(("/beside/t".to_owned(), "Number".to_owned()));
            all.push(("/beside/c".to_owned(), number.to_string()));
        }
        Some(Beside::Where(place)) => target("/beside/c", place, &mut all),
        None => {}
    }
    match &value.outer {
        Some(Outer::Nothing) => all.push(("/outer".to_owned(), "Nothing".to_owned())),
        Some(Outer::Place(place)) => {
            target("/outer/Place", place, &mut all);
            target("/outer/spot", place, &mut all);
            target("/outer/*", place, &mut all);
        }
        None => {}
    }
    match &value.any {
        Some(Any::Count(number)) => all.push(("/any".to_owned(), number.to_string())),
        Some(Any::Target(place)) => target("/any", place, &mut all),
        Some(Any::Many(steps)) => {
            for (at, one) in steps.iter().enumerate() {
                step(&format!("/any/{at}"), one, &mut all);
            }
        }
        None => {}
    }
    for (key, number) in value.modes.iter().flatten() {
        all.push((format!("/modes/{}", mode(*key)), number.to_string()));
        all.push(("/modes/*".to_owned(), number.to_string()));
        if *key == Mode::Force {
            all.push(("/modes/nuke".to_owned(), number.to_string()));
        }
    }
    if let Some((first, second)) = &value.pair {
        all.push(("/pair/0".to_owned(), mode(*first).to_owned()));
        all.push(("/pair/1".to_owned(), second.to_string()));
    }
    all.extend(value.there.map(|there| ("/there".to_owned(), there.to_string())));
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// What the body gets is denied by a rule that names it, and nothing else is allowed by one.
    #[test]
    fn no_spelling_gets_around_a_rule(entries in proptest::collection::vec(entry(), 0..8)) {
        let text = format!("{{{}}}", [vec![r#""there":true"#.to_owned()], entries].concat().join(","));
        let Ok(document) = FrozenJson::parse(&*text) else { return Ok(()) };
        let Ok(value) = decode::<All>(&document) else { return Ok(()) };
        let tools = ToolDefinition::builder("all").description("All.").args::<All>().body(|_: All, _| async { "" }).build();
        for (pointer, like) in facts(&value) {
            let calls = |like: &str| Calls::all().argument(&pointer, like).unwrap();
            let rules = PermissionRules::new([PermissionRule::deny(calls(&like))]).otherwise(RuleEffect::Allow);
            let denied = rules.explain_call(&tools, "all", &*text).unwrap();
            prop_assert_eq!(denied.effect(), RuleEffect::Deny, "{} like {} of {}", pointer, like, text);
            for other in ["a", "b", "src/*", "safe", "force", "0", "1", "3", "5", "7", "22", "2.5", "true", "false", "remove", "open", "Nothing", "me"] {
                let is_meant = other == like || (other == "src/*" && like.starts_with("src/") && !like.contains(".."));
                if !is_meant && !pointer.contains('*') {
                    let rules = PermissionRules::new([PermissionRule::allow(calls(other))]).otherwise(RuleEffect::Deny);
                    let allowed = rules.explain_call(&tools, "all", &*text).unwrap();
                    prop_assert_eq!(allowed.effect(), RuleEffect::Deny, "{} is {}, allowed is {} of {}", pointer, like, other, text);
                }
            }
        }
    }
}
