//! The table of an enum: its forms, and what each of them looks like.

use super::super::fields::{Assertion, Field, Fields, Home, rows};
use super::super::tokens::{meta, text, without_self};
use super::model::{Content, Enum, Tagging, Variant};
use crate::ctxt::Blame;
use crate::show::show;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Generics;

/// The table of an object that holds a name and a content is numbered apart from that of the content.
const WRAPPER: u16 = 1 << 15;

/// The item, as all pieces of its code need it.
pub(super) struct Item<'a> {
    pub(super) private: &'a TokenStream,
    pub(super) ident: &'a Ident,
    /// Bounded already.
    pub(super) generics: &'a Generics,
    /// Values are whole argument objects.
    pub(super) root: bool,
}

impl Item<'_> {
    pub(super) fn home<'h>(&'h self, number: u16, before: &'h [TokenStream]) -> Home<'h> {
        let Item { private, ident, generics, .. } = self;
        Home { private, ident, generics, number: Some(number), before }
    }

    fn is_generic(&self) -> bool {
        !self.generics.params.is_empty()
    }

    /// The rows of the object that holds a variant's name, and what it holds at a key of its own.
    pub(super) fn wrapper_rows(&self, variant: &Variant<'_>) -> TokenStream {
        let (private, number) = (self.private, WRAPPER | variant.number);
        quote!(<Self as #private::Table<#number>>::ROWS)
    }
}

/// No fields, where there may be some.
pub(super) const fn no_fields(deny: bool) -> Fields<'static> {
    Fields { list: Vec::new(), deny }
}

