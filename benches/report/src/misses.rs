//! Why what is missed is missed: the measured floor, and what would be needed to go below it.

use crate::target::Target;

/// By the keys of the targets.
const WHY: &[(&str, &str)] = &[
    (
        "value/edit/time",
        "Within what the machine's load moves. The text has 1,500 escapes, and where one ends is known only when it has been found: some 14 cycles each, once where the end of the text is sought and once where it is decoded, of 5.5 microseconds each. Decoded texts kept in the document would save the second time, and hold the text twice.",
    ),
    (
        "errors/wide",
        "This peer needs 3 % less in this build than in the one before, ours 8 % less. Of ours 1,300 are the reading of the text, 800 finding the fields, 560 the allocator, for two texts of the struct and two pieces of the document.",
    ),
    (
        "pipeline/rmcp",
        "What is compared starts from arguments that were parsed before and checks nothing; from text that router needs more than ours, and so does, nearly, its service from parsed arguments. Reading, decoding and checks are some 1,150 without the allocator, which takes 1,000 for the call and its caller. What is left are the stages, 1,300: a second design, with the call in one piece instead of two, saved 250 of it. The result in the call would save 200 more, and keep the arguments alive with every result.",
    ),
    (
        "pipeline/allocations",
        "The text of the document and its tokens, the call, the body's future, the result. Text and tokens in one piece would make it four: safe code would have to validate the text anew at each look into it.",
    ),
    (
        "hooks/instructions",
        "Nine of the fifteen hooks are asynchronous and of types that nobody knows before they are registered: each is a boxed future, 140 for the allocation alone, beside a containment of its panics, a handle of the call and one of the hooks further in. Three boxed layers of tower that do nothing cost 380 each. A set of five hooks costs some 3,000; what it is compared with became 250 less. The floor of nine boxed futures alone is 1.3x.",
    ),
    (
        "hooks/allocations",
        "Five of the call, a boxed future for each of nine asynchronous hooks, and a run of its own that each of three wrappers can end. Boxes that are used again would need a pool for each hook, with a lock.",
    ),
    (
        "concurrent/256 callers",
        "Every call writes into memory that all callers share: it takes a number of the process, and counts itself into the definition of its tool and the registry, and out of them. Where the machine has its two cores near to each other, a cache line takes 40 ns from one to the other, and two of them give 1.8x; while these were measured it had them far apart, 120 ns, and a registry a caller gives 1.6x instead of 1.2x. Numbers by thread would lose the order in which calls started.",
    ),
    (
        "scaling/wide object, parse",
        "Up to the 64th key of an object 256 bits tell that no key comes twice; from there on a table does, which costs 6 instructions a byte more of such short entries. Above that it is a line, up to 64 MB.",
    ),
    (
        "scaling/list without repetition, validate only",
        "Items are sorted by a hash to find two that are the same, which takes a comparison more an item for each doubling: 19 instructions a byte of 64 items, 27 of four million. A hashed set would be a line, with the memory of one, and dearer on the lists that models write.",
    ),
    (
        "compile/cold",
        "About a third is the library, which a crate reads and checks as a whole, whatever of it is used; a tenth each are the macros, syn, regular expressions, serde with its derive, the runtime with futures. Errors and addresses by hand, without thiserror and fluent-uri, would save 4 %. What else there is to save is in the library: parts of it in crates of their own, which only those compile who name them, would be the next step.",
    ),
];

/// The reason of one.
pub fn why(key: &str) -> Option<&'static str> {
    WHY.iter().find(|(missed, _)| *missed == key).map(|(_, why)| *why)
}

/// What is wrong with the reasons: of targets that are met, or that there are none of.
pub fn stale(targets: &[Target]) -> Vec<String> {
    stale_of(WHY.iter().map(|(key, _)| *key), targets)
}

fn stale_of<'a>(keys: impl Iterator<Item = &'a str>, targets: &[Target]) -> Vec<String> {
    let say = |key: &str| match targets.iter().find(|target| target.key == key) {
        None => Some(format!("there is no target `{key}`: its reason in `misses` tells nobody")),
        Some(target) if target.is_met() == Some(true) => Some(format!(
            "`{key}` is met ({}): its reason in `misses` can be taken out",
            target.shown()
        )),
        Some(_) => None,
    };
    keys.filter_map(say).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Bound;
    use crate::targets;

    #[test]
    fn every_reason_is_of_a_target_and_said_once() {
        let targets = targets::all(&[]);
        assert_eq!(stale(&targets), Vec::<String>::new());
        for (key, why) in WHY {
            assert_eq!(WHY.iter().filter(|(other, _)| other == key).count(), 1, "{key}");
            assert!(why.ends_with('.'), "{key}: {why}");
        }
    }

    #[test]
    fn reasons_that_can_go_are_told() {
        let target = |key, measured| Target::new(key, key, Bound::AtMost(1.0), measured);
        let targets =
            [target("met", Some(1.0)), target("missed", Some(1.5)), target("unknown", None)];
        let said = stale_of(["met", "missed", "unknown", "gone"].into_iter(), &targets);
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].contains("`met` is met (1.00x)"), "{said:?}");
        assert!(said[1].contains("no target `gone`"), "{said:?}");
    }
}
