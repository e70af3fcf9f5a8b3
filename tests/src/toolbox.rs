//! `#[toolbox]`: methods as tools that share what they are methods of.
#![allow(clippy::trivially_copy_pass_by_ref, reason = "keys name functions that take references")]

use crate::support::{call, code};
use dsh_tools::json::ContentBlock;
use dsh_tools::prelude::*;
use dsh_tools::tool::ToolHints;
use dsh_tools::view::GenericCard;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Files in memory; all tools of one box see the same ones.
#[derive(Default)]
struct Fs {
    root: &'static str,
    files: Mutex<BTreeMap<String, String>>,
    calls: AtomicUsize,
}

struct Clock(u32);

#[derive(ToolArgs)]
struct ReadArgs {
    /// Path of the file.
    #[arg(length = 1..)]
    path: String,
}

#[toolbox(prefix = "fs_", timeout = "1m", read_only)]
impl Fs {
    /// What is no tool stays as it is.
    const LIMIT: usize = 3;

    fn count(&self) -> usize {
        self.calls.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Read a file.
    #[tool(timeout = "10s", parallel, present_call = Self::card, finalize = Self::last)]
    async fn read(
        &self,
        args: ReadArgs,
        cx: &ToolContext,
        clock: Option<&Clock>,
    ) -> Result<String, ToolError> {
        let calls = self.count();
        let files = self.files.lock().unwrap();
        let text = files.get(&args.path).ok_or_else(|| {
            ToolError::new("NOT_FOUND", format!("no {}/{}", self.root, args.path))
        })?;
        let at = clock.map_or(0, |clock| clock.0);
        Ok(format!("{} {text} {calls} {at}", cx.call_id()))
    }

    /// Write a file.
    #[tool(name = "put", read_only = false, destructive, idempotent, title = "Write")]
    async fn write(
        &self,
        /// Where to.
        #[arg(length(min = 1, max = 9))]
        path: String,
        #[arg(default = "empty")] text: String,
        clock: &Clock,
    ) -> Json<usize> {
        self.count();
        let mut files = self.files.lock().unwrap();
        files.insert(path, format!("{text}@{}", clock.0));
        Json(files.len())
    }

    /// Wait on a thread that may block.
    #[tool(blocking, parallel = Self::few)]
    fn scan(&self, times: u8) -> String {
        format!("{} {times} {}", self.root, self.count())
    }

    /// References to the box and to what holds it.
    #[tool(idempotent = false)]
    async fn holders(self: &Arc<Self>) -> String {
        format!("{} {}", Self::lent(self), Arc::strong_count(self) > 1)
    }

    fn lent(&self) -> &'static str {
        self.root
    }

    /// Hand the box on.
    #[tool]
    async fn watch(self: Arc<Self>) -> String {
        tokio::spawn(async move { self.count() }).await.unwrap().to_string()
    }

    /// How many files there may be.
    #[tool(description = "The limit.", render = Self::shown, meta = Self::meta)]
    async fn limit() -> Json<usize> {
        Json(Self::LIMIT)
    }

    fn card(args: &ReadArgs) -> GenericCard {
        ToolCallView::generic(format!("Read {}", args.path))
    }

    fn few(times: &u8) -> bool {
        usize::from(*times) < Self::LIMIT
    }

    fn shown(limit: &usize) -> String {
        format!("at most {limit}")
    }

    fn meta(limit: &usize) -> Value {
        json!({ "limit": limit })
    }

    fn last(result: &ToolExecutionResult) -> Option<Vec<ContentBlock>> {
        result.is_error().then(|| vec![ContentBlock::text("look elsewhere")])
    }
}

fn fs(root: &'static str) -> Fs {
    Fs { root, ..Fs::default() }
}

fn tool(list: Vec<ToolDefinition>, name: &str) -> ToolDefinition {
    list.into_iter().find(|tool| tool.name() == name).unwrap()
}

