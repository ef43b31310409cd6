//! End marks: the end of a game as record files write it.

use komadai::movegen::{EndReason, Outcome};
use komadai::position::Position;
use komadai::types::Color;

/// An end mark. "The side to move" is the side that would have moved next.
///
/// A mark is kept as written even if it contradicts the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// 投了: the side to move resigns.
    Resign,
    /// 中断: the game was broken off.
    Interrupted,
    /// 千日手: the fourth repetition.
    Repetition,
    /// 持将棋: both kings have entered, a draw.
    Impasse,
    /// 引き分け: a draw for another reason.
    Draw,
    /// 最大手数: the agreed number of moves was reached.
    MaxMoves,
    /// 切れ負け: the side to move lost on time.
    TimeUp,
    /// 反則負け: the side to move broke a rule and lost.
    FoulLoss,
    /// 反則勝ち: the side to move wins as the opponent broke a rule.
    FoulWin,
    /// 入玉勝ち: the side to move declared a win.
    Declaration,
    /// 詰み: the side to move is mated.
    Mate,
    /// 不詰: a mate problem without a mate.
    NoMate,
    /// 不戦敗: the side to move did not appear.
    DefaultLoss,
    /// 不戦勝: the opponent did not appear.
    DefaultWin,
    /// トライ: the side to move won by reaching the enemy king's square.
    Try,
    /// 封じ手: the game is adjourned, the side to move has sealed its move.
    Sealed,
    /// 待った: the side to move took a move back.
    TakeBack,
    /// エラー: an error stopped the game.
    Error,
    /// An unknown mark, as written in the file.
    Other(String),
}

/// Each end with its KIF word, its CSA word if there is one, its word in Western text, and the
/// English words that people are shown.
const NAMES: [(End, &str, Option<&str>, &str, &str); 18] = [
    (End::Resign, "投了", Some("TORYO"), "Resigns", "resignation"),
    (
        End::Interrupted,
        "中断",
        Some("CHUDAN"),
        "Interrupted",
        "broken off",
    ),
    (
        End::Repetition,
        "千日手",
        Some("SENNICHITE"),
        "Repetition",
        "repetition",
    ),
    (
        End::Impasse,
        "持将棋",
        Some("JISHOGI"),
        "Impasse",
        "impasse",
    ),
    (End::Draw, "引き分け", Some("HIKIWAKE"), "Draw", "draw"),
    (
        End::MaxMoves,
        "最大手数",
        Some("MAX_MOVES"),
        "MaxMoves",
        "maximum number of moves",
    ),
    (End::TimeUp, "切れ負け", Some("TIME_UP"), "TimeUp", "time"),
    (
        End::FoulLoss,
        "反則負け",
        Some("ILLEGAL_MOVE"),
        "FoulLoss",
        "illegal move",
    ),
    (End::FoulWin, "反則勝ち", None, "FoulWin", "illegal move"),
    (
        End::Declaration,
        "入玉勝ち",
        Some("KACHI"),
        "Declaration",
        "declaration",
    ),
    (End::Mate, "詰み", Some("TSUMI"), "Mate", "checkmate"),
    (End::NoMate, "不詰", Some("FUZUMI"), "NoMate", "no mate"),
    (End::DefaultLoss, "不戦敗", None, "DefaultLoss", "default"),
    (End::DefaultWin, "不戦勝", None, "DefaultWin", "default"),
    (End::Try, "トライ", None, "Try", "try rule"),
    (End::Sealed, "封じ手", None, "Sealed", "move sealed"),
    (
        End::TakeBack,
        "待った",
        Some("MATTA"),
        "TakeBack",
        "move taken back",
    ),
    (End::Error, "エラー", Some("ERROR"), "Error", "error"),
];

impl End {
    /// A mark of unknown meaning, shortened to one word without signs that the formats use.
    pub fn other(text: &str) -> End {
        let fits = |c: &char| !c.is_control() && !c.is_whitespace() && !"()（）+".contains(*c);
        let clean: String = text.chars().filter(fits).take(40).collect();
        End::Other(match clean.is_empty() {
            true => "不明".to_string(),
            false => clean,
        })
    }

    /// The word for this end in KIF files.
    pub fn kif_word(&self) -> &str {
        match self {
            End::Other(text) => text,
            known => NAMES
                .iter()
                .find(|(end, ..)| end == known)
                .map_or("", |(_, kif, ..)| kif),
        }
    }

    /// The mark that a word of KIF files stands for; `None` if unknown.
    pub fn from_kif_word(word: &str) -> Option<End> {
        match word {
            "詰" => return Some(End::Mate),
            "引分け" | "引分" | "引き分" => return Some(End::Draw),
            "時間切れ" | "時間切れ負け" | "切れ負" => return Some(End::TimeUp),
            "入玉宣言" | "入玉宣言勝ち" | "宣言勝ち" => {
                return Some(End::Declaration);
            }
            "最大手数到達" => return Some(End::MaxMoves),
            "反則" | "反則手" | "反則負" => return Some(End::FoulLoss),
            "反則勝" => return Some(End::FoulWin),
            "不詰み" => return Some(End::NoMate),
            "封手" => return Some(End::Sealed),
            _ => {}
        }
        NAMES
            .iter()
            .find(|(_, kif, ..)| *kif == word)
            .map(|(end, ..)| end.clone())
    }

