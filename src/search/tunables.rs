//! Margins of the search, one table.
//!
//! Units: scores with a pawn at 90, reductions in 1/1024 ply, history scores
//! as stored. The structure and the first figures are those of YaneuraOu 9.70
//! and Stockfish; values tuned here are named in the history of this file.
//! Not in the table are the figures of time management (`clock`), the ranges and
//! starting values of the histories (`history`, `correction_history`), and
//! constants of a technique's shape: least depths, the depth of a verifying
//! search, the divisors that give the margins their units.
//!
//! With the `tuning` feature every line is a USI option. The end of a range at 0,
//! at 255 plies or at `NEVER` leaves the technique out (`scripts/lab/ablation`).

#[cfg(feature = "tuning")]
use std::sync::atomic::Ordering;

use once_cell::sync::Lazy;

use crate::movegen::MAX_MOVES;

/// One margin as a USI option shows it.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// The value played with.
    pub default: i32,
    /// The range that can be set.
    pub range: (i32, i32),
}

/// A score margin that no evaluation reaches.
const NEVER: i32 = 40_000;

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal, $min:literal..=$max:expr;)*) => {
        $($(#[$doc])*
        #[cfg(not(feature = "tuning"))]
        #[inline(always)]
        pub const fn $name() -> i32 {
            $value
        })*

        $($(#[$doc])*
        #[cfg(feature = "tuning")]
        #[inline]
        pub fn $name() -> i32 {
            values::$name.load(Ordering::Relaxed)
        })*

        #[cfg(feature = "tuning")]
        #[allow(non_upper_case_globals, reason = "named after the functions that read them")]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(pub static $name: AtomicI32 = AtomicI32::new($value);)*
        }

        /// All margins in the order of this file.
        pub const ALL: &[Tunable] = &[
            $(Tunable {
                name: stringify!($name),
                default: $value,
                range: ($min, $max),
            },)*
        ];

        /// Changes a margin; `false` if there is none of that name.
        #[cfg(feature = "tuning")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) => values::$name.store(value, Ordering::Relaxed),)*
                _ => return false,
            }
            true
        }

        $(const _: () = assert!($min <= $value && $value <= $max);)*
    };
}

