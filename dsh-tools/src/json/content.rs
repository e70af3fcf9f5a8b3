//! What a result shows the model: content blocks.

use super::{Cursor, ExtraMembers, FrozenJson, JsonKind};
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A block of content, in MCP's spelling: an object tagged by `type`.
///
/// Blocks of unknown types and members of unknown names are kept as they are and written again.
///
/// ```
/// use dsh_tools::json::ContentBlock;
///
/// let block = ContentBlock::text("done");
/// assert_eq!(serde_json::to_string(&block)?, r#"{"type":"text","text":"done"}"#);
/// assert_eq!(block.as_text(), Some("done"));
///
/// let unknown: ContentBlock = serde_json::from_str(r#"{"type":"chart","points":[1,2]}"#)?;
/// assert_eq!(unknown.block_type(), "chart");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContentBlock {
    /// Text.
    #[non_exhaustive]
    Text {
        /// The text.
        text: String,
        /// Other members.
        extra: ExtraMembers,
    },
    /// A picture.
    #[non_exhaustive]
    Image {
        /// The bytes in base64.
        data: String,
        /// Their media type.
        mime_type: String,
        /// Other members.
        extra: ExtraMembers,
    },
    /// A sound.
    #[non_exhaustive]
    Audio {
        /// The bytes in base64.
        data: String,
        /// Their media type.
        mime_type: String,
        /// Other members.
        extra: ExtraMembers,
    },
    /// A resource to be read elsewhere.
    #[non_exhaustive]
    ResourceLink {
        /// Where it is.
        uri: String,
        /// What it is called.
        name: String,
        /// Other members: `title`, `description`, `mimeType`, `size`, ..
        extra: ExtraMembers,
    },
    /// A resource with its contents.
    #[non_exhaustive]
    Resource {
        /// An object with `uri`, perhaps `mimeType`, and `text` or `blob`.
        resource: FrozenJson,
        /// Other members.
        extra: ExtraMembers,
    },
    /// A block of a type that is not listed here.
    #[non_exhaustive]
    Other {
        /// The whole block.
        block: FrozenJson,
    },
}

/// Why an object is no content block.
///
/// ```
/// use dsh_tools::json::{ContentBlock, FrozenJson};
///
/// let error = ContentBlock::from_json(FrozenJson::empty_object()).unwrap_err();
/// assert_eq!(error.to_string(), "no content block: `type` is missing");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no content block: {0}")]
pub struct ContentError(String);

impl ContentBlock {
    /// A block of text.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::ContentBlock::text("hi").as_text(), Some("hi"));
    /// ```
    #[inline]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into(), extra: ExtraMembers::new() }
    }

    /// A picture: its bytes in base64, and their media type.
    ///
    /// ```
    /// use dsh_tools::json::ContentBlock;
    ///
    /// assert_eq!(ContentBlock::image("aGk=", "image/png").block_type(), "image");
    /// ```
    pub fn image(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Image { data: data.into(), mime_type: mime_type.into(), extra: ExtraMembers::new() }
    }

    /// A sound: its bytes in base64, and their media type.
    ///
    /// ```
    /// use dsh_tools::json::ContentBlock;
    ///
    /// assert_eq!(ContentBlock::audio("aGk=", "audio/wav").block_type(), "audio");
    /// ```
    pub fn audio(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Audio { data: data.into(), mime_type: mime_type.into(), extra: ExtraMembers::new() }
    }

    /// A resource to be read elsewhere.
    ///
    /// ```
    /// use dsh_tools::json::ContentBlock;
    ///
    /// let link = ContentBlock::resource_link("file:///a.txt", "a.txt");
    /// assert_eq!(
    ///     serde_json::to_string(&link)?,
    ///     r#"{"type":"resource_link","uri":"file:///a.txt","name":"a.txt"}"#
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::ResourceLink { uri: uri.into(), name: name.into(), extra: ExtraMembers::new() }
    }

    /// A block as a document: of a listed type when its members are right, else kept as it is.
    ///
    /// ```
    /// use dsh_tools::json::{ContentBlock, FrozenJson};
    ///
    /// let block = ContentBlock::from_json(FrozenJson::parse(r#"{"type":"text","text":"hi"}"#).unwrap())?;
    /// assert_eq!(block, ContentBlock::text("hi"));
    /// # Ok::<(), dsh_tools::json::ContentError>(())
    /// ```
    ///
    /// # Errors
    /// No object, no `type`, or a listed type without one of its members.
    pub fn from_json(block: FrozenJson) -> Result<Self, ContentError> {
        let root = block.root();
        if root.kind() != JsonKind::Object {
            return Err(ContentError(format!("expected an object, found {}", root.kind())));
        }
        Ok(match &*string(root, "type")? {
            "text" => Self::Text { text: string(root, "text")?, extra: extra(root, &["text"]) },
            "image" => Self::Image {
                data: string(root, "data")?,
                mime_type: string(root, "mimeType")?,
                extra: extra(root, &["data", "mimeType"]),
            },
            "audio" => Self::Audio {
                data: string(root, "data")?,
                mime_type: string(root, "mimeType")?,
                extra: extra(root, &["data", "mimeType"]),
            },
            "resource_link" => Self::ResourceLink {
                uri: string(root, "uri")?,
                name: string(root, "name")?,
                extra: extra(root, &["uri", "name"]),
            },
            "resource" => {
                Self::Resource { resource: resource(root)?, extra: extra(root, &["resource"]) }
            }
            _ => Self::Other { block },
        })
    }

    /// The text of a block of text.
    ///
    /// ```
    /// use dsh_tools::json::ContentBlock;
    ///
    /// assert_eq!(ContentBlock::text("hi").as_text(), Some("hi"));
    /// assert_eq!(ContentBlock::image("aGk=", "image/png").as_text(), None);
    /// ```
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The block's `type`.
    ///
    /// ```
    /// assert_eq!(dsh_tools::json::ContentBlock::text("hi").block_type(), "text");
    /// ```
    pub fn block_type(&self) -> std::borrow::Cow<'_, str> {
        match self {
            Self::Text { .. } => "text".into(),
            Self::Image { .. } => "image".into(),
            Self::Audio { .. } => "audio".into(),
            Self::ResourceLink { .. } => "resource_link".into(),
            Self::Resource { .. } => "resource".into(),
            Self::Other { block } => block.get("type").and_then(Cursor::as_str).unwrap_or_default(),
        }
    }
}

