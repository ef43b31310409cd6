//! Japanese texts of errors and other values. They are chosen by type, variant and data, never by
//! the English text.

use std::fmt::Display;
use std::io;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::path::PathBuf;
use std::sync::Arc;

use super::{Lang, current};

/// A value with an English text (`Display`) and a Japanese one.
pub(crate) trait Japanese {
    /// The Japanese text.
    fn japanese(&self) -> String;
}

/// The text of a value in the language of this thread.
pub(crate) fn told(what: &(impl Display + Japanese + ?Sized)) -> String {
    match current() {
        Lang::English => what.to_string(),
        Lang::Japanese => what.japanese(),
    }
}

/// The Japanese text for a key of the catalogue: `ja!(SfenError.Turn, text)`. Used where the
/// English text comes from `Display`. Arguments are given as in `msg!` and shown by [`Japanese`].
macro_rules! ja {
    ($key:ident $(. $attribute:ident)? $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        komadai_messages::key::$key $(:: $attribute)? {
            $($name: $crate::language::ja!(@ $name $(= $value)?)),*
        }
        .japanese()
    };
    (@ $name:ident) => { $crate::language::Japanese::japanese(&$name) };
    (@ $name:ident = $value:expr) => { $crate::language::Japanese::japanese(&$value) };
}

/// Implements [`Japanese`] for an error type. The text of a variant has the key `Type.Variant`; its
/// arguments are the fields, or the list after `=>`. `=> error` takes the text of the inner error
/// instead; `=> [path, error]` puts the name of a file before that text.
///
/// ```ignore
/// japanese! {
///     BookError {
///         NotBuiltIn,
///         Io { path, source } => [path, source],
///         Format(path),
///         Broken { path, format, why },
///         Game { game, error } => (game = game + 1, error),
///         Journal(error) => error,
///     }
/// }
/// ```
///
/// `open` is for `#[non_exhaustive]` types, of which this crate may not know all variants.
macro_rules! japanese {
    (open $type:ident { $($variants:tt)* }) => {
        $crate::language::japanese!(@enum [other] $type { $($variants)* });
    };
    (@enum [$($other:ident)?] $type:ident {
        $($variant:ident $(($($tuple:ident),*))? $({ $($field:ident),* })? $(=> $how:tt)?),*
        $(,)?
    }) => {
        impl $crate::language::Japanese for $type {
            #[allow(unused_variables, reason = "not all fields are told")]
            fn japanese(&self) -> String {
                match self {
                    $($type::$variant $(($($tuple),*))? $({ $($field),* })? => $crate::language::japanese!(
                        @ [$($how)?] $type $variant $($($tuple)*)? $($($field)*)?
                    ),)*
                    $($other => $other.to_string(),)?
                }
            }
        }
    };
    (struct $type:ident $(($($tuple:ident),*))? $({ $($field:ident),* })? $(=> ($($how:tt)*))?) => {
        impl $crate::language::Japanese for $type {
            #[allow(unused_variables, reason = "not all fields are told")]
            fn japanese(&self) -> String {
                let $type $(($($tuple),*))? $({ $($field),* })? = self;
                $crate::language::japanese!(@struct [$($($how)*)?] $type $($($tuple)*)? $($($field)*)?)
            }
        }
    };
    (@ [] $type:ident $variant:ident $($name:ident)*) => {
        $crate::language::ja!($type.$variant $(, $name)*)
    };
    (@ [($($how:tt)*)] $type:ident $variant:ident $($name:ident)*) => {
        $crate::language::ja!($type.$variant, $($how)*)
    };
    (@ [$inner:ident] $type:ident $variant:ident $($name:ident)*) => {
        $crate::language::Japanese::japanese($inner)
    };
    (@ [[$file:ident, $error:ident]] $type:ident $variant:ident $($name:ident)*) => {
        format!(
            "{}: {}",
            $crate::language::Japanese::japanese($file),
            $crate::language::Japanese::japanese($error),
        )
    };
    (@struct [] $type:ident $($name:ident)*) => { $crate::language::ja!($type $(, $name)*) };
    (@struct [$($how:tt)+] $type:ident $($name:ident)*) => { $crate::language::ja!($type, $($how)+) };
    ($type:ident { $($variants:tt)* }) => {
        $crate::language::japanese!(@enum [] $type { $($variants)* });
    };
}

pub(crate) use {ja, japanese};

impl<T: Japanese + ?Sized> Japanese for &T {
    fn japanese(&self) -> String {
        (**self).japanese()
    }
}

impl<T: Japanese + ?Sized> Japanese for Arc<T> {
    fn japanese(&self) -> String {
        (**self).japanese()
    }
}

impl<T: Japanese + ?Sized> Japanese for Box<T> {
    fn japanese(&self) -> String {
        (**self).japanese()
    }
}

/// Types whose text is the same in every language: names, numbers and the user's own words.
macro_rules! same {
    ($($type:ty),* $(,)?) => {
        $(impl Japanese for $type {
            fn japanese(&self) -> String {
                self.to_string()
            }
        })*
    };
}

same!(str, String, char, u8, u16, u32, u64, usize, i32, i64);
pub(super) use same;

impl Japanese for PathBuf {
    fn japanese(&self) -> String {
        self.display().to_string()
    }
}

/// The text of a system error is chosen by its kind. For an unknown kind it is the system's own
/// text, which Windows gives in the user's language.
impl Japanese for io::Error {
    fn japanese(&self) -> String {
        if let Some(inner) = self.get_ref() {
            return super::library::of_any(inner);
        }
        let known = komadai_messages::constant(&format!("ErrorKind.{:?}", self.kind()));
        match (known, self.raw_os_error()) {
            (Some(text), Some(code)) => ja!(SystemError, text, code),
            (Some(text), None) => text.to_string(),
            (None, _) => self.to_string(),
        }
    }
}

impl Japanese for ParseIntError {
    fn japanese(&self) -> String {
        match self.kind() {
            IntErrorKind::Empty => ja!(ParseIntError.Empty),
            IntErrorKind::PosOverflow => ja!(ParseIntError.PosOverflow),
            IntErrorKind::NegOverflow => ja!(ParseIntError.NegOverflow),
            _ => ja!(ParseIntError.InvalidDigit),
        }
    }
}

impl Japanese for ParseFloatError {
    fn japanese(&self) -> String {
        ja!(ParseFloatError)
    }
}
