//! Durations as people write them: `500ms`, `30s`, `5m`, `1h`.

const UNITS: [(&str, u64); 4] = [("ms", 1), ("s", 1_000), ("m", 60_000), ("h", 3_600_000)];

/// The duration in milliseconds, over 0.
///
/// # Errors
/// Why the text is none.
pub(super) fn parse(text: &str) -> Result<u64, String> {
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let wrong = |what: &str| {
        format!(
            "{what}: write a whole number with a unit, `ms`, `s`, `m` or `h`, as in `timeout = \"30s\"`"
        )
    };
    if number.is_empty() {
        return Err(wrong(&format!("`{text}` is no duration")));
    }
    let Some((_, factor)) = UNITS.into_iter().find(|(name, _)| *name == unit) else {
        let what = if unit.is_empty() {
            format!("`{text}` has no unit")
        } else {
            format!("`{unit}` is no unit of time")
        };
        return Err(wrong(&what));
    };
    match number.parse::<u64>().ok().and_then(|number| number.checked_mul(factor)) {
        Some(0) => Err(String::from(
            "a timeout of 0 would end every call before it starts: write a longer one, or leave it out",
        )),
        Some(millis) => Ok(millis),
        None => Err(format!("`{text}` is longer than a timeout can be: leave it out for none")),
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn durations() {
        for (text, millis) in [
            ("1ms", 1),
            ("500ms", 500),
            ("30s", 30_000),
            ("5m", 300_000),
            ("1h", 3_600_000),
            ("007s", 7_000),
        ] {
            assert_eq!(parse(text), Ok(millis), "{text}");
        }
    }

    #[test]
    fn other_texts() {
        for (text, reason) in [
            ("30", "`30` has no unit"),
            ("", "`` is no duration"),
            ("s", "`s` is no duration"),
            ("1.5s", "`.5s` is no unit"),
            ("-1s", "is no duration"),
            ("30 s", "` s` is no unit"),
            ("30sec", "`sec` is no unit"),
            ("1m30s", "`m30s` is no unit"),
            ("0s", "a timeout of 0"),
            ("0ms", "a timeout of 0"),
            ("99999999999999999999s", "longer than a timeout can be"),
            ("18446744073709551615h", "longer than a timeout can be"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
