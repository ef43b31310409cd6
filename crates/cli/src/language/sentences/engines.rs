//! Engines: this one and those of matches.

use crate::language::sentence::Sentence;

pub(super) static ENGINES: &[Sentence] = &[
    // This one.
    (
        "the system does not give {} times {} bytes",
        "{} × {} バイトのメモリーを確保できません",
    ),
    (
        "a hash table of 0 MiB is too small (at least 1)",
        "置換表 0 MiB は小さすぎます（最小 1）",
    ),
    (
        "no memory for a hash table of {} MiB: {} MiB are free",
        "置換表 {} MiB のメモリーがありません：空きは {} MiB です",
    ),
    (
        "no memory for a hash table of {} MiB: {…}",
        "置換表 {} MiB のメモリーがありません：{}",
    ),
    (
        "cannot start the search threads: {…}",
        "探索スレッドを起動できません：{}",
    ),
    (
        "cannot start the threads: {…}",
        "スレッドを起動できません：{}",
    ),
    (
        "cannot start {} threads: {…}",
        "{} 個のスレッドを起動できません：{}",
    ),
    ("unknown option {}", "{} というオプションはありません"),
    ("option {}: {…}", "オプション {}: {}"),
    (
        "{} is neither true nor false",
        "{} は true でも false でもありません",
    ),
    (
        "{} is not within {} to {}",
        "{} は {} から {} の範囲にありません",
    ),
    (
        "{} is no whole number from {} to {}",
        "{} は {} から {} の整数ではありません",
    ),
    ("{} is none of {}", "{} は {} のどれでもありません"),
    (
        "option {} with this value means nothing here",
        "オプション {} のこの値は、ここでは意味がありません",
    ),
    (
        "option {} is shared by all engines of a process; play over USI instead",
        "オプション {} はプロセスの中のすべてのエンジンに共通です。USI で対局してください",
    ),
    // Others.
    (
        "the engine's command is empty",
        "エンジンのコマンドが空です",
    ),
    (
        "a quote is not closed in the engine's command: {}",
        "エンジンのコマンドの引用符が閉じていません：{}",
    ),
    ("cannot start '{}': {…}", "'{}' を起動できません：{}"),
    (
        "the engine ended while {…} ({…}){}",
        "エンジンが終了しました（{}、{}）{}",
    ),
    ("being sent '{}'", "'{}' を送ったとき"),
    ("waiting for {}", "{} を待つあいだ"),
    (
        "its output closed, the process still running",
        "出力が閉じられ、プロセスは動いたまま",
    ),
    (
        "no {} within {} ms",
        "{1} ミリ秒のうちに {0} がありませんでした",
    ),
    (
        "the engine has no option {}; it has {}",
        "エンジンに {} というオプションはありません。あるのは {} です",
    ),
    ("option {} needs a value", "オプション {} には値が必要です"),
    (
        "option {} is a button and takes no value",
        "オプション {} はボタンなので、値を付けられません",
    ),
    (
        "option {} takes {…}, not '{}'",
        "オプション {} の値は{}です。'{}' は使えません",
    ),
    ("true or false", " true か false "),
    ("a whole number from {} to {}", " {} から {} の整数"),
    ("one of {}", " {} のどれか"),
    (
        "line {} sets no option: '{}'",
        "{} 行目はオプションの設定ではありません：'{}'",
    ),
];
