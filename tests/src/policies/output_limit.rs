//! Results that are too long, and what is left of them.

use crate::support::{Ears, call, code, free, registry};
use dsh_tools::json::ContentBlock;
use dsh_tools::prelude::*;
use dsh_tools::{Json, OutputLimit, SpillStore, ToolDefinition};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// Gives this text.
fn says(text: impl Into<String>) -> ToolDefinition {
    let text = text.into();
    free("says").body(move |_, _| std::future::ready(text.clone())).build()
}

async fn limited(tool: ToolDefinition, limit: OutputLimit) -> ToolExecutionResult {
    let name = tool.name().to_owned();
    let registry = registry([tool]);
    registry.policy(limit);
    registry.scope("agent").execute(call(&name, "{}")).await
}

async fn cut(text: &str, most: usize) -> String {
    limited(says(text), OutputLimit::new(most)).await.text().into_owned()
}

/// Head, marker and tail of a text that was cut.
#[track_caller]
fn taken_apart(text: &str) -> (&str, &str, &str) {
    let from = text.find("[cut").expect("a marker");
    let to = from + text[from..].find(']').expect("its end") + 1;
    (&text[..from], &text[from..to], &text[to..])
}

/// Keeps what it is given.
#[derive(Clone, Default)]
struct Shelf(Arc<Mutex<Vec<Arc<str>>>>);

impl SpillStore for Shelf {
    async fn store(&self, call: ToolExecution, text: Arc<str>) -> Result<String, ToolError> {
        let mut texts = self.0.lock().unwrap();
        texts.push(text);
        Ok(format!("shelf {} of {}", texts.len(), call.call_id()))
    }
}

impl Shelf {
    fn texts(&self) -> Vec<Arc<str>> {
        self.0.lock().unwrap().clone()
    }
}

#[tokio::test]
async fn c135_what_is_short_enough_is_untouched() {
    let text = "x".repeat(1000);
    assert_eq!(cut(&text, 1000).await, text);
    assert_ne!(cut(&text, 999).await, text);
}

#[tokio::test]
async fn c135_a_megabyte_is_cut_to_the_limit_and_says_so_where_it_is_cut() {
    let text: String = (0..).map(|n| format!("line {n}\n")).take(100_000).collect();
    let result = cut(&text, 2000).await;
    assert!(result.len() <= 2000 && result.len() > 1900, "{}", result.len());
    let (head, marker, tail) = taken_apart(&result);
    assert!(text.starts_with(head.trim_end()) && head.starts_with("line 0\nline 1\n"));
    assert!(text.ends_with(tail.trim_start()) && tail.ends_with("line 99999\n"));
    // Both halves, and the numbers are right.
    assert!(head.len().abs_diff(tail.len()) < 4, "{} {}", head.len(), tail.len());
    let kept = [head.strip_suffix('\n').unwrap(), tail.strip_prefix('\n').unwrap()];
    let left_out = text.len() - kept.map(str::len).iter().sum::<usize>();
    let breaks = 100_000 - kept.concat().matches('\n').count();
    let expected = format!(
        "[cut by the output limit: {left_out} of {} bytes with {breaks} line breaks left out here]",
        text.len()
    );
    assert_eq!(marker, expected);
    assert_eq!(cut(&text, 2000).await, result, "the same way each time");
}

#[tokio::test]
async fn c135_one_line_of_a_megabyte() {
    let result = cut(&"ab".repeat(500_000), 300).await;
    let (head, marker, tail) = taken_apart(&result);
    assert!(result.len() <= 300 && head.starts_with("abab") && tail.ends_with("abab"), "{result}");
    assert!(!marker.contains("line break"), "{marker}");
    assert!(marker.contains(" of 1000000 bytes left out here]"), "{marker}");
}

