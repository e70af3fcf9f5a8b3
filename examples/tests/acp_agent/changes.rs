//! Cards, questions and changes of files.

use crate::talk::{Answer, talk};
use agent_client_protocol::v1::schema::{
    ContentBlock, Diff, PermissionOptionKind, PlanEntryStatus, PromptRequest, ResourceLink,
    SessionUpdate, StopReason, ToolCallContent, ToolCallStatus, ToolKind,
};

use ToolCallStatus::{Completed, Failed, InProgress, Pending};

#[tokio::test]
async fn calls_that_run_together_are_cards() {
    talk(true, &[], async |talk| {
        assert_eq!(talk.initialized.agent_info.as_ref().unwrap().name, "dsh-tools-workbench");
        let lines = "# look around\nread path=src/lib.rs limit=1\nls path=src\ngrep pattern=one";
        let turn = talk.turn(lines, &[]).await?;
        assert_eq!((turn.reason, turn.said()), (StopReason::EndTurn, "3 calls: 3 ok".to_owned()));
        assert!(
            turn.updates.iter().any(|update| matches!(update, SessionUpdate::AgentThoughtChunk(_)))
        );
        let [read, ls, grep] = turn.calls().try_into().ok().unwrap();
        for shown in [&read, &ls, &grep] {
            assert_eq!(shown.statuses, [Pending, InProgress, Completed]);
        }
        assert_eq!(read.call.name.as_deref(), Some("read"));
        assert_eq!((read.call.kind, read.call.title.as_str()), (ToolKind::Read, "Read src/lib.rs"));
        assert_eq!(read.call.locations[0].line, Some(1));
        assert!(read.call.locations[0].path.is_absolute());
        assert!(read.text().contains("A library") && !read.text().contains("pub fn"));
        assert!(ls.text().contains("lib.rs"));
        assert!(grep.call.kind == ToolKind::Search && grep.text().contains("pub fn one"));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn the_tools_are_commands() {
    talk(false, &[], async |talk| {
        talk.turn("/ls", &[]).await?;
        let told = talk.told();
        let SessionUpdate::AvailableCommandsUpdate(update) = &told[0].update else {
            panic!("{told:?}")
        };
        assert!(update.available_commands.iter().any(|command| command.name == "bash"));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_change_is_shown_asked_about_and_made() {
    talk(true, &[], async |talk| {
        let line = "edit path=src/lib.rs old_text='{ 1 }' new_text='{ 2 }'";
        let turn = talk.turn(line, &[Answer::Allow]).await?;
        assert_eq!(turn.reason, StopReason::EndTurn);

        let (before, question) = &turn.asked[0];
        assert_eq!(question.session_id, talk.session);
        let kinds: Vec<_> = question.options.iter().map(|option| option.kind).collect();
        assert_eq!(kinds, [PermissionOptionKind::AllowOnce, PermissionOptionKind::RejectOnce]);
        // The card is the last thing before the question.
        let SessionUpdate::ToolCall(proposed) = &turn.updates[before - 1] else {
            panic!("{:?}", turn.updates)
        };
        assert_eq!(proposed.tool_call_id, question.tool_call.tool_call_id);
        let path = talk.path("src/lib.rs").canonicalize().unwrap();
        let diff = Diff::new(path, "{ 2 }").old_text("{ 1 }".to_owned());
        assert_eq!(proposed.content, [ToolCallContent::Diff(diff)]);

        let shown = turn.call();
        assert_eq!(shown.statuses, [Pending, InProgress, Completed]);
        assert_eq!(shown.call.kind, ToolKind::Edit);
        let [ToolCallContent::Diff(diff)] = &shown.call.content[..] else {
            panic!("{:?}", shown.call.content)
        };
        assert!(diff.old_text.as_ref().unwrap().contains("u32 { 1 }"));
        assert!(diff.new_text.contains("u32 { 2 }"));
        let text = std::fs::read_to_string(talk.path("src/lib.rs")).unwrap();
        assert!(text.contains("u32 { 2 }"));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn what_is_rejected_does_not_happen_and_the_rest_goes_on() {
    talk(false, &[], async |talk| {
        let lines = "write path=new.txt content=x\n\nls";
        for answer in [Answer::Reject, Answer::Nonsense] {
            let turn = talk.turn(lines, &[answer]).await?;
            assert_eq!(turn.reason, StopReason::EndTurn);
            assert_eq!(turn.said(), "2 calls: 1 DENIED, 1 ok");
            let [write, ls] = turn.calls().try_into().ok().unwrap();
            assert_eq!(write.statuses, [Pending, Failed]);
            assert_eq!(ls.statuses, [Pending, InProgress, Completed]);
            assert!(!talk.path("new.txt").exists());
            let last = turn.updates.iter().rev().find_map(|update| match update {
                SessionUpdate::Plan(plan) => Some(plan),
                _ => None,
            });
            let entries = &last.unwrap().entries;
            assert!(entries.iter().all(|entry| entry.status == PlanEntryStatus::Completed));
            assert_eq!(entries.len(), 2);
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_question_that_is_taken_back_ends_the_turn() {
    talk(true, &[], async |talk| {
        let turn = talk.turn("write path=new.txt content=x\n\nls", &[Answer::Cancel]).await?;
        assert_eq!((turn.reason, turn.said()), (StopReason::Cancelled, String::new()));
        assert_eq!(turn.call().statuses, [Pending, Failed]);
        assert!(!talk.path("new.txt").exists());
        // The next turn is none the worse for it.
        assert_eq!(talk.turn("ls", &[]).await?.reason, StopReason::EndTurn);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn nobody_has_to_answer_what_a_cancelled_turn_asked() {
    talk(true, &[], async |talk| {
        let turn = talk.turn("write path=new.txt content=x", &[Answer::Silence]).await?;
        assert_eq!(turn.reason, StopReason::Cancelled);
        assert_eq!(turn.call().statuses, [Pending, Failed]);
        assert_eq!(talk.open(), (1, 1));
        assert!(!talk.path("new.txt").exists());
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn rules_say_what_is_asked_about() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/rules.toml");
    talk(false, &["--rules", rules], async |talk| {
        let lines = "write path=src/a.rs content=x\n\nread path=id.key\n\nwrite path=b content=x";
        let turn = talk.turn(lines, &[Answer::Allow]).await?;
        assert_eq!(turn.said(), "3 calls: 1 DENIED, 2 ok");
        let [own, key, asked] = turn.calls().try_into().ok().unwrap();
        assert_eq!(own.statuses, [Pending, InProgress, Completed]);
        assert_eq!(key.statuses, [Pending, Failed]);
        assert!(key.text().contains("keys are nobody's business"), "{}", key.text());
        assert_eq!(asked.call.tool_call_id, turn.asked[0].1.tool_call.tool_call_id);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_file_that_is_mentioned_is_read() {
    talk(false, &[], async |talk| {
        let path = talk.path("src/lib.rs").canonicalize().unwrap();
        let uri = format!("file://{}", path.display());
        let link = ContentBlock::ResourceLink(ResourceLink::new("lib.rs", uri));
        let request = PromptRequest::new(talk.session.clone(), vec!["explain ".into(), link]);
        talk.agent.send_request(request).block_task().await?;
        let told = talk.told();
        let call = told.iter().find_map(|told| match &told.update {
            SessionUpdate::ToolCall(call) => Some(call),
            _ => None,
        });
        assert_eq!(call.unwrap().title, "Read src/lib.rs");
        Ok(())
    })
    .await;
}
