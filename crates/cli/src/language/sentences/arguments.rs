//! Complaints of clap about wrong arguments.

use crate::language::sentence::Sentence;

pub(super) static ARGUMENTS: &[Sentence] = &[
    ("error: {…}", "エラー: {}"),
    ("Usage: {}", "使い方: {}"),
    (
        "For more information, try '{}'.",
        "詳しくは '{}' をご覧ください。",
    ),
    ("tip: {…}", "ヒント: {}"),
    (
        "unexpected argument '{}' found",
        "'{}' という引数はありません",
    ),
    (
        "unrecognized subcommand '{}'",
        "'{}' というコマンドはありません",
    ),
    (
        "a similar argument exists: '{}'",
        "似た引数があります：'{}'",
    ),
    ("some similar arguments exist: {}", "似た引数があります：{}"),
    (
        "a similar subcommand exists: '{}'",
        "似たコマンドがあります：'{}'",
    ),
    (
        "some similar subcommands exist: {}",
        "似たコマンドがあります：{}",
    ),
    ("a similar value exists: '{}'", "似た値があります：'{}'"),
    ("some similar values exist: {}", "似た値があります：{}"),
    (
        "to pass '{}' as a value, use '{}'",
        "'{}' を値として渡すには '{}' とします",
    ),
    (
        "the following required arguments were not provided:",
        "必要な引数がありません：",
    ),
    (
        "a value is required for '{}' but none was supplied",
        "'{}' には値が必要です",
    ),
    (
        "equal sign is needed when assigning values to '{}'",
        "'{}' の値は等号に続けて書いてください",
    ),
    (
        "invalid value '{}' for '{}'",
        "'{1}' の値 '{0}' は使えません",
    ),
    (
        "invalid value '{}' for '{}': {…}",
        "'{1}' の値 '{0}' は使えません：{2}",
    ),
    ("[possible values: {}]", "[値: {}]"),
    (
        "the argument '{}' cannot be used with '{}'",
        "'{}' は '{}' といっしょに使えません",
    ),
    (
        "the argument '{}' cannot be used with:",
        "'{}' は次のものといっしょに使えません：",
    ),
    (
        "the argument '{}' cannot be used multiple times",
        "'{}' は 1 度しか使えません",
    ),
    (
        "'{}' requires a subcommand but one was not provided",
        "'{}' にはコマンドが必要です",
    ),
    ("[subcommands: {}]", "[コマンド: {}]"),
    (
        "unexpected value '{}' for '{}' found; no more were expected",
        "'{1}' に余分な値 '{0}' があります",
    ),
    (
        "invalid UTF-8 was detected in one or more arguments",
        "引数に UTF-8 でない文字があります",
    ),
    ("{} is not in {}", "{} は {} の範囲にありません"),
    ("invalid digit found in string", "整数ではありません"),
    ("invalid float literal", "数ではありません"),
    ("cannot parse integer from empty string", "値が空です"),
    ("cannot parse float from empty string", "値が空です"),
    ("number too large to fit in target type", "数が大きすぎます"),
    ("number too small to fit in target type", "数が小さすぎます"),
    ("a value is required", "値が必要です"),
];
