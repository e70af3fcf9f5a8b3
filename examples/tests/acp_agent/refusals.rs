//! What makes no sense is refused, and nothing else suffers.

use crate::talk::{Answer, talk};
use agent_client_protocol::ErrorCode;
use agent_client_protocol::v1::schema::{
    CloseSessionRequest, NewSessionRequest, PromptRequest, StopReason, ToolCallStatus,
};

#[tokio::test]
async fn mistakes_are_failed_calls() {
    talk(true, &[], async |talk| {
        let lines = "read {\"path\":\"a\n/read path=src/lib.rs offset=0\nread a.txt";
        let turn = talk.turn(lines, &[]).await?;
        assert_eq!(turn.reason, StopReason::EndTurn);
        let calls = turn.calls();
        assert_eq!(calls.len(), 2);
        assert!(calls.iter().all(|shown| shown.call.status == ToolCallStatus::Failed));
        assert!(calls[1].text().contains("`offset`"), "{}", calls[1].text());
        let said = turn.said();
        assert!(said.contains("`a.txt` is no argument"), "{said}");
        assert!(said.ends_with("2 calls: 1 INVALID_ARGS, 1 INVALID_JSON"), "{said}");
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn words_are_answered_with_what_there_is() {
    talk(false, &[], async |talk| {
        let turn = talk.turn("please fix the tests", &[]).await?;
        assert!(turn.said().starts_with("There is no model here"), "{}", turn.said());
        assert!(turn.said().contains("\n- `read`: Read a text file"), "{}", turn.said());
        assert!(turn.calls().is_empty());
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_session_is_a_directory_that_is_there() {
    talk(false, &[], async |talk| {
        for directory in ["src".into(), talk.path("nowhere"), talk.path("src/lib.rs")] {
            let request = NewSessionRequest::new(&directory);
            let error = talk.agent.send_request(request).block_task().await.unwrap_err();
            assert_eq!(error.code, ErrorCode::INVALID_PARAMS, "{directory:?}: {error:?}");
        }
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_session_that_is_not_there_is_not_found() {
    talk(false, &[], async |talk| {
        let request = NewSessionRequest::new(talk.path(""));
        let other = talk.agent.send_request(request).block_task().await?.session_id;
        assert_ne!(other, talk.session);
        talk.agent.send_request(CloseSessionRequest::new(other.clone())).block_task().await?;
        for id in [other, "nobody".into()] {
            let request = PromptRequest::new(id.clone(), vec!["ls".into()]);
            let error = talk.agent.send_request(request).block_task().await.unwrap_err();
            assert_eq!(error.code, ErrorCode::RESOURCE_NOT_FOUND, "{error:?}");
            let request = CloseSessionRequest::new(id);
            let error = talk.agent.send_request(request).block_task().await.unwrap_err();
            assert_eq!(error.code, ErrorCode::RESOURCE_NOT_FOUND, "{error:?}");
        }
        // Cancelling where nothing goes on does nothing.
        talk.cancel()?;
        assert_eq!(talk.turn("ls", &[]).await?.reason, StopReason::EndTurn);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn there_is_one_turn_at_a_time() {
    talk(false, &[], async |talk| {
        // Requests are taken up in their order: the first is not over before somebody is asked.
        let first = talk.turn("write path=a content=x", &[Answer::Reject]);
        let second = async { Ok(talk.agent.send_request(talk.prompt("ls")).block_task().await) };
        let (first, second) = tokio::try_join!(first, second)?;
        assert_eq!(second.unwrap_err().code, ErrorCode::INVALID_REQUEST);
        assert_eq!(first.reason, StopReason::EndTurn);
        Ok(())
    })
    .await;
}
