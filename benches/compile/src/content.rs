//! What every generated crate holds, whatever it is built with: tools of five kinds, in turn.

/// A field of an argument struct, or of what is nested in one.
pub struct Field {
    pub name: &'static str,
    pub doc: &'static str,
    pub ty: Ty,
    pub optional: bool,
}

/// What a field may hold.
pub enum Ty {
    Text {
        min: u32,
        max: u32,
    },
    Pattern(&'static str),
    Whole {
        ty: &'static str,
        min: i64,
        max: i64,
    },
    Real {
        max: i64,
    },
    Flag,
    /// A type of this crate, by its name without the tool's number.
    Own(&'static str),
    Texts {
        max: u32,
        each: u32,
        unique: bool,
    },
    Many {
        of: &'static str,
        max: u32,
    },
}

/// A type beside the arguments.
pub enum Item {
    Struct {
        name: &'static str,
        fields: Vec<Field>,
    },
    /// Names and docs of variants.
    Names {
        name: &'static str,
        variants: [(&'static str, &'static str); 3],
    },
    /// Variants with a field or without, by the key `by`.
    Tagged {
        name: &'static str,
        variants: [(&'static str, bool); 3],
    },
}

/// One tool. The first field of its arguments is a text, which it gives back.
pub struct Tool {
    pub name: &'static str,
    pub doc: &'static str,
    pub fields: Vec<Field>,
    pub items: Vec<Item>,
}

/// Tool number `number`, without its number.
pub fn tool(number: usize) -> Tool {
    match number % 5 {
        0 => small(),
        1 => medium(),
        2 => large(),
        3 => edit(),
        _ => wide(),
    }
}

fn field(name: &'static str, doc: &'static str, ty: Ty) -> Field {
    Field { name, doc, ty, optional: false }
}

fn option(name: &'static str, doc: &'static str, ty: Ty) -> Field {
    Field { name, doc, ty, optional: true }
}

const fn text(max: u32) -> Ty {
    Ty::Text { min: 1, max }
}

const fn count(ty: &'static str, max: i64) -> Ty {
    Ty::Whole { ty, min: 1, max }
}

fn small() -> Tool {
    let fields = vec![
        field("city", "Name of the city.", text(100)),
        field("days", "How many days to look ahead.", count("u8", 14)),
        field("metric", "Whether to give metric units.", Ty::Flag),
    ];
    Tool { name: "GetWeather", doc: "Tell the weather of a city.", fields, items: Vec::new() }
}

fn medium() -> Tool {
    let fields = vec![
        field("query", "What to look for.", text(256)),
        field("state", "Which issues.", Ty::Own("State")),
        field(
            "labels",
            "Issues must have all of them.",
            Ty::Texts { max: 10, each: 50, unique: false },
        ),
        option("assignee", "Who works on it.", text(39)),
        option("author", "Who wrote it.", text(39)),
        field("order", "In which order.", Ty::Own("Order")),
        field("page", "Which page, from 1.", count("u32", 1000)),
        field("per_page", "How many on a page.", count("u8", 100)),
        field("include_drafts", "Whether drafts count.", Ty::Flag),
        field("min_score", "Least score.", Ty::Real { max: 1 }),
        field("created", "When it was created.", Ty::Own("DateRange")),
        option("note", "For the log.", text(200)),
    ];
    let dates = vec![
        field("from", "First day.", Ty::Pattern("^[0-9]{4}-[0-9]{2}-[0-9]{2}$")),
        option("to", "Last day.", Ty::Text { min: 10, max: 10 }),
        field("utc_offset", "Minutes from UTC.", Ty::Whole { ty: "i32", min: -720, max: 840 }),
    ];
    let items = vec![
        Item::Names {
            name: "State",
            variants: [
                ("Open", "Still to do."),
                ("Closed", "Done, or given up."),
                ("All", "Whatever became of them."),
            ],
        },
        Item::Tagged {
            name: "Order",
            variants: [("Created", true), ("Comments", true), ("Relevance", false)],
        },
        Item::Struct { name: "DateRange", fields: dates },
    ];
    Tool { name: "SearchIssues", doc: "Search issues of a repository.", fields, items }
}

fn large() -> Tool {
    let fields = vec![
        field("table", "Which table.", text(64)),
        field("dry_run", "Whether nothing is written.", Ty::Flag),
        field(
            "keys",
            "Columns that make a row, each once.",
            Ty::Texts { max: 16, each: 64, unique: true },
        ),
        field("rows", "The rows.", Ty::Many { of: "Row", max: 500 }),
    ];
    let row = vec![
        field("id", "Its number.", Ty::Whole { ty: "u64", min: 0, max: 1_000_000_000 }),
        field("sku", "What is kept.", text(32)),
        field("quantity", "How many there are.", Ty::Whole { ty: "i32", min: 0, max: 10_000 }),
        field("price", "What one costs.", Ty::Real { max: 1_000_000 }),
        option("size", "How large one is.", Ty::Own("Size")),
        field("tags", "Words to find it by.", Ty::Texts { max: 8, each: 24, unique: false }),
        option("note", "For people.", text(200)),
    ];
    let size = vec![
        field("width", "From left to right.", Ty::Real { max: 10_000 }),
        field("height", "From bottom to top.", Ty::Real { max: 10_000 }),
        field("depth", "From front to back.", Ty::Real { max: 10_000 }),
    ];
    let items = vec![
        Item::Struct { name: "Size", fields: size },
        Item::Struct { name: "Row", fields: row },
    ];
    Tool { name: "BulkUpsert", doc: "Insert rows, or update those that are there.", fields, items }
}

fn edit() -> Tool {
    let fields = vec![
        field("path", "Path of the file.", text(4096)),
        field("old_text", "The text to replace.", text(200_000)),
        field("new_text", "What to put there.", Ty::Text { min: 0, max: 200_000 }),
        field("occurrence", "Which occurrence, from 1.", count("u32", 1000)),
        field("create", "Whether to make a file that is not there.", Ty::Flag),
    ];
    Tool { name: "EditFile", doc: "Replace a text in a file.", fields, items: Vec::new() }
}

fn wide() -> Tool {
    let mut fields = vec![field("project", "Which project.", text(64))];
    for (name, doc) in [
        ("owner", "Whose machines."),
        ("zone", "Where they stand."),
        ("image", "What they run."),
        ("label", "A word they carry."),
    ] {
        fields.push(option(name, doc, text(64)));
    }
    for (name, doc) in [
        ("min_cpu", "Least number of cores."),
        ("max_cpu", "Largest number of cores."),
        ("min_ram_gb", "Least memory, in gigabytes."),
        ("page", "Which page, from 1."),
    ] {
        fields.push(option(name, doc, count("u32", 100_000)));
    }
    for (name, doc) in [
        ("running", "Whether they run."),
        ("spot", "Whether they may be taken away."),
        ("public", "Whether the world reaches them."),
    ] {
        fields.push(option(name, doc, Ty::Flag));
    }
    for (name, doc) in [
        ("min_load", "Least load."),
        ("max_load", "Largest load."),
        ("max_cost", "Largest cost of an hour."),
        ("max_uptime", "Longest time since they started, in hours."),
    ] {
        fields.push(option(name, doc, Ty::Real { max: 1_000_000_000 }));
    }
    Tool { name: "ListMachines", doc: "List machines of a project.", fields, items: Vec::new() }
}