impl Variant<'_> {
    /// The rows that stand before those of its fields: the key that holds its name, if that is in the same object.
    pub(super) fn before(&self, item: &Item<'_>, tagging: &Tagging) -> Vec<TokenStream> {
        match self.tagging(tagging) {
            Tagging::Inner { tag } => vec![self.tag_row(item.private, tag)],
            _ => Vec::new(),
        }
    }

    fn tag_row(&self, private: &TokenStream, tag: &str) -> TokenStream {
        let (name, number, aliases) = (&self.name, self.number, &self.aliases);
        let names = quote! {
            #private::Choice::new(#name, #number, ::core::option::Option::None)
            #(, #private::Choice::alias(#aliases, #number))*
        };
        quote!(#private::tag_row(#tag, const { &#private::names(const { &[#names] }) }))
    }

    /// The constants of its objects.
    fn tables(&self, item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
        let private = item.private;
        let before = self.before(item, &holder.tagging);
        let home = item.home(self.number, &before);
        let own = match (&self.content, self.tagging(&holder.tagging)) {
            (Content::Struct(fields), _) => fields.table(&home),
            (Content::Unit, Tagging::Inner { .. }) => no_fields(holder.deny).table(&home),
            _ => TokenStream::new(),
        };
        let Tagging::Beside { tag, content } = self.tagging(&holder.tagging) else {
            return own;
        };
        let row = match &self.content {
            Content::Unit => {
                quote!(#private::content_row(#content, const { &#private::Node::new(#private::Shape::Null) }, false))
            }
            Content::Newtype(fields) => {
                let ty = fields.list.first().map(|field| field.ty);
                let property = quote!(<#ty as #private::ToolValue>::PROPERTY);
                let node = element(&home, fields.list.first(), &property);
                quote!(#private::content_row(#content, #node, !#property.is_optional()))
            }
            _ => {
                let node = self.content_node(item, holder);
                quote!(#private::content_row(#content, #node, true))
            }
        };
        let rows = [self.tag_row(private, tag), row];
        let wrapper = no_fields(holder.deny).table(&item.home(WRAPPER | self.number, &rows));
        quote!(#own #wrapper)
    }

    /// The node of what it holds, as a reference to a constant.
    fn content_node(&self, item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
        let private = item.private;
        let before = self.before(item, &holder.tagging);
        let home = item.home(self.number, &before);
        let shape = match &self.content {
            Content::Newtype(fields) => {
                let ty = fields.list.first().map(|field| field.ty);
                let node = quote!(<#ty as #private::ToolValue>::NODE);
                return element(&home, fields.list.first(), &node);
            }
            Content::Struct(fields) => fields.shape(&home),
            Content::Tuple(fields) => {
                let links = fields.list.iter().map(|field| {
                    let ty = field.ty;
                    let node = quote!(<#ty as #private::ToolValue>::NODE);
                    let node = element(&home, Some(field), &node);
                    quote!(#private::Link::Const(#node))
                });
                quote!(#private::Shape::Tuple(#private::Shared::Const(const { &[#(#links),*] })))
            }
            Content::Unit if matches!(self.tagging(&holder.tagging), Tagging::Inner { .. }) => {
                no_fields(holder.deny).shape(&home)
            }
            Content::Unit => quote!(#private::Shape::Null),
        };
        quote!(const { &#private::Node::new(#shape) })
    }

    /// The form of the union.
    fn form(&self, item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
        let private = item.private;
        let Self { name, aliases, number, .. } = self;
        let (mut data, mut node) = (quote!(Whole), self.content_node(item, holder));
        match (self.tagging(&holder.tagging), &self.content) {
            (Tagging::Outer, Content::Unit) => data = quote!(Bare),
            (Tagging::Inner { .. }, Content::Newtype(_)) => data = quote!(Beside),
            (Tagging::Beside { .. }, _) => {
                let shape = no_fields(holder.deny).shape(&item.home(WRAPPER | number, &[]));
                node = quote!(const { &#private::Node::new(#shape) });
            }
            _ => {}
        }
        let description = text(self.description.as_ref());
        let (name, aliases) = match self.tagging(&holder.tagging) {
            Tagging::Untagged => ("", &[] as &[String]),
            _ => (name.as_str(), aliases.as_slice()),
        };
        quote!(#private::Form::new(#name, &[#(#aliases),*], #number, #private::Data::#data, #private::Link::Const(#node), #description))
    }

    /// What is presumed of the type of what it holds.
    fn assertions(&self, item: &Item<'_>, holder: &Enum<'_>) -> Vec<Assertion> {
        let Content::Newtype(fields) = &self.content else {
            return Vec::new();
        };
        let Some(field) = fields.list.first() else { return Vec::new() };
        let (private, ty) = (item.private, field.ty);
        let named = ty.to_token_stream();
        let named = if item.is_generic() { named } else { without_self(named, item.ident) };
        let node = quote!(<#named as #private::ToolValue>::NODE);
        let (variant, shown, blame) = (self.ident, show(ty), Blame::on(ty));
        let open = quote!(#private::is_open_beside(#node));
        match self.tagging(&holder.tagging) {
            Tagging::Inner { tag } => {
                let beside = format!(
                    "`{shown}` stands beside the key `{tag}` that holds the name `{}`, so that it must be an object: name its fields, `{variant} {{ value: {shown} }}`, or put it at a key of its own, `content = \"..\"`",
                    self.name
                );
                let taken = format!(
                    "`{shown}` has a key `{tag}` of its own, but that holds the variant's name here: give one of them another name"
                );
                vec![
                    Assertion::new(open.clone(), &beside, blame),
                    Assertion::new(
                        quote!(!#open || !#private::declares_key(#node, #tag)),
                        &taken,
                        blame,
                    ),
                ]
            }
            Tagging::Untagged if item.root => {
                let message = format!(
                    "`{shown}` is no object, but the arguments of a tool are one: name the variant's fields, or derive `ToolValue` and make the enum a field of a struct that derives `ToolArgs`"
                );
                vec![Assertion::new(open, &message, blame)]
            }
            _ => Vec::new(),
        }
    }
}

/// The node of a field without a name, as a reference to a constant.
fn element(home: &Home<'_>, field: Option<&Field<'_>>, base: &TokenStream) -> TokenStream {
    let Some(field) = field else { return base.clone() };
    let private = home.private;
    let narrowed = rows::narrowed(home, field, base);
    if field.meta.is_empty() {
        return if field.constraints.is_empty() { narrowed } else { quote!(const { #narrowed }) };
    }
    let meta = meta(private, &field.meta);
    quote!(const { &#private::Node::about(const { #narrowed }, #meta) })
}

/// The constants of all objects, and what is asserted outside of the impls.
pub(super) fn tables(item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
    let tables = holder.kept().map(|variant| variant.tables(item, holder));
    let elements = elements(item, holder).map(|(outside, _)| outside);
    let outside = (!item.is_generic()).then(|| {
        let calls = holder.kept().flat_map(|variant| calls(item, holder, variant));
        quote!(#(const _: () = #calls;)*)
    });
    quote!(#outside #(#elements)* #(#tables)*)
}

/// What waits for the parameters: statements within the node.
pub(super) fn inside(item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
    let elements = elements(item, holder).map(|(_, inside)| inside);
    let waiting = holder.kept().filter(|_| item.is_generic());
    let calls = waiting.flat_map(|variant| calls(item, holder, variant));
    quote!(#(#elements)* #(#calls;)*)
}

/// What is asserted of the types of fields without names: items, and statements for a constant that speaks of
/// parameters.
fn elements<'i>(
    item: &'i Item<'_>,
    holder: &'i Enum<'_>,
) -> impl Iterator<Item = (TokenStream, TokenStream)> + 'i {
    holder.kept().filter_map(|variant| match &variant.content {
        Content::Newtype(fields) | Content::Tuple(fields) => {
            Some(fields.asserts(&item.home(variant.number, &[])))
        }
        Content::Unit | Content::Struct(_) => None,
    })
}

/// What is asserted of one variant.
pub(super) fn calls(item: &Item<'_>, holder: &Enum<'_>, variant: &Variant<'_>) -> Vec<TokenStream> {
    variant.assertions(item, holder).iter().map(Assertion::call).collect()
}

/// The shape of the enum's values.
pub(super) fn shape(item: &Item<'_>, holder: &Enum<'_>) -> TokenStream {
    let private = item.private;
    if holder.tagging == Tagging::Names {
        let choices = holder.kept().flat_map(|variant| {
            let (name, number) = (&variant.name, variant.number);
            let description = text(variant.description.as_ref());
            let own = quote!(#private::Choice::new(#name, #number, #description));
            let aliases = variant
                .aliases
                .iter()
                .map(move |alias| quote!(#private::Choice::alias(#alias, #number)));
            std::iter::once(own).chain(aliases)
        });
        return quote!(#private::Shape::Choice(#private::Shared::Const(const { &[#(#choices),*] })));
    }
    let (untagged, tagged): (Vec<_>, Vec<_>) =
        holder.kept().partition(|variant| *variant.tagging(&holder.tagging) == Tagging::Untagged);
    let union = |variants: &[&Variant<'_>], group: Option<TokenStream>, tagging: &Tagging| {
        let forms = variants.iter().map(|variant| variant.form(item, holder));
        let forms = group.into_iter().chain(forms);
        let tagging = match tagging {
            Tagging::Inner { tag } | Tagging::Beside { tag, .. } => {
                quote!(Key(#private::Key::new(#tag)))
            }
            Tagging::Outer | Tagging::Names => quote!(Outer),
            Tagging::Untagged => quote!(Untagged),
        };
        quote!(#private::Shape::Union(#private::Union::new(const { &[#(#forms),*] }, #private::Tagging::#tagging)))
    };
    match (untagged.is_empty(), tagged.is_empty()) {
        (true, _) => union(&tagged, None, &holder.tagging),
        (false, true) => union(&untagged, None, &Tagging::Untagged),
        (false, false) => {
            let tagged = union(&tagged, None, &holder.tagging);
            let group = quote!(#private::Form::group(const { &#private::Node::new(#tagged) }));
            union(&untagged, Some(group), &Tagging::Untagged)
        }
    }
}
