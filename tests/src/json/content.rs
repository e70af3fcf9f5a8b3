//! Content blocks, in MCP's spelling.

use dsh_tools::json::{ContentBlock, FrozenJson};
use serde_json::{Value, json};

fn read(value: Value) -> Result<ContentBlock, String> {
    serde_json::from_value(value).map_err(|error| error.to_string())
}

#[test]
fn blocks_are_written_in_their_durable_form() {
    for (block, form) in [
        (ContentBlock::text("hi"), json!({"type": "text", "text": "hi"})),
        (
            ContentBlock::image("aGk=", "image/png"),
            json!({"type": "image", "data": "aGk=", "mimeType": "image/png"}),
        ),
        (
            ContentBlock::audio("aGk=", "audio/wav"),
            json!({"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}),
        ),
        (
            ContentBlock::resource_link("file:///a", "a"),
            json!({"type": "resource_link", "uri": "file:///a", "name": "a"}),
        ),
    ] {
        assert_eq!(serde_json::to_value(&block).unwrap(), form);
        assert_eq!(FrozenJson::from_serialize(&block).unwrap(), form);
        assert_eq!(block.block_type(), form["type"].as_str().unwrap());
        assert_eq!(read(form).unwrap(), block);
    }
}

#[test]
fn what_the_types_do_not_name_is_kept() {
    for text in [
        r#"{"type":"text","text":"hi","annotations":{"priority":0.5},"_meta":{"n":123456789012345678901234567890}}"#,
        r#"{"type":"image","data":"","mimeType":"image/png","uri":"file:///a.png"}"#,
        r#"{"type":"audio","data":"","mimeType":"audio/wav","x":null}"#,
        r#"{"type":"resource_link","uri":"u","name":"n","title":"T","size":12,"mimeType":"text/plain"}"#,
        r#"{"type":"resource","resource":{"uri":"u","mimeType":"text/plain","text":"t","_meta":{}},"annotations":{}}"#,
        r#"{"type":"resource","resource":{"uri":"u","blob":"aGk="}}"#,
        r#"{"series":[1.50,2],"type":"chart"}"#,
        r#"{"type":""}"#,
    ] {
        let block: ContentBlock = serde_json::from_str(text).unwrap();
        let document = FrozenJson::parse(text).unwrap();
        assert_eq!(FrozenJson::from_serialize(&block).unwrap(), document, "{text}");
        let written = serde_json::to_string(&block).unwrap();
        assert_eq!(FrozenJson::parse(written.as_str()).unwrap(), document, "{written}");
        assert_eq!(ContentBlock::from_json(document).unwrap(), block);
    }
}

#[test]
fn what_is_no_block_is_refused_by_member() {
    for (value, message) in [
        (json!("hi"), "expected an object, found string"),
        (json!({"text": "hi"}), "`type` is missing"),
        (json!({"type": 1}), "`type` must be a string, found number"),
        (json!({"type": "text"}), "`text` is missing"),
        (json!({"type": "text", "text": null}), "`text` must be a string, found null"),
        (json!({"type": "image", "data": "aGk="}), "`mimeType` is missing"),
        (json!({"type": "audio", "mimeType": "audio/wav"}), "`data` is missing"),
        (json!({"type": "resource_link", "uri": "u"}), "`name` is missing"),
        (json!({"type": "resource"}), "`resource` is missing"),
        (json!({"type": "resource", "resource": {"uri": "u"}}), "`blob` is missing"),
        (json!({"type": "resource", "resource": {"text": "t"}}), "`uri` is missing"),
    ] {
        assert_eq!(read(value).unwrap_err(), format!("no content block: {message}"));
    }
}

#[test]
fn an_extra_member_never_writes_a_key_twice() {
    let mut block = ContentBlock::text("hi");
    if let ContentBlock::Text { extra, .. } = &mut block {
        extra.insert("text".into(), FrozenJson::null());
        extra.insert("type".into(), FrozenJson::null());
        extra.insert("_meta".into(), FrozenJson::empty_object());
    }
    let written = FrozenJson::from_serialize(&block).unwrap();
    assert_eq!(written, json!({"type": "text", "text": "hi", "_meta": {}}));
}
