//! Generator of Rust code from the message catalogue.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};
use fluent_syntax::parser;

/// The texts of one language by key (`message` or `message.attribute`).
type Texts<'a> = BTreeMap<String, Pattern<&'a str>>;

/// The names of a text's arguments.
type Arguments<'a> = BTreeSet<&'a str>;

/// The Rust code for a catalogue of two languages.
///
/// # Errors
/// All faults of the catalogue, one a line: syntax errors, keys missing in one language, arguments
/// that differ between languages.
pub(crate) fn generate(english: &str, japanese: &str) -> Result<String, String> {
    let (english, japanese) = (texts("en", english)?, texts("ja", japanese)?);
    let mut faults: Vec<String> = english
        .keys()
        .filter(|key| !japanese.contains_key(*key))
        .map(|key| format!("ja: {key} is missing"))
        .collect();
    // Rust code by module. A message with attributes has a module of its own; the key "" holds all
    // other messages.
    let mut modules: BTreeMap<&str, String> = BTreeMap::new();
    let mut constants = String::new();
    for (key, text) in &japanese {
        let told = check(key, english.get(key), text);
        let arguments = match told {
            Ok(arguments) => arguments,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        if arguments.is_empty() {
            let _ = writeln!(constants, "({key:?}, {:?}),", code::constant(text));
        }
        if !is_help(key) {
            let (module, name) = key.split_once('.').unwrap_or(("", key));
            let code = code::message(name, &arguments, english.get(key), text);
            modules.entry(module).or_default().push_str(&code);
        }
    }
    if !faults.is_empty() {
        return Err(faults.join("\n"));
    }
    let mut out = String::new();
    for (module, code) in modules {
        match module {
            "" => out += &code,
            name => {
                let _ = writeln!(out, "pub mod {} {{\n{code}}}", code::name(name));
            }
        }
    }
    let _ = writeln!(
        out,
        "pub(crate) static CONSTANTS: &[(&str, &str)] = &[\n{constants}];"
    );
    let keys: Vec<&String> = japanese.keys().collect();
    let _ = writeln!(out, "pub(crate) static KEYS: &[&str] = &{keys:?};");
    Ok(out)
}

/// Whether the key belongs to a help text. Help texts are looked up by key at run time.
fn is_help(key: &str) -> bool {
    key == "help" || key.starts_with("help.") || key.starts_with("help-")
}

/// Whether the catalogue has only the Japanese text of the key, because the program holds the
/// English one: help, and errors, whose keys are names of types.
fn is_translation(key: &str) -> bool {
    is_help(key) || key.starts_with(|c: char| c.is_ascii_uppercase())
}

fn texts<'a>(language: &str, source: &'a str) -> Result<Texts<'a>, String> {
    let resource = parser::parse(source).map_err(|(_, errors)| {
        let error = |error: &parser::ParserError| {
            let line = source[..error.pos.start].lines().count();
            format!("{language}.ftl:{line}: {error}")
        };
        errors.iter().map(error).collect::<Vec<_>>().join("\n")
    })?;
    let mut texts = Texts::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else {
            continue;
        };
        let id = message.id.name;
        let attributes = message.attributes.into_iter();
        let attributes = attributes.map(|a| (format!("{id}.{}", a.id.name), a.value));
        let value = message.value.map(|value| (id.to_string(), value));
        for (key, text) in value.into_iter().chain(attributes) {
            if texts.contains_key(&key) {
                return Err(format!("{language}: {key} stands there twice"));
            }
            texts.insert(key, text);
        }
    }
    Ok(texts)
}

/// The arguments of a message. An error if the English and the Japanese text take different ones.
fn check<'a>(
    key: &str,
    english: Option<&Pattern<&'a str>>,
    japanese: &Pattern<&'a str>,
) -> Result<Arguments<'a>, String> {
    let found = arguments(japanese).map_err(|fault| format!("ja: {key}: {fault}"))?;
    match english {
        None if is_translation(key) => Ok(found),
        None => Err(format!("en: {key} is missing")),
        Some(_) if is_translation(key) => Err(format!("en: {key}: this stands in the program")),
        Some(english) => {
            let wanted = arguments(english).map_err(|fault| format!("en: {key}: {fault}"))?;
            match wanted == found {
                true => Ok(found),
                false => Err(format!("{key}: arguments {wanted:?} and {found:?}")),
            }
        }
    }
}

fn arguments<'a>(pattern: &Pattern<&'a str>) -> Result<Arguments<'a>, String> {
    let mut found = Arguments::new();
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        let inline = match expression {
            Expression::Inline(inline) => inline,
            Expression::Select { selector, variants } => {
                for variant in variants {
                    found.append(&mut arguments(&variant.value)?);
                }
                selector
            }
        };
        match inline {
            InlineExpression::VariableReference { id } => {
                found.insert(id.name);
            }
            InlineExpression::StringLiteral { .. } => {}
            _ => return Err("only arguments and \"letters\" may stand in braces".to_string()),
        }
    }
    Ok(found)
}

/// Code generation for single messages.
mod code {
    use super::*;

    /// The Rust name of a key.
    pub fn name(key: &str) -> String {
        key.replace('-', "_")
    }

