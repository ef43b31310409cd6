//! Margins of the search, in one table.
//!
//! Units: scores with a pawn at 90, reductions in 1/1024 ply, history scores as stored.
//! The structure and the first values are those of YaneuraOu 9.70 and Stockfish; the
//! commits of this file name the values tuned here. The table leaves out the constants of
//! time management (`clock`), the ranges and starting values of the histories (`history`,
//! `correction_history`), and constants of a technique's shape: some least depths, the
//! depth of a verifying search, the divisors that give the margins their units.
//!
//! With the `tuning` feature every line is a USI option. A range that ends at 0, at 255 plies or at
//! `NEVER` can switch its technique off by that value (`scripts/lab/ablation`).

#[cfg(feature = "tuning")]
use std::sync::atomic::Ordering;

use once_cell::sync::Lazy;

use crate::movegen::MAX_MOVES;

/// One margin with its default and range, as for a USI option.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// The name of the margin in the table.
    pub name: &'static str,
    /// The value in play.
    pub default: i32,
    /// The smallest and the largest value that can be set.
    pub range: (i32, i32),
}

/// A score margin so large that no evaluation exceeds it.
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

        /// Changes a margin; `false` if no margin has that name.
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
    /// Aspiration window: constant of the first half width.
    aspiration_delta = 44, 1..=NEVER;
    /// Aspiration window: divisor of the score's mean square, which widens it.
    aspiration_square = 9000, 2000..=40000;

    /// LMR: factor of the logarithms in the base table, in 1/128.
    lmr_log = 2960, 1500..=4000;
    /// LMR: decrease for a window as wide as at the root; proportionally less for narrower windows.
    lmr_delta = 501, 200..=1200;
    /// LMR: increase when not improving, in 1/512 of the base table's value.
    lmr_not_improving = 206, 50..=400;
    /// LMR: constant added to the base table's value.
    lmr_base = 1230, 400..=2500;
    /// LMR and pruning: increase at nodes that are or were on the principal variation.
    lmr_ttpv_pruning = 500, 0..=2500;
    /// LMR, not pruning: decrease at nodes that are or were on the principal variation.
    lmr_ttpv = 2400, 500..=5000;
    /// LMR: further decrease on the current principal variation.
    lmr_ttpv_pv = 973, 0..=2500;
    /// LMR: further decrease at nodes for `lmr_ttpv` if the stored score is above alpha.
    lmr_ttpv_value = 905, 0..=2500;
    /// LMR: further decrease at nodes for `lmr_ttpv` if the stored depth reaches the node's depth.
    lmr_ttpv_depth = 935, 0..=2500;
    /// LMR: addition to `lmr_ttpv_depth` at cut nodes.
    lmr_ttpv_depth_cut = 959, 0..=2500;
    /// LMR, not pruning: constant.
    lmr_constant = 691, 0..=2000;
    /// LMR: decrease per move number, because the base table's value is large for late moves.
    lmr_move_count = 30, 0..=200;
    /// LMR: decrease by the absolute correction of the evaluation divided by this.
    lmr_correction = 25600, 8000..=100000;
    /// LMR: increase at cut nodes.
    lmr_cut = 4250, 1000..=6000;
    /// LMR: further increase at cut nodes without a stored move.
    lmr_cut_no_tt_move = 985, 0..=2500;
    /// LMR: increase if the stored move captures.
    lmr_tt_capture = 542, 0..=2500;
    /// LMR: increase if the next ply failed high more than once.
    lmr_cutoffs = 251, 0..=1500;
    /// LMR: further increase if the next ply failed high more than twice.
    lmr_cutoffs_many = 1480, 0..=2500;
    /// LMR: further increase at all-nodes (expected to fail low) if the next ply failed high more
    /// than once.
    lmr_cutoffs_all = 1370, 0..=2500;
    /// LMR: decrease for the stored move.
    lmr_tt_move = 2600, 500..=4000;
    /// LMR: decrease for moves that give check. It may exceed the rest of the reduction: such a
    /// move is then searched deeper than the first.
    lmr_check = 2000, 0..=5000;
    /// LMR: decrease for promotions.
    lmr_promotion = 800, 0..=3000;
    /// LMR: decrease for drops.
    lmr_drop = 400, -1000..=2000;
    /// History score of a capture: share of its victim's exchange value, in 1/128.
    stat_score_victim = 862, 200..=2000;
    /// LMR: decrease by this share of the move's history score, in 1/4096.
    lmr_history = 404, 0..=1000;
    /// LMR: increase at all-nodes (expected to fail low): the reduction times this, divided by (256
    /// depth + 260).
    lmr_all = 273, 0..=600;
    /// LMR: search again one ply deeper if the reduced search beats the best value by more than
    /// this.
    lmr_deeper = 60, 10..=150;
    /// LMR: search again one ply shallower if the gain over the best value is below this.
    lmr_shallower = 9, 0..=50;
    /// Continuation history bonus of a move whose reduced search beat alpha.
    lmr_bonus = 800, 300..=3000;
    /// Moves not reduced by LMR: one ply shallower if LMR's reduction would exceed this.
    full_less_one = 4628, 2500..=7000;
    /// Moves not reduced by LMR: two plies shallower if LMR's reduction would exceed this.
    full_less_two = 5772, 3500..=9000;
    /// Moves not reduced by LMR: addition to that reduction without a stored move.
    full_no_tt_move = 1140, 0..=2500;

    /// Razoring: constant of the margin below alpha.
    razor_base = 470, 150..=NEVER;
    /// Razoring: margin per square of the depth.
    razor_depth = 290, 80..=700;

    /// Reverse futility: margin per depth.
    rfp_depth = 88, 30..=200;
    /// Reverse futility: decrease of the margin per depth without a stored entry.
    rfp_no_hit = 16, 0..=60;
    /// Reverse futility: decrease of the margin when improving, in 1/1024 of the margin per depth.
    rfp_improving = 1500, 500..=5000;
    /// Reverse futility: decrease when the opponent's position got worse, in the same unit.
    rfp_worsening = 362, 0..=1500;
    /// Reverse futility: increase by the absolute correction of the evaluation divided by this.
    rfp_correction = 180600, 50000..=600000;
    /// Reverse futility: increase of the margin per point of the own king's danger above
    /// `rfp_common_danger`, and decrease per point below.
    rfp_danger = 20, 0..=100;
    /// Reverse futility: danger of the own king that leaves the margin as it is.
    rfp_common_danger = 2, 0..=10;
    /// Reverse futility: smallest depth at which it is not tried.
    rfp_max_depth = 15, 1..=25;

    /// Null move: evaluation needed above beta falls by this per depth.
    nmp_depth = 8, 4..=40;
    /// Null move: evaluation needed falls by this when improving.
    nmp_improving = 53, 0..=150;
    /// Null move: constant of the evaluation needed above beta.
    nmp_base = 415, 0..=NEVER;
    /// Null move: constant of the reduction, in plies.
    nmp_reduction = 7, 3..=10;
    /// Null move: plies of depth per further ply of reduction.
    nmp_reduction_depth = 3, 2..=6;
    /// Null move: smallest depth at which a search without null moves verifies it.
    nmp_verify_depth = 16, 10..=30;

    /// Internal iterative reduction: smallest depth.
    iir_depth = 5, 3..=255;
    /// Internal iterative reduction: largest reduction of the last move, in plies.
    iir_reduction = 3, 0..=10;

    /// Hindsight: sum of both sides' evaluations above which a reduced line gets shallower.
    hindsight_sum = 173, 50..=500;
    /// Hindsight: smallest reduction of the last move, in plies, after which the node is
    /// searched one ply deeper if the opponent's position did not get worse.
    hindsight_deeper = 3, 1..=255;
    /// Hindsight: smallest reduction, in plies, after which `hindsight_sum` is tested.
    hindsight_shallower = 2, 1..=255;

    /// ProbCut: margin above beta.
    probcut_margin = 174, 100..=NEVER;
    /// ProbCut: decrease of the margin when improving.
    probcut_improving = 61, 0..=200;
    /// ProbCut: further plies of reduction when improving.
    probcut_less_improving = 1, -2..=2;
    /// Small ProbCut: margin above beta.
    small_probcut_margin = 348, 200..=NEVER;

    /// Alpha raised: plies by which the remaining moves are searched less deeply.
    alpha_raise_less = 2, 0..=4;
    /// Alpha raised: smallest depth at which this happens.
    alpha_raise_min_depth = 3, 2..=20;
    /// Alpha raised: smallest depth above that at which it no longer happens.
    alpha_raise_max_depth = 14, 5..=255;

    /// Move-count pruning: constant of the number of moves.
    lmp_base = 3, 1..=NEVER;
    /// Futility of captures: constant of the margin.
    capture_futility = 259, 80..=NEVER;
    /// Futility of captures: margin per reduced depth.
    capture_futility_depth = 290, 80..=500;
    /// Futility of captures: share of capture history, in 1/1024.
    capture_futility_history = 131, 0..=400;
    /// Futility of captures: smallest reduced depth at which it is not tried.
    capture_futility_max = 7, 3..=15;
    /// SEE pruning of captures and checks: allowed loss per depth.
    capture_see_depth = 112, 60..=NEVER;
    /// SEE pruning of captures and checks: share of capture history, in 1/1024.
    capture_see_history = 34, 0..=100;
    /// History pruning of quiets: history needed, below zero, per depth.
    quiet_history = 3359, 1500..=NEVER;
    /// Pruning of quiets: share of the butterfly history in the history, in 1/32.
    quiet_history_main = 71, 0..=160;
    /// Pruning of quiets: history that raises the reduced depth by one ply.
    quiet_history_ply = 4331, 1500..=7000;
    /// Futility of quiets: constant of the margin.
    quiet_futility = 1, 0..=NEVER;
    /// Futility of quiets: increase of the margin as long as no move raised alpha.
    quiet_futility_no_best = 68, 0..=400;
    /// Futility of quiets: margin per reduced depth.
    quiet_futility_depth = 83, 50..=300;
    /// Futility of quiets: increase of the margin if the evaluation is above alpha.
    quiet_futility_above = 65, 0..=250;
    /// Futility of quiets: smallest reduced depth at which it is not tried.
    quiet_futility_max = 13, 5..=20;
    /// SEE pruning of quiets: allowed loss per square of the reduced depth.
    quiet_see = 17, 8..=NEVER;

    /// Singular extension: smallest depth.
    singular_depth = 5, 4..=255;
    /// Singular extension: margin below the stored score, in 1/55 per depth.
    singular_margin = 60, 20..=120;
    /// Singular extension: wider margin at nodes that were on the principal variation.
    singular_margin_ttpv = 66, 0..=150;
    /// Double extension: constant of its margin.
    double_base = -4, -60..=NEVER;
    /// Double extension: wider margin on the principal variation.
    double_pv = 212, 0..=500;
    /// Double extension: narrower margin for quiet stored moves.
    double_quiet = 182, 0..=500;
    /// Triple extension: constant of its margin.
    triple_base = 42, 0..=NEVER;
    /// Triple extension: wider margin on the principal variation.
    triple_pv = 320, 0..=600;
    /// Triple extension: narrower margin for quiet stored moves.
    triple_quiet = 195, 0..=500;
    /// Triple extension: wider margin at nodes that are or were on the principal variation.
    triple_ttpv = 92, 0..=250;
    /// Double and triple extension: share of the stored moves' history that narrows the
    /// margins, in 1/127649.
    extension_tt_move = 897, 0..=3000;
    /// Negative extension: plies taken off if the stored score is at least beta.
    negative_high = 3, 0..=4;
    /// Negative extension: plies taken off at other cut nodes.
    negative_cut = 3, 0..=4;
    /// Double and triple extension: decrease of the margins by the absolute correction of the
    /// evaluation divided by this.
    extension_correction = 230673, 60000..=600000;

    /// Order: a capture is good if it loses at most its score divided by this.
    good_capture = 22, 6..=60;
    /// Order: quiet moves with more than this score come before losing captures.
    good_quiet = -14000, -30000..=0;
    /// Order: quiet moves with less than this score per depth come last, unsorted.
    sort_limit = -3560, -8000..=-1000;
    /// Order: bonus of quiet moves that give check.
    check_bonus = 12800, 0..=40000;
    /// Order: largest loss of a quiet check that gets this bonus.
    check_loss = 75, 0..=300;

    /// Order: bonus of quiet moves that leave the attack of a piece of less value, and
    /// penalty of those that enter it, per exchange value of the moved piece.
    threat_weight = 12, 0..=40;
    /// Order: penalty of drops into the attack of a piece of less value, in the same unit.
    threat_drop_weight = 12, 0..=40;

    /// Bonus of the best move: per depth.
    bonus_depth = 150, 40..=300;
    /// Bonus of the best move: constant taken off.
    bonus_offset = 77, 0..=300;
    /// Bonus of the best move: largest value.
    bonus_max = 1529, 600..=3000;
    /// Bonus of the best move: increase if it was the stored move.
    bonus_tt_move = 353, 0..=800;
    /// Bonus: increase by the history score of the move that led to the node, divided by this.
    bonus_stat_score = 32, 8..=200;
    /// Penalty of the moves tried before: per depth.
    malus_depth = 1207, 200..=1500;
    /// Penalty of the moves tried before: constant taken off.
    malus_offset = 204, 0..=500;
    /// Penalty of the moves tried before: largest value.
    malus_max = 2122, 600..=4000;
    /// Penalty: share of the previous quiet move's penalty that each further quiet move gets, in
    /// 1/1024.
    malus_decay = 977, 800..=1024;

    /// Bonus: share for a best move that captures, in 1/1024.
    bonus_capture = 1395, 400..=3000;
    /// Bonus: share for a quiet best move, in 1/1024.
    bonus_quiet = 822, 300..=2500;
    /// Bonus and penalty of quiet moves: share for the continuation histories, in 1/1024.
    quiet_continuation = 734, 300..=2500;
    /// Penalty: share for quiet moves tried before, in 1/1024.
    malus_quiet = 1313, 300..=2500;
    /// Penalty: share for captures tried before, in 1/1024.
    malus_capture = 1448, 400..=3000;
    /// Penalty: share for the early quiet move that led to the node, in 1/1024.
    malus_last = 602, 0..=1500;
    /// Continuation histories: share for the table of the last move, in 1/1024.
    continuation_1 = 1157, 400..=2500;
    /// Continuation histories: share for the table of the move two plies ago.
    continuation_2 = 648, 0..=1500;
    /// Continuation histories: share for the table of the move three plies ago.
    continuation_3 = 288, 0..=1000;
    /// Continuation histories: share for the table of the move four plies ago.
    continuation_4 = 576, 0..=1500;
    /// Continuation histories: share for the table of the move five plies ago.
    continuation_5 = 140, 0..=700;
    /// Continuation histories: share for the table of the move six plies ago.
    continuation_6 = 441, 0..=1200;
    /// Continuation histories: constant added for the table of the last move.
    continuation_last = 88, 0..=300;

    /// Table cutoff: largest depth at which node kind and bound must agree.
    tt_cut_kind_depth = 5, 0..=255;
    /// Table cutoff: bonus per depth of a quiet stored move.
    tt_cut_depth = 130, 30..=300;
    /// Table cutoff: constant taken off this bonus.
    tt_cut_offset = 71, 0..=300;
    /// Table cutoff: largest bonus.
    tt_cut_max = 1043, 300..=2500;
    /// Table cutoff: penalty of the early quiet move that led to the node.
    tt_cut_last = 2142, 500..=5000;
    /// Table cutoff: largest number of that move in its node's order for the penalty.
    tt_cut_moves = 3, 1..=8;
    /// Stored moves' history: bonus when the best move was the stored move.
    tt_move_best = 809, 200..=2000;
    /// Stored moves' history: penalty when another move was the best.
    tt_move_not_best = 865, 200..=2000;
    /// Stored moves' history: constant penalty at a multi-cut.
    tt_move_multi_cut = 400, 0..=1500;
    /// Stored moves' history: penalty per depth at a multi-cut.
    tt_move_multi_cut_depth = 100, 0..=300;
    /// Stored moves' history: largest penalty at a multi-cut.
    tt_move_multi_cut_max = 4000, 1000..=8000;

    /// Credit of a capture after which the node fails low.
    credit_capture = 1012, 0..=2500;
    /// Credit of a quiet move after which the node fails low: constant of its weight.
    credit_base = -63, -600..=200;
    /// Weight of the credit: per depth.
    credit_depth = 56, 10..=150;
    /// Weight of the credit: largest part by depth.
    credit_depth_max = 489, 100..=1200;
    /// Weight of the credit: increase for a move tried late.
    credit_late = 184, 0..=500;
    /// Weight of the credit: largest move number in its node that does not count as late.
    credit_late_moves = 8, 1..=30;
    /// Weight of the credit: increase if the search result is well below the evaluation.
    credit_below = 147, 0..=400;
    /// Weight of the credit: margin for `credit_below`.
    credit_below_margin = 110, 0..=300;
    /// Weight of the credit: increase if the search result is well below the evaluation before the
    /// move.
    credit_below_before = 156, 0..=400;
    /// Weight of the credit: margin for `credit_below_before`.
    credit_below_before_margin = 73, 0..=300;
    /// Weight of the credit: decrease by the move's history score divided by this.
    credit_stat_score = 100, 30..=400;
    /// Credit of a quiet move: per depth.
    credit_bonus_depth = 141, 30..=400;
    /// Credit of a quiet move: constant taken off.
    credit_bonus_offset = 87, 0..=300;
    /// Credit of a quiet move: largest, before its weight.
    credit_bonus_max = 1351, 0..=3000;
    /// Credit of a quiet move: share for the continuation histories, in 1/32768.
    credit_continuation = 406, 100..=1000;
    /// Credit of a quiet move: share for the butterfly history, in 1/32768.
    credit_main = 243, 50..=700;

    /// Swing: history bonus of the last move per point by which the evaluation fell for
    /// its opponent.
    swing_weight = 5, 0..=20;
    /// Swing: added to the fall, because the evaluation favours the side to move and a move changes
    /// that side.
    swing_centre = 20, -50..=120;
    /// Swing: largest fall or rise that counts.
    swing_most = 134, 50..=500;

    /// Correction: weight of the pawn structure.
    correction_pawn = 8900, 0..=25000;
    /// Correction: weight of the minor pieces.
    correction_minor = 6000, 0..=25000;
    /// Correction: weight of each side's pieces other than pawns.
    correction_non_pawn = 9800, 0..=25000;
    /// Correction: weight of the last moves.
    correction_continuation = 10884, 0..=25000;

    /// Learning of the correction: share of the error at a node that raised alpha, in
    /// 1/128 per depth.
    correct_raised = 12, 4..=40;
    /// Learning of the correction: share of the error at a node that failed low, in 1/128
    /// per depth.
    correct_failed_low = 17, 4..=40;
    /// Learning of the correction: share for the pawn structure, in 1/128.
    correct_pawn = 128, 0..=300;
    /// Learning of the correction: share for the minor pieces, in 1/128.
    correct_minor = 156, 0..=300;
    /// Learning of the correction: share for each side's pieces other than pawns, in 1/128.
    correct_non_pawn = 178, 0..=300;
    /// Learning of the correction: share for the last move after the move two plies ago, in 1/128.
    correct_two_back = 130, 0..=300;
    /// Learning of the correction: share for the last move after the move four plies ago, in 1/128.
    correct_four_back = 60, 0..=300;

    /// Quiescence: futility margin added to the value of the captured piece.
    qs_futility = 370, 100..=NEVER;
    /// Quiescence: number of moves after which further captures are left out.
    qs_moves = 2, 1..=600;
    /// Quiescence: largest loss of a capture that is searched.
    qs_see = 73, 0..=250;
}

/// Logarithms of depths and move counts, scaled so that the product of two is a reduction
/// in 1/1024 ply.
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

/// Table of the logarithms in late move reductions. Each worker holds this reference, so
/// that a look-up need not test whether the table is initialized.
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
        // With the `tuning` feature the margin may change after the table is made.
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
