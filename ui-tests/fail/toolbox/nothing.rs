use dsh_tools::toolbox;

struct Fs;

#[toolbox]
impl Fs {
    const N: u8 = 1;

    async fn read(&self) {}
}

#[toolbox(definitions = none)]
impl Fs {}

async fn used() {
    let _ = (Fs::N, Fs.read().await, Fs::definitions(Fs), Fs::none(Fs));
}

fn main() {
    drop(used());
}
