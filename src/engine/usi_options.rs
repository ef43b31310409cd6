//! The table of USI options, for the answer to `usi` and for `setoption`.
//!
//! The table is part of the engine, not of the protocol, since matches set the same options by
//! name on engines in their own process.
//!
//! A new option needs a field in [`UsiOptions`] and an entry in `TABLE`. Its default
//! comes from [`UsiOptions::default`].

use std::fmt::Write as _;

use super::EngineOptions;
use super::evaluator::{DEFAULT_EVAL_DIR, EvaluatorChoice};
use crate::book::BookOptions;
use crate::host;
use crate::position::EnteringKingRule;
use crate::text::quote;
use crate::types::Depth;

/// All settings that a GUI can make.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UsiOptions {
    /// The options of the engine.
    pub engine: EngineOptions,
    /// Whether the GUI may use pondering.
    pub ponder: bool,
    /// Whether pondering is stochastic: a search of all replies instead of the expected one.
    pub stochastic_ponder: bool,
    /// Depth of a `go` without `depth`, `nodes` and `infinite`, in plies; 0 for no limit.
    pub depth_limit: Depth,
    /// Nodes of a `go` without `depth`, `nodes` and `infinite`; 0 for no limit.
    pub nodes_limit: u64,
    /// The file for a log of the conversation; empty for no log.
    pub debug_log_file: String,
}

/// The type of an option, with access to its field.
enum Kind {
    Check {
        get: fn(&UsiOptions) -> bool,
        set: fn(&mut UsiOptions, bool),
    },
    Spin {
        min: i64,
        max: i64,
        get: fn(&UsiOptions) -> i64,
        set: fn(&mut UsiOptions, i64),
    },
    Combo {
        choices: fn() -> Vec<&'static str>,
        get: fn(&UsiOptions) -> &'static str,
        set: fn(&mut UsiOptions, &str),
    },
    Text {
        /// Whether the option has the type `filename`, for which a GUI may offer a file dialog.
        is_file: bool,
        get: fn(&UsiOptions) -> &str,
        set: fn(&mut UsiOptions, String),
    },
}

struct Spec {
    name: &'static str,
    kind: Kind,
}

macro_rules! check {
    ($name:literal, $($field:ident).+) => {
        Spec { name: $name, kind: Kind::Check {
            get: |s| s.$($field).+,
            set: |s, on| s.$($field).+ = on,
        } }
    };
}

macro_rules! spin {
    ($name:literal, $min:literal ..= $max:expr, $($field:ident).+) => {
        Spec { name: $name, kind: Kind::Spin {
            min: $min,
            max: $max,
            get: |s| s.$($field).+ as i64,
            // The range in the table fits the field, so the cast loses nothing.
            set: |s, n| s.$($field).+ = n as _,
        } }
    };
}

macro_rules! combo {
    ($name:literal, $type:ty, $($field:ident).+) => {
        Spec { name: $name, kind: Kind::Combo {
            choices: || <$type>::ALL.map(<$type>::name).to_vec(),
            get: |s| s.$($field).+.name(),
            set: |s, name| if let Some(choice) = <$type>::from_name(name) {
                s.$($field).+ = choice;
            },
        } }
    };
}

macro_rules! path {
    ($name:literal, $is_file:literal, $default:expr, $($field:ident).+) => {
        Spec { name: $name, kind: Kind::Text {
            is_file: $is_file,
            get: |s| s.$($field).+.to_str().unwrap_or_default(),
            set: |s, path| s.$($field).+ = match path.as_str() {
                "" => $default.into(),
                path => path.into(),
            },
        } }
    };
}

/// The option for which the reading thread opens the log before the driver sets the option.
const DEBUG_LOG_FILE: &str = "DebugLogFile";