tunables! {
    /// Half width of the first aspiration window.
    aspiration_delta = 44, 1..=NEVER;
    /// The window widens by the mean square of the scores over this.
    aspiration_square = 9000, 2000..=40000;

    /// LMR: the base table is this over 128 times the logarithm.
    lmr_log = 2960, 1500..=4000;
    /// LMR: less when the window is as wide as at the root.
    lmr_delta = 501, 200..=1200;
    /// LMR: more when not improving, in 1/512 of the table's value.
    lmr_not_improving = 206, 50..=400;
    /// LMR: constant of the base.
    lmr_base = 1300, 400..=2500;
    /// LMR: more for pruning of nodes once on the principal variation.
    lmr_ttpv_pruning = 500, 0..=2500;
    /// LMR: less for such nodes when reducing.
    lmr_ttpv = 2400, 500..=5000;
    /// LMR: less still on the principal variation itself.
    lmr_ttpv_pv = 973, 0..=2500;
    /// LMR: less still if the stored score is above alpha.
    lmr_ttpv_value = 905, 0..=2500;
    /// LMR: less still if the stored depth is enough.
    lmr_ttpv_depth = 935, 0..=2500;
    /// LMR: the same at cut nodes.
    lmr_ttpv_depth_cut = 959, 0..=2500;
    /// LMR: constant after the move is made.
    lmr_constant = 691, 0..=2000;
    /// LMR: less for later moves, whose table value is large already.
    lmr_move_count = 30, 0..=200;
    /// LMR: less where the evaluation is corrected much.
    lmr_correction = 25600, 8000..=100000;
    /// LMR: more at cut nodes.
    lmr_cut = 4250, 1000..=6000;
    /// LMR: more at cut nodes without a stored move.
    lmr_cut_no_tt_move = 985, 0..=2500;
    /// LMR: more if the stored move captures.
    lmr_tt_capture = 542, 0..=2500;
    /// LMR: more if the next ply often fails high.
    lmr_cutoffs = 251, 0..=1500;
    /// LMR: the same, very often.
    lmr_cutoffs_many = 1480, 0..=2500;
    /// LMR: the same at all nodes.
    lmr_cutoffs_all = 1370, 0..=2500;
    /// LMR: less for the stored move.
    lmr_tt_move = 2600, 500..=4000;
    /// History of a capture: share of its victim, in 1/128.
    stat_score_victim = 862, 200..=2000;
    /// LMR: less for moves with good history, in 1/4096.
    lmr_history = 404, 0..=1000;
    /// LMR: more at all nodes, in 1/(256 depth + 260).
    lmr_all = 273, 0..=600;
    /// LMR: one ply deeper if the reduced search beats the best by this.
    lmr_deeper = 54, 10..=150;
    /// LMR: one ply shallower if it does not beat the best by this.
    lmr_shallower = 9, 0..=50;
    /// Continuation history bonus after a reduced search came out well.
    lmr_bonus = 800, 300..=3000;
    /// Full-depth search of late moves: one ply less above this reduction.
    full_less_one = 4628, 2500..=7000;
    /// Full-depth search of late moves: two plies less above this.
    full_less_two = 5772, 3500..=9000;
    /// Full-depth search: reduction added without a stored move.
    full_no_tt_move = 1140, 0..=2500;

    /// Razoring: constant.
    razor_base = 411, 150..=NEVER;
    /// Razoring: per square of depth.
    razor_depth = 256, 80..=700;

    /// Reverse futility: margin per depth.
    rfp_depth = 88, 30..=200;
    /// Reverse futility: less per depth without a stored entry.
    rfp_no_hit = 21, 0..=60;
    /// Reverse futility: less when improving, in 1/1024 of the per-depth margin.
    rfp_improving = 1800, 500..=5000;
    /// Reverse futility: less when the opponent's position got worse.
    rfp_worsening = 362, 0..=1500;
    /// Reverse futility: more where the evaluation is corrected much.
    rfp_correction = 180600, 50000..=600000;
    /// Reverse futility: first depth without it.
    rfp_max_depth = 15, 1..=25;

    /// Null move: evaluation needed above beta, per depth less.
    nmp_depth = 10, 4..=40;
    /// Null move: less needed when improving.
    nmp_improving = 53, 0..=150;
    /// Null move: constant needed.
    nmp_base = 415, 0..=NEVER;
    /// Null move: reduction, constant.
    nmp_reduction = 7, 3..=10;
    /// Null move: one more ply of reduction per this depth.
    nmp_reduction_depth = 3, 2..=6;
    /// Null move: verified from this depth on.
    nmp_verify_depth = 16, 10..=30;

    /// Depth from which a node without a stored move is searched shallower.
    iir_depth = 5, 3..=255;
    /// Largest reduction of the last move, in plies, with which that is done.
    iir_reduction = 3, 0..=10;

    /// Sum of both sides' evaluations that makes a reduced line shallower.
    hindsight_sum = 173, 50..=500;
    /// Hindsight: from this reduction of the last move on the node is searched
    /// one ply deeper if the opponent's position did not get worse.
    hindsight_deeper = 3, 1..=255;
    /// Hindsight: from this reduction on one ply shallower above that sum.
    hindsight_shallower = 2, 1..=255;

    /// ProbCut: margin above beta.
    probcut_margin = 174, 100..=NEVER;
    /// ProbCut: less when improving.
    probcut_improving = 61, 0..=200;
    /// ProbCut: plies less when improving.
    probcut_less_improving = 1, -2..=2;
    /// Small ProbCut: margin above beta.
    small_probcut_margin = 348, 200..=NEVER;

    /// Plies less for the moves after one that raised alpha.
    alpha_raise_less = 2, 0..=4;
    /// Smallest depth with this reduction.
    alpha_raise_min_depth = 3, 2..=20;
    /// First depth without it.
    alpha_raise_max_depth = 14, 5..=255;

    /// Move-count pruning: constant.
    lmp_base = 3, 1..=NEVER;
    /// Futility of captures: constant.
    capture_futility = 259, 80..=NEVER;
    /// Futility of captures: per depth.
    capture_futility_depth = 290, 80..=500;
    /// Futility of captures: share of capture history, in 1/1024.
    capture_futility_history = 131, 0..=400;
    /// Futility of captures: first reduced depth without it.
    capture_futility_max = 7, 3..=15;
    /// SEE pruning of captures: per depth.
    capture_see_depth = 123, 60..=NEVER;
    /// SEE pruning of captures: share of capture history, in 1/1024.
    capture_see_history = 34, 0..=100;
    /// History pruning of quiets: per depth.
    quiet_history = 3359, 1500..=NEVER;
    /// Share of the butterfly history in quiet pruning, in 1/32.
    quiet_history_main = 71, 0..=160;
    /// History that is worth one ply in quiet pruning.
    quiet_history_ply = 4331, 1500..=7000;
    /// Futility of quiets: constant.
    quiet_futility = 1, 0..=NEVER;
    /// Futility of quiets: more as long as there is no best move.
    quiet_futility_no_best = 84, 0..=400;
    /// Futility of quiets: per depth.
    quiet_futility_depth = 83, 50..=300;
    /// Futility of quiets: more if the evaluation is above alpha.
    quiet_futility_above = 86, 0..=250;
    /// Futility of quiets: first depth without it.
    quiet_futility_max = 13, 5..=20;
    /// SEE pruning of quiets: per square of depth.
    quiet_see = 20, 8..=NEVER;

    /// Singular extension: smallest depth.
    singular_depth = 5, 4..=255;
    /// Singular extension: margin, in 1/55 per depth.
    singular_margin = 60, 20..=120;
    /// Singular extension: wider at nodes once on the principal variation.
    singular_margin_ttpv = 66, 0..=150;
    /// Double extension: constant.
    double_base = -4, -60..=NEVER;
    /// Double extension: on the principal variation.
    double_pv = 212, 0..=500;
    /// Double extension: less for quiet stored moves.
    double_quiet = 182, 0..=500;
    /// Triple extension: constant.
    triple_base = 52, 0..=NEVER;
    /// Triple extension: on the principal variation.
    triple_pv = 320, 0..=600;
    /// Triple extension: less for quiet stored moves.
    triple_quiet = 218, 0..=500;
    /// Triple extension: more at nodes once on the principal variation.
    triple_ttpv = 92, 0..=250;
    /// Share of the trust in stored moves in these margins, in 1/127649.
    extension_tt_move = 897, 0..=3000;
    /// Negative extension: plies if the stored score is above beta.
    negative_high = 3, 0..=4;
    /// Negative extension: plies at other cut nodes.
    negative_cut = 3, 0..=4;
    /// Share of the corrected evaluation in these margins.
    extension_correction = 230673, 60000..=600000;

    /// Order: captures are good that lose at most their score over this.
    good_capture = 22, 6..=60;
    /// Order: quiet moves with more than this score come before losing captures.
    good_quiet = -14000, -30000..=0;
    /// Order: quiet moves below this score per depth come last, in no order.
    sort_limit = -3560, -8000..=-1000;
    /// Order: more for quiet moves that check.
    check_bonus = 12800, 0..=40000;
    /// Order: the most that such a check may lose.
    check_loss = 75, 0..=300;

    /// Order: for quiet moves that leave the attack of a lesser piece, in
    /// exchange values, and against those that enter it.
    threat_weight = 12, 0..=40;
    /// Order: against drops into the attack of a lesser piece.
    threat_drop_weight = 12, 0..=40;

    /// Bonus of a good quiet move: per depth.
    bonus_depth = 150, 40..=300;
    /// Bonus: constant taken off.
    bonus_offset = 77, 0..=300;
    /// Bonus: largest.
    bonus_max = 1529, 600..=3000;
    /// Bonus: more if the move was the stored one.
    bonus_tt_move = 353, 0..=800;
    /// Bonus: one more per so much history of the move that led to the node.
    bonus_stat_score = 32, 8..=200;
    /// Penalty of the moves tried before: per depth.
    malus_depth = 1207, 200..=1500;
    /// Penalty: constant taken off.
    malus_offset = 204, 0..=500;
    /// Penalty: largest.
    malus_max = 2122, 600..=4000;
    /// Penalty: of a quiet move tried one later, in 1/1024.
    malus_decay = 977, 800..=1024;

    /// Bonus of the best move's histories if it captures, in 1/1024.
    bonus_capture = 1395, 400..=3000;
    /// The same if it is quiet.
    bonus_quiet = 822, 300..=2500;
    /// Share of it for the continuation histories, in 1/1024.
    quiet_continuation = 734, 300..=2500;
    /// Penalty of quiet moves tried before, in 1/1024.
    malus_quiet = 1313, 300..=2500;
    /// Penalty of captures tried before, in 1/1024.
    malus_capture = 1448, 400..=3000;
    /// Penalty of the early quiet move that led to the node, in 1/1024.
    malus_last = 602, 0..=1500;
    /// Continuation histories: share of the last move, in 1/1024.
    continuation_1 = 1157, 400..=2500;
    /// The same of the move two plies ago.
    continuation_2 = 648, 0..=1500;
    /// The same of the move three plies ago.
    continuation_3 = 288, 0..=1000;
    /// The same of the move four plies ago.
    continuation_4 = 576, 0..=1500;
    /// The same of the move five plies ago.
    continuation_5 = 140, 0..=700;
    /// The same of the move six plies ago.
    continuation_6 = 441, 0..=1200;
    /// Continuation histories: constant more for the last move.
    continuation_last = 88, 0..=300;

    /// Table cutoff: up to this depth only where cut node and bound agree.
    tt_cut_kind_depth = 5, 0..=255;
    /// Table cutoff: bonus of a quiet stored move, per depth.
    tt_cut_depth = 130, 30..=300;
    /// Table cutoff: constant taken off.
    tt_cut_offset = 71, 0..=300;
    /// Table cutoff: largest bonus.
    tt_cut_max = 1043, 300..=2500;
    /// Table cutoff: penalty of the early quiet move that led to the node.
    tt_cut_last = 2142, 500..=5000;
    /// Table cutoff: that move was at most so late.
    tt_cut_moves = 3, 1..=8;
    /// Trust in stored moves: more when one was the best.
    tt_move_best = 809, 200..=2000;
    /// Trust in stored moves: less when another was the best.
    tt_move_not_best = 865, 200..=2000;
    /// Trust in stored moves: less at a multi-cut, constant.
    tt_move_multi_cut = 400, 0..=1500;
    /// The same per depth.
    tt_move_multi_cut_depth = 100, 0..=300;
    /// The same at most.
    tt_move_multi_cut_max = 4000, 1000..=8000;

    /// Credit for the move before a fail low, if it captured.
    credit_capture = 1012, 0..=2500;
    /// The same if it was quiet: constant of the weight.
    credit_base = -63, -600..=200;
    /// Weight: per depth.
    credit_depth = 56, 10..=150;
    /// Weight: largest share of the depth.
    credit_depth_max = 489, 100..=1200;
    /// Weight: more for a move tried late.
    credit_late = 184, 0..=500;
    /// Number of moves tried before it at which a move is late.
    credit_late_moves = 8, 1..=30;
    /// Weight: more if the search fell below the evaluation.
    credit_below = 147, 0..=400;
    /// Least fall for that.
    credit_below_margin = 110, 0..=300;
    /// Weight: more if it fell below the evaluation before the move.
    credit_below_before = 156, 0..=400;
    /// Least fall for that.
    credit_below_before_margin = 73, 0..=300;
    /// Weight: one less per so much history of the move.
    credit_stat_score = 100, 30..=400;
    /// Credit: per depth.
    credit_bonus_depth = 141, 30..=400;
    /// Credit: constant taken off.
    credit_bonus_offset = 87, 0..=300;
    /// Credit: largest.
    credit_bonus_max = 1351, 0..=3000;
    /// Share for the continuation histories, in 1/32768.
    credit_continuation = 406, 100..=1000;
    /// Share for the butterfly history, in 1/32768.
    credit_main = 243, 50..=700;

    /// Credit for the move before by how far the evaluation fell for its
    /// opponent: weight.
    swing_weight = 5, 0..=20;
    /// Added to the fall: the evaluation counts the side to move, which changes.
    swing_centre = 20, -50..=120;
    /// Limit of the fall to either side.
    swing_most = 134, 50..=500;

    /// Correction: weight of the pawn structure.
    correction_pawn = 9600, 0..=25000;
    /// Correction: weight of the minor pieces.
    correction_minor = 6800, 0..=25000;
    /// Correction: weight of each side's pieces.
    correction_non_pawn = 9800, 0..=25000;
    /// Correction: weight of the last moves.
    correction_continuation = 10884, 0..=25000;

    /// Correction learnt from a node that raised alpha, in 1/128 per depth.
    correct_raised = 12, 4..=40;
    /// The same from one that failed low.
    correct_failed_low = 17, 4..=40;
    /// Share of it for the pawn structure, in 1/128.
    correct_pawn = 128, 0..=300;
    /// The same for the minor pieces.
    correct_minor = 156, 0..=300;
    /// The same for each side's pieces.
    correct_non_pawn = 178, 0..=300;
    /// The same for the last move after that of two plies ago.
    correct_two_back = 130, 0..=300;
    /// The same after that of four plies ago.
    correct_four_back = 60, 0..=300;

    /// Quiescence: futility margin of a capture, on top of its victim.
    qs_futility = 370, 100..=NEVER;
    /// Quiescence: move count after which a capture is left out.
    qs_moves = 2, 1..=600;
    /// Quiescence: captures must not lose more than this.
    qs_see = 73, 0..=250;
}