#[test]
fn methods_are_definitions_in_their_order() {
    let list = Fs::definitions(Fs::default());
    let names: Vec<&str> = list.iter().map(ToolDefinition::name).collect();
    assert_eq!(names, ["fs_read", "fs_put", "fs_scan", "fs_holders", "fs_watch", "fs_limit"]);

    let [read, write, scan, _, _, limit] = &list[..] else { panic!("six tools") };
    assert_eq!(read.description(), "Read a file.");
    assert_eq!(limit.description(), "The limit.");
    assert_eq!(write.title(), Some("Write"));
    assert_eq!(
        read.schema().parameters.to_value(),
        json!({
            "type": "object",
            "properties": {"path": {"type": "string", "minLength": 1, "description": "Path of the file."}},
            "required": ["path"],
        })
    );
    assert_eq!(
        write.schema().parameters.to_value(),
        json!({
            "type": "object",
            "properties": {
                "path": {"type": "string", "minLength": 1, "maxLength": 9, "description": "Where to."},
                "text": {"type": "string", "default": "empty"},
            },
            "required": ["path"],
        })
    );
    assert_eq!(scan.schema().parameters.to_value()["properties"]["times"]["maximum"], 255);
    assert_eq!(limit.schema().parameters.to_string(), r#"{"type":"object","properties":{}}"#);
    assert!(read.location().file.ends_with("toolbox.rs"));
    assert!(read.location().line < write.location().line);
}

#[test]
fn what_the_box_says_holds_unless_a_method_says_otherwise() {
    let list = Fs::definitions(Fs::default());
    let seconds: Vec<u64> = list.iter().map(|tool| tool.timeout().unwrap().as_secs()).collect();
    assert_eq!(seconds, [10, 60, 60, 60, 60, 60]);
    let hints: Vec<ToolHints> = list.iter().map(ToolDefinition::hints).collect();
    assert_eq!(hints[0].read_only, Some(true));
    assert_eq!(
        (hints[1].read_only, hints[1].destructive, hints[1].idempotent),
        (Some(false), Some(true), Some(true))
    );
    assert_eq!(hints[2].destructive, None);
}

#[tokio::test]
async fn tools_of_a_box_share_it_through_a_registry() {
    let shared = Arc::new(fs("/a"));
    let registry = ToolRegistry::builder()
        .state(Clock(7))
        .tools(Fs::definitions(Arc::clone(&shared)))
        .build()
        .unwrap();
    let run = |name: &'static str, text: &'static str| registry.execute(call(name, text));

    let missing = run("fs_read", r#"{"path":"a"}"#).await;
    assert_eq!(code(&missing), "NOT_FOUND");
    assert_eq!(missing.text(), "look elsewhere");

    let written = run("fs_put", r#"{"path":"a"}"#).await;
    assert_eq!(written.value().unwrap(), &json!(1));
    assert_eq!(run("fs_read", r#"{"path":"a"}"#).await.text(), "call_1 empty@7 3 7");
    assert_eq!(run("fs_scan", r#"{"times":2}"#).await.text(), "/a 2 4");
    assert_eq!(run("fs_watch", "{}").await.text(), "5");
    assert_eq!(run("fs_holders", "{}").await.text(), "/a true");
    assert_eq!(run("fs_limit", "{}").await.text(), "at most 3");
    // What the methods did is seen outside, and they are methods still.
    assert_eq!(shared.count(), 6);
    assert!(shared.scan(1).ends_with(" 7"));

    let wrong = run("fs_put", r#"{"path":"","text":1}"#).await;
    assert_eq!(code(&wrong), "INVALID_ARGS");
    assert_eq!(
        wrong.text(),
        "Error: invalid arguments for `fs_put`: 2 violations\n\
         `path`: expected a string of 1 to 9 characters, got 0 characters\n\
         `text`: expected a string, got the number 1"
    );
    assert_eq!(shared.count(), 8, "the body did not run");
}

#[test]
fn presenters_and_classifiers_are_functions_of_the_type() {
    let list = Fs::definitions(Fs::default());
    let card = list[0].present_call(&FrozenJson::parse(r#"{"path":"a.rs"}"#).unwrap());
    assert_eq!(card.unwrap(), ToolCallView::from(ToolCallView::generic("Read a.rs")));
    let mode = |tool: &ToolDefinition, text: &str| format!("{:?}", tool.execution_mode(text));
    assert_eq!(mode(&list[0], r#"{"path":"a"}"#), "Parallel");
    assert_eq!(mode(&list[2], r#"{"times":2}"#), "Parallel");
    assert_eq!(mode(&list[2], r#"{"times":3}"#), "Exclusive");
    assert_eq!(mode(&list[1], r#"{"path":"a"}"#), "Exclusive");
}

#[tokio::test]
async fn two_instances_share_nothing() {
    let (left, right) = (Fs::definitions(fs("/left")), Fs::definitions(Box::new(fs("/right"))));
    let (left, right) = (tool(left, "fs_scan"), tool(right, "fs_scan"));
    assert_eq!(left.call(r#"{"times":1}"#).await.text(), "/left 1 1");
    assert_eq!(left.call(r#"{"times":1}"#).await.text(), "/left 1 2");
    assert_eq!(right.call(r#"{"times":1}"#).await.text(), "/right 1 1");
}

#[test]
fn a_box_lives_as_long_as_one_of_its_tools() {
    let shared = Arc::new(Fs::default());
    let weak = Arc::downgrade(&shared);
    let mut list = Fs::definitions(shared);
    list.truncate(1);
    assert!(weak.upgrade().is_some());
    list.clear();
    assert!(weak.upgrade().is_none());
}

#[test]
fn state_that_nothing_supplies_is_told_when_a_box_is_registered() {
    let error = ToolRegistry::builder().tools(Fs::definitions(Fs::default())).build().unwrap_err();
    let text = error.to_string();
    assert!(text.contains("fs_put") && text.contains("Clock"), "{text}");
    assert!(!text.contains("fs_read"), "it takes the clock only if there is one: {text}");
    assert!(text.contains("take it by value to make it an argument"), "{text}");
}

/// Several boxes of one type: prefixes and the functions that give them differ.
#[toolbox(prefix = "raw_", definitions = raw_tools)]
impl Fs {
    /// Remove a file.
    #[tool(type = Remove)]
    async fn remove(&self, path: String) -> String {
        format!("{:?}", self.files.lock().unwrap().remove(&path))
    }
}

#[tokio::test]
async fn one_type_may_have_several_boxes() {
    /// Somewhere else.
    #[tool]
    async fn elsewhere() {}

    let shared = Arc::new(fs("/a"));
    shared.files.lock().unwrap().insert("a".to_owned(), "text".to_owned());
    let list = tools![
        elsewhere,
        ..Fs::definitions(Arc::clone(&shared)),
        ..Fs::raw_tools(Arc::clone(&shared))
    ];
    let registry = ToolRegistry::builder().state(Clock(1)).tools(list).build().unwrap();
    assert_eq!(registry.schemas().len(), 8);
    let removed = registry.execute(call("raw_remove", r#"{"path":"a"}"#)).await;
    assert_eq!(removed.text(), r#"Some("text")"#);
}

#[tokio::test]
async fn a_named_tool_is_had_by_itself() {
    assert_eq!(Remove::NAME, "raw_remove");
    let result = Remove::definition(Fs::default()).call(r#"{"path":"a"}"#).await;
    assert_eq!(result.text(), "None");
}

#[test]
fn a_box_is_registered_as_a_whole_or_not_at_all() {
    let registry = ToolRegistry::builder().state(Clock(1)).build().unwrap();
    let registration = registry.register_all(Fs::definitions(Fs::default())).unwrap();
    assert!(registry.register_all(Fs::definitions(Fs::default())).is_err());
    assert_eq!(registry.schemas().len(), 6);
    assert!(registration.unregister());
    assert_eq!(registry.schemas().len(), 0);
}

trait Store {
    type Key: ToolValue + Send + Ord + ToString;
    const NAME: &'static str;
    fn get(&self, key: &Self::Key) -> Option<String>;
}

struct Numbers;
impl Store for Numbers {
    type Key = u8;
    const NAME: &'static str = "numbers";
    fn get(&self, key: &u8) -> Option<String> {
        (*key < 9).then(|| format!("number {key}"))
    }
}

struct Words(Vec<&'static str>);
impl Store for Words {
    type Key = String;
    const NAME: &'static str = "words";
    fn get(&self, key: &String) -> Option<String> {
        self.0.contains(&key.as_str()).then(|| format!("word {key}"))
    }
}

struct Cache<S, const N: usize>
where
    S: Store,
{
    store: S,
}

#[toolbox(prefix = "cache_")]
impl<S: Store + Send + Sync + 'static, const N: usize> Cache<S, N>
where
    S::Key: Clone,
{
    fn name() -> &'static str {
        S::NAME
    }

    /// Look up a key.
    #[tool(type = Get, present_call = Self::card)]
    async fn get(
        &self,
        /// The key.
        key: S::Key,
        #[arg(range(max = 9), default = 1)] times: u8,
        more: Option<&S>,
    ) -> Result<String, ToolError> {
        let found = self.store.get(&key.clone()).ok_or_else(|| ToolError::msg("nothing"))?;
        Ok(format!("{} {found} {times} {N} {}", Self::name(), more.is_some()))
    }

    /// Look up many keys.
    #[tool]
    async fn get_all(&self, keys: [S::Key; N]) -> Json<Vec<String>> {
        Json(keys.iter().filter_map(|key| self.store.get(key)).collect())
    }

    /// The whole arguments are of a type that depends on the store.
    #[tool]
    async fn get_pair(&self, args: Pair<S::Key>) -> String {
        args.left.to_string() + &args.right.to_string()
    }

    fn card(key: &S::Key, times: &u8) -> GenericCard {
        ToolCallView::generic(format!("{} {times}", key.to_string()))
    }
}

#[derive(ToolArgs)]
struct Pair<T> {
    left: T,
    right: T,
}

#[tokio::test]
async fn boxes_are_generic() {
    let numbers = Cache::<_, 2>::definitions(Cache { store: Numbers });
    let words = Cache::<_, 1>::definitions(Cache { store: Words(vec!["a"]) });
    let kind = |tool: &ToolDefinition| {
        tool.schema().parameters.to_value()["properties"]["key"]["type"].clone()
    };
    assert_eq!(kind(&numbers[0]), "integer");
    assert_eq!(kind(&words[0]), "string");
    assert_eq!(
        words[0].schema().parameters.to_value()["properties"]["key"]["description"],
        "The key."
    );

    assert_eq!(numbers[0].call(r#"{"key":3}"#).await.text(), "numbers number 3 1 2 false");
    assert_eq!(
        numbers[0].call(r#"{"key":3}"#).state(Numbers).await.text(),
        "numbers number 3 1 2 true"
    );
    assert_eq!(words[0].call(r#"{"key":"a","times":2}"#).await.text(), "words word a 2 1 false");
    assert_eq!(code(&words[0].call(r#"{"key":"a","times":20}"#).await), "INVALID_ARGS");
    assert_eq!(code(&words[0].call(r#"{"key":3}"#).await), "INVALID_ARGS");
    assert_eq!(numbers[1].call(r#"{"keys":[1,20]}"#).await.value().unwrap(), &json!(["number 1"]));
    assert_eq!(words[2].call(r#"{"left":"a","right":"b"}"#).await.text(), "ab");
    let card = words[0].present_call(&FrozenJson::parse(r#"{"key":"a"}"#).unwrap());
    assert_eq!(card.unwrap(), ToolCallView::from(ToolCallView::generic("a 1")));

    let one = Get::definition::<Numbers, 2>(Cache { store: Numbers });
    assert_eq!((one.name(), Get::NAME), ("cache_get", "cache_get"));
    assert_eq!(one.call(r#"{"key":4}"#).await.text(), "numbers number 4 1 2 false");
}

struct Bag<T>(Mutex<Vec<T>>);

/// Whoever asks for the tools sees to it that items are values and cross threads.
#[toolbox]
impl<T> Bag<T> {
    /// Put an item.
    #[tool(type = Put)]
    async fn put(&self, item: T, more: Option<Vec<T>>) -> Json<usize> {
        let mut items = self.0.lock().unwrap();
        items.push(item);
        items.extend(more.unwrap_or_default());
        Json(items.len())
    }
}

#[tokio::test]
async fn bounds_are_those_of_the_tools() {
    let bag = Arc::new(Bag(Mutex::new(vec![true])));
    let list = Bag::definitions(Arc::clone(&bag));
    assert_eq!(list[0].call(r#"{"item":false,"more":[true]}"#).await.text(), "3");
    assert_eq!(Put::definition(bag).call(r#"{"item":false}"#).await.text(), "4");
    // Its tools cannot be had, but it can.
    let unshared = Bag(Mutex::new(vec![std::rc::Rc::new(1)]));
    assert_eq!(unshared.put(std::rc::Rc::new(2), None).await.0, 2);
}

struct Platform;

#[toolbox]
#[allow(clippy::non_minimal_cfg, reason = "conditions that hold anywhere")]
impl Platform {
    /// On one.
    #[cfg(all())]
    #[tool]
    async fn here(&self) -> &'static str {
        "here"
    }

    /// On the other, under the same name.
    #[cfg(any())]
    #[tool]
    async fn here(&self) -> NoSuchType {}

    /// The same name, by another method.
    #[cfg(not(all()))]
    #[tool(name = "here", type = There)]
    async fn there(&self, no: NoSuchType) {}

    /// A tool under a condition, a method always.
    #[cfg_attr(all(), tool(read_only), allow(clippy::unused_self, reason = "a test"))]
    async fn conditional(&self, #[arg(range(max = 3))] level: u8) -> String {
        level.to_string()
    }

    /// No tool under this condition.
    #[cfg_attr(any(), tool)]
    async fn never(&self, #[arg(range(max = 3))] level: u8) -> u8 {
        level
    }
}

#[tokio::test]
async fn tools_may_be_there_under_conditions() {
    let list = Platform::definitions(Platform);
    let names: Vec<&str> = list.iter().map(ToolDefinition::name).collect();
    assert_eq!(names, ["here", "conditional"]);
    assert_eq!(list[0].call("{}").await.text(), "here");
    assert_eq!(list[1].hints().read_only, Some(true));
    assert_eq!(code(&list[1].call(r#"{"level":4}"#).await), "INVALID_ARGS");
    assert_eq!(Platform.never(9).await, 9);
}

#[toolbox]
#[cfg(any())]
impl NoSuchType {
    /// Of a box that is not there.
    #[tool(type = Nothing)]
    async fn nothing(&self, level: u8) {}
}

/// Types that mention the box itself.
#[derive(Clone, ToolArgs)]
struct Point {
    x: u8,
}

trait Shape {
    type Scale;
}

impl Shape for Point {
    type Scale = i16;
}

#[toolbox]
impl Point {
    const DIMENSIONS: usize = 2;

    /// Add points.
    #[tool]
    async fn add(
        &self,
        other: Self,
        more: Vec<Self>,
        scale: <Self as Shape>::Scale,
        offset: [u8; Self::DIMENSIONS],
    ) -> Json<Self> {
        let x = self.x + other.x + more.iter().map(|point| point.x).sum::<u8>() + offset[0];
        assert_eq!(scale, -1);
        Json(Self { x })
    }

    /// The whole arguments.
    #[tool]
    async fn whole(&self, Self { x }: Self) -> String {
        x.to_string()
    }
}

#[tokio::test]
async fn arguments_may_be_of_the_boxs_own_type() {
    let list = Point::definitions(Point { x: 1 });
    let result =
        list[0].call(r#"{"other":{"x":2},"more":[{"x":3}],"scale":-1,"offset":[4,5]}"#).await;
    assert_eq!(result.value().unwrap(), &json!({"x": 10}));
    assert_eq!(list[1].call(r#"{"x":9}"#).await.text(), "9");
}

trait Backend: Send + Sync {
    fn name(&self) -> String;
}

#[toolbox(read_only)]
impl dyn Backend {
    /// Name of the backend.
    #[tool]
    async fn backend(&self) -> String {
        self.name()
    }
}

#[tokio::test]
async fn a_box_may_have_no_size() {
    struct Disk;
    impl Backend for Disk {
        fn name(&self) -> String {
            "disk".to_owned()
        }
    }
    let backend: Box<dyn Backend> = Box::new(Disk);
    let list = <dyn Backend>::definitions(backend);
    assert_eq!(list[0].call("{}").await.text(), "disk");
}

#[derive(Default)]
struct Rough {
    started: AtomicUsize,
    ended: Arc<AtomicUsize>,
}

struct OnDrop(Arc<AtomicUsize>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[toolbox(parallel)]
impl Rough {
    /// Panic.
    #[tool]
    async fn panic(&self) {
        self.started.fetch_add(1, Ordering::SeqCst);
        panic!("in a method");
    }

    /// Wait until told to stop.
    #[tool(timeout = "50ms")]
    async fn wait(&self, cx: &ToolContext) -> Result<String, ToolError> {
        let _ended = OnDrop(Arc::clone(&self.ended));
        self.started.fetch_add(1, Ordering::SeqCst);
        cx.cancellation().cancelled().await;
        Err(ToolError::aborted())
    }

    /// How many started.
    #[tool(parallel = false)]
    async fn started(&self) -> Json<usize> {
        Json(self.started.load(Ordering::SeqCst))
    }
}

#[tokio::test(start_paused = true)]
async fn panics_and_cancellation_end_one_call() {
    let rough = Arc::new(Rough::default());
    let registry =
        ToolRegistry::builder().tools(Rough::definitions(Arc::clone(&rough))).build().unwrap();
    assert_eq!(code(&registry.execute(call("panic", "{}")).await), "TOOL_PANICKED");
    assert_eq!(registry.execute(call("started", "{}")).await.text(), "1");

    assert_eq!(code(&registry.execute(call("wait", "{}")).await), "TOOL_TIMEOUT");
    let token = CancellationToken::new();
    let run = registry.execute(call("wait", "{}").cancellation(token.clone()));
    let stop = async {
        tokio::time::sleep(Duration::from_millis(1)).await;
        token.cancel();
    };
    assert_eq!(code(&tokio::join!(run, stop).0), "ABORTED");
    assert_eq!(rough.ended.load(Ordering::SeqCst), 2);

    let mut dropped = Box::pin(registry.execute(call("wait", "{}")));
    assert!(crate::support::poll_once(dropped.as_mut()).is_pending());
    drop(dropped);
    assert_eq!(
        rough.ended.load(Ordering::SeqCst),
        3,
        "the method's future is dropped with the call"
    );
    assert_eq!(Arc::strong_count(&rough), 4, "no call holds it any more");
}

#[test]
fn parallel_of_the_box_is_overridden() {
    let list = Rough::definitions(Rough::default());
    let modes: Vec<String> =
        list.iter().map(|tool| format!("{:?}", tool.execution_mode("{}"))).collect();
    assert_eq!(modes, ["Parallel", "Parallel", "Exclusive"]);
}
