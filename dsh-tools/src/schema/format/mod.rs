//! `format`: texts of a known kind, asserted as the standards behind them say.
//!
//! Every check reads its text once from left to right and takes time linear in it.

mod email;
mod host;
mod pointer;
mod time;
mod uri;

use super::ecma;

/// A kind of text that `format` names and that is enforced.
///
/// ```
/// use dsh_tools::schema::Format;
///
/// let date = Format::named("date").unwrap();
/// assert!(date.fits("2026-02-28"));
/// assert!(!date.fits("2026-02-29"));
/// assert_eq!(Format::named("colour"), None);
/// ```
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `date`: RFC 3339, `full-date`.
    Date,
    /// `date-time`: RFC 3339, `date-time`.
    DateTime,
    /// `time`: RFC 3339, `full-time`, with its offset.
    Time,
    /// `duration`: RFC 3339, appendix A.
    Duration,
    /// `email`: RFC 5321, `Mailbox`.
    Email,
    /// `hostname`: RFC 1123, section 2.1.
    Hostname,
    /// `ipv4`: RFC 2673, section 3.2, without leading zeros, which some systems read as octal.
    Ipv4,
    /// `ipv6`: RFC 4291, section 2.2.
    Ipv6,
    /// `uri`: RFC 3986, `URI`.
    Uri,
    /// `uri-reference`: RFC 3986, `URI-reference`.
    UriReference,
    /// `iri`: RFC 3987, `IRI`.
    Iri,
    /// `iri-reference`: RFC 3987, `IRI-reference`.
    IriReference,
    /// `uuid`: RFC 4122, section 3, of any version.
    Uuid,
    /// `json-pointer`: RFC 6901, section 3.
    JsonPointer,
    /// `relative-json-pointer`: the draft of that name.
    RelativeJsonPointer,
    /// `regex`: ECMA-262.
    Regex,
}

impl Format {
    const ALL: [Self; 16] = [
        Self::Date,
        Self::DateTime,
        Self::Time,
        Self::Duration,
        Self::Email,
        Self::Hostname,
        Self::Ipv4,
        Self::Ipv6,
        Self::Uri,
        Self::UriReference,
        Self::Iri,
        Self::IriReference,
        Self::Uuid,
        Self::JsonPointer,
        Self::RelativeJsonPointer,
        Self::Regex,
    ];

    /// The format of a name; those that are not enforced have none.
    ///
    /// ```
    /// use dsh_tools::schema::Format;
    ///
    /// assert_eq!(Format::named("ipv4"), Some(Format::Ipv4));
    /// ```
    #[inline]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The name, as a schema writes it.
    ///
    /// ```
    /// use dsh_tools::schema::Format;
    ///
    /// assert_eq!(Format::DateTime.name(), "date-time");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Time => "time",
            Self::Duration => "duration",
            Self::Email => "email",
            Self::Hostname => "hostname",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Uri => "uri",
            Self::UriReference => "uri-reference",
            Self::Iri => "iri",
            Self::IriReference => "iri-reference",
            Self::Uuid => "uuid",
            Self::JsonPointer => "json-pointer",
            Self::RelativeJsonPointer => "relative-json-pointer",
            Self::Regex => "regex",
        }
    }

    /// A text that fits.
    ///
    /// ```
    /// use dsh_tools::schema::Format;
    ///
    /// assert!(Format::Time.fits(Format::Time.example()));
    /// ```
    #[inline]
    pub const fn example(self) -> &'static str {
        match self {
            Self::Date => "2026-01-31",
            Self::DateTime => "2026-01-31T09:30:00Z",
            Self::Time => "09:30:00Z",
            Self::Duration => "P1DT12H",
            Self::Email => "ada@example.org",
            Self::Hostname => "www.example.org",
            Self::Ipv4 => "192.0.2.1",
            Self::Ipv6 => "2001:db8::1",
            Self::Uri => "https://example.org/a?b#c",
            Self::UriReference => "../a?b#c",
            Self::Iri => "https://example.org/é",
            Self::IriReference => "../é",
            Self::Uuid => "123e4567-e89b-42d3-a456-426614174000",
            Self::JsonPointer => "/items/0/name",
            Self::RelativeJsonPointer => "1/name",
            Self::Regex => "^[a-z]+$",
        }
    }

    /// What to write, in words for a model, as behind "expected ".
    ///
    /// ```
    /// use dsh_tools::schema::Format;
    ///
    /// assert_eq!(Format::Date.describe(), "a date such as 2026-01-31");
    /// ```
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Date => "a date such as 2026-01-31",
            Self::DateTime => "a date and time with offset such as 2026-01-31T09:30:00Z",
            Self::Time => "a time with offset such as 09:30:00Z",
            Self::Duration => "a duration such as P1DT12H",
            Self::Email => "an email address such as ada@example.org",
            Self::Hostname => "a host name such as www.example.org",
            Self::Ipv4 => "an IPv4 address such as 192.0.2.1",
            Self::Ipv6 => "an IPv6 address such as 2001:db8::1",
            Self::Uri => "a URI with scheme such as https://example.org/a?b#c",
            Self::UriReference => "a URI or a relative reference such as ../a?b#c",
            Self::Iri => "an IRI with scheme such as https://example.org/é",
            Self::IriReference => "an IRI or a relative reference such as ../é",
            Self::Uuid => "a UUID such as 123e4567-e89b-42d3-a456-426614174000",
            Self::JsonPointer => "a JSON Pointer such as /items/0/name",
            Self::RelativeJsonPointer => "a relative JSON Pointer such as 1/name",
            Self::Regex => "a regular expression of ECMA-262 such as ^[a-z]+$",
        }
    }

    /// Whether the text is of the format.
    ///
    /// ```
    /// use dsh_tools::schema::Format;
    ///
    /// assert!(Format::Ipv4.fits("192.0.2.1"));
    /// assert!(!Format::Ipv4.fits("192.0.2.256"));
    /// ```
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::Date => time::date(text),
            Self::DateTime => time::date_time(text),
            Self::Time => time::time(text),
            Self::Duration => time::duration(text),
            Self::Email => email::mailbox(text),
            Self::Hostname => host::hostname(text),
            Self::Ipv4 => host::ipv4(text),
            Self::Ipv6 => host::ipv6(text),
            Self::Uri => uri::uri(text),
            Self::UriReference => uri::uri_reference(text),
            Self::Iri => uri::iri(text),
            Self::IriReference => uri::iri_reference(text),
            Self::Uuid => uuid(text),
            Self::JsonPointer => pointer::json_pointer(text),
            Self::RelativeJsonPointer => pointer::relative(text),
            Self::Regex => ecma::is_pattern(text),
        }
    }
}

/// RFC 4122, section 3: digits of either case, and nothing asked of version and variant.
fn uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn names_and_examples() {
        for format in Format::ALL {
            assert_eq!(Format::named(format.name()), Some(format));
            assert!(format.fits(format.example()), "{format:?}");
            assert!(!format.fits("(\u{0}\n"), "{format:?}");
            assert!(format.describe().ends_with(&format!(" such as {}", format.example())));
        }
        assert_eq!(Format::named("Date"), None);
        assert_eq!(Format::named(""), None);
    }
}
