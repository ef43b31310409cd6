//! Functions that JavaScript calls: `web/engine/komadai.js`.
//!
//! Texts go in through a buffer. What the engine says goes out through the functions of `host`.
//! While a search is suspended, only the thinking half is in use.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::io::{self, Write};
use std::sync::Mutex;

use komadai::host;
use komadai::host::sync::lock;
use komadai::usi::turns::{Listener, Thinker, halves};

/// Room for a suspended stack, in bytes: the deepest line of a search needs far less.
const STACK_ROOM: usize = 4 << 20;

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);
static THINKER: Mutex<Option<Thinker>> = Mutex::new(None);
/// The text that was brought last.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Output of the engine.
struct Page;

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        host::print(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Logger that reports faults to the page.
struct Faults;

impl log::Log for Faults {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Error
    }
    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            host::print_error(&record.args().to_string());
        }
    }
    fn flush(&self) {}
}

/// Makes the engine. To be called once, before everything else.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_start() {
    // A second logger is refused, and not needed.
    if log::set_logger(&Faults).is_ok() {
        log::set_max_level(log::LevelFilter::Error);
    }
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let (listener, thinker) = halves(Page);
    *lock(&LISTENER) = Some(listener);
    *lock(&THINKER) = Some(thinker);
}

/// Room for suspended stacks, as `--asyncify` wants it: the addresses of the room's begin and end
/// stand before the room.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_stack_room() -> *mut u32 {
    let layout = Layout::new::<[u64; STACK_ROOM / 8]>();
    // SAFETY: the layout has a size.
    let block = unsafe { alloc_zeroed(layout) };
    if block.is_null() {
        handle_alloc_error(layout);
    }
    // Addresses have 32 bits here.
    let header: *mut u32 = block.cast();
    let first = block as usize as u32;
    // SAFETY: the block is aligned for `u64` and longer than the two numbers.
    unsafe {
        header.write(first + 16);
        header.add(1).write(first + STACK_ROOM as u32);
    }
    header
}

/// Room for a text of `len` bytes, to be filled before the next call.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_text(len: usize) -> *mut u8 {
    let mut text = lock(&TEXT);
    text.clear();
    text.resize(len, 0);
    text.as_mut_ptr()
}

/// Takes the text as the file of the network (`eval::embedded`).
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_take_network() {
    komadai::eval::embedded::provide(std::mem::take(&mut *lock(&TEXT)));
}

/// Takes the text as the file of the opening book.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_take_book() {
    komadai::book::provide(std::mem::take(&mut *lock(&TEXT)));
}

/// Hands the lines of the text to the listener; 0 after `quit`, else 1. Also while a search is suspended.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_hear() -> u32 {
    let text = std::mem::take(&mut *lock(&TEXT));
    let heard = match &mut *lock(&LISTENER) {
        Some(listener) => listener.hear(&text),
        None => Ok(false),
    };
    u32::from(heard.unwrap_or_else(|error| {
        log::error!("{error}");
        true
    }))
}

/// Answers the question in the text (`question.rs`); the answer takes its place, and its length is
/// returned. Also while a search is suspended.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_ask() -> usize {
    let question = std::mem::take(&mut *lock(&TEXT));
    let answer = super::question::answer(&question).into_bytes();
    let len = answer.len();
    *lock(&TEXT) = answer;
    len
}

/// Address of the text.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_answer() -> *const u8 {
    lock(&TEXT).as_ptr()
}

/// Begins a turn of so many milliseconds.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_begin_turn(ms: f64) {
    host::begin_turn(ms);
}

/// Works off all commands; returns when all is done, or with its stack suspended when the turn is over.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_think() {
    if let Some(thinker) = &mut *lock(&THINKER) {
        thinker.work_off();
    }
}