#[tokio::test]
async fn c135_characters_marks_and_line_breaks_stay_whole() {
    // Three bytes; a letter with two marks; a family of joined people; a break of two characters.
    for sign in ["€", "e\u{301}\u{323}", "👩\u{200d}👩\u{200d}👧", "👍🏽", "\r\n"] {
        let text = sign.repeat(200_000 / sign.len());
        for most in 200..240 {
            let result = cut(&text, most).await;
            let (head, marker, tail) = taken_apart(&result);
            // Before the marker stands its own break where the text's did not.
            let parts = [head.trim_end_matches(['\r', '\n']), tail.trim_start_matches('\n')];
            assert_eq!(parts.concat().replace(sign, ""), "", "{sign:?} {most}");
            let left_out = marker.split_once(": ").unwrap().1.split_once(' ').unwrap().0;
            assert_eq!(left_out.parse::<usize>().unwrap() % sign.len(), 0, "{sign:?} {marker}");
            assert!(result.len() <= most);
        }
    }
}

#[tokio::test]
async fn c135_a_sign_without_end_is_cut_all_the_same() {
    let text = format!("e{}", "\u{301}".repeat(500_000));
    let result = cut(&text, 400).await;
    assert!(result.len() <= 400 && result.len() > 390, "{}", result.len());
}

#[tokio::test]
async fn c135_limits_smaller_than_the_marker() {
    let text = "0123456789".repeat(100);
    let shelf = Shelf::default();
    let with_store = async |most| {
        let limit = OutputLimit::new(most).spill(shelf.clone());
        limited(says(text.as_str()), limit).await.text().into_owned()
    };
    for most in 0..200 {
        assert!(cut(&text, most).await.len() <= most, "{most}");
        assert!(with_store(most).await.len() <= most, "{most}");
    }
    assert_eq!(cut(&text, 6).await, "");
    assert_eq!(cut(&text, 7).await, "[cut]");
    assert_eq!(cut(&text, 10).await, "01\n[cut]\n9");
    assert!(
        cut(&text, 60).await.contains("\n[cut by the output limit: "),
        "{}",
        cut(&text, 60).await
    );
    // Where the text is matters more than how long it was.
    assert!(with_store(60).await.contains("[cut; full text: shelf "));
    assert!(with_store(40).await.contains("[cut"));
}

#[tokio::test]
async fn c135_the_full_text_is_kept_and_its_place_counts() {
    let shelf = Shelf::default();
    let text = "a long line\n".repeat(1000);
    let result = limited(says(text.as_str()), OutputLimit::new(500).spill(shelf.clone())).await;
    let text_of_result = result.text();
    let (_, marker, _) = taken_apart(&text_of_result);
    assert!(marker.ends_with("left out here; full text: shelf 1 of call_1]"), "{marker}");
    assert!(result.text().len() <= 500);
    assert_eq!(*shelf.texts(), [Arc::from(text)]);
    // Nothing is kept of what is not cut.
    limited(says("short"), OutputLimit::new(500).spill(shelf.clone())).await;
    assert_eq!(shelf.texts().len(), 1);
}

#[tokio::test]
async fn c135_programs_and_observers_get_the_whole_value() {
    let text = "x".repeat(5000);
    let registry = registry([says(text.as_str())]);
    registry.policy(OutputLimit::new(100));
    let ears = Ears::on(&registry);
    let result = registry.execute(call("says", "{}")).await;
    let (_, heard) = ears.one();
    for result in [&result, &heard] {
        assert_eq!(result.value().unwrap(), &serde_json::json!(text));
        assert!(result.text().len() <= 100 && !result.is_error());
    }
}

#[tokio::test]
async fn c135_json_results_are_not_cut_into_invalid_json() {
    let rows: Vec<u32> = (0..10_000).collect();
    let expected = serde_json::to_string(&rows).unwrap();
    let tool = free("rows").body(move |_, _| std::future::ready(Json(rows.clone()))).build();
    let shelf = Shelf::default();
    let result = limited(tool, OutputLimit::new(100).spill(shelf.clone())).await;
    assert_eq!(result.text(), expected);
    assert!(shelf.texts().is_empty());

    // Blocks of a server's: the document stays, the words beside it are cut.
    let blocks = vec![
        ContentBlock::text("words ".repeat(1000)),
        ContentBlock::text(expected.as_str()),
        ContentBlock::text("more words ".repeat(1000)),
    ];
    let tool = free("blocks").body(move |_, _| std::future::ready(blocks.clone())).build();
    let result = limited(tool, OutputLimit::new(300)).await;
    let texts: Vec<&str> = result.content().iter().filter_map(ContentBlock::as_text).collect();
    assert_eq!(texts.len(), 3);
    assert_eq!(texts[1], expected);
    assert!(texts[0].starts_with("words ") && texts[0].contains("[cut by the output limit: "));
    assert!(texts[2].ends_with("more words ") && texts[0].len() + texts[2].len() <= 300);

    // What a text that was read looks like makes no difference.
    assert!(cut(&expected, 300).await.len() <= 300);
}

