//! A narrowed schema: what a model sees, and what arguments are held to.

use super::super::render::render_to_check;
use super::super::{Direction, Link, Node, RawSchema, Root, Shape, validate};
use super::edit::{Change, Editor, Narrowing, Side, shown};
use super::path::Step;
use crate::json::{Cursor, FrozenJson, JsonKind, JsonWriter, LossyError};

/// What is narrowed.
pub(crate) struct Base<'a> {
    /// What a model sees.
    pub(crate) advertised: &'a FrozenJson,
    /// What arguments are walked by, if they are.
    pub(crate) schema: Option<&'a RawSchema>,
    /// What they are read by, if they have a type.
    pub(crate) own: Option<&'a Root>,
}

/// What became of it.
pub(crate) struct Refined {
    pub(crate) advertised: FrozenJson,
    pub(crate) schema: Option<RawSchema>,
    /// What was narrowed is also referred to, and where it must not fit (`not`, `if`) more fits now.
    pub(crate) may_widen: bool,
}

/// Makes all edits, or tells all that is wrong with them.
#[inline]
pub(crate) fn refine(base: &Base<'_>, edits: &[Narrowing]) -> Result<Refined, Vec<String>> {
    let narrows = edits.iter().any(|edit| edit.change.is_constraint());
    let whole = |error: &dyn std::fmt::Display| vec![error.to_string()];
    let checked = match (base.schema, narrows) {
        (Some(schema), _) => Some(schema.clone()),
        (None, false) => None,
        (None, true) => Some(to_check(base)?),
    };
    let draft = checked.as_ref().map(RawSchema::draft).unwrap_or_default();
    let mut advertised = Editor::new(base.advertised, draft, Side::Advertised);
    let mut errors = Errors::default();
    apply(&mut advertised, edits, base.own, None, &mut errors);
    if let Some(checked) = checked.as_ref().filter(|_| narrows) {
        let mut editor = Editor::new(checked.text(), draft, Side::Checked);
        apply(&mut editor, edits, base.own, Some(checked), &mut errors);
        let mut errors = errors.none()?;
        let text = editor.root.write().map_err(|error| whole(&error))?;
        let schema = checked.again(text).map_err(|error| whole(&error))?;
        let after = schema.clone();
        let mut editor = Editor::new(after.text(), draft, Side::Checked);
        for (number, edit) in edits.iter().enumerate() {
            if edit.change.is_constraint()
                && let Err(error) = hold_together(&mut editor, &mut advertised, edit, &schema)
            {
                errors.add(number, format!("{}: {error}", edit.path));
            }
        }
        errors.none()?;
        let text = advertised.root.write().map_err(|error| whole(&error))?;
        let may_widen = refers_elsewhere(checked.text());
        return Ok(Refined { advertised: text, schema: Some(schema), may_widen });
    }
    errors.none()?;
    let text = advertised.root.write().map_err(|error| whole(&error))?;
    Ok(Refined { advertised: text, schema: checked, may_widen: false })
}

/// A schema to narrow, where arguments were not walked by one until now.
#[inline]
fn to_check(base: &Base<'_>) -> Result<RawSchema, Vec<String>> {
    let read = match base.own {
        Some(own) => render_to_check(own)
            .map_err(|error| vec![error.to_string()])
            .map(|text| RawSchema::options().of_type().compile(text))?,
        None => RawSchema::compile(base.advertised.clone()),
    };
    read.map_err(|error| error.defects().map(ToString::to_string).collect())
}

#[inline]
fn apply(
    editor: &mut Editor<'_>,
    edits: &[Narrowing],
    own: Option<&Root>,
    original: Option<&RawSchema>,
    errors: &mut Errors,
) {
    for (number, edit) in edits.iter().enumerate() {
        let made = editor.steps(&edit.path).map_err(|error| (error, true)).and_then(|steps| {
            let node = own.and_then(|own| node_at(own, &steps));
            if let (Some(original), Change::Choices(values)) = (original, &edit.change) {
                admit(editor, &steps, values, original, node).map_err(|error| (error, false))?;
            }
            let own = node.map(|link| link.get().follow());
            editor.edit(&steps, &edit.change, own).map_err(|error| (error, false))
        });
        let Err((error, is_whole)) = made else {
            continue;
        };
        let error = if is_whole { error } else { format!("{}: {error}", edit.path) };
        errors.add(number, error);
    }
}

/// What is wrong with edits: once of each, though they are made in what is shown and in what is checked.
#[derive(Default)]
struct Errors(Vec<(usize, String)>);

impl Errors {
    #[inline]
    fn add(&mut self, edit: usize, error: String) {
        if !self.0.iter().any(|(other, told)| *other == edit || *told == error) {
            self.0.push((edit, error));
        }
    }