/// Every option, in the order `usi` lists them.
#[rustfmt::skip]
static TABLE: [Spec; 44] = [
    spin!("Threads", 1..=host::MAX_THREADS, engine.threads),
    spin!("USI_Hash", 1..=host::MAX_HASH_MIB, engine.hash_mib),
    check!("USI_Ponder", ponder),
    check!("Stochastic_Ponder", stochastic_ponder),
    spin!("MultiPV", 1..=600, engine.search.multipv),
    spin!("DepthLimit", 0..=i32::MAX as i64, depth_limit),
    spin!("NodesLimit", 0..=i64::MAX, nodes_limit),
    spin!("NetworkDelay", 0..=10_000, engine.search.time.network_delay),
    spin!("NetworkDelay2", 0..=10_000, engine.search.time.network_delay2),
    spin!("MinimumThinkingTime", 0..=100_000, engine.search.time.minimum_thinking_time),
    spin!("SlowMover", 1..=1000, engine.search.time.slow_mover),
    check!("RoundUpToFullSecond", engine.search.time.round_up_to_full_second),
    spin!("MaxMovesToDraw", 0..=100_000, engine.search.time.max_moves_to_draw),
    spin!("ResignValue", 0..=99_999, engine.search.resign_value),
    spin!("DrawValueBlack", -30_000..=30_000, engine.search.draw_value_black),
    spin!("DrawValueWhite", -30_000..=30_000, engine.search.draw_value_white),
    combo!("EnteringKingRule", EnteringKingRule, engine.search.entering_king_rule),
    check!("GenerateAllLegalMoves", engine.search.generate_all_legal_moves),
    spin!("PvInterval", 0..=100_000_000, engine.search.pv_interval),
    check!("USI_LimitStrength", engine.limit_strength),
    // The protocol's range: kyu below zero, dan above.
    spin!("USI_Strength", -15..=9, engine.strength),
    check!("ConsiderationMode", engine.search.consideration_mode),
    check!("OutputFailLHPV", engine.search.output_fail_lh_pv),
    combo!("Evaluator", EvaluatorChoice, engine.evaluator.choice),
    path!("EvalDir", false, DEFAULT_EVAL_DIR, engine.evaluator.eval_dir),
    path!("EvalFile", true, "", engine.evaluator.eval_file),
    // 0 means not set. With the default 16 of other engines, a value that the user chose could
    // not be told from the default, since GUIs send every default back.
    spin!("FV_SCALE", 0..=128, engine.evaluator.fv_scale),
    check!("USI_OwnBook", engine.book.own_book),
    path!("BookFile", true, BookOptions::DEFAULT_FILE, engine.book.file),
    path!("BookDir", false, BookOptions::DEFAULT_DIR, engine.book.dir),
    check!("BookOnTheFly", engine.book.on_the_fly),
    spin!("BookMoves", 0..=10_000, engine.book.moves),
    spin!("BookDepthLimit", 0..=99_999, engine.book.depth_limit),
    spin!("BookEvalDiff", 0..=99_999, engine.book.eval_diff),
    spin!("BookEvalBlackLimit", -99_999..=99_999, engine.book.eval_black_limit),
    spin!("BookEvalWhiteLimit", -99_999..=99_999, engine.book.eval_white_limit),
    check!("IgnoreBookPly", engine.book.ignore_ply),
    check!("FlippedBook", engine.book.flipped),
    check!("ConsiderBookMoveCount", engine.book.consider_count),
    check!("NarrowBook", engine.book.narrow),
    spin!("BookIgnoreRate", 0..=100, engine.book.ignore_rate),
    spin!("BookPvMoves", 1..=246, engine.book.pv_moves),
    // This option exists only in Komadai, for repeatable matches and tests.
    spin!("BookSeed", 0..=i64::MAX, engine.book.seed),
    Spec {
        name: DEBUG_LOG_FILE,
        kind: Kind::Text {
            is_file: false,
            get: |s| &s.debug_log_file,
            set: |s, path| s.debug_log_file = path,
        },
    },
];

/// Other names of options, with the names in the table.
const ALIASES: [(&str, &str); 4] = [
    ("USI_MultiPV", "MultiPV"),
    ("NumberOfThreads", "Threads"),
    ("OwnBook", "USI_OwnBook"),
    ("Book_File", "BookFile"),
];

