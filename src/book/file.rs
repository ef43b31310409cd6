//! Look-up of positions in a book file of any format.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::apery::AperyBook;
use super::db::{self, Faults};
use super::db_search::DbSearch;
use super::entry::Entry;
use super::memory::{BookKey, MemoryBook};
use super::options::BookOptions;
use super::store::{BookFile, Store};
use super::ybb::{self, Ybb};
use crate::files::PathError;
use crate::named;
use crate::packed::Board;
use crate::position::Position;

named! {
    /// The formats of books.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum BookFormat {
        /// `.db`: YaneuraOu's text file.
        Db = "YaneuraOu DB2016 (.db)",
        /// `.ybb`: YaneuraOu's binary file.
        Ybb = "YaneuraOu binary book (.ybb)",
        /// `.bin`: Apery's binary file.
        Apery = "Apery book (.bin)",
        /// `.sbk`: ShogiGUI's protobuf file.
        Sbk = "ShogiGUI book (.sbk)",
    }
}

impl BookFormat {
    /// The format by the ending of a file's name.
    pub fn of(path: &Path) -> Option<BookFormat> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "db" => Some(BookFormat::Db),
            "ybb" => Some(BookFormat::Ybb),
            "bin" => Some(BookFormat::Apery),
            "sbk" => Some(BookFormat::Sbk),
            _ => None,
        }
    }

    /// The format of a file, by its first bytes or else by its name.
    fn detect(path: &Path, start: &[u8]) -> Result<BookFormat, BookError> {
        let text = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start);
        if start.starts_with(ybb::MAGIC) {
            return Ok(BookFormat::Ybb);
        }
        if text.starts_with(b"#YANEURAOU-DB2016") || text.starts_with(b"sfen ") {
            return Ok(BookFormat::Db);
        }
        BookFormat::of(path).ok_or_else(|| BookError::Format(path.to_path_buf()))
    }
}

/// The reason why a file is no book of its format.
#[derive(Debug, thiserror::Error)]
pub enum BookFault {
    /// The system fails to read the file.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A `.db` file that cannot be searched: the byte offset of a part without a position, and
    /// the length of that part in bytes.
    #[error("byte {0} and the {1} after it hold no line that begins with 'sfen '")]
    NoLine(u64, u64),
    /// A `.db` file without any position.
    #[error("it has no position, and line {line} is '{text}'")]
    NoPosition {
        /// The number of the first unusable line, from 1.
        line: u64,
        /// The beginning of that line.
        text: String,
    },
    /// A `.ybb` file without the mark at its beginning.
    #[error("it does not begin with YANE-BINBOOK-V1")]
    Magic,
    /// A `.ybb` file with unknown flags.
    #[error("it has flags of a later version ({0:#x})")]
    Flags(u64),
    /// A `.ybb` file that is too short: the number of positions it claims, and its size in bytes.
    #[error("it claims {0} positions, more than its {1} bytes can hold")]
    Short(u64, u64),
    /// A `.ybb` file in which the moves of the position with this index lie beyond the end.
    #[error("the moves of position {0} lie beyond its end")]
    Moves(u64),
    /// A `.bin` file whose size in bytes is no multiple of the record size.
    #[error("its {0} bytes are no whole number of 16-byte records")]
    Size(u64),
    /// A `.sbk` file that is no protobuf message of the expected form.
    #[error("it cannot be read as protobuf: {0}")]
    Protobuf(String),
    /// A `.sbk` file without any position.
    #[error("it has no position")]
    NoState,
    /// A `.sbk` file in which the state with this index claims more moves than the file has.
    #[error("state {0} has more moves than there are")]
    TooManyMoves(usize),
}

/// The reason why a book cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The system refuses access to the file.
    #[error("cannot use {0}")]
    File(#[from] PathError),
    /// The library was built without the feature `embedded`, and no file was provided.
    #[error("this build has no built-in book")]
    NotBuiltIn,
    /// Neither the content nor the name of the file shows its format.
    #[error("{}: the name ends in none of .db, .ybb, .bin, .sbk", .0.display())]
    Format(PathBuf),
    /// The build lacks the feature `sbk`.
    #[error("{}: this build reads no books of ShogiGUI (.sbk)", .0.display())]
    NotInBuild(PathBuf),
    /// The content breaks the rules of the format.
    #[error("{} is no book of the format {format}: {why}", .path.display())]
    Broken {
        /// The file.
        path: PathBuf,
        /// The format that the file seemed to have.
        format: BookFormat,
        /// The fault.
        why: BookFault,
    },
}

