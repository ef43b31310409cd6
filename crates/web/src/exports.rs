//! Functions of the module that JavaScript (`web/engine/komadai.js`) calls.
//!
//! Texts come in through a buffer. The engine's output leaves through the functions of `host`.
//! While a search is suspended, the part of the engine that searches must not be entered; only the
//! functions whose documentation allows it may then be called.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::io::{self, Write};
use std::sync::Mutex;

use komadai::host;
use komadai::host::sync::lock;
use komadai::usi::turns::{Listener, Thinker, halves};

/// Size in bytes of the memory for a suspended stack; the deepest search needs far less.
const STACK_ROOM: usize = 4 << 20;

static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);
static THINKER: Mutex<Option<Thinker>> = Mutex::new(None);
/// The text handed over by the last call of [`komadai_text`], or the last answer.
static TEXT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Output of the engine to the page.
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

/// Logger that reports errors to the page.
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

/// Creates the engine. Must be called once, before all other functions.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_start() {
    // Setting a logger fails only if there is one already; that logger then stays.
    if log::set_logger(&Faults).is_ok() {
        log::set_max_level(log::LevelFilter::Error);
    }
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let (listener, thinker) = halves(Page);
    *lock(&LISTENER) = Some(listener);
    *lock(&THINKER) = Some(thinker);
}

/// Allocates the memory for suspended stacks. It has the form that binaryen's `--asyncify` needs:
/// the addresses of the start and the end of the usable part come first.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_stack_room() -> *mut u32 {
    let layout = Layout::new::<[u64; STACK_ROOM / 8]>();
    // SAFETY: the size of the layout is not zero.
    let block = unsafe { alloc_zeroed(layout) };
    if block.is_null() {
        handle_alloc_error(layout);
    }
    // Addresses in WebAssembly have 32 bits.
    let header: *mut u32 = block.cast();
    let first = block as usize as u32;
    // SAFETY: the block is aligned for `u64` and longer than the two numbers.
    unsafe {
        header.write(first + 16);
        header.add(1).write(first + STACK_ROOM as u32);
    }
    header
}

/// Returns a buffer for a text of `len` bytes. The caller fills it before the next call.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_text(len: usize) -> *mut u8 {
    let mut text = lock(&TEXT);
    text.clear();
    text.resize(len, 0);
    text.as_mut_ptr()
}

/// Takes the text in the buffer as the network file (`eval::embedded`).
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_take_network() {
    komadai::eval::embedded::provide(std::mem::take(&mut *lock(&TEXT)));
}

/// Takes the text in the buffer as the opening book file.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_take_book() {
    komadai::book::provide(std::mem::take(&mut *lock(&TEXT)));
}

/// Passes the lines in the buffer to the listener. Returns 0 after `quit`, else 1. May be called
/// while a search is suspended.
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

/// Answers the question in the buffer (`question.rs`). The answer replaces the question; its length
/// is returned. May be called while a search is suspended.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_ask() -> usize {
    let question = std::mem::take(&mut *lock(&TEXT));
    let answer = super::question::answer(&question).into_bytes();
    let len = answer.len();
    *lock(&TEXT) = answer;
    len
}

/// Returns the address of the text or answer in the buffer.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_answer() -> *const u8 {
    lock(&TEXT).as_ptr()
}

/// Begins a turn of `ms` milliseconds. A search that is not done by then is suspended.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_begin_turn(ms: f64) {
    host::begin_turn(ms);
}

/// Executes all commands received. Returns when they are done, or at the end of the turn with the
/// search suspended.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn komadai_think() {
    if let Some(thinker) = &mut *lock(&THINKER) {
        thinker.work_off();
    }
}
