//! `url`. Not every URI is a URL: what the crate refuses (a port of 99999) is refused under the same format.

use super::{format_of, read};
use url::Url;

read! {
    Url: format_of!(Uri, Url, |text| Url::parse(text).ok()),
        |text| Url::parse(text).ok(), |url| url.as_str().to_owned();
}