enum Source {
    Memory(MemoryBook),
    Db(DbSearch),
    Ybb(Ybb),
    Apery(AperyBook),
}

/// An open book.
pub struct Book {
    /// The file; empty for the built-in book.
    path: PathBuf,
    format: BookFormat,
    source: Source,
    faults: Faults,
    /// A remark for the user about the book.
    remark: Option<String>,
    /// Number of positions of a `.sbk` file that were left out.
    left_out: u64,
}

/// A whole book in memory, with the numbers of unreadable parts.
pub struct Whole {
    /// The book.
    pub book: MemoryBook,
    /// The format of the file.
    pub format: BookFormat,
    /// Unusable lines of a `.db` file, or moves of a `.sbk` file.
    pub faults: Faults,
    /// Number of unusable records of a `.ybb` file, or of positions of Apery's or
    /// ShogiGUI's book that were not found.
    pub left_out: u64,
}

impl Book {
    /// Opens a file. With `on_the_fly` the file is searched at each look-up
    /// instead of being read whole; an unsorted `.db` file and a pipe cannot be searched and
    /// are read whole anyway.
    ///
    /// # Errors
    /// If the file cannot be read or is no book. Unusable lines of a `.db` file
    /// that is read whole are no error; see [`Book::faults`].
    pub fn open(path: &Path, on_the_fly: bool) -> Result<Book, BookError> {
        let file = BookFile::open(path).map_err(PathError::at(path))?;
        let format = BookFormat::detect(path, file.start())?;
        let on_the_fly = on_the_fly && file.can_seek();
        let mut book = Book {
            path: path.to_path_buf(),
            format,
            source: Source::Memory(MemoryBook::new()),
            faults: Faults::default(),
            remark: None,
            left_out: 0,
        };
        let store = |file: BookFile| Store::new(file, on_the_fly).map_err(PathError::at(path));
        match format {
            BookFormat::Db if on_the_fly => {
                let mut search = DbSearch::new(store(file)?);
                if search.looks_sorted().map_err(|fault| book.error(fault))? {
                    book.source = Source::Db(search);
                } else {
                    book.remark = Some("it is not sorted, so it was read whole".to_string());
                    let file = BookFile::open(path).map_err(PathError::at(path))?;
                    book.read_db(file)?;
                }
            }
            BookFormat::Db => book.read_db(file)?,
            BookFormat::Ybb => {
                let ybb = Ybb::new(store(file)?).map_err(|fault| book.error(fault))?;
                book.source = Source::Ybb(ybb);
            }
            BookFormat::Apery => {
                let apery = AperyBook::new(store(file)?).map_err(|fault| book.error(fault))?;
                book.source = Source::Apery(apery);
            }
            #[cfg(feature = "sbk")]
            BookFormat::Sbk => {
                let bytes = file.bytes().map_err(PathError::at(path))?;
                let read = super::sbk::read(bytes).map_err(|fault| book.error(fault))?;
                book.source = Source::Memory(read.0);
                (book.faults, book.left_out) = (read.1, read.2);
            }
            #[cfg(not(feature = "sbk"))]
            BookFormat::Sbk => return Err(BookError::NotInBuild(path.to_path_buf())),
        }
        Ok(book)
    }

    /// Opens a `.ybb` book that is built into the program.
    pub(super) fn built_in(bytes: &'static [u8]) -> Result<Book, BookError> {
        let store = Store::Memory(std::borrow::Cow::Borrowed(bytes));
        let book = |source| Book {
            path: PathBuf::new(),
            format: BookFormat::Ybb,
            source,
            faults: Faults::default(),
            remark: None,
            left_out: 0,
        };
        match Ybb::new(store) {
            Ok(ybb) => Ok(book(Source::Ybb(ybb))),
            Err(fault) => Err(book(Source::Memory(MemoryBook::new())).error(fault)),
        }
    }

