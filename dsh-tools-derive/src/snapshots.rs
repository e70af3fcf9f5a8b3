//! What the macros write, as one would read it. `INSTA_UPDATE=no` compares; `cargo insta review` accepts.

use crate::args::{self, Derive};
use crate::{tool, toolbox, tools};
use proc_macro2::TokenStream;
use quote::quote;

fn pretty(expanded: &TokenStream) -> String {
    prettyplease::unparse(&syn::parse2(expanded.clone()).unwrap())
}

fn derived(item: TokenStream, derive: Derive) -> String {
    pretty(&args::derive(item, derive))
}

#[test]
fn plain_struct() {
    let expanded = derived(
        quote! {
            /// Where to read.
            #[arg(deny_unknown_fields, rename_all = "camelCase")]
            struct ReadArgs {
                /// Path of the file, relative to the
                /// workspace.
                path: String,
                #[arg(range(min = 1), default = 1, alias = "from")]
                first_line: u32,
                #[arg(range = 1..=2000, example = 100)]
                limit: Option<u32>,
                #[arg(enum("skip", "hex"), deprecated)]
                binary: Option<String>,
                #[arg(pattern = r"^\w+\d$", length(max = 20), title = "Tag")]
                r#type: String,
                #[arg(required)]
                must: Option<bool>,
            }
        },
        Derive::ToolArgs,
    );
    insta::assert_snapshot!(expanded);
}

#[test]
fn generic_struct() {
    let expanded = derived(
        quote! {
            pub struct Page<T: Clone, const N: usize = 4> where T: PartialEq {
                #[arg(length = 1..)]
                items: Vec<T>,
                next: Option<[T; N]>,
            }
        },
        Derive::ToolValue,
    );
    insta::assert_snapshot!(expanded);
}

/// A part costs an entry of a list and a thin call; what is skipped costs neither.
#[test]
fn flattened_struct() {
    let expanded = derived(
        quote! {
            #[arg(custom(Place::check))]
            struct Place {
                label: String,
                #[arg(flatten)]
                geo: Option<Geo>,
                #[arg(custom(is_even))]
                zoom: u8,
                #[arg(skip)]
                cache: Cache,
                #[arg(flatten, inner(length = ..=80))]
                rest: HashMap<String, String>,
            }
        },
        Derive::ToolArgs,
    );
    insta::assert_snapshot!(expanded);
}

#[test]
fn nested_constraints() {
    let expanded = derived(
        quote! {
            struct Nested<T> {
                #[arg(inner(length = 1.., inner(pattern = "a")))]
                lists: Vec<Vec<String>>,
                #[arg(keys(format = "uuid"), default_json = "{}")]
                by_id: BTreeMap<String, T>,
                #[arg(default)]
                own: T,
            }
        },
        Derive::ToolValue,
    );
    insta::assert_snapshot!(expanded);
}

