//! The name that was probably meant.

/// Names that are looked at, however many there are.
pub(crate) const CANDIDATES: usize = 256;
/// Longer names are compared by their words only; the distance is quadratic in the length.
const LONGEST: usize = 48;

/// The candidate that looks most like `name`, if any does.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    ranked(name, candidates).into_iter().next()
}

/// The candidates that look like `name`, the likeliest first.
pub(crate) fn ranked<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    rank(name, &mut candidates.into_iter())
}

/// As [`ranked`], whatever iterates: generated once.
fn rank<'a>(name: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut scored: Vec<(usize, &str)> = Vec::new();
    for candidate in candidates.take(CANDIDATES) {
        let Some(score) = score(name, candidate) else { continue };
        // Those that look alike stay in their order.
        let before = scored.partition_point(|(other, _)| *other <= score);
        scored.insert(before, (score, candidate));
    }
    scored.into_iter().map(|(_, candidate)| candidate).collect()
}

/// 0 for the same name in another spelling, then small edits, then one name with more words than the other.
fn score(name: &str, candidate: &str) -> Option<usize> {
    let (a, b) = (words(name), words(candidate));
    let (joined_a, joined_b): (String, String) = (a.concat(), b.concat());
    if joined_a.is_empty() || joined_b.is_empty() {
        return None;
    }
    if joined_a == joined_b {
        return Some(0);
    }
    let longest = joined_a.chars().count().max(joined_b.chars().count());
    let allowed = (longest / 3).max(1);
    if longest <= LONGEST {
        let distance = distance(&joined_a, &joined_b);
        // Of two letters each, one edit leaves nothing in common.
        if distance <= allowed && distance < longest {
            return Some(distance);
        }
    }
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let shared = short.iter().filter(|word| word.len() > 1 && long.contains(word)).count();
    (shared > 0).then(|| LONGEST + long.len() * 4 - shared * 4)
}

/// The words of a name: `file_path`, `filePath`, `file-path` and `FILE PATH` have the same ones.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    let mut lower_before = false;
    for c in name.chars().take(4 * LONGEST) {
        if !c.is_alphanumeric() {
            fresh = true;
            continue;
        }
        if fresh || (c.is_uppercase() && lower_before) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        fresh = false;
        lower_before = !c.is_uppercase();
    }
    words
}

/// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut previous = None;
    for (i, x) in a.chars().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&above, j) + usize::from(x != *y))
                .min(at(&above, j + 1) + 1)
                .min(at(&row, j) + 1);
            let swapped =
                j.checked_sub(1).is_some_and(|k| previous == Some(*y) && b.get(k) == Some(&x));
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
        previous = Some(x);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_counts_before_edits_and_edits_before_words() {
        assert_eq!(nearest("filePath", ["path", "file_path"]), Some("file_path"));
        assert_eq!(nearest("file_path", ["limit", "path"]), Some("path"));
        assert_eq!(nearest("ofset", ["limit", "offset"]), Some("offset"));
        assert_eq!(
            nearest("find_users", ["ban_user", "get_user", "list_users"]),
            Some("list_users")
        );
        assert_eq!(nearest("xy", ["ab", "limit"]), None);
        assert_eq!(nearest("", ["ab"]), None);
    }

    #[test]
    fn distance_counts_swaps_once() {
        assert_eq!(distance("abc", "acb"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