#[tokio::test]
async fn c135_what_is_rendered_of_a_value_is_cut_and_the_value_stays() {
    let tool = free("table")
        .body(|_, _| async { Json(vec![1_u32; 1000]) })
        .render(|rows: &Vec<u32>| "row 1\n".repeat(rows.len()))
        .build();
    let result = limited(tool, OutputLimit::new(200)).await;
    assert!(result.text().len() <= 200 && result.text().starts_with("row 1\n"));
    assert_eq!(result.value().unwrap().root().len(), 1000);
}

#[tokio::test]
async fn c135_pictures_and_sounds_are_neither_cut_nor_counted() {
    let picture = ContentBlock::image("aGk=".repeat(10_000), "image/png");
    let blocks = vec![
        ContentBlock::text("before"),
        picture.clone(),
        ContentBlock::text("x".repeat(2000)),
        ContentBlock::audio("aGk=".repeat(10_000), "audio/wav"),
        ContentBlock::text("after"),
    ];
    let given = blocks.clone();
    let tool = free("shot").body(move |_, _| std::future::ready(given.clone())).build();
    let untouched = limited(tool.clone(), OutputLimit::new(2011)).await;
    assert_eq!(untouched.content(), blocks);
    let result = limited(tool, OutputLimit::new(200)).await;
    let content = result.content();
    assert_eq!(content.len(), 5);
    assert_eq!((&content[0], &content[1]), (&blocks[0], &picture));
    assert_eq!((&content[3], &content[4]), (&blocks[3], &blocks[4]));
    assert!(content[2].as_text().unwrap().contains("[cut by the output limit: "));
}

#[tokio::test]
async fn several_texts_have_one_limit_and_those_in_the_middle_go() {
    let blocks: Vec<_> = (0..100).map(|n| ContentBlock::text(format!("block {n:03} "))).collect();
    let tool = free("many").body(move |_, _| std::future::ready(blocks.clone())).build();
    let result = limited(tool, OutputLimit::new(150)).await;
    let texts: Vec<_> = result.content().iter().map(|block| block.as_text().unwrap()).collect();
    let bytes: usize = texts.iter().map(|text| text.len()).sum();
    assert!(bytes <= 150 && bytes > 120, "{bytes} {texts:?}");
    assert_eq!((texts[0], *texts.last().unwrap()), ("block 000 ", "block 099 "));
    assert_eq!(texts.iter().filter(|text| text.contains("[cut by the output limit: ")).count(), 1);
    assert!(texts.iter().all(|text| !text.is_empty()));
}

#[tokio::test]
async fn failures_are_cut_and_their_message_stays_whole() {
    let text = "trace\n".repeat(1000);
    let message = text.clone();
    let tool = free("fails")
        .body(move |_, _| {
            std::future::ready(Err::<String, _>(ToolError::new("BUSY", message.clone())))
        })
        .build();
    let result = limited(tool, OutputLimit::new(200)).await;
    assert_eq!(code(&result), "BUSY");
    assert!(result.text().starts_with("Error: trace\n") && result.text().len() <= 200);
    assert_eq!(result.error().unwrap().message(), text);
    // So is what never became a call.
    let registry = registry([says("x")]);
    registry.policy(OutputLimit::new(80));
    let long = "n".repeat(64);
    for (name, arguments) in [(&*long, "{}"), ("says", "{")] {
        let result = registry.execute(call(name, arguments)).await;
        assert!(result.is_error() && result.text().len() <= 80, "{}", result.text());
    }
}

