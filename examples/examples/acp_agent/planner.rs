//! What a prompt means: the part of a model.

use agent_client_protocol::v1::schema::ContentBlock;
use dsh_tools::prelude::*;
use dsh_tools_examples::script::Call;
use dsh_tools_examples::written::Written;
use serde_json::json;
use std::path::Path;
use url::Url;

/// What is done at once.
#[derive(Debug)]
pub(crate) enum Step {
    /// Calls that run together.
    Calls(Vec<Call>),
    /// Something to say.
    Say(String),
    /// Something to think.
    Think(String),
}

/// Reads prompts.
pub(crate) struct Planner<'a> {
    registry: &'a ToolRegistry,
    /// Where paths begin.
    root: &'a Path,
    id: &'a dyn Fn() -> String,
    steps: Vec<Step>,
    /// Calls that wait for the others of their paragraph.
    gathered: Vec<Call>,
}

impl<'a> Planner<'a> {
    /// What to do about a prompt; calls without an id get one.
    pub(crate) fn plan(
        prompt: &[ContentBlock],
        registry: &'a ToolRegistry,
        root: &'a Path,
        id: &'a dyn Fn() -> String,
    ) -> Vec<Step> {
        let mut planner = Self { registry, root, id, steps: Vec::new(), gathered: Vec::new() };
        for block in prompt {
            match block {
                ContentBlock::Text(text) => planner.text(&text.text),
                ContentBlock::ResourceLink(link) => planner.mentioned(&link.uri),
                // Not promised in `initialize`, so nobody sends it.
                _ => planner.steps.push(Step::Say("I read text and mentions of files.".into())),
            }
        }
        planner.end_paragraph();
        if planner.steps.is_empty() {
            planner.steps.push(Step::Say(help(registry)));
        }
        planner.steps
    }

    fn text(&mut self, text: &str) {
        for line in text.lines().map(str::trim) {
            if line.is_empty() {
                self.end_paragraph();
            } else if let Some(thought) = line.strip_prefix('#') {
                self.end_paragraph();
                self.steps.push(Step::Think(thought.trim().to_owned()));
            } else {
                self.line(line);
            }
        }
    }

    fn line(&mut self, line: &str) {
        if let Some(command) = line.strip_prefix("$ ") {
            let arguments = json!({ "command": command.trim() }).to_string();
            self.gathered.push(Call { id: (self.id)(), name: "bash".into(), arguments });
            return;
        }
        // Editors offer the tools as commands, which start so.
        let line = line.strip_prefix('/').unwrap_or(line);
        let written = if line.starts_with('[') {
            Written::step(line)
        } else if line.starts_with('{') || self.names_a_tool(line) {
            Written::parse(line, false).map(|written| vec![written])
        } else {
            // Words, which somebody with a model would understand.
            return;
        };
        match written {
            Ok(calls) => {
                let calls = calls
                    .into_iter()
                    .map(|written| written.call(self.id, |name| self.registry.get(name)));
                self.gathered.extend(calls);
            }
            Err(error) => {
                self.end_paragraph();
                self.steps.push(Step::Say(format!("{error:#}")));
            }
        }
    }

    fn names_a_tool(&self, line: &str) -> bool {
        line.split_whitespace().next().is_some_and(|word| self.registry.get(word).is_some())
    }

    /// A file that is mentioned is read, as a model would want to; the workspace says what it thinks of the path.
    fn mentioned(&mut self, uri: &str) {
        let path = Url::parse(uri).ok().and_then(|uri| uri.to_file_path().ok());
        let Some(path) = path else {
            self.end_paragraph();
            self.steps.push(Step::Say(format!("I cannot look at {uri}.")));
            return;
        };
        let path = path.strip_prefix(self.root).unwrap_or(&path);
        let arguments = json!({ "path": path.to_string_lossy() }).to_string();
        self.gathered.push(Call { id: (self.id)(), name: "read".into(), arguments });
    }

