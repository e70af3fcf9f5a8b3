//! Positions, paths and subtrees: the same in both forms.

use super::both;
use crate::json::{Cursor, FrozenJson, JsonKind};

// Keys in sorted order: a `Value` may have no other.
const TEXT: &str = r#" { "" : [ ] , "a": [ 10, {"b": "x\ny", "c.d": {} }, [ [], 1.50 ] ], "e\"": { "f": null } , "~/": true } "#;

/// Every value with its pointer, in preorder.
fn all<'a>(cursor: Cursor<'a>, pointer: &str, out: &mut Vec<(String, Cursor<'a>)>) {
    out.push((pointer.to_owned(), cursor));
    for (index, item) in cursor.items().enumerate() {
        all(item, &format!("{pointer}/{index}"), out);
    }
    for (key, value) in cursor.entries() {
        all(value, &format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), out);
    }
}

#[test]
fn positions_count_values_and_keys_in_preorder_in_both_forms() {
    let [as_text, as_value] = both(TEXT);
    let (mut texts, mut values) = (Vec::new(), Vec::new());
    all(as_text.root(), "", &mut texts);
    all(as_value.root(), "", &mut values);
    assert_eq!(texts.len(), values.len());
    let mut next = 0;
    for ((pointer, a), (other, b)) in texts.iter().zip(&values) {
        assert_eq!(pointer, other);
        // A key stands before each value of an object.
        let is_in_array = pointer.rsplit('/').next().unwrap().parse::<usize>().is_ok();
        next += u32::from(!is_in_array && !pointer.is_empty());
        assert_eq!(a.position(&as_text), next, "{pointer}");
        assert_eq!(b.position(&as_value), next, "{pointer}");
        next += 1;
    }
}

#[test]
fn a_position_leads_back_to_its_path_in_both_forms() {
    for document in both(TEXT) {
        let mut values = Vec::new();
        all(document.root(), "", &mut values);
        for (pointer, cursor) in values {
            let path = document.path_of(cursor.position(&document));
            assert_eq!(path.pointer(), pointer);
            assert_eq!(
                document.pointer(&pointer).unwrap().position(&document),
                cursor.position(&document)
            );
            for (key, value) in cursor.raw_entries() {
                assert_eq!(key.position(&document) + 1, value.position(&document));
                let of_key = document.path_of(key.position(&document));
                assert_eq!(of_key, document.path_of(value.position(&document)));
            }
        }
        assert!(document.path_of(10_000).is_root());
    }
}

#[test]
fn paths_read_well_and_point_exactly() {
    for document in both(TEXT) {
        let shown = |pointer: &str| {
            let cursor = document.pointer(pointer).unwrap();
            document.path_of(cursor.position(&document)).dotted("arguments")
        };
        assert_eq!(shown(""), "arguments");
        assert_eq!(shown("/"), r#"[""]"#);
        assert_eq!(shown("/a/1/b"), "a[1].b");
        assert_eq!(shown("/a/1/c.d"), r#"a[1]["c.d"]"#);
        assert_eq!(shown("/a/2/1"), "a[2][1]");
        assert_eq!(shown("/e\"/f"), r#"["e\""].f"#);
        assert_eq!(shown("/~0~1"), r#"["~/"]"#);
    }
}

#[test]
fn a_subtree_is_a_document_of_its_own() {
    for document in both(TEXT) {
        let mut values = Vec::new();
        all(document.root(), "", &mut values);
        for (pointer, cursor) in values {
            let part = cursor.to_frozen();
            assert!(part.root().same_value(cursor), "{pointer}");
            assert_eq!(part.to_value(), cursor.to_value(), "{pointer}");
            // Its text and its table belong together: parsing the text again gives the same places.
            let again = FrozenJson::parse(part.to_string()).unwrap();
            assert_eq!(again, part, "{pointer}");
            let (mut a, mut b) = (Vec::new(), Vec::new());
            all(part.root(), "", &mut a);
            all(again.root(), "", &mut b);
            assert_eq!(format!("{a:?}"), format!("{b:?}"), "{pointer}");
        }
    }
    let document = FrozenJson::parse(TEXT).unwrap();
    assert_eq!(document.pointer("/a/2").unwrap().to_frozen().text(), Some("[ [], 1.50 ]"));
    assert_eq!(document.pointer("/a/1/b").unwrap().to_frozen().text(), Some(r#""x\ny""#));
}

#[test]
fn other_kinds_have_no_children() {
    for document in both(r#"[null, true, 1, "x"]"#) {
        for item in document.root().items() {
            assert_ne!(item.kind(), JsonKind::Array);
            assert!(
                item.is_empty() && item.items().next().is_none() && item.entries().next().is_none()
            );
            assert!(
                item.get("x").is_none() && item.at(0).is_none() && item.pointer("/0").is_none()
            );
        }
        assert!(document.root().get("0").is_none());
        assert!(document.root().raw_entries().next().is_none());
    }
}