    #[inline]
    fn none(self) -> Result<Self, Vec<String>> {
        if self.0.is_empty() {
            return Ok(self);
        }
        Err(self.0.into_iter().map(|(_, error)| error).collect())
    }
}

/// Every choice has to be one that was legal before.
#[inline]
fn admit(
    editor: &mut Editor<'_>,
    steps: &[Step],
    values: &FrozenJson,
    original: &RawSchema,
    own: Option<Link>,
) -> Result<(), String> {
    if values.root().is_empty() {
        return Err("no choice is left".to_owned());
    }
    let origin = editor.place(steps)?.origin();
    let Some(root) = origin.and_then(|origin| original.at(origin)) else {
        return Err("is a place whose values cannot be told apart".to_owned());
    };
    for value in values.root().items() {
        let document = value.to_frozen();
        let refused = [Some(root.clone()), own.map(Root::from)]
            .into_iter()
            .flatten()
            .find_map(|root| validate(&document, root, Direction::Input).err());
        if let Some(violations) = refused {
            let expected: Vec<String> = violations.iter().map(|found| found.expected()).collect();
            return Err(format!(
                "the choice {} was never legal: expected {}",
                shown(value),
                expected.join("; ")
            ));
        }
    }
    Ok(())
}

/// What was narrowed in several ways still has its choices and its defaults; examples that went are told no more.
#[inline]
fn hold_together(
    after: &mut Editor<'_>,
    advertised: &mut Editor<'_>,
    edit: &Narrowing,
    schema: &RawSchema,
) -> Result<(), String> {
    if matches!(edit.change, Change::Without) {
        return Ok(());
    }
    let steps = after.steps(&edit.path)?;
    let refuses = |root: &Root, value: Cursor<'_>| {
        !value.is_null() && validate(&value.to_frozen(), root, Direction::Input).is_err()
    };
    for length in 1..=steps.len() {
        let steps = steps.get(..length).unwrap_or_default();
        let place = after.place(steps)?;
        let Some(root) = place.origin().and_then(|origin| schema.at(origin)) else {
            continue;
        };
        if let Some(default) = place.word("default").filter(|default| refuses(&root, *default)) {
            return Err(format!(
                "the default {} would no longer be legal: `require` the property, or leave its default in",
                shown(default)
            ));
        }
        let choices = place.word("enum").filter(|_| length == steps.len());
        if let (Change::Choices(_), Some(choices)) = (&edit.change, choices)
            && let Some(gone) = choices.items().find(|choice| refuses(&root, *choice))
        {
            return Err(format!("the choice {} is ruled out by another edit", shown(gone)));
        }
        let Some(examples) = place.word("examples").filter(|all| all.kind() == JsonKind::Array)
        else {
            continue;
        };
        let left: Vec<Cursor<'_>> =
            examples.items().filter(|example| !refuses(&root, *example)).collect();
        if left.len() < examples.len()
            && let Ok(place) = advertised.place(steps)
        {
            if left.is_empty() {
                place.remove("examples");
            } else {
                place.set("examples", array(&left).map_err(|error| error.to_string())?);
            }
        }
    }
    Ok(())
}

#[inline]
fn array(items: &[Cursor<'_>]) -> Result<FrozenJson, LossyError> {
    let mut out = JsonWriter::with_depth(crate::json::MAX_DEPTH_LIMIT);
    out.begin_array()?;
    items.iter().try_for_each(|item| out.json(*item))?;
    out.end_array()?;
    out.finish()
}

/// Whether there are references to other places than definitions, which are never edited: what is narrowed is a copy.
#[inline]
fn refers_elsewhere(document: &FrozenJson) -> bool {
    let mut open = vec![document.root()];
    while let Some(value) = open.pop() {
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let reference = value.get(keyword).and_then(Cursor::as_str);
            let is_definition =
                |uri: &str| uri.starts_with("#/$defs/") || uri.starts_with("#/definitions/");
            if reference.is_some_and(|uri| !is_definition(&uri)) {
                return true;
            }
        }
        open.extend(value.items());
        open.extend(value.entries().map(|(_, value)| value));
    }
    false
}

/// What a type says of the place that some steps lead to; `None` where it does not say it by rows.
#[inline]
fn node_at(own: &Root, steps: &[Step]) -> Option<Link> {
    steps.iter().try_fold(own.link, |link, step| {
        let node: &Node = link.get().follow();
        match (step, &node.shape) {
            (Step::Property(name), Shape::Object(object)) => {
                object.rows.iter().find(|row| *row.key.name == **name).map(|row| row.node)
            }
            (Step::Elements, Shape::Array(array)) => Some(array.item),
            _ => None,
        }
    })
}