    /// The word for this end in CSA files, without `%`; `None` if CSA has none.
    pub fn csa_word(&self, side: Color) -> Option<&str> {
        match self {
            End::FoulWin => Some(match side {
                Color::Black => "-ILLEGAL_ACTION",
                Color::White => "+ILLEGAL_ACTION",
            }),
            known => NAMES
                .iter()
                .find(|(end, ..)| end == known)
                .and_then(|(_, _, csa, ..)| *csa),
        }
    }

    /// The mark that a word of CSA files (without `%`) stands for; `None` if unknown.
    pub fn from_csa_word(word: &str, side: Color) -> Option<End> {
        let culprit = match word {
            "+ILLEGAL_ACTION" => Some(Color::Black),
            "-ILLEGAL_ACTION" => Some(Color::White),
            "ILLEGAL_ACTION" => Some(!side),
            _ => None,
        };
        if let Some(culprit) = culprit {
            return Some(if culprit == side {
                End::FoulLoss
            } else {
                End::FoulWin
            });
        }
        NAMES
            .iter()
            .find(|(_, _, csa, ..)| *csa == Some(word))
            .map(|(end, ..)| end.clone())
    }

    /// The word for this end in Western text.
    pub fn western_word(&self) -> &str {
        match self {
            End::Other(text) => text,
            known => NAMES
                .iter()
                .find(|(end, ..)| end == known)
                .map_or("", |(.., western, _)| western),
        }
    }

    /// The English words for this end, to be shown after the winner: `checkmate`.
    pub fn english(&self) -> &str {
        match self {
            End::Other(text) => text,
            known => NAMES
                .iter()
                .find(|(end, ..)| end == known)
                .map_or("", |(.., english)| english),
        }
    }

    /// The mark that a word of Western text stands for; `None` if unknown.
    pub fn from_western_word(word: &str) -> Option<End> {
        NAMES
            .iter()
            .find(|(.., western, _)| western.eq_ignore_ascii_case(word))
            .map(|(end, ..)| end.clone())
    }

    /// The end mark for an outcome, with `side` to move.
    ///
    /// Most marks tell the winner only relative to the side to move. If the mark for the reason
    /// would name the wrong winner, the result is [`End::Interrupted`], which names none.
    pub fn of(outcome: Outcome, side: Color) -> End {
        let winner = outcome.winner;
        let exact = match outcome.reason {
            EndReason::Mate | EndReason::NoMoves => End::Mate,
            EndReason::Resign | EndReason::AdjudicatedLoss | EndReason::ProvenMate => End::Resign,
            EndReason::Declaration => End::Declaration,
            EndReason::DeclarationDraw => End::Impasse,
            EndReason::Repetition => End::Repetition,
            EndReason::MaxMoves => End::MaxMoves,
            EndReason::AdjudicatedDraw => End::Draw,
            EndReason::IllegalMove | EndReason::FalseDeclaration | EndReason::EarlyAnswer => {
                End::FoulLoss
            }
            EndReason::Time | EndReason::Hang => End::TimeUp,
            EndReason::PerpetualCheck if winner == Some(side) => End::FoulWin,
            EndReason::PerpetualCheck => End::FoulLoss,
            // トライ would name the side to move as the winner, but the winner has just moved. 詰み
            // names the winner correctly.
            EndReason::Try => End::Mate,
            // The loser's program crashed: its opponent wins as by a loss on time.
            EndReason::Crash => End::TimeUp,
            EndReason::Unknown => End::Interrupted,
        };
        match exact.winner(side) == winner {
            true => exact,
            false => End::Interrupted,
        }
    }

    /// The end by the rules at this position: mate (also without a check, if there is no
    /// legal move) or a fourth repetition; `None` if the game goes on.
    pub fn by_the_rules(pos: &Position) -> Option<End> {
        Outcome::of(pos, 0).map(|outcome| End::of(outcome, pos.side_to_move()))
    }

    /// The winner, with `side` to move; `None` for draws and games without a result.
    pub fn winner(&self, side: Color) -> Option<Color> {
        match self {
            End::Resign | End::TimeUp | End::FoulLoss | End::Mate | End::DefaultLoss => Some(!side),
            End::FoulWin | End::Declaration | End::DefaultWin | End::Try => Some(side),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_comes_back() {
        for (end, ..) in NAMES {
            assert_eq!(End::from_kif_word(end.kif_word()), Some(end.clone()));
            assert_eq!(
                End::from_western_word(end.western_word()),
                Some(end.clone())
            );
            for side in Color::ALL {
                if let Some(word) = end.csa_word(side) {
                    assert_eq!(End::from_csa_word(word, side), Some(end.clone()));
                }
            }
        }
        assert_eq!(End::from_kif_word("指し掛け"), None);
        let foul = End::from_csa_word("+ILLEGAL_ACTION", Color::Black);
        assert_eq!(foul, Some(End::FoulLoss));
    }

    #[test]
    fn winners_are_seen_from_the_side_to_move() {
        assert_eq!(End::Resign.winner(Color::Black), Some(Color::White));
        assert_eq!(End::FoulWin.winner(Color::Black), Some(Color::Black));
        assert_eq!(End::Repetition.winner(Color::Black), None);
    }
}
