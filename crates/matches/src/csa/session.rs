//! Protocol state of a connection to a server: lines in, actions out.
//!
//! Sources: the CSA server protocol 1.2.1, and floodgate's shogi-server for its
//! extensions: comments with moves, empty lines as signs of life.

use super::game::{GameVerdict, Note, ServerGame};
use super::summary::{SummaryError, SummaryReader};
use komadai::movegen::EndReason;
use komadai::types::Move;
use komadai_records::{read_csa_move, write_csa_move};

/// Action for the client to take after a line of the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send this line.
    Send(String),
    /// We are logged in and wait for a game.
    LoggedIn,
    /// The server refused the login: wrong password, or the name is logged in already.
    Refused(String),
    /// A game was offered ([`Session::game`]); answer with [`Session::agree`] or
    /// [`Session::reject`].
    Offered,
    /// A game was offered that cannot be played, and has been rejected.
    Unplayable(SummaryError),
    /// The offered game was rejected by this player.
    Rejected(String),
    /// The game has begun.
    Started,
    /// A move was made, by the side that was to move.
    Moved(Move),
    /// The server's line with a move that cannot be made.
    Impossible(String),
    /// The server goes on after such a line, so that the position is unknown.
    Lost,
    /// The game is over and its record complete; [`Session::game`] returns it until the next offer.
    Over(GameVerdict),
    /// The server confirmed the logout.
    LoggedOut,
    /// A line without a meaning in this state.
    Odd(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    LoggingIn,
    /// Waiting for a game.
    Waiting,
    /// Inside a summary.
    Summary,
    /// A game is offered, and at least one player has not yet agreed.
    Agreeing,
    Playing,
}

/// Decision of our engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A legal move.
    Move(Move, Note),
    /// `%TORYO`.
    Resign,
    /// `%KACHI`.
    Declare,
}

/// A connection to a server.
#[derive(Debug)]
pub struct Session {
    state: State,
    /// Whether to send scores and lines with moves.
    comments: bool,
    summary: SummaryReader,
    game: Option<ServerGame>,
    /// Reason for the end of the game, which the server sends before the result.
    reason: EndReason,
    /// Time of the last resignation or declaration, in ms.
    end_ms: Option<u64>,
    /// The last move in the server's notation.
    last: String,
}

impl Session {
    /// State of a new connection. With `comments`, scores and lines are sent with moves,
    /// as floodgate accepts them.
    pub fn new(comments: bool) -> Session {
        Session {
            state: State::LoggingIn,
            comments,
            summary: SummaryReader::default(),
            game: None,
            reason: EndReason::Unknown,
            end_ms: None,
            last: String::new(),
        }
    }

    /// The offered, current or last game of this connection.
    pub fn game(&self) -> Option<&ServerGame> {
        self.game.as_ref()
    }

    /// [`Session::game`], mutable.
    pub(super) fn game_mut(&mut self) -> Option<&mut ServerGame> {
        self.game.as_mut()
    }

    /// Whether a game is in play.
    pub fn is_playing(&self) -> bool {
        self.state == State::Playing
    }

    /// Whether no game is offered or in play.
    pub fn is_idle(&self) -> bool {
        matches!(self.state, State::LoggingIn | State::Waiting)
    }

    /// Agrees to the game offered.
    pub fn agree(&self) -> Option<Action> {
        self.answer_offer("AGREE")
    }

    /// Rejects the game offered.
    pub fn reject(&self) -> Option<Action> {
        self.answer_offer("REJECT")
    }

    fn answer_offer(&self, word: &str) -> Option<Action> {
        let game = self.game.as_ref()?;
        let offered = self.state == State::Agreeing;
        offered.then(|| Action::Send(format!("{word} {}", game.id).trim_end().to_string()))
    }

    /// Returns the line to send for a decision. The position changes only when the server
    /// confirms the move.
    pub fn decide(&mut self, decision: Decision) -> Option<Action> {
        let game = self.game.as_mut()?;
        if self.state != State::Playing || !game.is_our_turn() {
            return None;
        }
        let text = match decision {
            Decision::Resign => "%TORYO".to_string(),
            Decision::Declare => "%KACHI".to_string(),
            Decision::Move(mv, note) => {
                let mut text = write_csa_move(game.position(), mv);
                if let Some(comment) = note.floodgate().filter(|_| self.comments) {
                    text.push_str(",'");
                    text.push_str(&comment);
                }
                game.notes.insert(game.number() + 1, note);
                text
            }
        };
        Some(Action::Send(text))
    }

