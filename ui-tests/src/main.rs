//! What the macros refuse, message by message, and what they must accept.
//!
//! A pin under `fail/` holds all that the compiler says of its file, so it belongs to one toolchain, the one that
//! `toolchain.txt` names. With another, the pins are left out, which must not pass for a run: under CI it is a failure.
//! `TRYBUILD=overwrite` makes them anew.

use std::io;
use std::process::Command;

#[test]
fn pins() -> io::Result<()> {
    let cases = trybuild::TestCases::new();
    cases.pass("pass/*.rs");
    let (pinned, present) = (include_str!("../toolchain.txt").trim(), toolchain()?);
    if present == pinned {
        cases.compile_fail("fail/*/*.rs");
        return Ok(());
    }
    let message = format!(
        "the pins of compile errors are of `{pinned}`, and this is `{present}`: none was compared"
    );
    assert!(std::env::var_os("CI").is_none(), "{message}");
    println!("{message}");
    Ok(())
}

fn toolchain() -> io::Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("-V").output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
