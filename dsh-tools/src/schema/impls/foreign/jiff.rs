//! `jiff`: what RFC 3339 has; times without an offset and durations by a pattern (the durations of RFC 3339 have neither
//! signs nor fractions). Not `Zoned`, whose text no format of JSON Schema says: take a `Timestamp` and the zone's name.

use super::{format_of, pattern_of, read};
use jiff::civil::{Date, DateTime, Time};
use jiff::{SignedDuration, Span, Timestamp};

read! {
    Timestamp: format_of!(DateTime, Timestamp, |text| text.parse().ok()),
        |text| text.parse().ok(), Timestamp::to_string;
    Date: format_of!(Date, Date, |text| text.parse().ok()),
        |text| text.parse().ok(), Date::to_string;
    Time: pattern_of!("^[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?$", Time, |text| text.parse().ok()),
        |text| text.parse().ok(), Time::to_string;
    DateTime: pattern_of!(
            "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?$",
            DateTime,
            |text| text.parse().ok()
        ),
        |text| text.parse().ok(), DateTime::to_string;
    Span: pattern_of!(
            "^[+-]?P([0-9]+Y)?([0-9]+M)?([0-9]+W)?([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,9})?S)?)?$",
            Span,
            |text| text.parse().ok()
        ),
        |text| text.parse().ok(), Span::to_string;
    SignedDuration: pattern_of!(
            "^[+-]?PT([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]{1,9})?S)?$",
            SignedDuration,
            |text| text.parse().ok()
        ),
        |text| text.parse().ok(), SignedDuration::to_string;
}
