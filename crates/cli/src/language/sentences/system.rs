//! Errors of operating systems, as Rust shows them on Unix; Windows speaks the user's
//! language itself. Also what the standard library says.

use crate::language::sentence::Sentence;

pub(super) static SYSTEM: &[Sentence] = &[
    (
        "No such file or directory (os error {})",
        "ファイルまたはフォルダがありません（OS エラー {}）",
    ),
    (
        "Permission denied (os error {})",
        "許可がありません（OS エラー {}）",
    ),
    (
        "File exists (os error {})",
        "すでにファイルがあります（OS エラー {}）",
    ),
    (
        "Not a directory (os error {})",
        "フォルダではありません（OS エラー {}）",
    ),
    (
        "Is a directory (os error {})",
        "フォルダです（OS エラー {}）",
    ),
    (
        "File name too long (os error {})",
        "ファイル名が長すぎます（OS エラー {}）",
    ),
    (
        "File too large (os error {})",
        "ファイルが大きすぎます（OS エラー {}）",
    ),
    (
        "No space left on device (os error {})",
        "ディスクに空きがありません（OS エラー {}）",
    ),
    (
        "Disk quota exceeded (os error {})",
        "ディスクの割り当てを超えています（OS エラー {}）",
    ),
    (
        "Read-only file system (os error {})",
        "書き込みのできないディスクです（OS エラー {}）",
    ),
    (
        "Input/output error (os error {})",
        "入出力エラーです（OS エラー {}）",
    ),
    (
        "Too many open files (os error {})",
        "開いているファイルが多すぎます（OS エラー {}）",
    ),
    (
        "Cannot allocate memory (os error {})",
        "メモリーを確保できません（OS エラー {}）",
    ),
    (
        "Resource temporarily unavailable (os error {})",
        "いまは使えません（OS エラー {}）",
    ),
    (
        "Broken pipe (os error {})",
        "パイプの相手が終了しました（OS エラー {}）",
    ),
    (
        "Invalid argument (os error {})",
        "引数が正しくありません（OS エラー {}）",
    ),
    ("no storage space", "ディスクに空きがありません"),
    (
        "failed to fill whole buffer",
        "ファイルが途中で終わっています",
    ),
    ("stream did not contain valid UTF-8", "UTF-8 ではありません"),
    ("{} cannot be locked: {…}", "{} をロックできません：{}"),
    ("exit status: {}", "終了コード {}"),
];
