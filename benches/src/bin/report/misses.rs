//! Why what is missed is missed: the measured floor, and what would be needed to go below it.

/// By the keys of the targets; what is met again is not printed, and can be taken out.
const WHY: [(&str, &str); 0] = [];

/// The reason of one.
pub fn why(key: &str) -> Option<&'static str> {
    WHY.iter().find(|(missed, _)| *missed == key).map(|(_, why)| *why)
}