    /// Ends the record of the current game, if its connection is lost or closed.
    pub fn break_off(&mut self) -> Option<&ServerGame> {
        if self.state != State::Playing {
            return None;
        }
        self.state = State::Waiting;
        let game = self.game.as_mut()?;
        game.end(EndReason::Unknown, GameVerdict::None, None);
        Some(game)
    }

    /// Returns the actions for a line of the server.
    pub fn line(&mut self, line: &str) -> Vec<Action> {
        match self.state {
            State::Summary => self.summary_line(line),
            _ => self.other_line(line.trim_end()),
        }
    }

    fn other_line(&mut self, line: &str) -> Vec<Action> {
        match self.state {
            // An empty line is a sign of life, or the answer to ours.
            _ if line.is_empty() => Vec::new(),
            State::Playing => self.game_line(line),
            _ => self.waiting_line(line),
        }
    }

    fn waiting_line(&mut self, line: &str) -> Vec<Action> {
        let (word, rest) = line.split_once(':').unwrap_or((line, ""));
        match (self.state, word) {
            (State::LoggingIn, "LOGIN") if rest.ends_with(" OK") => {
                self.state = State::Waiting;
                vec![Action::LoggedIn]
            }
            (State::LoggingIn, "LOGIN") => vec![Action::Refused(line.to_string())],
            // A new offer replaces one that has not led to a game.
            (State::Waiting | State::Agreeing, "BEGIN Game_Summary") => {
                self.begin_summary();
                Vec::new()
            }
            (State::Agreeing, "START") => {
                self.state = State::Playing;
                self.reason = EndReason::Unknown;
                self.end_ms = None;
                self.last.clear();
                vec![Action::Started]
            }
            (State::Agreeing, "REJECT") => {
                self.state = State::Waiting;
                vec![Action::Rejected(rest.to_string())]
            }
            (_, "LOGOUT") => vec![Action::LoggedOut],
            _ => vec![Action::Odd(line.to_string())],
        }
    }

    fn begin_summary(&mut self) {
        self.state = State::Summary;
        self.summary = SummaryReader::default();
    }

    fn summary_line(&mut self, line: &str) -> Vec<Action> {
        match self.summary.line(line) {
            None => Vec::new(),
            Some(Ok(summary)) => {
                self.state = State::Agreeing;
                self.game = Some(ServerGame::new(summary));
                vec![Action::Offered]
            }
            Some(Err(error)) => {
                self.state = State::Waiting;
                vec![
                    Action::Send("REJECT".to_string()),
                    Action::Unplayable(error),
                ]
            }
        }
    }

    fn game_line(&mut self, line: &str) -> Vec<Action> {
        let odd = || vec![Action::Odd(line.to_string())];
        let Some(game) = &mut self.game else {
            return odd();
        };
        let step = line.split(',').next().unwrap_or(line);
        match line.as_bytes().first() {
            // The last line once more. A legal move never is: its side is not to move.
            Some(b'+' | b'-') if step == self.last => odd(),
            Some(b'+' | b'-') if game.illegal.is_some() => {
                vec![Action::Lost]
            }
            Some(b'+' | b'-') => {
                let ms = time_of(line);
                self.last = step.to_string();
                match read_csa_move(game.position(), step) {
                    Ok(mv) => {
                        game.play(mv, ms.unwrap_or(0));
                        vec![Action::Moved(mv)]
                    }
                    Err(_) => {
                        game.illegal = Some(step.to_string());
                        self.end_ms = ms;
                        vec![Action::Impossible(line.to_string())]
                    }
                }
            }
            Some(b'%') => {
                self.end_ms = time_of(line);
                Vec::new()
            }
            Some(b'#') => self.end_line(line),
            // The server has ended the game by a line that is not known here.
            _ if line == "BEGIN Game_Summary" => {
                let over = self.over(GameVerdict::None);
                self.begin_summary();
                over
            }
            _ => odd(),
        }
    }

    /// Handles a line about the end: first the reason, then the result. `#CHUDAN` is both.
    fn end_line(&mut self, line: &str) -> Vec<Action> {
        let verdict = match line {
            "#WIN" => GameVerdict::Win,
            "#LOSE" => GameVerdict::Lose,
            "#DRAW" => GameVerdict::Draw,
            "#CENSORED" | "#CHUDAN" => GameVerdict::None,
            _ => {
                self.reason = match line {
                    "#RESIGN" => EndReason::Resign,
                    "#SENNICHITE" => EndReason::Repetition,
                    "#OUTE_SENNICHITE" => EndReason::PerpetualCheck,
                    "#ILLEGAL_MOVE" | "#ILLEGAL_ACTION" => EndReason::IllegalMove,
                    "#TIME_UP" => EndReason::Time,
                    "#JISHOGI" => EndReason::Declaration,
                    "#MAX_MOVES" => EndReason::MaxMoves,
                    _ => return vec![Action::Odd(line.to_string())],
                };
                return Vec::new();
            }
        };
        self.over(verdict)
    }

