use super::*;

fn stored(commit: &str, part: Part) -> Stored {
    let origin = Origin { commit: commit.to_owned(), date: String::from("2026-11-30") };
    Stored { origin: Some(origin), records: vec![Record::new(part, "group", "what")] }
}

#[test]
fn words_ask_for_parts() {
    let report = |measured, write| Ok(Asked::Report { measured, write });
    let all = || Measured::These(Part::ALL.to_vec());
    assert_eq!(asked(&[]), report(all(), false));
    assert_eq!(asked(&["--write"]), report(all(), true));
    let two = || Measured::These(vec![Part::Scaling, Part::Calls]);
    assert_eq!(asked(&["--part", "scaling,calls"]), report(two(), false));
    assert_eq!(asked(&["--part", "scaling,calls", "--write"]), report(two(), true));
    assert_eq!(asked(&["--write", "--rest"]), report(Measured::Rest, true));
    assert_eq!(asked(&["--stored"]), report(Measured::These(Vec::new()), false));
    assert_eq!(asked(&["--lines", "registry"]), Ok(Asked::Lines(vec![Part::Registry])));
    assert_eq!(asked(&["--only", "medium/text"]), Ok(Asked::Only("medium/text")));
}

#[test]
fn words_that_nobody_knows_are_refused() {
    assert_eq!(asked(&["--parts", "calls"]), Err(String::from(USAGE)));
    assert_eq!(asked(&["--stored", "--rest"]), Err(String::from(USAGE)));
    let said = asked(&["--part", "calls,,tokens"]).expect_err("an empty word");
    assert!(said.starts_with("`` is none of calls, pipeline, "), "{said}");
}

#[test]
fn the_rest_is_what_this_commit_has_no_results_of() {
    let origin = |commit: &str| Origin { commit: commit.to_owned(), ..Origin::default() };
    let kept = |part| match part {
        Part::Calls => Some(stored("new", part)),
        Part::Pipeline => Some(stored("old", part)),
        // A file that could not be read, one from before, and an empty one.
        Part::Registry => None,
        Part::Scaling => Some(Stored { origin: None, ..stored("new", part) }),
        part => Some(Stored { records: Vec::new(), ..stored("new", part) }),
    };
    assert_eq!(rest(&origin("new"), kept), Part::ALL[1..].to_vec());
    // Two trees with changes of no commit may be different ones.
    assert_eq!(rest(&origin("new-dirty"), |part| Some(stored("new-dirty", part))), Part::ALL);
}

#[test]
fn a_report_names_what_is_missing_and_what_is_old() {
    let kept = [
        (Part::Calls, stored("new", Part::Calls)),
        (Part::Registry, stored("old", Part::Registry)),
        (Part::Tokens, Stored::default()),
    ];
    let origin = Origin { commit: String::from("new"), date: String::from("2026-11-30") };
    let text = put_together(&origin, "\nPeers: none.\n", &kept);
    let part = |title: &str| {
        let (_, after) = text.split_once(&format!("\n## {title}\n")).expect("its heading");
        after.split("\n## ").next().unwrap_or_default().to_owned()
    };
    assert!(!part("Decoding and validating").contains("Measured"), "{text}");
    assert!(part("Tools and scopes").contains("Measured on 2026-11-30 of old."), "{text}");
    assert!(part("Schemas in a request").contains("Not measured: `--part tokens`"), "{text}");
    assert!(part("Targets").contains("0 of 0 measured targets are met."), "{text}");
}