#[tokio::test]
async fn tools_have_limits_of_their_own_and_the_tightest_counts() {
    let registry = registry([says("x".repeat(1000)), crate::support::plain("plain")]);
    let length = async |scope: &ToolScope| scope.execute(call("says", "{}")).await.text().len();
    let agent = registry.scope("agent");

    let other = registry.policy(OutputLimit::new(100).only(["plain"]));
    assert_eq!(length(&agent).await, 1000);
    assert!(other.unregister());
    registry.policy(OutputLimit::new(100).for_tool("says", 500));
    assert!((450..=500).contains(&length(&agent).await));
    agent.policy(OutputLimit::new(10).only(["plain"]).for_tool("says", 200));
    assert!((150..=200).contains(&length(&agent).await));
    assert!((450..=500).contains(&length(&registry.scope("other")).await));

    // Neither the marker nor what is kept is of what another limit left.
    let (near, far) = (Shelf::default(), Shelf::default());
    registry.policy(OutputLimit::new(190).spill(far.clone()));
    agent.policy(OutputLimit::new(180).spill(near.clone()));
    let result = agent.execute(call("says", "{}")).await;
    assert!(result.text().len() <= 180 && result.text().contains(" of 1000 bytes"));
    assert_eq!((near.texts().len(), far.texts().len()), (1, 0));
    assert_eq!(near.texts()[0].len(), 1000);
}

#[tokio::test]
async fn a_scope_that_is_closed_from_within_a_call_still_limits_it() {
    let registry = registry([]);
    let agent = registry.scope("agent");
    let closing = agent.clone();
    let tool = free("says")
        .body(move |_, _| {
            closing.close();
            std::future::ready("x".repeat(1000))
        })
        .build();
    registry.register(tool).unwrap();
    agent.policy(OutputLimit::new(100));
    let result = agent.execute(call("says", "{}")).await;
    assert!(!result.is_error() && result.text().len() <= 100);
}

#[tokio::test]
async fn results_of_nested_calls_stay_whole() {
    let outer = free("outer")
        .body(|_, cx| async move {
            let inner = cx.call("says", "{}").await;
            format!("{} bytes", inner.text().len())
        })
        .build();
    let registry = registry([says("x".repeat(1000)), outer]);
    registry.policy(OutputLimit::new(100));
    assert_eq!(registry.execute(call("outer", "{}")).await.text(), "1000 bytes");
}

/// A hook, a finalizer or a block: what they take out is gone before anything is kept, wherever they are registered.
#[tokio::test]
async fn what_others_withhold_is_never_kept() {
    let secret = || format!("{}SECRET{}", "a".repeat(1000), "b".repeat(1000));
    let redact = |hooks: &mut Hooks| {
        hooks.post_execute_fn(|_, result, _| async move {
            let text = result.text().replace("SECRET", "[redacted]");
            Ok(PostToolDecision::accept().with_content(text))
        });
    };
    let revalue = |hooks: &mut Hooks| {
        hooks.prepend().post_execute_fn(|_, result, _| async move {
            let text = result.text().replace("SECRET", "[redacted]");
            Ok(PostToolDecision::accept().with_value(FrozenJson::string(text)))
        });
    };
    let block = |hooks: &mut Hooks| {
        hooks.post_execute_fn(
            |_, _, _| async move { Ok(PostToolDecision::block("no ".repeat(1000))) },
        );
    };
    let hooks: [&dyn Fn(&mut Hooks); 3] = [&redact, &revalue, &block];
    for hook in hooks {
        for limit_first in [true, false] {
            for in_scope in [true, false] {
                let (shelf, registry) = (Shelf::default(), registry([says(secret())]));
                let agent = registry.scope("agent");
                let limit = OutputLimit::new(300).spill(shelf.clone());
                if limit_first {
                    registry.policy(limit);
                    if in_scope {
                        agent.install(hook)
                    } else {
                        registry.install(hook)
                    };
                } else {
                    if in_scope {
                        agent.install(hook)
                    } else {
                        registry.install(hook)
                    };
                    agent.policy(limit);
                }
                let result = agent.execute(call("says", "{}")).await;
                assert!(result.text().len() <= 300 && result.text().contains("full text: shelf 1"));
                assert!(!shelf.texts()[0].contains("SECRET") && shelf.texts()[0].len() > 1000);
            }
        }
    }

    let shelf = Shelf::default();
    let secret = secret();
    let tool = free("t")
        .body(move |_, _| std::future::ready(secret.clone()))
        .finalize(|result| Some(vec![ContentBlock::text(result.text().replace("SECRET", ""))]))
        .build();
    let result = limited(tool, OutputLimit::new(300).spill(shelf.clone())).await;
    assert!(result.text().len() <= 300);
    assert_eq!(shelf.texts()[0].len(), 2000);
}

