//! What a method that is a tool may have as `self`.

use super::model::{Callee, Site};
use super::parameter::bare;
use crate::attr::Dialect;
use crate::ctxt::Ctxt;
use syn::{GenericParam, Lifetime, Receiver, ReceiverKind, Signature, Type};

pub(super) fn callee<'a>(
    cx: &Ctxt,
    signature: &'a Signature,
    dialect: Dialect,
    site: Site<'_>,
) -> Callee<'a> {
    let associated = match site {
        Site::Free => Callee::Function,
        Site::Toolbox { .. } => Callee::Associated,
    };
    let Some(receiver) = signature.receiver() else { return associated };
    if let Some(attr) = receiver.attrs.iter().find(|attr| dialect.owns(attr)) {
        let name = dialect.name();
        cx.error_on(
            attr,
            format!("`#[{name}(..)]` is about arguments, and `self` is the toolbox: leave it out"),
        );
    }
    let way_out = match site {
        Site::Free => ", and put `#[toolbox]` on the `impl`",
        Site::Toolbox { .. } => "",
    };
    let message = match form(receiver) {
        Form::Mutable => format!(
            "calls run at once and share the toolbox, so a tool cannot have `&mut self`: take `&self`, with a `Mutex` or an atomic inside{way_out}"
        ),
        Form::Value => {
            format!("a tool is called many times, so it cannot take `self`: take `&self`{way_out}")
        }
        Form::Shared(_) | Form::Typed(_) if matches!(site, Site::Free) => {
            "a method is a tool of a toolbox: put `#[toolbox]` on the `impl`".to_owned()
        }
        Form::Shared(Some(lifetime)) if !declared(signature, lifetime) => {
            cx.error_on(lifetime, "the toolbox is lent for one call: leave the lifetime out");
            return associated;
        }
        Form::Shared(_) if matches!(receiver.kind, ReceiverKind::Typed(..)) => {
            return Callee::Reference;
        }
        Form::Shared(_) => return Callee::Shared,
        Form::Typed(ty) => return Callee::Typed(ty),
    };
    cx.error_on(receiver, message);
    associated
}

enum Form<'a> {
    Mutable,
    Value,
    Shared(Option<&'a Lifetime>),
    Typed(&'a Type),
}

fn form(receiver: &Receiver) -> Form<'_> {
    match &receiver.kind {
        ReceiverKind::Reference(_, _, Some(_)) => Form::Mutable,
        ReceiverKind::Reference(_, lifetime, None) => Form::Shared(lifetime.as_ref()),
        ReceiverKind::Typed(_, ty) => match bare(ty) {
            Type::Reference(reference) if reference.mutability.is_some() => Form::Mutable,
            Type::Reference(reference) => Form::Shared(reference.lifetime.as_ref()),
            Type::Path(path) if path.path.is_ident("Self") => Form::Value,
            _ => Form::Typed(ty),
        },
        _ => Form::Value,
    }
}

/// A lifetime that is `'_`, or that is refused where it is declared.
fn declared(signature: &Signature, lifetime: &Lifetime) -> bool {
    let declares = |parameter: &GenericParam| matches!(parameter, GenericParam::Lifetime(known) if known.lifetime == *lifetime);
    lifetime.ident == "_" || signature.generics.params.iter().any(declares)
}
