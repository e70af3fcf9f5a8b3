//! What the layers above rest on and users cannot reach; the public interface is tested from outside.

mod keys;
mod numbers;
mod places;
mod repeats;
mod strings;

use super::FrozenJson;
use serde_json::Value;

/// The same document in both forms: as text, and as a `Value`.
fn both(text: &str) -> [FrozenJson; 2] {
    let value: Value = serde_json::from_str(text).unwrap();
    [FrozenJson::parse(text).unwrap(), FrozenJson::from_value(value).unwrap()]
}
