//! Names of Unicode properties (ECMA-262, tables 67 to 70) that the `regex` crate knows as well.
//!
//! Which characters have a property depends on the version of Unicode that an engine carries.

use super::error::PatternError;
use super::parse::Reader;

/// Values of `General_Category`, which may stand alone.
const CATEGORIES: &[&str] = &[
    "C",
    "Other",
    "Cc",
    "Control",
    "cntrl",
    "Cf",
    "Format",
    "Cn",
    "Unassigned",
    "Co",
    "Private_Use",
    "L",
    "Letter",
    "LC",
    "Cased_Letter",
    "Ll",
    "Lowercase_Letter",
    "Lm",
    "Modifier_Letter",
    "Lo",
    "Other_Letter",
    "Lt",
    "Titlecase_Letter",
    "Lu",
    "Uppercase_Letter",
    "M",
    "Mark",
    "Combining_Mark",
    "Mc",
    "Spacing_Mark",
    "Me",
    "Enclosing_Mark",
    "Mn",
    "Nonspacing_Mark",
    "N",
    "Number",
    "Nd",
    "Decimal_Number",
    "digit",
    "Nl",
    "Letter_Number",
    "No",
    "Other_Number",
    "P",
    "Punctuation",
    "punct",
    "Pc",
    "Connector_Punctuation",
    "Pd",
    "Dash_Punctuation",
    "Pe",
    "Close_Punctuation",
    "Pf",
    "Final_Punctuation",
    "Pi",
    "Initial_Punctuation",
    "Po",
    "Other_Punctuation",
    "Ps",
    "Open_Punctuation",
    "S",
    "Symbol",
    "Sc",
    "Currency_Symbol",
    "Sk",
    "Modifier_Symbol",
    "Sm",
    "Math_Symbol",
    "So",
    "Other_Symbol",
    "Z",
    "Separator",
    "Zl",
    "Line_Separator",
    "Zp",
    "Paragraph_Separator",
    "Zs",
    "Space_Separator",
];

/// Binary properties.
const BINARY: &[&str] = &[
    "ASCII",
    "ASCII_Hex_Digit",
    "AHex",
    "Alphabetic",
    "Alpha",
    "Any",
    "Assigned",
    "Bidi_Control",
    "Bidi_C",
    "Bidi_Mirrored",
    "Bidi_M",
    "Case_Ignorable",
    "CI",
    "Cased",
    "Changes_When_Casefolded",
    "CWCF",
    "Changes_When_Casemapped",
    "CWCM",
    "Changes_When_Lowercased",
    "CWL",
    "Changes_When_Titlecased",
    "CWT",
    "Changes_When_Uppercased",
    "CWU",
    "Dash",
    "Default_Ignorable_Code_Point",
    "DI",
    "Deprecated",
    "Dep",
    "Diacritic",
    "Dia",
    "Emoji",
    "Emoji_Component",
    "EComp",
    "Emoji_Modifier",
    "EMod",
    "Emoji_Modifier_Base",
    "EBase",
    "Emoji_Presentation",
    "EPres",
    "Extended_Pictographic",
    "ExtPict",
    "Extender",
    "Ext",
    "Grapheme_Base",
    "Gr_Base",
    "Grapheme_Extend",
    "Gr_Ext",
    "Hex_Digit",
    "Hex",
    "IDS_Binary_Operator",
    "IDSB",
    "IDS_Trinary_Operator",
    "IDST",
    "ID_Continue",
    "IDC",
    "ID_Start",
    "IDS",
    "Ideographic",
    "Ideo",
    "Join_Control",
    "Join_C",
    "Logical_Order_Exception",
    "LOE",
    "Lowercase",
    "Lower",
    "Math",
    "Noncharacter_Code_Point",
    "NChar",
    "Pattern_Syntax",
    "Pat_Syn",
    "Pattern_White_Space",
    "Pat_WS",
    "Quotation_Mark",
    "QMark",
    "Radical",
    "Regional_Indicator",
    "RI",
    "Sentence_Terminal",
    "STerm",
    "Soft_Dotted",
    "SD",
    "Terminal_Punctuation",
    "Term",
    "Unified_Ideograph",
    "UIdeo",
    "Uppercase",
    "Upper",
    "Variation_Selector",
    "VS",
    "White_Space",
    "space",
    "XID_Continue",
    "XIDC",
    "XID_Start",
    "XIDS",
];

/// Behind `\p` at `start`: the braces and what they hold, as the `regex` crate spells it.
pub(super) fn name(reader: &mut Reader<'_>, start: usize) -> Result<String, PatternError> {
    if !reader.take("{") {
        return Err(reader.error(start, "is no class of ECMA-262: write `\\p{..}`"));
    }
    let from = reader.at;
    while reader.peek().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '=')) {
        reader.next();
    }
    let name = reader.since(from);
    if !reader.take("}") {
        return Err(reader.error(start, "is no class of ECMA-262: write `\\p{..}`"));
    }
    let known = match name.split_once('=') {
        None => known_alone(name),
        Some(("General_Category" | "gc", value)) => CATEGORIES.contains(&value),
        Some(("Script" | "sc", value)) => known_script("sc", value),
        Some(("Script_Extensions" | "scx", value)) => known_script("scx", value),
        Some(_) => false,
    };
    if known {
        return Ok(spelled(name));
    }
    let script = !name.contains('=') && known_script("sc", name);
    let way_out = if script {
        format!("is no property of ECMA-262: write `\\p{{Script={name}}}`")
    } else {
        "is no Unicode property of ECMA-262 that is known here: write one as in `\\p{L}`, or list the characters"
            .to_owned()
    };
    Err(reader.error(start, &way_out))
}

fn known_alone(name: &str) -> bool {
    CATEGORIES.contains(&name) || BINARY.contains(&name)
}

/// Names of scripts are the `regex` crate's to know; spelled as Unicode spells them.
fn known_script(property: &str, value: &str) -> bool {
    value.starts_with(|c: char| c.is_ascii_uppercase())
        && regex_syntax::Parser::new().parse(&format!("\\p{{{property}={value}}}")).is_ok()
}

/// The crate reads three names that stand alone another way.
fn spelled(name: &str) -> String {
    match name {
        "cntrl" => "Cc".to_owned(),
        "digit" => "Nd".to_owned(),
        "punct" => "P".to_owned(),
        "space" => "White_Space".to_owned(),
        "Combining_Mark" => "M".to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{BINARY, CATEGORIES, spelled};

    #[test]
    fn the_other_side_knows_them_all() {
        let unknown: Vec<_> = CATEGORIES
            .iter()
            .chain(BINARY)
            .filter(|name| {
                regex_syntax::Parser::new().parse(&format!("\\p{{{}}}", spelled(name))).is_err()
            })
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }
}