    fn end_paragraph(&mut self) {
        if !self.gathered.is_empty() {
            self.steps.push(Step::Calls(std::mem::take(&mut self.gathered)));
        }
    }
}

/// What there is, as Markdown.
fn help(registry: &ToolRegistry) -> String {
    let mut text = String::from(
        "There is no model here: a line of a prompt is a call. Calls of a paragraph run together, an empty line ends a \
         step, `$ COMMAND` runs a command, and files that are mentioned are read.\n\n\
         ```\nread path=src/main.rs limit=20\n$ cargo --version\n```\n\n",
    );
    for schema in registry.schemas().iter() {
        text.extend(["- `", &*schema.name, "`: ", first_sentence(&schema.description), "\n"]);
    }
    text
}

/// What a tool is for, in a line.
pub(crate) fn first_sentence(description: &str) -> &str {
    description.split_inclusive(". ").next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use agent_client_protocol::v1::schema::ResourceLink;
    use dsh_tools_examples::{Workspace, bash, ls, read};
    use std::cell::Cell;

    /// One line a step.
    fn plan(prompt: &[ContentBlock]) -> Vec<String> {
        let dir = tempfile::tempdir().unwrap();
        let registry = ToolRegistry::builder()
            .state(Workspace::open(dir.path()).unwrap())
            .state(dsh_tools_examples::Jobs::default())
            .tools(tools![bash, ls, read])
            .build()
            .unwrap();
        let count = Cell::new(0);
        let id = || {
            count.set(count.get() + 1);
            count.get().to_string()
        };
        let steps = Planner::plan(prompt, &registry, Path::new("/code"), &id);
        let line = |call: Call| format!("{} {} {}", call.id, call.name, call.arguments);
        steps
            .into_iter()
            .map(|step| match step {
                Step::Calls(calls) => calls.into_iter().map(line).collect::<Vec<_>>().join("; "),
                Step::Say(text) => format!("say {}", text.lines().next().unwrap()),
                Step::Think(text) => format!("think {text}"),
            })
            .collect()
    }

    #[test]
    fn a_paragraph_is_a_step() {
        let prompt = "# first look\nls\n/read path=a b=1\n\nplease\n$ echo \"a\"\n";
        assert_eq!(
            plan(&[prompt.into()]),
            [
                "think first look",
                r#"1 ls {}; 2 read {"path":"a","b":1}"#,
                r#"3 bash {"command":"echo \"a\""}"#
            ]
        );
    }

    #[test]
    fn calls_are_as_a_model_makes_them() {
        let prompt = "{\"id\":\"x\",\"name\":\"ls\",\"arguments\":\"{\"}\n[{\"name\":\"ls\"},5]";
        assert_eq!(plan(&[prompt.into()]), ["x ls {; 1 ls ; 2  5"]);
    }

    #[test]
    fn files_that_are_mentioned_are_read() {
        let link = |uri: &str| ContentBlock::ResourceLink(ResourceLink::new("a", uri));
        assert_eq!(
            plan(&["look at ".into(), link("file:///code/a%20b.rs"), link("file:///other/c")]),
            [r#"1 read {"path":"a b.rs"}; 2 read {"path":"/other/c"}"#]
        );
        assert_eq!(
            plan(&[link("https://example.org")]),
            ["say I cannot look at https://example.org."]
        );
    }

    #[test]
    fn what_cannot_be_read_is_told_and_the_rest_goes_on() {
        assert_eq!(
            plan(&["read a.txt\nls".into()]),
            ["say `a.txt` is no argument: write `name=value`, or all of them as JSON", "1 ls {}"]
        );
        for words in ["", "hello there", "readme"] {
            let steps = plan(&[words.into()]);
            assert!(
                steps.len() == 1 && steps[0].starts_with("say There is no model here"),
                "{steps:?}"
            );
        }
    }
}
