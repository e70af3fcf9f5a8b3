//! The program in a terminal.

use crate::examples::example;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Winsize, tcgetattr, tcsetattr, tcsetwinsize};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::num::NonZero;
use std::os::unix::ffi::OsStrExt as _;
use std::process::Child;
use vt100::{Color, Parser};

/// A workbench in a terminal.
struct Terminal {
    child: Child,
    controller: File,
    screen: Vec<u8>,
}

impl Terminal {
    fn of(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::sized(0, arguments, variables)
    }

    /// One of so many columns; without, it says none.
    fn sized(columns: u16, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
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
        let size = Winsize { ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).unwrap();
        let mut command = example("workbench");
        command
            .args(arguments)
            .env("TERM", "xterm")
            .env_remove("NO_COLOR")
            .env_remove("FORCE_HYPERLINK")
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

/// Something of every kind, with long lines and wide characters.
const SESSION: &str = r#"write {"path":"src/main.rs","content":"fn main() {\n    println!(\"Hello\");\n}\n"}
y
edit {"path":"src/main.rs","old_text":"Hello","new_text":"こんにちは、世界。これは長い行です。"}
y
read path=src/main.rs
grep pattern=println
bash {"command":"seq 100 140; printf '\\033[31mred\\033[0m\\n'; exit 3","description":"Count, and then fail"}
y
read path=nothing.rs
quit
"#;

/// What a person sees of the session on so many columns, and the screen itself.
fn session(columns: u16, variables: &[(&str, &str)]) -> (String, Parser) {
    let mut terminal = Terminal::sized(columns, &[], variables);
    terminal.types(SESSION);
    let written = terminal.end();
    // From the first call on: the directory is another one each time.
    let start = written.find("> ").unwrap();
    // What is typed is not shown here: it would have ended these rows.
    let rows = written[start..]
        .replace("[y/N] ", "[y/N]\r\n")
        .replace("> ●", ">\r\n●")
        .replace("> \u{1b}[36m●", ">\r\n\u{1b}[36m●");
    let mut screen = Parser::new(NonZero::new(120).unwrap(), NonZero::new(columns).unwrap(), 0);
    screen.process(rows.as_bytes());
    let (rows, _) = screen.screen().size();
    for row in 0..rows.get() {
        assert!(!screen.screen().row_wrapped(row), "row {row}:\n{}", screen.screen().contents());
    }
    let rows = screen.screen().rows(0, columns);
    let text: String = rows.map(|row| row.trim_end().to_owned() + "\n").collect();
    (text.trim_end().to_owned() + "\n", screen)
}

#[track_caller]
fn recorded(name: &str, text: &str) {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/workbench").join(name);
    if std::env::var_os("DSH_BLESS").is_some() {
        std::fs::write(&file, text).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(text == expected, "{name}:\n{text}\nexpected:\n{expected}");
}

/// To record anew: `DSH_BLESS=1 cargo test -p dsh-tools-examples --test workbench terminal::cards`, and read it.
#[test]
fn cards_fit_a_narrow_terminal_and_a_wide_one() {
    for columns in [40, 120] {
        let (colored, screen) = session(columns, &[]);
        recorded(&format!("terminal_{columns}.out"), &colored);
        let (plain, _) = session(columns, &[("NO_COLOR", "1")]);
        assert_eq!(plain, colored);

        // The colours of what was removed, of what was added, and of the exit status.
        let color = |part: &str| {
            // The last one: a command holds some of it, too.
            let rows: Vec<String> = screen.screen().rows(0, columns).collect();
            let row = rows.iter().rposition(|text| text.contains(part))?;
            let (column, row) = (rows[row].find(part)?, u16::try_from(row).unwrap());
            Some(screen.screen().cell(row, u16::try_from(column).unwrap())?.fgcolor())
        };
        assert_eq!(color("- Hello"), Some(Color::Idx(1)));
        assert_eq!(color("+ こんに"), Some(Color::Idx(2)));
        assert_eq!(color("exit 3"), Some(Color::Idx(1)));
        // A command's colours are not the terminal's.
        assert_eq!(color("red"), Some(Color::Default));
    }
}

#[test]
fn paths_are_links_where_the_terminal_has_them() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.txt"), "one\n").unwrap();
    let place = dir.path().to_str().unwrap();
    let typed = "read path=a.txt\nquit\n";
    let links = screen_of(&["--workspace", place], typed, &[("FORCE_HYPERLINK", "1")]);
    assert!(links.contains(&format!("\u{1b}]8;;file://{place}/a.txt#1\u{1b}\\")), "{links}");
    for variables in [&[][..], &[("FORCE_HYPERLINK", "1"), ("NO_COLOR", "1")]] {
        let none = screen_of(&["--workspace", place], typed, variables);
        assert!(!none.contains("\u{1b}]8"), "{none}");
    }
}

/// What a command writes stands on the screen while the command runs.
#[test]
fn output_comes_while_a_command_runs() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().to_str().unwrap();
    let mut terminal = Terminal::of(&["--yes", "--workspace", place], &[("NO_COLOR", "1")]);
    terminal.types(
        "bash command='echo first; until [ -e go ]; do sleep 0.02; done; echo second; exit 5'\n",
    );
    terminal.until("  | first\r\n");
    assert!(!String::from_utf8_lossy(&terminal.screen).contains("| second"));
    std::fs::write(dir.path().join("go"), "").unwrap();
    terminal.until("  exit 5\r\n");
    terminal.types("quit\n");
    let screen = terminal.end().replace('\r', "");
    assert!(screen.contains("  | first\n  | second\n  exit 5\n"), "once each:\n{screen}");
}
