//! What stands where a text was cut.

/// Where the full text is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// Nobody was to keep it.
    Nowhere,
    /// In the store's words.
    At(String),
    /// It was to be kept, and could not be.
    Lost,
}

/// What was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LeftOut {
    pub(super) bytes: usize,
    /// Line breaks.
    pub(super) lines: usize,
}

/// The forms of the marker, from the one that says most to the one that always fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Whole,
    Locator,
    Sizes,
    Word,
    Nothing,
}

const FORMS: [Form; 4] = [Form::Whole, Form::Locator, Form::Sizes, Form::Word];

impl Form {
    /// The fullest form that fits, and the room that it takes: whatever is left out of `all` in the end, it takes no more.
    #[inline]
    pub(super) fn fitting(all: LeftOut, full: &Full, most: usize) -> (Self, usize) {
        let mut forms = FORMS.into_iter().filter_map(|form| {
            let text = form.text(all, all.bytes, full)?;
            // A line break on either side.
            Some((form, text.len().saturating_add(2)))
        });
        forms.find(|(_, room)| *room <= most).unwrap_or((Self::Nothing, most))
    }

    /// The marker's text; `None` where there is nothing for this form to say.
    #[inline]
    pub(super) fn text(self, left_out: LeftOut, of: usize, full: &Full) -> Option<String> {
        let LeftOut { bytes, lines } = left_out;
        Some(match self {
            Self::Whole => {
                let lines = match lines {
                    0 => String::new(),
                    1 => " with 1 line break".to_owned(),
                    lines => format!(" with {lines} line breaks"),
                };
                let where_it_is = match full {
                    Full::Nowhere => String::new(),
                    Full::At(locator) => format!("; full text: {locator}"),
                    Full::Lost => "; the full text could not be kept".to_owned(),
                };
                format!(
                    "[cut by the output limit: {bytes} of {of} bytes{lines} left out here{where_it_is}]"
                )
            }
            Self::Locator => match full {
                Full::At(locator) => format!("[cut; full text: {locator}]"),
                Full::Nowhere | Full::Lost => return None,
            },
            Self::Sizes => format!("[cut by the output limit: {bytes} of {of} bytes]"),
            Self::Word => "[cut]".to_owned(),
            Self::Nothing => return None,
        })
    }
}