    /// The text of a pattern without arguments.
    pub fn constant(pattern: &Pattern<&str>) -> String {
        let element = |element: &PatternElement<&str>| match element {
            PatternElement::TextElement { value } => value.to_string(),
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::StringLiteral { value }),
            } => value.to_string(),
            PatternElement::Placeable { .. } => String::new(),
        };
        pattern.elements.iter().map(element).collect()
    }

    /// The struct of a message, with methods that give its text.
    pub fn message(
        key: &str,
        arguments: &Arguments<'_>,
        english: Option<&Pattern<&str>>,
        japanese: &Pattern<&str>,
    ) -> String {
        let name = name(key);
        let fields: String = arguments
            .iter()
            .map(|argument| format!("pub {}: String, ", self::name(argument)))
            .collect();
        let say = |pattern| {
            let mut out = String::new();
            push(pattern, &mut out);
            format!("let mut out = String::new();\n{out}out")
        };
        let japanese = format!(
            "pub fn japanese(&self) -> String {{\n{}\n}}\n",
            say(japanese)
        );
        let text = english.map_or(String::new(), |english| {
            format!(
                "pub fn text(&self, lang: crate::Lang) -> String {{\n\
                 if lang == crate::Lang::Japanese {{ return self.japanese(); }}\n{}\n}}\n",
                say(english)
            )
        });
        format!("pub struct {name} {{ {fields}}}\nimpl {name} {{\n{japanese}{text}}}\n")
    }

    fn push(pattern: &Pattern<&str>, out: &mut String) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => push_text(value, out),
                PatternElement::Placeable { expression } => match expression {
                    Expression::Inline(inline) => push_inline(inline, out),
                    Expression::Select { selector, variants } => {
                        let InlineExpression::VariableReference { id } = selector else {
                            continue;
                        };
                        let _ = writeln!(out, "match self.{}.as_str() {{", name(id.name));
                        let (other, named): (Vec<_>, Vec<_>) =
                            variants.iter().partition(|variant| variant.default);
                        for variant in named.into_iter().chain(other) {
                            let key = match (&variant.key, variant.default) {
                                (_, true) => "_".to_string(),
                                // In English, only the number 1 is singular.
                                (VariantKey::Identifier { name: "one" }, _) => "\"1\"".to_string(),
                                (VariantKey::Identifier { name }, _) => format!("{name:?}"),
                                (VariantKey::NumberLiteral { value }, _) => format!("{value:?}"),
                            };
                            let _ = writeln!(out, "{key} => {{");
                            push(&variant.value, out);
                            out.push_str("}\n");
                        }
                        out.push_str("}\n");
                    }
                },
            }
        }
    }

    fn push_text(text: &str, out: &mut String) {
        let _ = writeln!(out, "out.push_str({text:?});");
    }

    fn push_inline(inline: &InlineExpression<&str>, out: &mut String) {
        match inline {
            InlineExpression::VariableReference { id } => {
                let _ = writeln!(out, "out.push_str(&self.{});", name(id.name));
            }
            InlineExpression::StringLiteral { value } => push_text(value, out),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "games = { $n } games by { $name }\n";
    const JAPANESE: &str = "games = { $name } の { $n } 局\nMoveError =\n    .Nifu = 二歩です\n";

    fn fault(english: &str, japanese: &str) -> String {
        generate(english, japanese).err().unwrap_or_default()
    }

    #[test]
    fn a_key_that_a_language_lacks_is_a_fault() {
        assert!(generate(ENGLISH, JAPANESE).is_ok());
        assert_eq!(
            fault("games = { $n }\nmore = more", "games = { $n }"),
            "ja: more is missing"
        );
        assert_eq!(fault("", "games = { $n }"), "en: games is missing");
        assert_eq!(
            fault("", "games = 1\ngames = 2"),
            "ja: games stands there twice"
        );
        // Errors and help need no English text in the catalogue.
        assert_eq!(
            fault("", "help-book =\n    .out = x\nMoveError =\n    .Nifu = x"),
            ""
        );
        assert_eq!(
            fault("MoveError = x", "MoveError = x"),
            "en: MoveError: this stands in the program"
        );
    }

    #[test]
    fn arguments_that_differ_are_a_fault() {
        assert_eq!(
            fault("games = { $n }", "games = { $m }"),
            r#"games: arguments {"n"} and {"m"}"#
        );
        let plural = "games = { $n ->\n    [one] one game of { $all }\n   *[other] { $n } games\n}";
        assert_eq!(fault(plural, "games = { $n } { $all }"), "");
        assert!(fault(plural, "games = { $n }").contains("arguments"));
        assert!(fault("games = { NUMBER($n) }", "games = { $n }").contains("only arguments"));
        assert!(fault("games = { $n", "games = { $n }").starts_with("en.ftl:1"));
    }

    #[test]
    fn another_english_wording_leaves_the_japanese_as_it_is() {
        let japanese = |english: &str| -> Vec<String> {
            let code = generate(english, JAPANESE).unwrap_or_default();
            let parts = code.split("pub fn japanese").skip(1);
            let bodies = parts.filter_map(|part| part.split("pub fn text").next());
            bodies.map(str::to_string).collect()
        };
        let told = japanese(ENGLISH);
        assert!(told.len() == 2 && told.concat().contains("の"));
        assert_eq!(
            japanese("games = { $name } has { $n }, that is all\n"),
            told
        );
    }
}