#[test]
fn newtype_and_tuple() {
    let newtype = derived(
        quote! {
            /// Who it is.
            struct UserId(#[arg(length(min = 1))] String);
        },
        Derive::ToolValue,
    );
    let tuple = derived(
        quote! {
            struct Point(#[arg(range = 0..)] i32, i32);
        },
        Derive::ToolValue,
    );
    insta::assert_snapshot!(format!("{newtype}\n{tuple}"));
}

#[test]
fn unit_enum() {
    let expanded = derived(
        quote! {
            /// How to search.
            #[serde(rename_all = "kebab-case")]
            enum Mode {
                /// Reads nothing twice.
                #[arg(alias = "quick")]
                Fast,
                VeryThorough,
                #[arg(rename = "off")]
                None,
            }
        },
        Derive::ToolValue,
    );
    insta::assert_snapshot!(expanded);
}

#[test]
fn tagged_enum() {
    let expanded = derived(
        quote! {
            /// What to do.
            #[arg(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
            enum Op {
                /// Read it.
                #[arg(alias = "cat")]
                Read {
                    /// Which file.
                    path: String,
                    #[arg(range(min = 1), default = 1)]
                    line: u32,
                },
                Open(Place),
                Stop,
                #[arg(skip)]
                Never(Internal),
            }
        },
        Derive::ToolArgs,
    );
    insta::assert_snapshot!(expanded);
}

#[test]
fn enums_of_other_forms() {
    let outer = derived(
        quote! {
            enum Shape<T> {
                None,
                Circle(#[arg(range(min = 0.0))] f64),
                Line(T, Option<T>),
                #[arg(untagged)]
                Many(Vec<T>),
            }
        },
        Derive::ToolValue,
    );
    let beside = derived(
        quote! {
            #[serde(tag = "t", content = "c")]
            enum Event {
                Saved,
                Moved(Option<String>),
                Changed { at: u32, #[arg(skip)] seen: bool },
            }
        },
        Derive::ToolValue,
    );
    insta::assert_snapshot!(format!("{outer}\n{beside}"));
}

#[test]
fn tool_with_injection() {
    let expanded = tool::tool(
        &quote!(
            read_only,
            timeout = "10s",
            parallel,
            present_call = read_card,
            present_result = views::read,
            render = shown
        ),
        &quote! {
            /// Read a text file and return its numbered lines.
            pub(crate) async fn read_file(args: ReadArgs, cx: &ToolContext, ws: &Workspace, log: Option<&Log>) -> Result<String, ToolError> {
                body(args, cx, ws, log).await
            }
        },
    );
    insta::assert_snapshot!(pretty(&expanded));
}

#[test]
fn tool_with_plain_parameters() {
    let expanded = tool::tool(
        &quote!(name = "find-text", type = FindText, parallel = cheap, present_call = card, crate = my::tools),
        &quote! {
            /// Find a text.
            #[instrument]
            async fn find(
                /// What to look for.
                #[arg(length(min = 1))]
                mut needle: String,
                ws: &Workspace,
                #[arg(default = "fast")] r#mode: Mode,
            ) -> Json<Vec<Hit>> {
                hits(needle, ws, r#mode)
            }
        },
    );
    insta::assert_snapshot!(pretty(&expanded));
}

#[test]
fn blocking_tool() {
    let expanded = tool::tool(
        &quote!(blocking, description = "Sum up."),
        &quote! {
            fn sum(numbers: Vec<f64>, calls: &AtomicUsize) {}
        },
    );
    insta::assert_snapshot!(pretty(&expanded));
}

#[test]
fn box_of_tools() {
    let expanded = toolbox::toolbox(
        &quote!(prefix = "fs_", read_only),
        &quote! {
            /// Files.
            impl<S: Store> Fs<S> {
                const LIMIT: usize = 9;

                /// Read a file.
                #[tool(type = Read, present_call = Self::card)]
                pub async fn read(&self, args: ReadArgs, ws: &Workspace) -> String {
                    self.body(args, ws).await
                }

                /// Find a key.
                #[cfg(unix)]
                #[tool(blocking, read_only = false)]
                fn find(self: Arc<Self>, #[arg(default = 1)] limit: u32) {}

                /// Get a value.
                #[tool]
                async fn get(&self, key: S::Key) -> Json<u8> { Json(1) }

                fn card(args: &ReadArgs) -> ToolCallView {
                    ToolCallView::generic(&args.path).into()
                }
            }
        },
    );
    insta::assert_snapshot!(pretty(&expanded));
}

#[test]
fn list_of_tools() {
    let expanded = tools::tools(quote!(
        read_file,
        fs::write_file,
        #[cfg(unix)]
        bash
    ));
    let spread =
        tools::tools(quote!(read_file, #[cfg(unix)] ..Fs::definitions(fs), fs::write_file));
    let expanded = quote!(#expanded; #spread);
    insta::assert_snapshot!(pretty(&quote!(fn list() { #expanded })));
}

#[test]
fn fallbacks() {
    let derived = args::derive(
        quote! {
            #[arg(crate = my::tools)]
            struct Bad<'a, T> where T: Clone { #[arg(nothing)] field: &'a T }
        },
        Derive::ToolArgs,
    );
    let tool = tool::tool(
        &quote!(type = Bad, nothing),
        &quote! {
            pub async fn bad(#[arg(defualt = 1)] #[allow(unused)] n: u8) { unfinished. }
        },
    );
    // A body that is no Rust yet is not a reason to lose the rest.
    insta::assert_snapshot!(format!("{}\n{tool}", pretty(&derived)));
}

/// Whatever is wrong or unfinished, what was written is there once more, token for token and with its own spans: an
/// editor completes within a body by it.
#[test]
fn a_broken_item_is_written_out_again() {
    let body = quote!({
        let found = ws.
    });
    for (keys, attrs, signature) in [
        (quote!(raed_only), quote!(), quote!(async fn f(args: Args, ws: &Workspace) -> String)),
        (quote!(), quote!(), quote!(fn not_async(args: Args) -> String)),
        (quote!(timeout = ), quote!(), quote!(pub async fn f<T>(&mut self, text: &str) -> !)),
        (
            quote!(read_only, destructive),
            quote!(#[tool(parallel)]),
            quote!(async fn f(_a: u8, (b, c): (u8, u8))),
        ),
        (quote!(), quote!(), quote!(async fn fine(ws: &Workspace))),
    ] {
        let expanded =
            tool::tool(&quote!(description = "x", #keys), &quote!(#attrs #signature #body))
                .to_string();
        for part in [&signature, &body] {
            let part = part.to_string();
            assert_eq!(expanded.matches(&part).count(), 1, "{part} in {expanded}");
        }
        assert!(!expanded.contains("# [tool"), "{expanded}");
    }
    // A method of a toolbox is no different.
    for (keys, attrs, signature) in [
        (quote!(prefx = "a"), quote!(#[tool]), quote!(async fn f(&self, args: Args) -> String)),
        (quote!(), quote!(#[tool(raed_only)]), quote!(pub async fn f(&mut self, text: &str) -> !)),
        (quote!(), quote!(#[tool] #[cfg(unix)]), quote!(fn not_async(_a: u8))),
        (quote!(), quote!(), quote!(fn helper<T>(&self) -> [u8; { 1 }] where T: Clone)),
        (quote!(), quote!(#[doc = "fine"] #[tool]), quote!(async fn fine(&self, ws: &Workspace))),
    ] {
        let item =
            quote!(impl<T> Fs<T> where T: Clone { #attrs #signature #body const N: u8 = 1; });
        let expanded = toolbox::toolbox(&keys, &item).to_string();
        for part in [
            &signature,
            &body,
            &quote!(
                const N: u8 = 1;
            ),
        ] {
            let part = part.to_string();
            assert_eq!(expanded.matches(&part).count(), 1, "{part} in {expanded}");
        }
        assert!(!expanded.contains("# [tool]"), "{expanded}");
    }
    // The parser gives up, and the item stays as it is.
    let unreadable = quote!(
        impl Fs {
            #[tool]
            async fn f(args: ) {}
        }
    );
    let expanded = toolbox::toolbox(&quote!(), &unreadable).to_string();
    assert!(
        expanded.ends_with(&quote!(impl Fs { async fn f(args: ) {} }).to_string()),
        "{expanded}"
    );
    let unreadable = quote!(async fn f(args: ) {});
    let expanded = tool::tool(&quote!(), &unreadable).to_string();
    assert!(expanded.ends_with(&unreadable.to_string()), "{expanded}");
}

#[test]
fn another_path_of_the_crate_is_used_throughout() {
    let item = quote! {
        #[arg(crate = my::tools)]
        struct Args {
            #[arg(range(min = 1), default = 1)]
            a: u8,
            #[arg(pattern = "a", example = "a", default = "a")]
            b: String,
            #[arg(enum("a"))]
            c: String,
            #[arg(enum(1))]
            d: i8,
            #[arg(flatten)]
            e: E,
            #[arg(inner(keys(format = "uuid")), default = f(), custom(check))]
            f: Vec<F>,
            #[arg(skip)]
            g: G,
        }
    };
    let newtype = quote!(
        #[arg(crate = my::tools, custom(check))]
        struct Newtype(#[arg(range = 1..)] u8);
    );
    let tuple = quote!(
        #[arg(crate = my::tools)]
        struct Tuple(u8, #[arg(custom(check))] u8);
    );
    let tool = tool::tool(
        &quote!(crate = my::tools, parallel, blocking, present_result = x),
        &quote! {
            /// Doc
            fn f(x: u8, y: &T, z: Option<&T>) {}
        },
    );
    let list = tools::tools(quote!(crate = my::tools; a, b, ..c));
    let toolbox = toolbox::toolbox(
        &quote!(crate = my::tools, parallel),
        &quote! {
            impl Fs {
                /// Doc
                #[tool(type = F)]
                #[cfg(unix)]
                async fn f(self: Arc<Self>, x: u8, y: &T, z: Option<&T>) {}
                /// Doc
                #[tool(name = "f")]
                #[cfg(windows)]
                async fn g() {}
            }
        },
    );
    let [newtype, tuple] = [newtype, tuple].map(|item| args::derive(item, Derive::ToolValue));
    for expanded in [args::derive(item, Derive::ToolArgs), newtype, tuple, tool, list, toolbox] {
        let text = expanded.to_string();
        assert!(text.contains("my :: tools :: __private"), "{text}");
        assert!(!text.contains("dsh_tools"), "{text}");
        assert!(!text.contains("compile_error"), "{text}");
    }
}

/// Names of the prelude may be shadowed: what is not the runtime's is named from its root.
#[test]
fn nothing_is_taken_from_the_prelude() {
    let expanded = [
        args::derive(
            quote!(
                struct A {
                    #[arg(default = 1, pattern = "a")]
                    a: u8,
                    b: Option<u8>,
                    #[arg(flatten)]
                    c: C,
                    #[arg(default, custom(check), inner(length = 1..))]
                    d: D,
                    #[arg(skip)]
                    e: E,
                }
            ),
            Derive::ToolArgs,
        ),
        args::derive(
            quote!(
                struct N(#[arg(custom(check))] u8);
            ),
            Derive::ToolValue,
        ),
        args::derive(
            quote!(
                struct T(u8, #[arg(range = 1..)] u8);
            ),
            Derive::ToolValue,
        ),
        args::derive(
            quote!(
                enum E {
                    A,
                    #[doc = "b"]
                    B,
                }
            ),
            Derive::ToolValue,
        ),
        tool::tool(
            &quote!(parallel = p, timeout = "1s"),
            &quote!(
                #[doc = "x"]
                async fn f(a: u8, b: &T) {}
            ),
        ),
        tools::tools(quote!(a, b, ..c)),
        toolbox::toolbox(
            &quote!(timeout = "1s"),
            &quote!(
                impl<T> A<T> {
                    #[doc = "x"]
                    #[tool(type = B)]
                    async fn f(&self, a: u8, b: T, c: &T) {}
                    #[cfg(any())]
                    #[doc = "x"]
                    #[tool(blocking, name = "f")]
                    fn g(self: X) {}
                }
            ),
        ),
    ];
    for expanded in expanded {
        let tokens: Vec<String> = flat(expanded);
        for (at, token) in tokens.iter().enumerate() {
            let shadowed = [
                "Some", "None", "Ok", "Err", "Vec", "Result", "String", "core", "std", "str",
                "u16", "usize", "Default", "Arc", "Into", "Send", "Sync", "Clone",
            ];
            if shadowed.contains(&token.as_str()) {
                let before: String = tokens[at.saturating_sub(2)..at].concat();
                assert!(
                    before == "::" || before.ends_with('.'),
                    "`{token}` in {}",
                    tokens.join(" ")
                );
            }
        }
    }
}

fn flat(tokens: TokenStream) -> Vec<String> {
    let flat = tokens.into_iter().flat_map(|token| match token {
        proc_macro2::TokenTree::Group(group) => flat(group.stream()),
        token => vec![token.to_string()],
    });
    flat.collect()
}
