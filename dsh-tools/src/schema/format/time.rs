//! Dates, times and durations of RFC 3339.

/// What is left of a text.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn take(&mut self, byte: u8) -> bool {
        self.any(|b| b == byte)
    }

    fn any(&mut self, is: impl Fn(u8) -> bool) -> bool {
        match self.0.split_first() {
            Some((first, rest)) if is(*first) => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    /// Exactly so many digits.
    fn number(&mut self, digits: usize) -> Option<u32> {
        let (number, rest) = self.0.split_at_checked(digits)?;
        let value = number.iter().try_fold(0, |value: u32, byte| {
            byte.is_ascii_digit().then(|| value * 10 + u32::from(byte - b'0'))
        })?;
        self.0 = rest;
        Some(value)
    }

    /// One or more digits of any value.
    fn digits(&mut self) -> bool {
        let count = self.0.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.0 = self.0.split_at_checked(count).map_or(&[], |(_, rest)| rest);
        count > 0
    }

    const fn is_done(&self) -> bool {
        self.0.is_empty()
    }
}

pub(super) fn date(text: &str) -> bool {
    let mut rest = Rest(text.as_bytes());
    full_date(&mut rest).is_some() && rest.is_done()
}

pub(super) fn time(text: &str) -> bool {
    let mut rest = Rest(text.as_bytes());
    full_time(&mut rest).is_some() && rest.is_done()
}

pub(super) fn date_time(text: &str) -> bool {
    let mut rest = Rest(text.as_bytes());
    full_date(&mut rest).is_some()
        // Section 5.6: either case. The space it allows to applications is no part of the grammar.
        && rest.any(|byte| matches!(byte, b'T' | b't'))
        && full_time(&mut rest).is_some()
        && rest.is_done()
}

fn full_date(rest: &mut Rest<'_>) -> Option<()> {
    let year = rest.number(4)?;
    rest.take(b'-').then_some(())?;
    let month = rest.number(2)?;
    rest.take(b'-').then_some(())?;
    let day = rest.number(2)?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    // Section 5.7.
    let last = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    (1..=last).contains(&day).then_some(())
}

fn full_time(rest: &mut Rest<'_>) -> Option<()> {
    let hour = rest.number(2)?;
    rest.take(b':').then_some(())?;
    let minute = rest.number(2)?;
    rest.take(b':').then_some(())?;
    let second = rest.number(2)?;
    if rest.take(b'.') && !rest.digits() {
        return None;
    }
    let offset = if rest.any(|byte| matches!(byte, b'Z' | b'z')) {
        0
    } else {
        let west = rest.take(b'-');
        if !west && !rest.take(b'+') {
            return None;
        }
        let hours = rest.number(2)?;
        rest.take(b':').then_some(())?;
        let minutes = rest.number(2)?;
        if hours > 23 || minutes > 59 {
            return None;
        }
        let offset = (hours * 60 + minutes).cast_signed();
        if west { -offset } else { offset }
    };
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    // Section 5.7 and appendix D: leap seconds end a day of UTC.
    let utc = ((hour * 60 + minute).cast_signed() - offset).rem_euclid(24 * 60);
    (second < 60 || utc == 24 * 60 - 1).then_some(())
}

/// Units in order, each with its number of digits; a unit may be left out only at the ends.
pub(super) fn duration(text: &str) -> bool {
    let mut rest = Rest(text.as_bytes());
    if !rest.take(b'P') {
        return false;
    }
    let weeks = rest.0.last() == Some(&b'W');
    let date = if weeks { units(&mut rest, b"W") } else { units(&mut rest, b"YMD") };
    let time = !weeks && rest.take(b'T');
    (if time { units(&mut rest, b"HMS") } else { date }) && rest.is_done()
}

/// One or more of the units, neighbours only: appendix A has `PnYnMnD`, `PnYnM`, `PnMnD` and so on, but no `PnYnD`.
///
/// Where the first unit is none of them nothing is read.
fn units(rest: &mut Rest<'_>, units: &[u8]) -> bool {
    let mut next: Option<usize> = None;
    loop {
        let before = rest.0;
        if !rest.digits() {
            return next.is_some();
        }
        let Some(at) = rest.0.first().and_then(|unit| units.iter().position(|known| known == unit))
        else {
            rest.0 = before;
            // Digits without their unit are left over, and so refused.
            return next.is_some();
        };
        if next.is_some_and(|next| next != at) {
            rest.0 = before;
            return true;
        }
        rest.any(|_| true);
        next = Some(at + 1);
    }
}
