//! Build step: generates Rust code from the message catalogue.

// The library includes this module too, for the tests in it.
#[path = "src/generate.rs"]
mod generate;

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src");
    let read = |name: &str| fs::read_to_string(Path::new("src").join(name));
    let code = generate::generate(&read("en.ftl")?, &read("ja.ftl")?)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("messages.rs"), code)?;
    Ok(())
}