/// Logarithms of depths and move counts, scaled so that the product of two is in
/// 1/1024 ply.
static TABLE: Lazy<Box<[i32; MAX_MOVES]>> = Lazy::new(|| {
    let mut table = Box::new([0; MAX_MOVES]);
    for (i, entry) in table.iter_mut().enumerate().skip(1) {
        *entry = logarithm(i);
    }
    table
});

fn logarithm(i: usize) -> i32 {
    (f64::from(lmr_log()) / 128.0 * (i as f64).ln()) as i32
}

/// The table of logarithms, from which the late move reduction is made. A thread
/// that searches holds a reference, so that no access tests whether it is made.
#[derive(Clone, Copy)]
pub(super) struct Logarithms(&'static [i32; MAX_MOVES]);

impl Logarithms {
    pub(super) fn new() -> Logarithms {
        Logarithms(&TABLE)
    }

    /// The scaled logarithm of a depth or count; 0 for 0.
    #[inline]
    pub(super) fn of(self, i: i32) -> i32 {
        let i = (i as usize).min(MAX_MOVES - 1);
        // A margin being tuned changes after the table is made.
        if cfg!(feature = "tuning") && i > 0 {
            logarithm(i)
        } else {
            self.0[i]
        }
    }
}

#[cfg(all(test, feature = "tuning"))]
mod tests {
    use super::*;

    #[test]
    fn every_margin_can_be_set() {
        for tunable in ALL {
            assert!(set(tunable.name, tunable.default), "{}", tunable.name);
        }
        assert!(!set("razor", 0) && !set("", 0));
    }
}
