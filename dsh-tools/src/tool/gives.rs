//! What the functions that a tool's keys name may give, each with a message of its own for what they may not.

use crate::json::{ContentBlock, FrozenJson, JsonError};
use crate::view::{ToolCallView, ToolResultView};

/// What `present_call` gives.
#[diagnostic::on_unimplemented(
    message = "`present_call` names a function that gives `{Self}`, which is no card of a call",
    label = "gives `{Self}`",
    note = "give `ToolCallView`, one of its cards (`GenericCard`, `TerminalCard`, `DiffCard`), or `Option<ToolCallView>`"
)]
pub trait GivesCallView: Into<Option<ToolCallView>> {}

#[diagnostic::do_not_recommend]
impl<V: Into<Option<ToolCallView>>> GivesCallView for V {}

/// What `present_result` gives.
#[diagnostic::on_unimplemented(
    message = "`present_result` names a function that gives `{Self}`, which is no card of a result",
    label = "gives `{Self}`",
    note = "give `ToolResultView`, one of its cards, or `Option<ToolResultView>`"
)]
pub trait GivesResultView: Into<Option<ToolResultView>> {}

#[diagnostic::do_not_recommend]
impl<V: Into<Option<ToolResultView>>> GivesResultView for V {}

/// What `meta` gives.
#[diagnostic::on_unimplemented(
    message = "`meta` names a function that gives `{Self}`, which is no JSON value",
    label = "gives `{Self}`",
    note = "give `serde_json::Value`, as `json!({{..}})` makes it, or what turns into one"
)]
pub trait GivesMeta: TryInto<FrozenJson, Error: Into<JsonError>> {}

#[diagnostic::do_not_recommend]
impl<M: TryInto<FrozenJson, Error: Into<JsonError>>> GivesMeta for M {}

/// What `finalize` gives.
#[diagnostic::on_unimplemented(
    message = "`finalize` names a function that gives `{Self}`, which is no content",
    label = "gives `{Self}`",
    note = "give `Vec<ContentBlock>`, or `Option<Vec<ContentBlock>>` to change it sometimes"
)]
pub trait GivesContent: Into<Option<Vec<ContentBlock>>> {}

#[diagnostic::do_not_recommend]
impl<C: Into<Option<Vec<ContentBlock>>>> GivesContent for C {}
