//! Everything once, so that no benchmark rots; nothing is measured.

use crate::programs::{self, ALONE};

/// Builds and runs every program.
pub fn run() -> Result<(), String> {
    programs::build()?;
    let rows = programs::ALL.map(|program| program.measure);
    for name in rows.into_iter().chain(ALONE) {
        println!("{name}");
        let mut command = programs::command(name)?;
        command.arg("--smoke");
        programs::passes(command)?;
    }
    Ok(())
}