/// Options of other or older engines that GUI configurations may still send, and names that the
/// protocol reserves. Setting them is no error and has no effect.
#[rustfmt::skip]
const FOREIGN: [&str; 23] = [
    "Hash", "Contempt", "EvalHash", "EvalShare", "SkillLevel", "Skill Level", "WriteDebugLog",
    "nodestime", "LargePageEnable", "ThreadIdOffset", "NumaPolicy", "DrawValueBlack2",
    "DrawValueWhite2", "EngineNuma", "BookEvalBlackDiff", "BookEvalWhiteDiff",
    "BookDepthBlackLimit", "BookDepthWhiteLimit", "USI_ShowCurrLine", "USI_ShowRefutations",
    "USI_AnalyseMode", "USI_Variant", "UCI_Variant",
];

/// The word that stands for an empty text in USI.
const EMPTY: &str = "<empty>";

/// The result of a `setoption`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The option has the value now; it may have had it before.
    Done,
    /// Nothing was changed; no message is needed.
    Ignored,
    /// Nothing was changed, for this reason, which is reported to the user.
    Refused(OptionError),
}

/// The reason why an option cannot be set to a value, of this or of another engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has the name, which is quoted.
    #[error("unknown option {0}")]
    Unknown(String),
    /// The value is missing.
    #[error("option {0} needs a value")]
    Missing(String),
    /// A button was given a value.
    #[error("option {0} is a button and takes no value")]
    Button(String),
    /// The option does not allow the value.
    #[error("option {name} takes {allowed}, not {value}")]
    Value {
        /// The name of the option.
        name: String,
        /// The allowed values.
        allowed: AllowedValue,
        /// The value given, quoted.
        value: String,
    },
}

/// The values that an option allows, for messages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AllowedValue {
    /// `true` and `false`.
    #[error("true or false")]
    Bool,
    /// Whole numbers, from the smallest to the largest.
    #[error("a whole number from {0} to {1}")]
    Number(i64, i64),
    /// The choices, separated by commas.
    #[error("one of {0}")]
    OneOf(String),
}

impl AllowedValue {
    /// The error for a value that the option of this name does not allow.
    pub fn error(self, name: &str, value: &str) -> OptionError {
        OptionError::Value {
            name: name.to_string(),
            allowed: self,
            value: quote(value),
        }
    }
}

impl UsiOptions {
    /// The `option` lines of the answer to `usi`.
    pub fn describe() -> String {
        let defaults = UsiOptions::default();
        let mut out = String::new();
        for spec in &TABLE {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "option name {} {}",
                spec.name,
                spec.describe(&defaults)
            );
        }
        #[cfg(feature = "tuning")]
        out.push_str(&tuning::describe());
        out
    }

    /// Sets an option by name, in upper or lower case, to the value of a text.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Change {
        match find(name) {
            Some(spec) => spec.set(self, value),
            #[cfg(feature = "tuning")]
            None if tuning::set(name, value) => Change::Done,
            None if FOREIGN.iter().any(|n| n.eq_ignore_ascii_case(name)) => Change::Ignored,
            None => Change::Refused(OptionError::Unknown(quote(name))),
        }
    }

    /// The new value of [`UsiOptions::debug_log_file`] if this `setoption` sets it; `None` if it
    /// sets another option.
    pub fn debug_log_file_of(name: &str, value: Option<&str>) -> Option<String> {
        let spec = find(name).filter(|spec| spec.name == DEBUG_LOG_FILE)?;
        let mut settings = UsiOptions::default();
        spec.set(&mut settings, value);
        Some(settings.debug_log_file)
    }

    /// An option's canonical name and present value; `None` if there is no such option.
    pub fn get(&self, name: &str) -> Option<(&'static str, String)> {
        find(name).map(|spec| (spec.name, spec.value(self)))
    }

    /// All options with their present values.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, String)> {
        TABLE.iter().map(|spec| (spec.name, spec.value(self)))
    }
}

fn find(name: &str) -> Option<&'static Spec> {
    let name = ALIASES
        .iter()
        .find(|(alias, _)| alias.eq_ignore_ascii_case(name))
        .map_or(name, |(_, ours)| ours);
    TABLE
        .iter()
        .find(|spec| spec.name.eq_ignore_ascii_case(name))
}

