//! Enums of every form, where names mean other things, lints are strict, and other macros write them.

#![deny(
    warnings,
    missing_docs,
    unused_qualifications,
    unused,
    nonstandard_style,
    rust_2018_idioms,
    single_use_lifetimes,
    trivial_casts
)]
#![deny(clippy::all, clippy::pedantic, clippy::indexing_slicing)]
#![forbid(unsafe_code)]

use ::dsh_tools::schema::{Direction, render};
use ::dsh_tools::{ToolArgs, ToolValue};

mod shadows {
    #![allow(dead_code, missing_docs)]
    pub struct Option;
    pub struct Some;
    pub struct None;
    pub enum Result {}
    pub struct Ok;
    pub struct Err;
    pub struct String;
    pub struct Vec;
    #[allow(non_camel_case_types)]
    pub struct u16;
    pub mod core {}
    pub mod std {}
    pub mod dsh_tools {}
}
#[allow(unused_imports)]
use shadows::*;

type Text = ::std::string::String;
type List<T> = ::std::vec::Vec<T>;
type Maybe<T> = ::std::option::Option<T>;

/// Told by a key.
#[derive(Debug, ToolArgs)]
#[arg(tag = "some kind", deny_unknown_fields)]
pub enum Inner {
    /// Nothing.
    None,
    /// Something.
    Some {
        /// A keyword.
        r#type: Text,
        /// The names of the macro's own locals.
        __picked: Maybe<u8>,
        /// As these.
        __0: u8,
        /// And this.
        __slots: u8,
    },
    /// Beside.
    #[allow(non_camel_case_types)]
    r#struct(::std::boxed::Box<Outer>),
    /// Old.
    #[deprecated]
    Old {
        /// Older.
        #[deprecated]
        older: Maybe<bool>,
    },
    /// Not there.
    #[arg(skip)]
    Ok(fn()),
}

/// Told by the only key.
#[derive(Debug, ToolValue)]
#[arg(tag = "k", content = "c")]
pub enum Outer {
    /// Two.
    Two(#[arg(range = 1..)] u8, #[arg(length = 1..)] Text),
    /// None.
    Zero(),
    /// No fields.
    Empty {},
    /// Itself.
    Own(List<Self>),
    /// Borrowed for good.
    Static(::std::borrow::Cow<'static, str>),
}

/// With parameters.
#[derive(Debug, ToolValue)]
#[arg(untagged)]
pub enum Generic<T: Clone, const N: usize>
where
    T: PartialEq,
{
    /// An array.
    Array([T; N]),
    /// One.
    One(T),
    /// Another one.
    Another {
        /// Of them.
        it: Maybe<T>,
    },
    /// Nothing.
    Nothing,
}

macro_rules! commands {
    ($name:ident by $tag:literal { $($(#[$meta:meta])* $variant:ident { $($field:ident: $ty:ty),* })* }) => {
        /// Written by another macro.
        #[derive(Debug, ToolArgs)]
        #[arg(tag = $tag)]
        pub enum $name {
            $(
                /// A variant.
                $(#[$meta])*
                $variant {
                    $(
                        /// A field.
                        #[arg(default_json = "1")]
                        $field: $ty,
                    )*
                },
            )*
        }
    };
}
commands!(Commands by "do" {
    Go { steps: u8, speed: f64 }
    #[arg(rename = "stop!")]
    Stop {}
});

fn main() {
    #[derive(Debug, ToolValue)]
    enum Local {
        A(u8),
        B,
    }

    let shown = render(Inner::NODE, Direction::Input).unwrap().to_string();
    assert!(shown.contains(r#""const":"struct""#), "{shown}");
    assert!(!shown.contains("Ok"), "{shown}");
    let shown = render(Commands::NODE, Direction::Input).unwrap().to_string();
    assert!(shown.contains(r#""const":"stop!""#), "{shown}");
    let _ = (Local::A(1), Local::B, <Generic<u8, 2>>::NODE, Generic::<u8, 1>::Nothing);
    let _ = (Inner::Ok(main), Outer::Zero(), shadows::Ok);
}
