//! Third stage, of functions and methods alike: the code that makes the definition.

use super::keys::Parallel;
use super::model::{Arguments, Callee, Passed, Tool};
use crate::args;
use crate::ctxt::Blame;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Ident, Path};

/// What clippy would have otherwise is what makes a function a tool.
pub(crate) fn lints() -> TokenStream {
    quote! {
        #[allow(
            clippy::missing_errors_doc,
            clippy::needless_pass_by_value,
            clippy::too_many_arguments,
            clippy::trivially_copy_pass_by_ref,
            clippy::unused_async,
            reason = "a tool is async, takes arguments by value and state by reference, and is documented for models"
        )]
    }
}

/// The struct of plain parameters, and what is asserted of them.
pub(crate) fn arguments(tool: &Tool<'_>) -> TokenStream {
    let Arguments::Fields { model, nests, .. } = &tool.arguments else {
        return TokenStream::new();
    };
    let (ident, generics, derived) = (model.ident, model.generics, args::expand(model));
    let fields = model.fields().iter().map(|field| {
        let (ident, ty) = (&field.member, field.ty);
        quote!(#ident: #ty)
    });
    let nests = nests.iter().map(args::Assertion::call);
    quote!(struct #ident #generics { #(#fields),* } #derived #(const _: () = #nests;)*)
}

/// Statements that make the definition. A method's toolbox is in a local of the name that [`toolbox`] gives.
pub(crate) fn definition(tool: &Tool<'_>) -> TokenStream {
    let Tool { private, output, .. } = tool;
    let arguments = tool.arguments.ty();
    let (spec, body) = (spec(tool), body(tool, &arguments));
    // What is wrong with the body as a whole is told at the function.
    let at_function = tool.function.sig.ident.span();
    let define = if tool.callee.has_receiver() {
        let define = at(quote!(#private::define), at_function);
        quote_spanned!(at_function=> #define::<#arguments, #output, _, _>(#spec, #body))
    } else {
        let define = at(quote!(#private::define_function), at_function);
        quote_spanned! {at_function=>
            #define::<#output>(#spec, const { #private::node_of::<#arguments>() }, #body)
        }
    };
    let definition = local("__definition", Span::mixed_site());
    let hooks = hooks(tool, &arguments, &definition);
    let needs = tool.passed.iter().filter_map(|passed| match passed {
        Passed::State(ty) => Some(quote!(.inject::<#ty>())),
        Passed::OptionalState { state: ty, .. } => Some(quote!(.inject_optional::<#ty>())),
        Passed::Whole | Passed::Field(_) => None,
    });
    let parts = tool.arguments.parts();
    quote! {
        // Named by themselves, a type that does not suit is told without a word of what is called with it.
        #(let _ = <#parts as #private::ToolValue>::NODE;)*
        let _ = (<#arguments as #private::ToolArgs>::ROOT, <#output as #private::IntoToolOutput>::OUTPUT);
        let #definition = #define;
        #(#hooks)*
        #definition #(#needs)* .build()
    }
}

fn spec(tool: &Tool<'_>) -> TokenStream {
    let Tool { private, name, title, description, hints, timeout, function, .. } = tool;
    let title = args::text(title.as_ref());
    let hints = hints.iter().map(|(name, hint)| {
        let name = format_ident!("{name}");
        let hint = args::option(hint.map(|hint| quote!(#hint)));
        quote!(#name: #hint,)
    });
    let timeout = args::option(timeout.map(|millis| {
        let millis = proc_macro2::Literal::u64_unsuffixed(millis);
        quote!(::core::time::Duration::from_millis(#millis))
    }));
    // The place of the function, not of the attribute.
    let place = function.sig.ident.span();
    let (file, line, column) = (
        quote_spanned!(place=> ::core::file!()),
        quote_spanned!(place=> ::core::line!()),
        quote_spanned!(place=> ::core::column!()),
    );
    quote! {
        #private::Spec {
            name: #name,
            title: #title,
            description: #description,
            #(#hints)*
            timeout: #timeout,
            file: #file,
            line: #line,
            column: #column,
        }
    }
}

fn body(tool: &Tool<'_>, arguments: &TokenStream) -> TokenStream {
    let Tool { private, function, output, blocking, passed, .. } = tool;
    let name = &function.sig.ident;
    let (args, cx) = (local("__args", name.span()), local("__cx", name.span()));
    let mut states = Vec::new();
    let mut given = Vec::new();
    for (number, passed) in passed.iter().enumerate() {
        let state = local(&format!("__state{number}"), name.span());
        match passed {
            Passed::Whole => given.push(quote!(#args)),
            Passed::Field(field) => given.push(quote!(#args.#field)),
            Passed::State(ty) => {
                states.push(quote!(let #state = #cx.inject::<#ty>()?;));
                given.push(state.to_token_stream());
            }
            Passed::OptionalState { state: ty, written } => {
                // The written type is checked here, so that it need not be known to be an `Option`.
                let from = at(quote!(#private::FromState), beside(written));
                let found = quote_spanned!(beside(written)=> <#written as #from<_>>::from_state(#cx.inject_optional::<#ty>()));
                states.push(quote!(let #state = #found;));
                given.push(state.to_token_stream());
            }
        }
    }
    // What a body that is not `Send` holds is told at the function.
    let at_function = name.span();
    let toolbox = toolbox(at_function);
    let (path, receiver) = match tool.callee {
        Callee::Function => (quote!(#name), None),
        Callee::Associated => (quote!(Self::#name), None),
        Callee::Shared => (quote!(Self::#name), Some(quote!(&*#toolbox))),
        // A reference to the pointer is one to what it holds, where that is wanted.
        Callee::Reference => (quote!(Self::#name), Some(quote!(&#toolbox))),
        Callee::Typed(ty) => {
            let from = at(quote!(#private::FromToolbox), beside(ty));
            let from = quote_spanned!(beside(ty)=> <#ty as #from<Self>>::from_toolbox(&#toolbox));
            (quote!(Self::#name), Some(from))
        }
    };
    let has_receiver = receiver.is_some();
    let receiver = receiver.into_iter();
    let call = quote!(#path(#(#receiver,)* #(#given),*));
    let output = quote!(<#output as #private::IntoToolOutput>::into_tool_output);
    let future = if *blocking {
        quote_spanned! {at_function=>
            #private::blocking(#cx, move |#cx: &#private::ToolContext| {
                #(#states)*
                #output(#call)
            })
        }
    } else {
        quote_spanned! {at_function=>
            async move {
                #(#states)*
                #output(#call.await)
            }
        }
    };
    if has_receiver {
        // Each call has a share of its own.
        let share = quote!(let #toolbox = ::std::sync::Arc::clone(&#toolbox););
        return quote_spanned! {at_function=>
            move |#args: #arguments, #cx: #private::ToolContext| { #share #future }
        };
    }
    // A function that holds nothing: what is generic is generated for each tool, and this is all of it.
    quote_spanned! {at_function=>
        |#args: &#private::FrozenJson, #cx: #private::ToolContext| match <#arguments as #private::ToolValue>::decode(#args.root(), const { #private::node_of::<#arguments>() }) {
            ::core::result::Result::Ok(#args) => #private::started(::std::boxed::Box::new(#future)),
            ::core::result::Result::Err(_) => #private::refused(),
        }
    }
}

/// The local that holds the toolbox where a method's tool is defined.
pub(crate) fn toolbox(place: Span) -> Ident {
    local("__toolbox", place)
}

/// A local of the macro's own: whatever macros the user's tokens went through, it is the same everywhere.
fn local(name: &str, place: Span) -> Ident {
    Ident::new(name, Span::mixed_site().located_at(place))
}

/// The tokens at another place.
pub(crate) fn at(tokens: TokenStream, place: Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        // `$crate` is found by where it was written.
        let is_crate = matches!(&token, TokenTree::Ident(word) if word == "$crate");
        token.set_span(if is_crate { token.span().located_at(place) } else { place });
        token
    });
    tokens.collect()
}

/// The place of these tokens, as part of the macro's own code.
pub(crate) fn beside(tokens: &impl ToTokens) -> Span {
    Span::call_site().located_at(Blame::on(tokens).start)
}

/// Statements that add all that looks at arguments and results. Presenters get the arguments as the function does, by
/// reference.
fn hooks(tool: &Tool<'_>, arguments: &TokenStream, definition: &Ident) -> Vec<TokenStream> {
    let Tool { private, output, .. } = tool;
    let mut hooks = Vec::new();
    let mut attach = |function: &str, path: &Path, hook: TokenStream| {
        let name = format_ident!("{function}");
        // What is wrong with what the hook gives is told where it is named.
        let span = beside(path);
        let attach = at(quote!(#private::#name), span);
        // What the hook gives is for the compiler to find, where it may be several things.
        let gives = (function != "parallel_when").then(|| quote_spanned!(span=> , _));
        hooks.push(
            quote!(let #definition = #attach::<#arguments, #output #gives>(#definition, #hook);),
        );
    };
    if let Some(path) = &tool.present_call {
        attach("present_call", path, presenter(tool, arguments, path, None));
    }
    if let Some(path) = &tool.present_result {
        let result = local("__result", beside(path));
        attach("present_result", path, presenter(tool, arguments, path, Some(result)));
    }
    if let Some(Parallel::When(path)) = &tool.parallel {
        attach("parallel_when", path, presenter(tool, arguments, path, None));
    }
    let value = quote!(<#output as #private::IntoToolOutput>::Value);
    let execution = quote!(#private::ToolExecutionResult);
    for (function, path, ty) in [
        ("render", &tool.render, &value),
        ("meta", &tool.meta, &value),
        ("finalize", &tool.finalize, &execution),
    ] {
        if let Some(path) = path {
            // A closure, so that `fn(&[T])` serves a `Vec<T>`, and an error is told where the function is named.
            let (span, value) = (beside(path), local("__value", beside(path)));
            attach(function, path, quote_spanned!(span=> |#value: &#ty| #path(#value)));
        }
    }
    if let Some(Parallel::Always) = &tool.parallel {
        hooks.push(
            quote!(let #definition = #private::parallel::<#arguments, #output>(#definition);),
        );
    }
    hooks
}

/// A closure that calls the function with the arguments, and with `more`.
fn presenter(
    tool: &Tool<'_>,
    arguments: &TokenStream,
    path: &Path,
    more: Option<Ident>,
) -> TokenStream {
    let private = &tool.private;
    // Errors about the function's type are told where it is named.
    let span = beside(path);
    let args = local("__args", span);
    let mut given = match &tool.arguments {
        Arguments::Whole(_) => vec![args.to_token_stream()],
        Arguments::Fields { model, .. } => model
            .fields()
            .iter()
            .map(|field| &field.member)
            .map(|field| quote_spanned!(span=> &#args.#field))
            .collect(),
    };
    let parameter =
        more.as_ref().map(|more| quote_spanned!(span=> , #more: &#private::ToolResultData<'_>));
    given.extend(more.map(ToTokens::into_token_stream));
    quote_spanned!(span=> |#args: &#arguments #parameter| #path(#(#given),*))
}