impl Spec {
    /// The part of the `option` line after the name: type, default and range or choices.
    fn describe(&self, defaults: &UsiOptions) -> String {
        let default = self.value(defaults);
        match &self.kind {
            Kind::Check { .. } => format!("type check default {default}"),
            Kind::Spin { min, max, .. } => {
                format!("type spin default {default} min {min} max {max}")
            }
            Kind::Combo { choices, .. } => {
                let vars: String = choices().iter().map(|c| format!(" var {c}")).collect();
                format!("type combo default {default}{vars}")
            }
            Kind::Text { is_file: true, .. } => format!("type filename default {default}"),
            Kind::Text { .. } => format!("type string default {default}"),
        }
    }

    fn value(&self, settings: &UsiOptions) -> String {
        match &self.kind {
            Kind::Check { get, .. } => get(settings).to_string(),
            Kind::Spin { get, .. } => get(settings).to_string(),
            Kind::Combo { get, .. } => get(settings).to_string(),
            Kind::Text { get, .. } => match get(settings) {
                "" => EMPTY.to_string(),
                text => text.to_string(),
            },
        }
    }

    fn set(&self, settings: &mut UsiOptions, value: Option<&str>) -> Change {
        let is_missing = value.is_none();
        // An empty value changes only texts: some GUIs send one for every option that is not set.
        let value = value.filter(|value| !value.is_empty() && *value != EMPTY);
        let refuse = |allowed: AllowedValue| {
            Change::Refused(allowed.error(self.name, value.unwrap_or_default()))
        };
        match (&self.kind, value) {
            (Kind::Text { set, .. }, text) => set(settings, text.unwrap_or_default().to_string()),
            (_, None) if is_missing => {
                return Change::Refused(OptionError::Missing(self.name.to_string()));
            }
            (_, None) => return Change::Ignored,
            (Kind::Check { set, .. }, Some(text)) => match text.to_ascii_lowercase().parse() {
                Ok(on) => set(settings, on),
                Err(_) => return refuse(AllowedValue::Bool),
            },
            (&Kind::Spin { min, max, set, .. }, Some(text)) => match text.parse() {
                Ok(n) if (min..=max).contains(&n) => set(settings, n),
                _ => return refuse(AllowedValue::Number(min, max)),
            },
            (Kind::Combo { choices, set, .. }, Some(text)) => {
                let choices = choices();
                match choices.iter().find(|c| c.eq_ignore_ascii_case(text)) {
                    Some(choice) => set(settings, choice),
                    None => return refuse(AllowedValue::OneOf(choices.join(", "))),
                }
            }
        }
        Change::Done
    }
}

/// The margins of the search as options, in builds for tuning.
#[cfg(feature = "tuning")]
mod tuning {
    use crate::search::tunables;

    pub(super) fn describe() -> String {
        let line = |t: &tunables::Tunable| {
            let (name, default, (min, max)) = (t.name, t.default, t.range);
            format!("option name {name} type spin default {default} min {min} max {max}\n")
        };
        tunables::ALL.iter().map(line).collect()
    }