    /// Ends the current game with the reason that the server has sent.
    fn over(&mut self, verdict: GameVerdict) -> Vec<Action> {
        self.state = State::Waiting;
        if let Some(game) = &mut self.game {
            let reason = match (self.reason, verdict) {
                (EndReason::Declaration, GameVerdict::Draw) => EndReason::DeclarationDraw,
                (reason, _) => reason,
            };
            game.end(reason, verdict, self.end_ms);
        }
        vec![Action::Over(verdict)]
    }
}

/// Time after a move in ms: `,T12` or `,T1.5`. Always in seconds, as in CSA records,
/// independent of the clock's unit.
fn time_of(line: &str) -> Option<u64> {
    let time = line
        .split(',')
        .skip(1)
        .find_map(|part| part.strip_prefix('T'))?;
    let seconds: f64 = time.trim().parse().ok()?;
    let sane = seconds.is_finite() && (0.0..1e12).contains(&seconds);
    sane.then(|| (seconds * 1000.0).round() as u64)
}

#[cfg(test)]
mod tests {
    use super::super::summary::tests::lines;
    use super::*;
    use komadai::types::Color;
    use komadai::usi::UsiInfo;
    use komadai_records::{End, Format};

    const TIME: &str = "BEGIN Time\nTime_Unit:1sec\nTotal_Time:60\nByoyomi:5\nEND Time";

    /// A session that has read everything up to the start of a game.
    fn playing(turn: &str, position: &str) -> Session {
        let mut session = Session::new(true);
        assert_eq!(session.line("LOGIN:me OK"), [Action::LoggedIn]);
        assert!(session.line("BEGIN Game_Summary").is_empty());
        let mut actions = Vec::new();
        for line in lines(turn, TIME, position) {
            actions.extend(session.line(&line));
        }
        assert_eq!(actions, [Action::Offered]);
        assert_eq!(
            session.agree(),
            Some(Action::Send("AGREE room-1".to_string()))
        );
        assert_eq!(session.line("START:room-1"), [Action::Started]);
        session
    }

    fn decide(session: &mut Session, text: &str, info: &str) -> String {
        let mv = Move::from_usi(text).unwrap();
        let info = UsiInfo::parse(&format!("info {info}")).unwrap();
        let note = Note::new(session.game().unwrap().position(), mv, &info);
        match session.decide(Decision::Move(mv, note)) {
            Some(Action::Send(line)) => line,
            other => panic!("{other:?}"),
        }
    }

    fn end_of(session: &Session) -> (End, Option<u64>) {
        let record = session.game().unwrap().record(Format::Csa, "");
        let last = record.main_line().last().unwrap();
        let node = record.node(last);
        (node.end().unwrap().clone(), node.time_ms)
    }

    #[test]
    fn a_game_from_login_to_result() {
        let mut session = playing("+", "");
        let line = decide(&mut session, "7g7f", "score cp 30 pv 7g7f 3c3d");
        assert_eq!(line, "+7776FU,'* 30 -3334FU");
        // The position changes only when the server confirms the move.
        assert_eq!(session.game().unwrap().position_text(), "startpos");
        let mv = |text| Move::from_usi(text).unwrap();
        assert_eq!(session.line("+7776FU,T3"), [Action::Moved(mv("7g7f"))]);
        assert!(session.decide(Decision::Resign).is_none());
        assert!(session.line("").is_empty());
        assert_eq!(session.line("-3334FU,T61"), [Action::Moved(mv("3c3d"))]);
        let game = session.game().unwrap();
        assert_eq!(game.position_text(), "startpos moves 7g7f 3c3d");
        assert_eq!(game.go_text(0, 0), "btime 57000 wtime 0 byoyomi 5000");
        let resign = session.decide(Decision::Resign);
        assert_eq!(resign, Some(Action::Send("%TORYO".to_string())));
        assert!(session.line("%TORYO,T2").is_empty());
        assert!(session.line("#RESIGN").is_empty());
        assert_eq!(session.line("#LOSE"), [Action::Over(GameVerdict::Lose)]);
        assert_eq!(end_of(&session), (End::Resign, Some(2000)));
        let record = session
            .game()
            .unwrap()
            .record(Format::Csa, "2026/11/26 12:00:00");
        let first = record.main_line().next().unwrap();
        assert_eq!(record.node(first).comments, ["* 30 -3334FU"]);
        assert_eq!(record.node(first).time_ms, Some(3000));
        // The connection is ready for another game.
        assert!(session.is_idle());
        assert!(session.line("BEGIN Game_Summary").is_empty());
        assert_eq!(session.line("LOGOUT:completed"), []);
    }

