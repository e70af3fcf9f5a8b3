//! The attribute reference in `docs/`: it has every key, and an example that compiles uses every key it has.

use std::collections::BTreeSet;

/// The keys in the tables of these sections: what stands in backticks in the first column, up to ` ` or `(`.
fn documented(page: &str, is_section: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let sections = page.split("\n# ").filter(|section| is_section(section));
    let rows = sections.flat_map(str::lines).filter_map(|line| line.strip_prefix("| "));
    let cells = rows.filter_map(|row| row.split(" | ").next());
    let codes = cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    codes.map(|code| code.split([' ', '(']).next().unwrap_or_default().to_owned()).collect()
}

/// The words of the attributes in the page's examples.
fn used(page: &str) -> BTreeSet<String> {
    let code: String = page.split("```").skip(1).step_by(2).collect();
    let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.map(str::to_owned).collect()
}

#[track_caller]
fn complete(page: &str, section: &str, keys: impl IntoIterator<Item = &'static str>) {
    let documented = documented(page, |text| text.starts_with(section));
    let keys: BTreeSet<String> = keys.into_iter().map(str::to_owned).collect();
    assert_eq!(documented, keys, "{section}");
    let used = used(page);
    let missing: Vec<&String> = keys.difference(&used).collect();
    assert!(missing.is_empty(), "no example uses {missing:?}");
}

#[test]
fn derives() {
    use crate::attr::Place;
    let page = include_str!("../docs/derive.md");
    let types: BTreeSet<&str> =
        crate::attr::known(Place::Struct).chain(crate::attr::known(Place::Enum)).collect();
    complete(page, "Attributes of structs and enums", types);
    complete(page, "Attributes of fields", crate::attr::known(Place::Field));
    complete(page, "Attributes of variants", crate::attr::known(Place::Variant));
}

#[test]
fn tools() {
    let page = include_str!("../docs/tool.md");
    complete(page, "Keys", crate::tool::KEYS);
    let functions = ["parallel", "present_call", "present_result", "render", "meta", "finalize"];
    complete(page, "Functions that keys name", functions);
}

#[test]
fn toolboxes() {
    let page = include_str!("../docs/toolbox.md");
    complete(page, "Keys", crate::toolbox::KEYS);
}
