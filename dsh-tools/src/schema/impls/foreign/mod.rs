//! Types of other crates, each behind the feature of its crate's name: strings whose format the type reads.

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;

/// What all of them are: a string that is read and written. What `$read` refuses the walker refuses, too: the node
/// names it.
#[cfg(any(
    feature = "uuid",
    feature = "url",
    feature = "chrono",
    feature = "jiff",
    feature = "bytes"
))]
macro_rules! read {
    ($($type:ty: $text:expr, $read:expr, $write:expr;)*) => { $(
        impl $crate::schema::ToolValue for $type {
            const NODE: &'static $crate::schema::Node =
                &$crate::schema::Node::new($crate::schema::Shape::Text($text));

            fn decode(
                cursor: $crate::json::Cursor<'_>,
                node: &$crate::schema::Node,
            ) -> Result<Self, $crate::schema::Invalid> {
                $crate::schema::leaf::string_of(cursor, node)?;
                let read: fn(&str) -> Option<Self> = $read;
                let text = cursor.as_str();
                text.and_then(|text| read(&text)).ok_or($crate::schema::Invalid($crate::schema::Code::Format))
            }

            fn encode(
                &self,
                out: &mut $crate::json::JsonWriter,
            ) -> Result<(), $crate::json::LossyError> {
                let write: fn(&Self) -> String = $write;
                out.str(&write(self))
            }
        }
    )* };
}

/// A format, and that the type reads the text.
#[cfg(any(
    feature = "uuid",
    feature = "url",
    feature = "chrono",
    feature = "jiff",
    feature = "bytes"
))]
macro_rules! format_of {
    ($format:ident, $type:ty, $read:expr) => {
        $crate::schema::Text::read(Some($crate::schema::Format::$format), None, false, |text| {
            let read: fn(&str) -> Option<$type> = $read;
            read(text).is_some()
        })
    };
}

/// A pattern, where no format of JSON Schema says it, and that the type reads the text.
#[cfg(any(feature = "chrono", feature = "jiff"))]
macro_rules! pattern_of {
    ($pattern:literal, $type:ty, $read:expr) => {
        $crate::schema::Text::read(
            None,
            Some($crate::schema::pattern::PatternLink::Const(|| {
                static PATTERN: std::sync::LazyLock<$crate::schema::Pattern> =
                    std::sync::LazyLock::new(|| $crate::schema::Pattern::new($pattern, $pattern));
                &PATTERN
            })),
            false,
            |text| {
                let read: fn(&str) -> Option<$type> = $read;
                read(text).is_some()
            },
        )
    };
}

#[cfg(any(feature = "chrono", feature = "jiff"))]
use pattern_of;
#[cfg(any(
    feature = "uuid",
    feature = "url",
    feature = "chrono",
    feature = "jiff",
    feature = "bytes"
))]
use {format_of, read};
