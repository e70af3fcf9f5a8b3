//! Subtrees and places: what copies and reports need, off the hot path.

use super::cursor::decode;
use super::frozen::Doc;
use super::path::{JsonPath, PathSegment};
use super::token::{Kind, Token};
use serde_json::Value;
use std::sync::Arc;

/// The text of a subtree.
pub(super) fn subtree_text(document: &Doc, at: u32) -> &str {
    let token = document.token(at);
    let span = token.span();
    let range = match token.kind {
        Kind::String | Kind::Key => span.start.saturating_sub(1)..span.end + 1,
        Kind::Array | Kind::Object => span.start..container_end(document, at),
        Kind::Null | Kind::False | Kind::True | Kind::Number => span,
    };
    document.text().get(range).unwrap_or_default()
}

/// The same, unless it is longer; the tokens tell that much without reading it.
#[inline]
pub(super) fn short_text(document: &Doc, at: u32, longest: usize) -> Option<&str> {
    let tokens = subtree_tokens(document, at);
    let (first, last) = (tokens.first()?, tokens.last()?);
    let least = (last.start - first.start) as usize;
    if tokens.len() > longest || least > longest {
        return None;
    }
    Some(subtree_text(document, at)).filter(|text| text.len() <= longest)
}

fn subtree_tokens(document: &Doc, at: u32) -> &[Token] {
    let token = document.token(at);
    let next = if token.is_container() { token.aux } else { at + 1 };
    document.tokens().get(at as usize..next as usize).unwrap_or_default()
}

/// The end of a container is not in its token: it lies behind as many brackets as are open after its last token.
fn container_end(document: &Doc, at: u32) -> usize {
    let tokens = subtree_tokens(document, at);
    let next = document.token(at).aux;
    let mut open = tokens.iter().filter(|token| token.is_container() && token.aux == next).count();
    let mut end = tokens.last().map_or(0, |last| match last.kind {
        Kind::Array | Kind::Object => last.start as usize + 1,
        Kind::String => last.span().end + 1,
        _ => last.span().end,
    });
    for byte in document.text().as_bytes().get(end..).unwrap_or_default() {
        end += 1;
        open -= usize::from(matches!(byte, b']' | b'}'));
        if open == 0 {
            break;
        }
    }
    end
}

/// A subtree as a document of its own: the table is shifted, nothing is parsed again.
pub(super) fn subtree(document: &Doc, at: u32) -> Doc {
    if at == 0 {
        return document.clone();
    }
    let token = document.token(at);
    let is_quoted = matches!(token.kind, Kind::String | Kind::Key);
    let base = token.start - u32::from(is_quoted);
    let shift = |token: &Token| {
        let mut token = *token;
        token.start -= base;
        if token.is_container() {
            token.aux -= at;
        }
        token
    };
    let tokens: Arc<[Token]> = subtree_tokens(document, at).iter().map(shift).collect();
    Doc::new(subtree_text(document, at).into(), tokens)
}

/// The path of the token at `position`; a key's is that of its value.
pub(super) fn path_in_text(document: &Doc, position: u32) -> JsonPath {
    let mut path = JsonPath::root();
    let mut here = 0;
    while let Some((segment, value)) = child_towards(document, here, position) {
        path.push(segment);
        if position <= value {
            break;
        }
        here = value;
    }
    path
}

/// The child of the container at `here` that `position` lies in.
fn child_towards(document: &Doc, here: u32, position: u32) -> Option<(PathSegment, u32)> {
    let container = document.token(here);
    if !container.is_container() || position <= here || position >= container.aux {
        return None;
    }
    let is_object = container.kind == Kind::Object;
    let mut child = here + 1;
    for index in 0..container.len {
        let value = child + u32::from(is_object);
        let token = document.token(value);
        let next = if token.is_container() { token.aux } else { value + 1 };
        if position < next {
            let segment = if is_object {
                PathSegment::Key(decode(document, document.token(child)).into())
            } else {
                PathSegment::Index(index as usize)
            };
            return Some((segment, value));
        }
        child = next;
    }
    None
}

/// What is looked for in a `Value`.
#[derive(Clone, Copy)]
enum Target<'a> {
    Position(u32),
    Address(&'a Value),
}

/// The path of what has this position in preorder, keys counted; a key's is that of its value.
pub(super) fn path_in_value(root: &Value, position: u32) -> JsonPath {
    let mut steps = Vec::new();
    seek(root, Target::Position(position), &mut 0, &mut |step| {
        steps.push(step);
    });
    steps.reverse();
    JsonPath::from(steps)
}

/// The position in preorder, keys counted, of a value that is part of `root`.
pub(super) fn position_of(root: &Value, value: &Value) -> u32 {
    let mut position = 0;
    if seek(root, Target::Address(value), &mut position, &mut |_| {}) { position } else { 0 }
}

/// Walks in preorder until the target is found, then reports the steps to it, innermost first. Recursion is
/// bounded by the depth limit of documents.
fn seek(
    value: &Value,
    target: Target<'_>,
    position: &mut u32,
    report: &mut dyn FnMut(PathSegment),
) -> bool {
    let is_here = match target {
        Target::Position(wanted) => *position == wanted,
        Target::Address(wanted) => std::ptr::eq(value, wanted),
    };
    if is_here {
        return true;
    }
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                *position += 1;
                if seek(item, target, position, report) {
                    report(PathSegment::Index(index));
                    return true;
                }
            }
        }
        Value::Object(entries) => {
            for (key, item) in entries {
                *position += 1;
                let is_key = matches!(target, Target::Position(wanted) if *position == wanted);
                if is_key || {
                    *position += 1;
                    seek(item, target, position, report)
                } {
                    report(PathSegment::Key(key.as_str().into()));
                    return true;
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    false
}
