//! What operating systems say, as Rust shows it on Unix; Windows speaks the user's
//! language itself.

use crate::cli::language::sentence::Sentence;

pub(super) static SYSTEM: &[Sentence] = &[
    (
        "No such file or directory (os error {})",
        "ファイルまたはフォルダがありません (os error {})",
    ),
    (
        "Permission denied (os error {})",
        "許可がありません (os error {})",
    ),
    (
        "File exists (os error {})",
        "すでにファイルがあります (os error {})",
    ),
    (
        "Not a directory (os error {})",
        "フォルダではありません (os error {})",
    ),
    ("Is a directory (os error {})", "フォルダです (os error {})"),
    (
        "File name too long (os error {})",
        "ファイル名が長すぎます (os error {})",
    ),
    (
        "File too large (os error {})",
        "ファイルが大きすぎます (os error {})",
    ),
    (
        "No space left on device (os error {})",
        "ディスクに空きがありません (os error {})",
    ),
    (
        "Disk quota exceeded (os error {})",
        "ディスクの割り当てを超えています (os error {})",
    ),
    (
        "Read-only file system (os error {})",
        "書き込みのできないディスクです (os error {})",
    ),
    (
        "Input/output error (os error {})",
        "入出力エラーです (os error {})",
    ),
    (
        "Too many open files (os error {})",
        "開いているファイルが多すぎます (os error {})",
    ),
    (
        "Cannot allocate memory (os error {})",
        "メモリーを確保できません (os error {})",
    ),
    (
        "Resource temporarily unavailable (os error {})",
        "いまは使えません (os error {})",
    ),
    (
        "Broken pipe (os error {})",
        "パイプの相手が終了しました (os error {})",
    ),
    (
        "Invalid argument (os error {})",
        "引数が正しくありません (os error {})",
    ),
    ("no storage space", "ディスクに空きがありません"),
    (
        "failed to fill whole buffer",
        "ファイルが途中で終わっています",
    ),
    ("stream did not contain valid UTF-8", "UTF-8 ではありません"),
    ("{} cannot be locked: {…}", "{} をロックできません：{}"),
];
