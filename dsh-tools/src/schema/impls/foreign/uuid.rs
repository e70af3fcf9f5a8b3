//! `uuid`.

use super::{format_of, read};
use uuid::Uuid;

read! {
    Uuid: format_of!(Uuid, Uuid, |text| Uuid::try_parse(text).ok()),
        |text| Uuid::try_parse(text).ok(), |uuid| uuid.hyphenated().to_string();
}
