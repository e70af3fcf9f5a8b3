//! The program in a terminal.

use crate::examples::example;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::unix::ffi::OsStrExt as _;

/// What is on the screen after some lines were typed.
fn screen(typed: &str, variables: &[(&str, &str)]) -> String {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap();
    let path = OsStr::from_bytes(name.as_bytes());
    let terminal = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut command = example("workbench");
    command
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .envs(variables.iter().copied())
        .stdin(terminal.try_clone().unwrap())
        .stdout(terminal.try_clone().unwrap())
        .stderr(terminal);
    let mut child = command.spawn().unwrap();
    // The last hold on the terminal but the program's: reading ends with the program.
    drop(command);
    let mut controller = File::from(controller);
    controller.write_all(typed.as_bytes()).unwrap();
    let (mut screen, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = controller.read(&mut buffer) {
        screen.extend_from_slice(&buffer[..count]);
    }
    assert!(child.wait().unwrap().success());
    String::from_utf8(screen).unwrap()
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
fn plain(typed: &str) -> String {
    screen(typed, &[("NO_COLOR", "1")]).replace('\r', "")
}

#[test]
fn it_asks_before_it_writes_and_shows_the_card_first() {
    let screen = plain(
        "write path=a.txt content=one\nn\nread path=a.txt\nwrite path=a.txt content=two\ny\nread path=a.txt\n\
         edit path=a.txt old_text=two new_text=three\nleave it alone\nbash command='echo ran'\n\nls\nquit\n",
    );
    let mut rest = screen.as_str();
    for part in [
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
    ] {
        let Some(at) = rest.find(part) else { panic!("{part:?} is missing in:\n{rest}") };
        rest = &rest[at + part.len()..];
    }
    assert_eq!(screen.matches("  + two\n").count(), 1, "a diff is shown once:\n{screen}");
}
