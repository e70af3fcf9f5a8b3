//! The program in a terminal.

use crate::examples::example;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;
use std::process::Child;

/// A workbench in a terminal.
struct Terminal {
    child: Child,
    controller: File,
    screen: Vec<u8>,
}

impl Terminal {
    fn of(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&controller).unwrap();
        unlockpt(&controller).unwrap();
        let name = ptsname(&controller, Vec::new()).unwrap();
        let path = OsStr::from_bytes(name.as_bytes());
        let terminal = OpenOptions::new().read(true).write(true).open(path).unwrap();
        // What is typed would stand wherever the program happens to be with what it prints.
        let mut modes = tcgetattr(&terminal).unwrap();
        modes.local_modes.remove(LocalModes::ECHO);
        tcsetattr(&terminal, OptionalActions::Now, &modes).unwrap();
        let mut command = example("workbench");
        command
            .args(arguments)
            .env("TERM", "xterm")
            .env_remove("NO_COLOR")
            .envs(variables.iter().copied())
            .stdin(terminal.try_clone().unwrap())
            .stdout(terminal.try_clone().unwrap())
            .stderr(terminal);
        // The last hold on the terminal but the program's goes with the command: reading ends with the program.
        let child = command.spawn().unwrap();
        Self { child, controller: File::from(controller), screen: Vec::new() }
    }

    fn types(&mut self, text: &str) {
        self.controller.write_all(text.as_bytes()).unwrap();
    }

    /// Reads what comes next; whether there was something.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 4096];
        match self.controller.read(&mut buffer) {
            Ok(count @ 1..) => {
                self.screen.extend_from_slice(&buffer[..count]);
                true
            }
            _ => false,
        }
    }

    /// Waits until this stands on the screen.
    fn until(&mut self, part: &str) {
        while !String::from_utf8_lossy(&self.screen).contains(part) {
            assert!(self.read(), "{part:?} is missing");
        }
    }

    /// What is on the screen when the program has ended.
    fn end(mut self) -> String {
        while self.read() {}
        assert!(self.child.wait().unwrap().success());
        String::from_utf8(self.screen).unwrap()
    }
}

/// What is on the screen after some lines were typed.
fn screen(typed: &str, variables: &[(&str, &str)]) -> String {
    screen_of(&[], typed, variables)
}

fn screen_of(arguments: &[&str], typed: &str, variables: &[(&str, &str)]) -> String {
    let mut terminal = Terminal::of(arguments, variables);
    terminal.types(typed);
    terminal.end()
}

const TYPED: &str = "bash command='printf \"\\\\033[2Jx\"'\ny\nnonsense here\nquit\n";

#[test]
fn a_terminal_gets_colours_and_a_prompt() {
    let screen = screen(TYPED, &[]);
    assert!(screen.contains("(temporary)"), "{screen}");
    assert!(screen.contains("> "), "{screen}");
    assert!(screen.contains("\u{1b}[32mexit 0\u{1b}[0m"), "{screen}");
    // What a command writes moves no cursor.
    assert!(screen.contains("\\u{1b}[2Jx"), "{screen}");
    assert!(!screen.contains("\u{1b}[2J"), "{screen}");
    // A mistake is explained, and the program goes on.
    assert!(screen.contains("`here` is no argument"), "{screen}");
}

#[test]
fn no_color_means_no_colours() {
    let screen = screen(TYPED, &[("NO_COLOR", "1")]);
    assert!(screen.contains("exit 0"), "{screen}");
    assert!(!screen.contains('\u{1b}'), "{screen}");
}

/// The screen without the terminal's own line breaks and colours, from the first prompt on.
fn plain(arguments: &[&str], typed: &str) -> String {
    screen_of(arguments, typed, &[("NO_COLOR", "1")]).replace('\r', "")
}

