//! Tests of the referee with scripted players, one for each way in which a game can end.

use std::time::Duration;

use komadai::position::EnteringKingRule;
use komadai::types::{Color, Move, Score};
use komadai::{EndReason, Outcome};
use komadai_matches::adjudicate::{Adjudication, DrawRule, ResignRule};
use komadai_matches::clocks::TimeControl;
use komadai_matches::openings::Opening;
use komadai_matches::player::{Answer, Player, PlayerFault, Reply, Thought, Turn};
use komadai_matches::referee::{PlayedGame, Rules, Seat, play};
use komadai_matches::tally::is_fault;

use crate::support;

/// Script of a player, one word for each turn: a USI move, `resign`, `win`, `?TEXT` (an
/// invalid answer), `crash` or `hang`. After a word, `@MS` sets the time used, `=CP` the
/// reported score, `^MOVE` the expected reply.
struct Scripted {
    script: Vec<String>,
    next: usize,
    fails_new_game: bool,
    heard: Vec<(Outcome, Color)>,
    go_texts: Vec<String>,
    positions: Vec<String>,
    patience: Vec<Duration>,
    /// Position and limits of each turn pondered on.
    pondered: Vec<[String; 2]>,
    ponder_fault: Option<PlayerFault>,
}

impl Scripted {
    fn new(script: &str) -> Scripted {
        Scripted {
            script: script.split_whitespace().map(str::to_string).collect(),
            next: 0,
            fails_new_game: false,
            heard: Vec::new(),
            go_texts: Vec::new(),
            positions: Vec::new(),
            patience: Vec::new(),
            pondered: Vec::new(),
            ponder_fault: None,
        }
    }
}

impl Player for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn new_game(&mut self) -> Result<(), PlayerFault> {
        match self.fails_new_game {
            true => Err(PlayerFault::Crash("gone".into())),
            false => Ok(()),
        }
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Answer, PlayerFault> {
        self.go_texts.push(turn.go.text.clone());
        self.positions.push(turn.position_text.to_string());
        self.patience.push(turn.give_up);
        let word = self.script.get(self.next).expect("the script is too short");
        self.next += 1;
        let (word, expected) = match word.split_once('^') {
            Some((word, expected)) => (word, Some(Move::from_usi(expected).unwrap())),
            None => (word.as_str(), None),
        };
        let (word, score) = match word.split_once('=') {
            Some((word, cp)) => (word, Some(Score::Centipawns(cp.parse().unwrap()))),
            None => (word, None),
        };
        let (word, ms) = match word.split_once('@') {
            Some((word, ms)) => (word, ms.parse().unwrap()),
            None => (word, 1.0),
        };
        let reply = match word {
            "crash" => return Err(PlayerFault::Crash("signal 11".into())),
            "hang" => return Err(PlayerFault::Hang("no bestmove".into())),
            "resign" => Reply::Resign,
            "win" => Reply::Win,
            word => match word.strip_prefix('?') {
                Some(text) => Reply::Nonsense(text.to_string()),
                None => Reply::Move(Move::from_usi(word).unwrap()),
            },
        };
        Ok(Answer {
            reply,
            elapsed: Duration::from_secs_f64(ms / 1000.0),
            thought: Thought {
                score,
                expected,
                ..Thought::default()
            },
        })
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Result<(), PlayerFault> {
        let last = turn.position_text.rsplit(' ').next().unwrap();
        // The position agrees with the position text.
        assert!(turn.position.occurrences_before() == 0 && Move::from_usi(last).is_ok());
        let texts = [turn.position_text, &turn.go.text];
        self.pondered.push(texts.map(str::to_string));
        self.ponder_fault.take().map_or(Ok(()), Err)
    }

    fn game_over(&mut self, outcome: Outcome, side: Color) {
        self.heard.push((outcome, side));
    }
}

fn nodes() -> TimeControl {
    TimeControl::Nodes(1000)
}

/// Plays a game from `start` in which the players make `moves` in turn.
fn game_under(start: &str, moves: &str, rules: &Rules, control: &TimeControl) -> PlayedGame {
    let opening = Opening::parse(start).unwrap();
    let first = opening.position().unwrap().side_to_move().index();
    let mut scripts = [String::new(), String::new()];
    for (i, word) in moves.split_whitespace().enumerate() {
        scripts[(first + i) % 2] += &format!("{word} ");
    }
    let [mut black, mut white] = scripts.map(|s| Scripted::new(&s));
    let game = play(
        [seat(&mut black, control), seat(&mut white, control)],
        &opening,
        rules,
    )
    .unwrap();
    assert_eq!(black.heard, [(game.outcome, Color::Black)]);
    assert_eq!(white.heard, [(game.outcome, Color::White)]);
    // Every scripted answer has been used: the game ended neither early nor late.
    assert_eq!(black.next, black.script.len(), "{:?}", game.outcome);
    assert_eq!(white.next, white.script.len(), "{:?}", game.outcome);
    game
}

fn seat<'a>(player: &'a mut Scripted, control: &TimeControl) -> Seat<'a> {
    Seat {
        player,
        control: control.clone(),
        margin: Duration::from_millis(30),
        ponder: false,
    }
}

