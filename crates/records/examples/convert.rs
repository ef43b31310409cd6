//! Conversion of a game record of any format, with a list of its content.
//!
//! `cargo run --example convert -- game.kif game.csa`

use std::error::Error;
use std::path::Path;

use komadai_records::{read_file, write_file};

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let [from, to] = &files[..] else {
        return Err("two files are needed: a record, and where to write it".into());
    };
    let reading = read_file(Path::new(from))?;
    for warning in &reading.warnings {
        eprintln!("{from}: {warning}");
    }
    for record in &reading.records {
        for (name, value) in record.headers.iter() {
            println!("{name}: {value}");
        }
        println!("{} moves", record.main_moves().len());
    }
    // Losses are reported, not dropped in silence.
    for loss in write_file(Path::new(to), &reading.records, |_| ())? {
        eprintln!("{to}: {loss}");
    }
    Ok(())
}
