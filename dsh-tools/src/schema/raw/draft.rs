//! The editions of JSON Schema.

/// An edition of JSON Schema, as `$schema` names it.
///
/// ```
/// use dsh_tools::schema::Draft;
///
/// assert_eq!(Draft::named("http://json-schema.org/draft-07/schema#"), Some(Draft::Draft7));
/// assert_eq!(Draft::default(), Draft::Draft202012);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Draft {
    /// Draft 4: bounds are excluded by a flag beside them.
    Draft4,
    /// Draft 6.
    Draft6,
    /// Draft 7.
    Draft7,
    /// 2019-09.
    Draft201909,
    /// 2020-12, which is meant where nothing is said (MCP, `basic`).
    #[default]
    Draft202012,
}

impl Draft {
    /// The edition that a `$schema` names, with or without a trailing `#`.
    ///
    /// ```
    /// # use dsh_tools::schema::Draft;
    /// assert_eq!(Draft::named("https://json-schema.org/draft/2020-12/schema"), Some(Draft::Draft202012));
    /// assert_eq!(Draft::named("https://example.com/my-own"), None);
    /// ```
    #[must_use]
    #[inline]
    pub fn named(uri: &str) -> Option<Self> {
        let plain = uri.trim_end_matches('#');
        let plain = plain.strip_prefix("https://").or_else(|| plain.strip_prefix("http://"))?;
        Some(match plain {
            "json-schema.org/draft-04/schema" => Self::Draft4,
            "json-schema.org/draft-06/schema" => Self::Draft6,
            "json-schema.org/draft-07/schema" | "json-schema.org/schema" => Self::Draft7,
            "json-schema.org/draft/2019-09/schema" => Self::Draft201909,
            "json-schema.org/draft/2020-12/schema" => Self::Draft202012,
            _ => return None,
        })
    }

    /// `items` as a list, `additionalItems` (until `prefixItems` took their place).
    #[inline]
    pub(super) fn lists_items(self) -> bool {
        self < Self::Draft202012
    }

    /// What stands beside `$ref` says nothing.
    #[inline]
    pub(crate) fn refers_alone(self) -> bool {
        self < Self::Draft201909
    }

    /// The keyword by which a schema names itself.
    #[inline]
    pub(super) fn id(self) -> &'static str {
        if self == Self::Draft4 { "id" } else { "$id" }
    }

    /// Whether a keyword that is left to the validator of another crate is one of this edition; `None` for another one.
    #[inline]
    pub(super) fn leaves(self, keyword: &str) -> Option<bool> {
        match keyword {
            "unevaluatedProperties" | "unevaluatedItems" => Some(self >= Self::Draft201909),
            "$dynamicRef" => Some(self == Self::Draft202012),
            "$recursiveRef" => Some(self == Self::Draft201909),
            _ => None,
        }
    }

    /// Whether a keyword is one of any edition, also where it only says something to people.
    #[inline]
    pub(in crate::schema) fn any_knows(keyword: &str) -> bool {
        Self::Draft202012.knows(keyword).is_some() || ANNOTATIONS.contains(&keyword)
    }

    /// Whether a keyword is one of this edition; `None` for one that none has.
    #[inline]
    pub(super) fn knows(self, keyword: &str) -> Option<bool> {
        use Draft::{Draft4, Draft6, Draft7, Draft201909, Draft202012};
        let (first, last) = match keyword {
            "$ref"
            | "$schema"
            | "type"
            | "enum"
            | "multipleOf"
            | "maximum"
            | "exclusiveMaximum"
            | "minimum"
            | "exclusiveMinimum"
            | "maxLength"
            | "minLength"
            | "pattern"
            | "items"
            | "maxItems"
            | "minItems"
            | "uniqueItems"
            | "maxProperties"
            | "minProperties"
            | "required"
            | "properties"
            | "patternProperties"
            | "additionalProperties"
            | "allOf"
            | "anyOf"
            | "oneOf"
            | "not"
            | "format"
            | "nullable" => (Draft4, Draft202012),
            "const" | "contains" | "propertyNames" => (Draft6, Draft202012),
            "if" | "then" | "else" => (Draft7, Draft202012),
            "additionalItems" | "dependencies" => (Draft4, Draft201909),
            "dependentRequired" | "dependentSchemas" | "maxContains" | "minContains" => {
                (Draft201909, Draft202012)
            }
            "prefixItems" => (Draft202012, Draft202012),
            _ => return None,
        };
        // 2019-09 keeps `dependencies` for those who move over.
        Some(first <= self && self <= last)
    }
}

/// Keywords that say something to people and constrain nothing; and where definitions stand.
pub(crate) const ANNOTATIONS: &[&str] = &[
    "title",
    "description",
    "default",
    "examples",
    "example",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
    "$id",
    "id",
    "$anchor",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "$defs",
    "definitions",
    "$vocabulary",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "discriminator",
    "externalDocs",
    "xml",
];