    fn read_db(&mut self, file: BookFile) -> Result<(), BookError> {
        let reader = BufReader::with_capacity(1 << 16, file.reader());
        let (book, faults) = db::read(reader).map_err(PathError::at(&self.path))?;
        if book.is_empty()
            && let Some((number, text)) = &faults.first
        {
            let (line, text) = (*number, text.clone());
            return Err(self.error(BookFault::NoPosition { line, text }));
        }
        self.source = Source::Memory(book);
        self.faults = faults;
        Ok(())
    }

    fn error(&self, fault: BookFault) -> BookError {
        match fault {
            BookFault::Io(error) => PathError::new(&self.path, error).into(),
            why => BookError::Broken {
                path: self.path.clone(),
                format: self.format,
                why,
            },
        }
    }

    /// The file; empty for the built-in book.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The format of the book.
    pub fn format(&self) -> BookFormat {
        self.format
    }

    /// The lines of a `.db` file and the moves of a `.sbk` file that could not be used.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Number of positions of a `.sbk` file that no move leads to and that are left out.
    pub(crate) fn left_out(&self) -> u64 {
        self.left_out
    }

    /// A remark for the user about the book, if there is one.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// The size of the book as a text, such as `12 positions`.
    pub fn size(&self) -> String {
        match &self.source {
            Source::Memory(book) => format!("{} positions", book.len()),
            Source::Ybb(ybb) => format!("{} positions", ybb.len()),
            Source::Apery(apery) => format!("{} moves", apery.records()),
            Source::Db(search) => format!("{} bytes, read on the fly", search.len()),
        }
    }

    /// The entry of a position, looked up according to the options
    /// [`ignore_ply`](BookOptions::ignore_ply) and [`flipped`](BookOptions::flipped); `None` if the
    /// book has no move for the position. The moves of the entry may be illegal.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged.
    pub fn probe(
        &mut self,
        pos: &Position,
        options: &BookOptions,
    ) -> Result<Option<Entry>, BookError> {
        let board = Board::from(pos);
        let ply = (!options.ignore_ply).then(|| pos.ply());
        let found = self.get(&board, ply)?;
        if found.is_some() || !options.flipped {
            return Ok(found);
        }
        Ok(self.get(&board.turned(), ply)?.map(Entry::turned))
    }

    /// The entry of a board, without trying the turned board. `None` if there is no
    /// entry or it has no moves.
    fn get(&mut self, board: &Board, ply: Option<u32>) -> Result<Option<Entry>, BookError> {
        let found = match &mut self.source {
            Source::Memory(book) => Ok(book.get(&BookKey::from(board), ply).cloned()),
            Source::Db(search) => search.get(&BookKey::from(board), ply),
            Source::Ybb(ybb) => ybb.get(board, ply),
            Source::Apery(apery) => apery.get(board),
        };
        let found = found.map_err(|fault| self.error(fault))?;
        Ok(found.filter(|entry| !entry.moves.is_empty()))
    }

    /// Reads a whole book into memory. Apery's books give only the number of their positions, as
    /// `left_out`: keys do not tell the positions.
    ///
    /// # Errors
    /// As [`Book::open`].
    pub fn read_whole(path: &Path) -> Result<Whole, BookError> {
        Book::open(path, false)?.into_whole()
    }

    /// [`Book::read_whole`] for a book that was opened without `on_the_fly`.
    ///
    /// # Errors
    /// If the book is damaged.
    pub fn into_whole(mut self) -> Result<Whole, BookError> {
        let (memory, left_out) = match &mut self.source {
            Source::Memory(memory) => (std::mem::take(memory), self.left_out),
            Source::Ybb(ybb) => ybb.read_all().map_err(|fault| self.error(fault))?,
            Source::Db(_) => (MemoryBook::new(), 0),
            Source::Apery(apery) => {
                let count = apery.positions().map_err(|fault| self.error(fault))?;
                (MemoryBook::new(), count)
            }
        };
        Ok(Whole {
            book: memory,
            format: self.format,
            faults: self.faults,
            left_out,
        })
    }
}