    #[test]
    fn a_second_echo_is_ignored_and_an_impossible_move_is_named_once() {
        let mut session = playing("+", "");
        let odd = |line: &str| [Action::Odd(line.to_string())];
        let mv = |text| Move::from_usi(text).unwrap();
        assert_eq!(session.line("+7776FU,T1"), [Action::Moved(mv("7g7f"))]);
        assert_eq!(session.line("+7776FU,T1"), odd("+7776FU,T1"));
        assert_eq!(session.line("-3334FU,T1"), [Action::Moved(mv("3c3d"))]);
        assert_eq!(session.line("+8822UM,T1"), [Action::Moved(mv("8h2b+"))]);
        let bad = "-9999XX,T1";
        assert_eq!(session.line(bad), [Action::Impossible(bad.to_string())]);
        assert_eq!(session.line(bad), odd(bad));
        assert_eq!(session.line("+2726FU,T1"), [Action::Lost]);
        assert_eq!(session.line("#CHUDAN"), [Action::Over(GameVerdict::None)]);
    }

    #[test]
    fn only_the_same_moves_continue_a_game() {
        let game = |moves: &str| {
            let session = playing("+", &format!("PI\n+\n{moves}"));
            session.game().unwrap().clone()
        };
        let played = game("+7776FU,T1");
        assert!(played.continues(&played));
        assert!(game("+7776FU,T1\n-3334FU,T1").continues(&played));
        assert!(!game("").continues(&played) && played.continues(&game("")));
        assert!(!game("+2726FU,T1").continues(&played));
    }

    #[test]
    fn a_new_offer_replaces_the_last_and_ends_a_game() {
        let begin = "BEGIN Game_Summary";
        let mut session = Session::new(true);
        session.line("LOGIN:me OK");
        let offer = |session: &mut Session, turn: &str| {
            let mut actions = Vec::new();
            for line in lines(turn, TIME, "") {
                actions.extend(session.line(&line));
            }
            assert_eq!(actions, [Action::Offered]);
            session.game().unwrap().ours
        };
        // Half a summary, then one that leads to no game, then another.
        session.line(begin);
        session.line("Your_Turn:+");
        session.line("BEGIN Position");
        session.line("P1 nonsense");
        session.line(begin);
        assert_eq!(offer(&mut session, "+"), Color::Black);
        assert_eq!(session.line(begin), []);
        assert_eq!(offer(&mut session, "-"), Color::White);
        assert_eq!(session.line("START:room-1"), [Action::Started]);
        session.line("#MAX_MOVES");
        session.line("#NEW_RESULT");
        assert_eq!(session.line(begin), [Action::Over(GameVerdict::None)]);
        assert_eq!(end_of(&session).0, End::MaxMoves);
        assert_eq!(offer(&mut session, "+"), Color::Black);
    }

    #[test]
    fn blanks_at_the_end_of_a_line_change_nothing() {
        let mut session = Session::new(true);
        assert_eq!(session.line("LOGIN:me OK "), [Action::LoggedIn]);
        session.line("BEGIN Game_Summary ");
        let mut actions = Vec::new();
        for line in lines("+", TIME, "") {
            actions.extend(session.line(&format!("{line} ")));
        }
        assert_eq!(actions, [Action::Offered]);
        assert_eq!(session.line("START:room-1 "), [Action::Started]);
        let mv = Move::from_usi("7g7f").unwrap();
        assert_eq!(session.line("+7776FU "), [Action::Moved(mv)]);
        assert_eq!(session.line("#WIN "), [Action::Over(GameVerdict::Win)]);
    }