    /// Sets a margin; false if there is no margin of that name or the value is out of its range.
    pub(super) fn set(name: &str, value: Option<&str>) -> bool {
        let Some(value) = value.and_then(|v| v.parse::<i32>().ok()) else {
            return false;
        };
        tunables::ALL
            .iter()
            .filter(|t| t.name == name && (t.range.0..=t.range.1).contains(&value))
            .any(|t| tunables::set(t.name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_defaults_hold_no_spaces_and_come_once() {
        let text = UsiOptions::describe();
        assert!(text.is_ascii());
        assert!(text.lines().count() >= TABLE.len());
        let mut names = Vec::new();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(words[..2], ["option", "name"], "{line}");
            assert_eq!(words[3], "type", "{line}");
            assert_eq!(words[5], "default", "{line}");
            match words[4] {
                "check" | "string" | "filename" => assert_eq!(words.len(), 7, "{line}"),
                "spin" => {
                    let n = |i: usize| words[i].parse::<i64>().unwrap();
                    assert_eq!((words[7], words[9], words.len()), ("min", "max", 11));
                    assert!((n(8)..=n(10)).contains(&n(6)), "{line}");
                }
                "combo" => {
                    let vars: Vec<&str> = words[7..].chunks(2).map(|pair| pair[1]).collect();
                    assert!(vars.contains(&words[6]), "{line}");
                }
                other => panic!("{other}"),
            }
            names.push(words[2].to_ascii_lowercase());
        }
        for other in FOREIGN.into_iter().chain(ALIASES.map(|(alias, _)| alias)) {
            names.push(other.to_ascii_lowercase());
        }
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "a name stands twice");
    }

    #[test]
    fn every_default_sent_back_changes_nothing() {
        let mut settings = UsiOptions::default();
        for (name, value) in UsiOptions::default().values() {
            assert_eq!(settings.set(name, Some(&value)), Change::Done, "{name}");
            assert_eq!(settings, UsiOptions::default(), "{name}");
            for empty in [Some(""), Some(EMPTY)] {
                assert!(!matches!(settings.set(name, empty), Change::Refused(_)));
                assert_eq!(settings, UsiOptions::default(), "{name} {empty:?}");
            }
        }
    }

    #[test]
    fn both_ends_of_every_range_are_taken_as_they_are() {
        let mut settings = UsiOptions::default();
        for spec in &TABLE {
            if let Kind::Spin { min, max, get, .. } = &spec.kind {
                for n in [*min, *max] {
                    let text = n.to_string();
                    assert_eq!(settings.set(spec.name, Some(&text)), Change::Done);
                    assert_eq!(get(&settings), n, "{}", spec.name);
                }
            }
        }
    }

    #[test]
    fn wrong_values_are_refused_with_the_reason() {
        let mut settings = UsiOptions::default();
        for (name, value, why) in [
            (
                "Threads",
                "0",
                "takes a whole number from 1 to 1024, not '0'",
            ),
            ("Threads", "two", "a whole number from 1"),
            ("USI_Hash", "99999999999999999999", "a whole number from 1"),
            ("USI_Ponder", "yes", "takes true or false, not 'yes'"),
            ("EnteringKingRule", "Mine", "one of NoEnteringKing"),
            ("Evaluator", "nn", "one of auto, material, nnue"),
            ("FV_SCALE", "129", "from 0 to 128, not '129'"),
            ("NoSuchThing", "1", "unknown option 'NoSuchThing'"),
            ("USI_Hash", "", "needs a value"),
        ] {
            match settings.set(name, Some(value).filter(|value| !value.is_empty())) {
                Change::Refused(refusal) => {
                    assert!(refusal.to_string().contains(why), "{refusal}");
                }
                other => panic!("{name} {value}: {other:?}"),
            }
        }
        assert_eq!(settings, UsiOptions::default());
    }

    #[test]
    fn names_do_not_depend_on_case_and_old_ones_are_no_mistake() {
        let mut settings = UsiOptions::default();
        assert_eq!(settings.set("multipv", Some("5")), Change::Done);
        assert_eq!(settings.engine.search.multipv, 5);
        assert_eq!(settings.set("usi_multipv", Some("6")), Change::Done);
        assert_eq!(settings.get("MULTIPV"), Some(("MultiPV", "6".to_string())));
        let before = settings.clone();
        assert_eq!(settings.set("Skill Level", Some("20")), Change::Ignored);
        assert_eq!(settings, before);
        settings.set("enteringkingrule", Some("tryrule"));
        assert_eq!(
            settings.engine.search.entering_king_rule,
            EnteringKingRule::Try
        );
        settings.set("DebugLogFile", Some("C:\\My Games\\log.txt"));
        assert_eq!(settings.debug_log_file, "C:\\My Games\\log.txt");
        settings.set("EvalFile", Some("C:\\My Nets\\将棋 nn.bin"));
        assert_eq!(
            settings.get("evalfile"),
            Some(("EvalFile", "C:\\My Nets\\将棋 nn.bin".to_string()))
        );
        settings.set("evaluator", Some("NNUE"));
        assert_eq!(settings.engine.evaluator.choice, EvaluatorChoice::Nnue);
    }
}