fn game(start: &str, moves: &str) -> PlayedGame {
    game_under(start, moves, &Rules::default(), &nodes())
}

fn ends(start: &str, moves: &str, winner: Option<Color>, reason: EndReason) {
    let game = game(start, moves);
    assert_eq!(
        (game.outcome.winner, game.outcome.reason),
        (winner, reason),
        "{start}: {:?}",
        game.detail
    );
}

const BLACK: Option<Color> = Some(Color::Black);
const WHITE: Option<Color> = Some(Color::White);

#[test]
fn resigning_loses() {
    ends("startpos", "7g7f resign", BLACK, EndReason::Resign);
    ends("startpos", "resign", WHITE, EndReason::Resign);
    let game = game("startpos moves 7g7f", "3c3d resign");
    assert_eq!(game.moves, [Move::from_usi("3c3d").unwrap()]);
    assert_eq!(game.answers.len(), 2);
    assert_eq!(game.answers[1].reply, Reply::Resign);
}

#[test]
fn illegal_moves_lose() {
    // No such piece; the opponent's piece; through a piece; no piece in hand.
    for bad in ["5e5d", "3c3d", "8h2b", "P*5e", "?7g7f7", "?0000", "?"] {
        ends("startpos", bad, WHITE, EndReason::IllegalMove);
    }
    // Nifu: a second pawn on the file.
    let pawn_in_hand = "sfen 4k4/9/9/9/9/9/4P4/9/4K4 b P2r2b4g4s4n4l16p 1";
    ends(pawn_in_hand, "P*5e", WHITE, EndReason::IllegalMove);
    // Leaving the king in check.
    ends(
        "sfen 4k4/9/9/9/4r4/9/9/9/4K4 b Pr2b4g4s4n4l17p 1",
        "P*3c",
        WHITE,
        EndReason::IllegalMove,
    );
}

#[test]
fn a_fault_says_what_and_where() {
    let game = game("startpos", "7g7f 3c3d 8h3d");
    assert_eq!(game.outcome.winner, WHITE);
    let detail = game.detail.unwrap().to_string();
    assert!(detail.contains("8h3d"), "{detail}");
    assert!(
        detail.contains("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/"),
        "{detail}"
    );
    // The refused move is kept as an answer, not as a move.
    assert_eq!((game.moves.len(), game.answers.len()), (2, 3));
}