    /// Every end that a server can announce, with its mark in the record, after `+7776FU` by us.
    #[test]
    fn ends_of_every_kind() {
        for (lines, verdict, end) in [
            (
                &["%TORYO,T1", "#RESIGN", "#WIN"][..],
                GameVerdict::Win,
                End::Resign,
            ),
            (&["#TIME_UP", "#WIN"], GameVerdict::Win, End::TimeUp),
            (
                &["#SENNICHITE", "#DRAW"],
                GameVerdict::Draw,
                End::Repetition,
            ),
            (
                &["#OUTE_SENNICHITE", "#WIN"],
                GameVerdict::Win,
                End::FoulLoss,
            ),
            (
                &["#OUTE_SENNICHITE", "#LOSE"],
                GameVerdict::Lose,
                End::FoulWin,
            ),
            (
                &["-9999XX,T1", "#ILLEGAL_MOVE", "#WIN"],
                GameVerdict::Win,
                End::FoulLoss,
            ),
            (
                &["#ILLEGAL_ACTION", "#LOSE"],
                GameVerdict::Lose,
                End::FoulWin,
            ),
            (
                &["%KACHI,T1", "#JISHOGI", "#LOSE"],
                GameVerdict::Lose,
                End::Declaration,
            ),
            (
                &["%KACHI,T1", "#ILLEGAL_MOVE", "#WIN"],
                GameVerdict::Win,
                End::FoulLoss,
            ),
            (
                &["#MAX_MOVES", "#CENSORED"],
                GameVerdict::None,
                End::MaxMoves,
            ),
            (&["#CENSORED"], GameVerdict::None, End::Interrupted),
            (&["#CHUDAN"], GameVerdict::None, End::Interrupted),
            // No mark says that the side which has just moved ran out of time.
            (&["#TIME_UP", "#LOSE"], GameVerdict::Lose, End::Interrupted),
        ] {
            let mut session = playing("+", "");
            session.line("+7776FU,T1");
            let mut actions = Vec::new();
            lines
                .iter()
                .for_each(|line| actions.extend(session.line(line)));
            actions.retain(|action| !matches!(action, Action::Odd(_) | Action::Impossible(_)));
            assert_eq!(actions, [Action::Over(verdict)], "{lines:?}");
            assert_eq!(end_of(&session).0, end, "{lines:?}");
            assert!(session.is_idle());
        }
    }

    #[test]
    fn a_game_that_is_resumed_goes_on_from_its_last_move() {
        let session = playing("+", "PI\n+\n+2726FU,T5\n-8384FU,T3");
        let game = session.game().unwrap();
        assert!(game.is_our_turn() && game.number() == 2);
        assert_eq!(game.position_text(), "startpos moves 2g2f 8c8d");
        assert_eq!(
            game.go_text(1000, 0),
            "btime 55000 wtime 57000 byoyomi 4000"
        );
    }

    #[test]
    fn what_the_server_refuses_or_breaks_off() {
        let mut session = Session::new(true);
        let refused = session.line("LOGIN:incorrect");
        assert_eq!(refused, [Action::Refused("LOGIN:incorrect".to_string())]);
        let mut session = playing("-", "");
        assert!(session.break_off().is_some() && session.break_off().is_none());
        assert_eq!(end_of(&session).0, End::Interrupted);
        let mut session = Session::new(true);
        session.line("LOGIN:me OK");
        session.line("BEGIN Game_Summary");
        lines("-", TIME, "").iter().for_each(|line| {
            session.line(line);
        });
        let rejected = session.line("REJECT:room-1 by you");
        assert_eq!(rejected, [Action::Rejected("room-1 by you".to_string())]);
        session.line("BEGIN Game_Summary");
        let bad = session.line("END Game_Summary");
        assert!(matches!(bad[..], [Action::Send(_), Action::Unplayable(_)]));
    }

    /// No line in any state causes a panic, or a state in which no game can start.
    #[test]
    fn lines_out_of_place_change_nothing() {
        let odd = [
            "LOGIN:me OK",
            "START:x",
            "REJECT:x by y",
            "#WIN now",
            "%",
            "+",
            "-",
            "+7776FU,Tx",
            "+７７７６歩",
            "##[LIST] +OK",
            "LOGOUT:completed",
            "\u{0}",
            "END Position",
            ",",
        ];
        for line in odd {
            Session::new(false).line(line);
            let mut session = playing("+", "");
            session.line(line);
            let over = ["#CHUDAN"].map(|line| session.line(line));
            assert_eq!(over[0], [Action::Over(GameVerdict::None)], "{line}");
        }
        assert_eq!(time_of("+7776FU,T1."), Some(1000));
        assert_eq!(time_of("+7776FU,'* 30,T2.75"), Some(2750));
        for none in [
            "+7776FU",
            "+7776FU,T",
            "+7776FU,T-1",
            "+7776FU,Tinf",
            "+7776FU,TNaN",
        ] {
            assert_eq!(time_of(none), None);
        }
    }
}