impl From<String> for ContentBlock {
    #[inline]
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for ContentBlock {
    #[inline]
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

fn string(block: Cursor<'_>, key: &str) -> Result<String, ContentError> {
    match block.get(key) {
        None => Err(ContentError(format!("`{key}` is missing"))),
        Some(value) => match value.as_str() {
            Some(text) => Ok(text.into_owned()),
            None => Err(ContentError(format!("`{key}` must be a string, found {}", value.kind()))),
        },
    }
}

fn resource(block: Cursor<'_>) -> Result<FrozenJson, ContentError> {
    let Some(resource) = block.get("resource") else {
        return Err(ContentError("`resource` is missing".into()));
    };
    string(resource, "uri")?;
    string(resource, "text").or_else(|_| string(resource, "blob"))?;
    Ok(resource.to_frozen())
}

fn extra(block: Cursor<'_>, known: &[&str]) -> ExtraMembers {
    let others = block.entries().filter(|(key, _)| key != "type" && !known.contains(&&**key));
    others.map(|(key, value)| (key.into_owned(), value.to_frozen())).collect()
}

impl Serialize for ContentBlock {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text { text, extra } => write(serializer, "text", &[("text", text)], extra),
            Self::Image { data, mime_type, extra } => {
                write(serializer, "image", &[("data", data), ("mimeType", mime_type)], extra)
            }
            Self::Audio { data, mime_type, extra } => {
                write(serializer, "audio", &[("data", data), ("mimeType", mime_type)], extra)
            }
            Self::ResourceLink { uri, name, extra } => {
                write(serializer, "resource_link", &[("uri", uri), ("name", name)], extra)
            }
            Self::Resource { resource, extra } => {
                write(serializer, "resource", &[("resource", resource)], extra)
            }
            Self::Other { block } => block.serialize(serializer),
        }
    }
}

/// Extra members that have the name of a member of the type are left out: no key is written twice.
#[inline]
fn write<S: Serializer, T: Serialize>(
    serializer: S,
    block_type: &str,
    members: &[(&str, &T)],
    extra: &ExtraMembers,
) -> Result<S::Ok, S::Error> {
    let is_extra = |key: &str| key != "type" && members.iter().all(|(member, _)| *member != key);
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("type", block_type)?;
    members.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))?;
    extra
        .iter()
        .filter(|(key, _)| is_extra(key))
        .try_for_each(|(key, value)| map.serialize_entry(key, value))?;
    map.end()
}

impl<'de> Deserialize<'de> for ContentBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let block = <FrozenJson as Deserialize>::deserialize(deserializer)?;
        Self::from_json(block).map_err(D::Error::custom)
    }
}