#[test]
fn pawn_drop_mate_loses() {
    let table = include_str!("data/uchifuzume.tsv");
    let mut tried = 0;
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let mut fields = line.split('\t');
        let (sfen, drop) = (fields.next().unwrap(), fields.next().unwrap());
        let start = format!("sfen {sfen}");
        let Ok(opening) = Opening::parse(&start) else {
            continue;
        };
        let mover = opening.position().unwrap().side_to_move();
        ends(&start, drop, Some(!mover), EndReason::IllegalMove);
        tried += 1;
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn mate_wins() {
    ends(
        "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1",
        "G*5b",
        BLACK,
        EndReason::Mate,
    );
}

#[test]
fn a_side_without_moves_loses_even_if_not_in_check() {
    // The gold and the knight take every square around the king at 1a.
    ends(
        "sfen 8k/9/6N2/9/9/9/9/9/4K4 b 2R2B4G4S3N4L18P 1",
        "G*2c",
        BLACK,
        EndReason::NoMoves,
    );
}

/// Golds go to and fro; the start position comes back every four moves.
const TO_AND_FRO: &str = "4i4h 6a6b 4h4i 6b6a ";

#[test]
fn fourfold_repetition_draws() {
    let game = game("startpos", &TO_AND_FRO.repeat(3));
    assert_eq!(game.outcome.reason, EndReason::Repetition);
    assert_eq!((game.outcome.winner, game.moves.len()), (None, 12));
}

#[test]
fn moves_of_the_opening_count_for_repetition() {
    let start = format!("startpos moves {}{}", TO_AND_FRO, TO_AND_FRO);
    ends(&start, TO_AND_FRO, None, EndReason::Repetition);
    // The start position itself, left by the opening, comes back for the
    // fourth time one move before the position the players began with does.
    let moves = "6a6b 4h4i 6b6a 4i4h ".repeat(3);
    let to_the_start = moves.trim_end().trim_end_matches(" 4i4h");
    ends(
        "startpos moves 4i4h",
        to_the_start,
        None,
        EndReason::Repetition,
    );
}

/// White's king walks up and down beside a rook that follows it.
const CHASE: &str = "sfen 8k/R8/9/9/9/9/9/9/4K4 b r2b4g4s4n4l18p 1";

#[test]
fn perpetual_check_loses_for_the_side_that_gives_it() {
    let round = "9b9a 1a1b 9a9b 1b1a ";
    let game = game(CHASE, &round.repeat(3));
    assert_eq!(game.outcome.reason, EndReason::PerpetualCheck);
    assert_eq!((game.outcome.winner, game.moves.len()), (WHITE, 12));
    // The fourth occurrence with the checked side to move.
    ends(
        "sfen R7k/9/9/9/9/9/9/9/4K4 w r2b4g4s4n4l18p 1",
        &"1a1b 9a9b 1b1a 9b9a ".repeat(3),
        WHITE,
        EndReason::PerpetualCheck,
    );
    // White checks: the same position with colours swapped.
    ends(
        "sfen 4k4/9/9/9/9/9/9/8r/K8 w R2B4G4S4N4L18P 1",
        &"1h1i 9i9h 1i1h 9h9i ".repeat(3),
        BLACK,
        EndReason::PerpetualCheck,
    );
}

#[test]
fn one_quiet_move_between_the_checks_makes_it_a_draw() {
    let quiet = "5i5h 1a2a 5h5i 2a1a ";
    let round = "9b9a 1a1b 9a9b 1b1a ";
    ends(
        CHASE,
        &format!("{quiet}{round}{round}"),
        None,
        EndReason::Repetition,
    );
    ends(
        CHASE,
        &format!("{round}{round}{quiet}"),
        None,
        EndReason::Repetition,
    );
}

/// Ten pieces beside the king in the camp, 10 points, and pieces in hand for the rest.
fn camp(hand: &str) -> String {
    format!("sfen {}", support::camp(hand))
}

/// The same for White.
fn white_camp(hand: &str) -> String {
    format!("sfen {}", support::white_camp(hand))
}

fn declares(start: &str, rule: EnteringKingRule) -> (Option<Color>, EndReason) {
    let rules = Rules {
        entering_king: rule,
        ..Rules::default()
    };
    let game = game_under(start, "win", &rules, &nodes());
    (game.outcome.winner, game.outcome.reason)
}

#[test]
fn a_declaration_needs_the_points_of_the_rule() {
    use EndReason::{Declaration, DeclarationDraw, FalseDeclaration};
    use EnteringKingRule::{Csa24, Csa27};
    // 27-point law: 28 for Black, 27 for White.
    let rest28 = "R2B3Pr2l4n15p";
    let rest27 = "R2B2Pr2l4n16p";
    let rest26 = "R2BPr2l4n17p";
    assert_eq!(declares(&camp(rest28), Csa27), (BLACK, Declaration));
    assert_eq!(declares(&camp(rest27), Csa27), (WHITE, FalseDeclaration));
    assert_eq!(
        declares(&white_camp("R2L4N16Pr2b2p"), Csa27),
        (WHITE, Declaration)
    );
    assert_eq!(
        declares(&white_camp("R2L4N17Pr2bp"), Csa27),
        (BLACK, FalseDeclaration)
    );
    // 24-point law: 31 wins, 24 to 30 draws, for both sides.
    assert_eq!(declares(&camp("2R2BP2l4n17p"), Csa24), (BLACK, Declaration));
    assert_eq!(
        declares(&camp("2R2B2l4n18p"), Csa24),
        (None, DeclarationDraw)
    );
    assert_eq!(declares(&camp(rest26), Csa24), (None, DeclarationDraw));
    assert_eq!(
        declares(&camp("RB4Prb2l4n14p"), Csa24),
        (None, DeclarationDraw)
    );
    assert_eq!(
        declares(&camp("RB3Prb2l4n15p"), Csa24),
        (WHITE, FalseDeclaration)
    );
    assert_eq!(
        declares(&white_camp("R2L4N18Pr2b"), Csa24),
        (None, DeclarationDraw)
    );
}

#[test]
fn a_declaration_needs_ten_pieces_no_check_and_the_king_inside() {
    use EndReason::{Declaration, FalseDeclaration};
    use EnteringKingRule::{Csa27, None as Nothing, Try};
    let declares = |sfen: &str, rule| declares(&format!("sfen {sfen} 200"), rule);
    let hand = "2R2B3P2l4n15p";
    let ten = "4K4/GGGGSSSSL/L8/9/9/9/9/9/k8 b ";
    assert_eq!(
        declares(&format!("{ten}{hand}"), Csa27),
        (BLACK, Declaration)
    );
    assert_eq!(
        declares(&format!("{ten}{hand}"), Nothing),
        (WHITE, FalseDeclaration)
    );
    assert_eq!(
        declares(&format!("{ten}{hand}"), Try),
        (WHITE, FalseDeclaration)
    );
    // One of the ten pieces is a rank below the camp.
    let nine = "4K4/GGGGSSSSL/9/L8/9/9/9/9/k8 b ";
    assert_eq!(
        declares(&format!("{nine}{hand}"), Csa27),
        (WHITE, FalseDeclaration)
    );
    // The king is a rank below the camp.
    let outside = "9/GGGGSSSSL/L8/4K4/9/9/9/9/k8 b ";
    assert_eq!(
        declares(&format!("{outside}{hand}"), Csa27),
        (WHITE, FalseDeclaration)
    );
    // In check from a lance; without it the same camp wins.
    let camp = |lance| format!("{lance}/GGGGS1SSL/LS3K3/9/9/9/9/9/k8 b {hand}");
    assert_eq!(declares(&camp("9"), Csa27), (BLACK, Declaration));
    let checked = camp("5l3").replace("2l4n", "l4n");
    assert_eq!(declares(&checked, Csa27), (WHITE, FalseDeclaration));
}

#[test]
fn the_king_that_reaches_the_goal_wins_under_the_try_rule() {
    let rules = Rules {
        entering_king: EnteringKingRule::Try,
        ..Rules::default()
    };
    let start = "sfen 9/4K4/9/9/9/9/9/9/k8 b 2r2b4g4s4n4l18p 1";
    let tried = game_under(start, "5b5a", &rules, &nodes());
    assert_eq!(
        (tried.outcome.winner, tried.outcome.reason),
        (BLACK, EndReason::Try)
    );
    let elsewhere = game_under(start, "5b4a resign", &rules, &nodes());
    assert_eq!(elsewhere.outcome.reason, EndReason::Resign);
    // Under other rules the goal square has no meaning.
    let nothing = game(start, "5b5a resign");
    assert_eq!(nothing.outcome.reason, EndReason::Resign);
}

#[test]
fn the_last_allowed_move_may_still_mate() {
    let limit = |max_moves| Rules {
        max_moves,
        ..Rules::default()
    };
    let mate_in_one = |ply| format!("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p {ply}");
    let reason = |start: &str, moves: &str, rules: &Rules| {
        game_under(start, moves, rules, &nodes()).outcome.reason
    };
    assert_eq!(
        reason(&mate_in_one(320), "G*5b", &limit(320)),
        EndReason::Mate
    );
    assert_eq!(
        reason(&mate_in_one(320), "G*1a", &limit(320)),
        EndReason::MaxMoves
    );
    assert_eq!(
        reason(&mate_in_one(320), "G*1a resign", &limit(321)),
        EndReason::Resign
    );
    assert_eq!(
        reason(&mate_in_one(321), "", &limit(320)),
        EndReason::MaxMoves
    );
    assert_eq!(
        reason(&mate_in_one(321), "G*5b", &limit(0)),
        EndReason::Mate
    );
    // The moves of the opening count.
    let game = game_under("startpos moves 7g7f 3c3d", "2g2f 8c8d", &limit(4), &nodes());
    assert_eq!(
        (game.outcome.winner, game.outcome.reason),
        (None, EndReason::MaxMoves)
    );
    // A repetition by the last move counts before the limit: here it loses.
    let chase = CHASE.replace(" 1", " 309");
    let last = game_under(
        &chase,
        &"9b9a 1a1b 9a9b 1b1a ".repeat(3),
        &limit(320),
        &nodes(),
    );
    assert_eq!(
        (last.outcome.winner, last.outcome.reason),
        (WHITE, EndReason::PerpetualCheck)
    );
}

#[test]
fn a_late_answer_loses_whatever_it_is() {
    let byoyomi = TimeControl::Clock {
        time: 0,
        inc: 0,
        byoyomi: 100,
    };
    let reason = |start: &str, moves: &str| {
        let end = game_under(start, moves, &Rules::default(), &byoyomi).outcome;
        (end.winner, end.reason)
    };
    // The margin is 30 ms.
    let mate = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1";
    assert_eq!(reason(mate, "G*5b@130"), (BLACK, EndReason::Mate));
    assert_eq!(reason(mate, "G*5b@130.1"), (WHITE, EndReason::Time));
    assert_eq!(
        reason("startpos", "7g7f@100 3c3d@500"),
        (BLACK, EndReason::Time)
    );
    assert_eq!(reason("startpos", "resign@500"), (WHITE, EndReason::Time));
    let late = game_under("startpos", "7g7f@131", &Rules::default(), &byoyomi);
    assert_eq!(late.moves, []);
    assert_eq!(late.answers[0].elapsed, Duration::from_millis(131));
    assert_eq!(late.answers[0].limit, Some(Duration::from_millis(100)));
    // Without a time limit nothing is late.
    ends("startpos", "7g7f@9999999 resign", BLACK, EndReason::Resign);
}

#[test]
fn each_side_has_its_own_clock() {
    let opening = Opening::parse("startpos").unwrap();
    let control = TimeControl::Clock {
        time: 1000,
        inc: 100,
        byoyomi: 0,
    };
    let mut black = Scripted::new("7g7f@300 2g2f@50 resign");
    let mut white = Scripted::new("3c3d@1100 8c8d@100");
    let rules = Rules::default();
    let game = play(
        [seat(&mut black, &control), seat(&mut white, &control)],
        &opening,
        &rules,
    )
    .unwrap();
    assert_eq!(game.outcome.reason, EndReason::Resign);
    assert_eq!(
        black.go_texts,
        [
            "btime 1000 wtime 1000 binc 100 winc 100",
            "btime 800 wtime 0 binc 100 winc 100",
            "btime 850 wtime 0 binc 100 winc 100",
        ]
    );
    assert_eq!(
        white.go_texts,
        [
            "btime 800 wtime 1000 binc 100 winc 100",
            "btime 850 wtime 0 binc 100 winc 100",
        ]
    );
    assert_eq!(
        black.positions,
        [
            "startpos moves",
            "startpos moves 7g7f 3c3d",
            "startpos moves 7g7f 3c3d 2g2f 8c8d",
        ]
    );
    // Main time, increment and margin, then the time after which a player counts as hung.
    assert_eq!(
        black.patience[0],
        Duration::from_millis(1130) + rules.hang_after
    );
}

#[test]
fn crashing_and_hanging_lose() {
    ends("startpos", "7g7f crash", BLACK, EndReason::Crash);
    ends("startpos", "hang", WHITE, EndReason::Hang);
    let game = game("startpos", "crash");
    assert_eq!(game.detail, Some("signal 11".into()));
    assert!(is_fault(game.outcome.reason));
}

#[test]
fn a_player_that_cannot_start_a_game_loses_it() {
    let opening = Opening::parse("startpos").unwrap();
    let (mut black, mut white) = (Scripted::new(""), Scripted::new(""));
    white.fails_new_game = true;
    let rules = Rules::default();
    let game = play(
        [seat(&mut black, &nodes()), seat(&mut white, &nodes())],
        &opening,
        &rules,
    )
    .unwrap();
    assert_eq!(
        (game.outcome.winner, game.outcome.reason),
        (BLACK, EndReason::Crash)
    );
    assert!(game.moves.is_empty() && game.answers.is_empty());
}

#[test]
fn adjudication_is_off_unless_asked_for() {
    let moves = "7g7f=-9000 3c3d=9000 2g2f=-9000 8c8d=9000 resign";
    ends("startpos", moves, WHITE, EndReason::Resign);
    let rules = |resign, draw| Rules {
        adjudication: Adjudication { resign, draw },
        ..Rules::default()
    };
    let resign = rules(Some(ResignRule { cp: 3000, moves: 2 }), None);
    let given_up = game_under(
        "startpos",
        "7g7f=-9000 3c3d=9000 2g2f=-9000 8c8d=9000",
        &resign,
        &nodes(),
    );
    assert_eq!(
        (given_up.outcome.winner, given_up.outcome.reason),
        (WHITE, EndReason::AdjudicatedLoss)
    );
    let draw = rules(
        None,
        Some(DrawRule {
            from_ply: 4,
            cp: 5,
            moves: 1,
        }),
    );
    let drawn = game_under("startpos", "7g7f=0 3c3d=-1 2g2f=5 8c8d=2", &draw, &nodes());
    assert_eq!(
        (drawn.outcome.winner, drawn.outcome.reason),
        (None, EndReason::AdjudicatedDraw)
    );
}

/// Plays a game in which Black may ponder.
fn pondering(black: &str, white: &str, fault: Option<PlayerFault>) -> (Scripted, PlayedGame) {
    let opening = Opening::parse("startpos").unwrap();
    let control = TimeControl::Clock {
        time: 1000,
        inc: 100,
        byoyomi: 0,
    };
    let (mut black, mut white) = (Scripted::new(black), Scripted::new(white));
    black.ponder_fault = fault;
    let rules = Rules::default();
    let seats = [
        Seat {
            ponder: true,
            ..seat(&mut black, &control)
        },
        seat(&mut white, &control),
    ];
    let game = play(seats, &opening, &rules).unwrap();
    assert!(white.pondered.is_empty());
    (black, game)
}

#[test]
fn a_player_that_may_ponder_does_so_on_the_reply_it_expects() {
    // The second guess is wrong, the third has no guess, the last one is illegal.
    let (black, game) = pondering(
        "7g7f@300^3c3d 2g2f@50^8c8d 2f2e 9g9f^9g9f 1g1f^1c1d",
        "3c3d^2g2f 4a3b 8c8d 9c9d resign",
        None,
    );
    assert_eq!(game.outcome.reason, EndReason::Resign);
    assert_eq!(
        black.pondered,
        [
            [
                "startpos moves 7g7f 3c3d",
                "btime 800 wtime 1000 binc 100 winc 100"
            ],
            [
                "startpos moves 7g7f 3c3d 2g2f 8c8d",
                "btime 850 wtime 1099 binc 100 winc 100"
            ],
            [
                "startpos moves 7g7f 3c3d 2g2f 4a3b 2f2e 8c8d 9g9f 9c9d 1g1f 1c1d",
                "btime 1147 wtime 1396 binc 100 winc 100"
            ],
        ]
    );
}

#[test]
fn nothing_is_pondered_on_that_cannot_come() {
    // The expected reply mates Black; after a mate there is nothing to ponder on.
    let start = "sfen 4k4/9/9/9/9/9/4p4/9/4K4 b 2R2B3G4S4N4L17Pg 1";
    let opening = Opening::parse(start).unwrap();
    let control = nodes();
    let (mut black, mut white) = (Scripted::new("P*9e^G*5h"), Scripted::new("resign"));
    let seats = [
        Seat {
            ponder: true,
            ..seat(&mut black, &control)
        },
        seat(&mut white, &control),
    ];
    play(seats, &opening, &Rules::default()).unwrap();
    assert!(black.pondered.is_empty());
}

#[test]
fn a_fault_while_pondering_loses() {
    for (fault, reason) in [
        (PlayerFault::Crash("gone".into()), EndReason::Crash),
        (
            PlayerFault::Early("bestmove 2g2f".into()),
            EndReason::EarlyAnswer,
        ),
    ] {
        let (_, game) = pondering("7g7f^3c3d", "", Some(fault));
        assert_eq!((game.outcome.winner, game.outcome.reason), (WHITE, reason));
        assert!(is_fault(game.outcome.reason) && game.detail.is_some());
        assert_eq!(game.moves.len(), 1);
    }
}
