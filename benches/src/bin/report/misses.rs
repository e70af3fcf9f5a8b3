//! Why what is missed is missed: the measured floor, and what would be needed to go below it.

/// By the keys of the targets; what is met again is not printed, and can be taken out.
const WHY: [(&str, &str); 11] = [
    (
        "value/edit/time",
        "Within what the machine's load moves. The text has 1,500 escapes, and where one ends is known only when it has been found: some 14 cycles each, once where the end of the text is sought and once where it is decoded, of 5.5 microseconds each. Decoded texts kept in the document would save the second time, and hold the text twice.",
    ),
    (
        "six/small",
        "Three mistakes in three fields: reading the text and dropping the document are 1,200 of the 2,690 that were asked for, the failed decode 470, the list of violations with its end 140. What is left is three keys, looked up once more, and what is wrong with their values, 230 each.",
    ),
    (
        "pipeline/rmcp",
        "What is compared starts from arguments that were parsed before and checks nothing; from text that router needs more than ours, and so does its service from parsed arguments. Reading, decoding and checks are about 1,900, what the allocator takes 1,300 of a call: a design in which the result lives in the call would save one of its pieces, some 200, and keep the arguments alive with every result.",
    ),
    (
        "pipeline/allocations",
        "The document's text and its tokens, what the call is, what runs it, the body's future, the result. What a call is stands apart from what runs it, so that who keeps a call keeps no registry: that was tried as one piece, and was a leak. Text and tokens in one piece would save one.",
    ),
    (
        "hooks/instructions",
        "Nine of the fifteen hooks are asynchronous and of types that nobody knows before they are registered: each is a boxed future, some 150 with its end, a panic's containment, and the next hook's handle. Guards and observers cost 250 to 370 and 200 each. The floor of nine boxed futures alone is 1.3x.",
    ),
    (
        "hooks/allocations",
        "A boxed future for each of nine asynchronous hooks, and a run of its own that each of three wrappers can end. Boxes that are used again would need a pool for each hook, with a lock.",
    ),
    (
        "concurrent/2 callers",
        "Every call counts itself into what all share: the registry, the tool and its state, and takes a number of the process. Callers with nothing in common reach 1.95x here. Counts of holders by thread, or a call that borrows its registry, would be the next step.",
    ),
    ("concurrent/16 callers", "As for 2 callers."),
    (
        "concurrent/256 callers",
        "As for 2 callers; many tasks that are done at once also wait for the runtime's queue.",
    ),
    (
        "compile/binary",
        "Mostly a base: the library and the regular expressions with the debug information of a dev build, some 66 MB for any number of tools. A further tool costs 63 KB, against 208 KB.",
    ),
    (
        "compile/cold",
        "The library itself is 40 % of it, in generics that a crate pays for once; regular expressions and syn are most of the rest.",
    ),
];

/// The reason of one.
pub fn why(key: &str) -> Option<&'static str> {
    WHY.iter().find(|(missed, _)| *missed == key).map(|(_, why)| *why)
}