/// These stand on the screen, one after the other.
#[track_caller]
fn assert_in_order(screen: &str, parts: &[&str]) {
    let mut rest = screen;
    for part in parts {
        let Some(at) = rest.find(part) else { panic!("{part:?} is missing in:\n{rest}") };
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn it_asks_before_it_writes_and_shows_the_card_first() {
    let screen = plain(
        &[],
        "write path=a.txt content=one\nn\nread path=a.txt\nwrite path=a.txt content=two\ny\nread path=a.txt\n\
         edit path=a.txt old_text=two new_text=three\nleave it alone\nbash command='echo ran'\n\nls\nquit\n",
    );
    let parts = [
        "● Write a.txt\n  + one\n  run it? [y/N] ",
        "✗ DENIED\n  Error: the user rejected the call of `write`\n",
        // Reading asks nothing, and nothing was written.
        "there is no `a.txt`",
        "● Write a.txt\n  + two\n  run it? [y/N] ",
        "created `a.txt`",
        "1  two\n",
        "  - two\n  + three\n  run it? [y/N] ",
        // What is typed instead of yes or no is for the model.
        "Error: the user rejected the call of `edit`: leave it alone\n",
        "● $ echo ran\n  run it? [y/N] ",
        "Error: the user rejected the call of `bash`\n",
        "a.txt",
    ];
    assert_in_order(&screen, &parts);
    assert_eq!(screen.matches("  + two\n").count(), 1, "a diff is shown once:\n{screen}");
}

#[test]
fn calls_of_a_batch_are_asked_about_one_after_the_other() {
    let typed = "write path=a.txt content=one\nread path=a.txt\nwrite path=a.txt content=two\n\ny\nnot that\nquit\n";
    let screen = plain(&["--batch"], typed);
    let parts = [
        // Somebody sees that calls wait.
        "> . . . ● Write a.txt\n  + one\n  run it? [y/N] ",
        "● Write a.txt\n  created `a.txt` (3 bytes)\n",
        "● Read a.txt\n     1  one\n",
        "● Write a.txt\n  + two\n  run it? [y/N] ",
        "● Write a.txt\n  ✗ DENIED\n  Error: the user rejected the call of `write`: not that\n",
    ];
    assert_in_order(&screen, &parts);
}

#[test]
fn rules_say_what_is_asked_about_and_why() {
    let dir = tempfile::tempdir().unwrap();
    let rules = dir.path().join("rules.json");
    let text = r#"{"rules":[{"effect":"ask","calls":{"tool":"ls"},"reason":"lists are long"}]}"#;
    std::fs::write(&rules, text).unwrap();
    let journal = dir.path().join("calls.jsonl");
    let arguments = ["--rules", rules.to_str().unwrap(), "--journal", journal.to_str().unwrap()];
    let screen = plain(&arguments, "write path=a.txt content=one\nls\nn\nls\ny\n:why ls\nquit\n");
    let parts = [
        "rules: 1 rule of ",
        // No rule is about it.
        "● Write a.txt\n  + one\n  created `a.txt` (3 bytes)\n",
        "● List .\n  lists are long\n  run it? [y/N] ",
        "✗ DENIED\n  Error: the user rejected the call of `ls`\n  asked about by rule 1: ask about `ls`\n",
        "● List .\n  lists are long\n  run it? [y/N] ",
        "  a.txt\n",
        "  asked about by rule 1: ask about `ls`\n  lists are long\n",
    ];
    assert_in_order(&screen, &parts);
    let written = std::fs::read_to_string(journal).unwrap();
    let decisions: Vec<_> =
        written.lines().filter(|line| line.contains("approval/decided")).collect();
    assert_eq!(decisions.len(), 2, "{decisions:?}");
}

#[test]
fn a_terminal_is_told_how_long_spans_took() {
    let screen = plain(&["--trace"], "ls\nquit\n");
    let line = screen.lines().find(|line| line.contains("◇ execute_tool ls")).unwrap();
    assert!(line.ends_with(" ms)"), "{line}");
}

#[test]
fn an_interrupt_ends_a_question_and_its_step() {
    let mut terminal = Terminal::of(&["--batch"], &[("NO_COLOR", "1")]);
    terminal.types("write path=a.txt content=one\nls\n\n");
    terminal.until("run it? [y/N] ");
    kill_process(Pid::from_child(&terminal.child), Signal::INT).unwrap();
    // The program goes on, and what is typed is no answer any more.
    terminal.until("● List .");
    terminal.types("y\n\nls\n\nquit\n");
    let screen = terminal.end().replace('\r', "");
    let parts = [
        "run it? [y/N] \n● Write a.txt\n  ✗ ABORTED_BEFORE_DISPATCH\n",
        "● List .\n  ✗ ABORTED_BEFORE_DISPATCH\n",
        "● y {}\n  ✗ UNKNOWN_TOOL\n",
        "● List .\n  0 paths\n",
    ];
    assert_in_order(&screen, &parts);
}