struct Failing(fn() -> Result<String, ToolError>);

impl SpillStore for Failing {
    async fn store(&self, _: ToolExecution, _: Arc<str>) -> Result<String, ToolError> {
        self.0()
    }
}

struct Hanging;

impl SpillStore for Hanging {
    fn store(
        &self,
        _: ToolExecution,
        _: Arc<str>,
    ) -> impl Future<Output = Result<String, ToolError>> + Send {
        std::future::pending()
    }
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_loses_nothing_but_the_full_text() {
    let text = "x".repeat(2000);
    let lost = |result: &ToolExecutionResult| {
        let text = result.text();
        assert!(!result.is_error() && text.len() <= 300, "{text}");
        assert!(text.contains("left out here; the full text could not be kept]"), "{text}");
        assert!(!text.contains("disk"), "why is nothing to a model: {text}");
    };
    let fails: [fn() -> Result<String, ToolError>; 2] =
        [|| Err(ToolError::msg("the disk is full")), || panic!("the disk is gone")];
    for fail in fails {
        lost(&limited(says(text.as_str()), OutputLimit::new(300).spill(Failing(fail))).await);
    }
    // A place that nobody can read of is none.
    let limit = OutputLimit::new(300).spill(Failing(|| Ok("far".repeat(1000))));
    let result = limited(says(text.as_str()), limit).await;
    assert!(result.text().len() <= 300 && result.text().contains("[cut by the output limit: "));

    let hanging = || OutputLimit::new(300).spill(Hanging);
    let registry = ToolRegistry::builder()
        .hook_deadline(std::time::Duration::from_secs(1))
        .policy(hanging())
        .tools([says(text.as_str())])
        .build()
        .unwrap();
    lost(&registry.execute(call("says", "{}")).await);

    // Nobody waits for a store when the call is cancelled.
    let registry = crate::support::registry([says(text)]);
    registry.policy(hanging());
    let token = CancellationToken::new();
    let running = tokio::spawn(registry.execute(call("says", "{}").cancellation(token.clone())));
    tokio::task::yield_now().await;
    token.cancel();
    lost(&running.await.unwrap());
}

proptest! {
    /// What is left is at most the limit, starts as the text did, ends as it did, and the marker tells the truth.
    #[test]
    fn any_text_and_any_limit(parts in prop::collection::vec("(\\PC|\r\n|\n|e\u{301}|👩\u{200d}👧){0,60}", 1..6), most in 0..400_usize) {
        let total: usize = parts.iter().map(String::len).sum();
        let blocks: Vec<_> = parts.iter().map(|part| ContentBlock::text(part.as_str())).collect();
        let given = blocks.clone();
        let tool = free("blocks").body(move |_, _| std::future::ready(given.clone())).build();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let result = runtime.block_on(limited(tool, OutputLimit::new(most)));
        // A part that happens to be a document is not cut, and a marker cannot be told from what looks like one.
        prop_assume!(parts.iter().all(|part| FrozenJson::parse(part.as_str()).is_err() && !part.contains('[')));
        if total <= most {
            prop_assert_eq!(result.content(), blocks);
            return Ok(());
        }
        let left: Vec<_> = result.content().iter().map(|block| block.as_text().unwrap()).collect();
        prop_assert!(left.iter().map(|text| text.len()).sum::<usize>() <= most, "{:?}", left);
        let (left, all) = (left.concat(), parts.concat());
        if most >= 7 {
            let (head, marker, tail) = taken_apart(&left);
            let starts = |head: &str| all.starts_with(head);
            let ends = |tail: &str| all.ends_with(tail);
            prop_assert!(starts(head) || starts(head.strip_suffix('\n').unwrap()), "{left:?}");
            prop_assert!(ends(tail) || ends(tail.strip_prefix('\n').unwrap()), "{left:?}");
            if marker.contains(" of ") {
                let total = format!(" of {total} bytes");
                prop_assert!(marker.contains(&total), "{}", marker);
            }
        }
    }
}
