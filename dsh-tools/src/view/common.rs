//! The cards that most tools have, a line each.

use super::{DiffCard, FileDiff, FileLocation, GenericCard, ToolCallKind, ToolCallView};

impl ToolCallView {
    /// The card of a call that reads a file, or a part of it from a line on.
    ///
    /// ```
    /// use dsh_tools::view::{FileLocation, ToolCallView};
    /// let card = ToolCallView::from(ToolCallView::read(FileLocation::new("src/main.rs").line(12)));
    /// assert_eq!(card.one_line(), "[read] Read src/main.rs");
    /// ```
    #[inline]
    pub fn read(place: impl Into<FileLocation>) -> GenericCard {
        at("Read", ToolCallKind::Read, place.into())
    }

    /// The card of a call that lists what a directory holds.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// assert_eq!(ToolCallView::list("src").title, "List src");
    /// ```
    #[inline]
    pub fn list(place: impl Into<FileLocation>) -> GenericCard {
        at("List", ToolCallKind::Read, place.into())
    }

    /// The card of a call that searches, in files or elsewhere.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// let card = ToolCallView::from(ToolCallView::search("TODO").location("src"));
    /// assert_eq!(card.one_line(), "[search] Search TODO (src)");
    /// ```
    #[inline]
    pub fn search(what: impl AsRef<str>) -> GenericCard {
        Self::generic(format!("Search {}", what.as_ref())).kind(ToolCallKind::Search)
    }

    /// The card of a call that gets a page of the web.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// let card = ToolCallView::from(ToolCallView::fetch("https://example.org"));
    /// assert_eq!(card.one_line(), "[fetch] Fetch https://example.org");
    /// ```
    #[inline]
    pub fn fetch(url: impl AsRef<str>) -> GenericCard {
        Self::generic(format!("Fetch {}", url.as_ref())).kind(ToolCallKind::Fetch)
    }

    /// The card of a call that removes a file.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// let card = ToolCallView::from(ToolCallView::delete("a.txt"));
    /// assert_eq!(card.one_line(), "[delete] Delete a.txt");
    /// ```
    #[inline]
    pub fn delete(place: impl Into<FileLocation>) -> GenericCard {
        at("Delete", ToolCallKind::Delete, place.into())
    }

    /// The card of a call that gives a file another name.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// let card = ToolCallView::from(ToolCallView::rename("a.txt", "b.txt"));
    /// assert_eq!(card.one_line(), "[move] Move a.txt to b.txt (2 places)");
    /// ```
    #[inline]
    pub fn rename(from: impl Into<FileLocation>, to: impl Into<FileLocation>) -> GenericCard {
        let (from, to) = (from.into(), to.into());
        Self::generic(format!("Move {} to {}", from.path, to.path))
            .kind(ToolCallKind::Move)
            .location(from)
            .location(to)
    }

    /// The card of a call that writes a whole file.
    ///
    /// ```
    /// use dsh_tools::view::{FileDiff, ToolCallView};
    /// let card = ToolCallView::write("a.txt", "new\n");
    /// assert_eq!(card.diffs, [FileDiff::created("a.txt", "new\n")]);
    /// ```
    #[inline]
    pub fn write(path: impl Into<String>, text: impl Into<String>) -> DiffCard {
        let path = path.into();
        Self::diff(format!("Write {path}"), [FileDiff::created(&path, text)]).location(path)
    }

    /// The card of a call that replaces text of a file by other text.
    ///
    /// ```
    /// use dsh_tools::view::ToolCallView;
    /// let card = ToolCallView::edit("a.txt", "old", "new");
    /// assert_eq!((card.title.as_str(), card.locations[0].path.as_str()), ("Edit a.txt", "a.txt"));
    /// ```
    #[inline]
    pub fn edit(
        path: impl Into<String>,
        old: impl Into<String>,
        new: impl Into<String>,
    ) -> DiffCard {
        let path = path.into();
        Self::diff(format!("Edit {path}"), [FileDiff::new(&path, old, new)]).location(path)
    }
}

#[inline]
fn at(verb: &str, kind: ToolCallKind, place: FileLocation) -> GenericCard {
    ToolCallView::generic(format!("{verb} {}", place.path)).kind(kind).location(place)
}
