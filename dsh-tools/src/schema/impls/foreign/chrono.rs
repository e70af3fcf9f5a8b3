//! `chrono`: what RFC 3339 has, and the same without an offset, by a pattern.

use super::{format_of, pattern_of, read};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, Utc};

fn instant(text: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(text).ok()
}

read! {
    DateTime<FixedOffset>: format_of!(DateTime, DateTime<FixedOffset>, instant),
        instant, |time| time.to_rfc3339_opts(SecondsFormat::AutoSi, true);
    DateTime<Utc>: format_of!(DateTime, DateTime<FixedOffset>, instant),
        |text| Some(instant(text)?.with_timezone(&Utc)), |time| time.to_rfc3339_opts(SecondsFormat::AutoSi, true);
    NaiveDate: format_of!(Date, NaiveDate, |text| text.parse().ok()),
        |text| text.parse().ok(), NaiveDate::to_string;
    NaiveTime: pattern_of!("^[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?$", NaiveTime, |text| text.parse().ok()),
        |text| text.parse().ok(), NaiveTime::to_string;
    NaiveDateTime: pattern_of!(
            "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?$",
            NaiveDateTime,
            |text| text.parse().ok()
        ),
        |text| text.parse().ok(), |time| format!("{time:?}");
}
