//! Clock of a player under the rules of a CSA server.

use komadai::types::Color;

/// Time rules of a side, and its main time left, all in ms.
///
/// The main time does not include the increment of the next move: usable on a move are
/// main time, increment and byoyomi, as in USI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerClock {
    /// Unit in which the server counts.
    pub unit: u64,
    /// Main time at the start.
    pub total: u64,
    /// Main time left.
    pub left: u64,
    /// Byoyomi, usable on each move after the main time.
    pub byoyomi: u64,
    /// Increment for each move.
    pub increment: u64,
    /// Delay: time not counted on each move.
    pub delay: u64,
}

impl ServerClock {
    /// Subtracts the time of a move, and adds the increment.
    pub fn spend(&mut self, ms: u64) {
        let counted = ms.saturating_sub(self.delay);
        let had = self.left.saturating_add(self.increment);
        self.left = had.saturating_sub(counted);
    }

    /// Whether the server sets no time.
    fn has_no_limit(&self) -> bool {
        self.total == 0 && self.byoyomi == 0 && self.for_each_move() == 0
    }

    /// Increment of a move plus its delay. USI has no argument for a delay, so that it is passed as
    /// an increment, though unused delay is lost.
    fn for_each_move(&self) -> u64 {
        self.increment.saturating_add(self.delay)
    }
}

/// Time for a move in ms where the server sets no time, as shogi-server does in games of the kind
/// `NAME-0-0`.
const WITHOUT_LIMIT: u64 = 10_000;

/// The time arguments of `go` for `side`, after `used` ms of its turn. Keeps back
/// `margin` ms, but at most a fifth of the usable time. A side without any time has no limit, and
/// gets 10 s as byoyomi.
///
/// USI has only one `byoyomi`, that of the side to move, and GUIs send no increments with
/// it: an increment is then added to the main time.
pub fn go_text(clocks: &[ServerClock; 2], side: Color, used: u64, margin: u64) -> String {
    let side = side.index();
    let own = match clocks[side] {
        clock if clock.has_no_limit() => ServerClock {
            byoyomi: WITHOUT_LIMIT,
            ..clock
        },
        clock => clock,
    };
    let usable = [own.left, own.for_each_move(), own.byoyomi];
    let usable = usable.iter().fold(0_u64, |sum, ms| sum.saturating_add(*ms));
    let mut off = used.saturating_add(margin.min(usable / 5));
    let mut left = clocks.map(|clock| clock.left);
    let mut take = |from: &mut u64| {
        let taken = off.min(*from);
        *from -= taken;
        off -= taken;
    };
    if own.byoyomi > 0 {
        left[side] = left[side].saturating_add(own.for_each_move());
        let mut byoyomi = own.byoyomi;
        // The margin is taken from the byoyomi first, because every move needs it.
        take(&mut byoyomi);
        take(&mut left[side]);
        return format!("btime {} wtime {} byoyomi {byoyomi}", left[0], left[1]);
    }
    let mut inc = clocks.map(|clock| clock.for_each_move());
    take(&mut left[side]);
    take(&mut inc[side]);
    let [btime, wtime] = left;
    match inc {
        [0, 0] => format!("btime {btime} wtime {wtime} byoyomi 0"),
        [binc, winc] => format!("btime {btime} wtime {wtime} binc {binc} winc {winc}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(total: u64, byoyomi: u64, increment: u64) -> ServerClock {
        ServerClock {
            unit: 1000,
            total,
            left: total,
            byoyomi,
            increment,
            delay: 0,
        }
    }

    #[test]
    fn main_time_is_spent_before_byoyomi_and_grows_by_increments() {
        let mut fischer = clock(30_000, 0, 5000);
        fischer.spend(2000);
        assert_eq!(fischer.left, 33_000);
        let mut byoyomi = clock(10_000, 5000, 0);
        byoyomi.spend(12_000);
        assert_eq!(byoyomi.left, 0);
        let mut delayed = ServerClock {
            delay: 3000,
            ..clock(10_000, 0, 0)
        };
        delayed.spend(2000);
        assert_eq!(delayed.left, 10_000);
        delayed.spend(5000);
        assert_eq!(delayed.left, 8000);
    }

    #[test]
    fn words_of_every_kind_of_clock() {
        let go = |black, white, side| go_text(&[black, white], side, 0, 0);
        let fischer = clock(30_000, 0, 5000);
        let byoyomi = clock(60_000, 10_000, 0);
        let bare = clock(600_000, 0, 0);
        assert_eq!(
            go(fischer, fischer, Color::White),
            "btime 30000 wtime 30000 binc 5000 winc 5000"
        );
        assert_eq!(
            go(byoyomi, byoyomi, Color::Black),
            "btime 60000 wtime 60000 byoyomi 10000"
        );
        assert_eq!(
            go(bare, bare, Color::Black),
            "btime 600000 wtime 600000 byoyomi 0"
        );
        assert_eq!(
            go(fischer, byoyomi, Color::White),
            "btime 30000 wtime 60000 byoyomi 10000"
        );
        assert_eq!(
            go(fischer, byoyomi, Color::Black),
            "btime 30000 wtime 60000 binc 5000 winc 0"
        );
    }

    #[test]
    fn a_side_without_any_time_has_no_limit_and_thinks_ten_seconds() {
        let (none, bare) = (clock(0, 0, 0), clock(600_000, 0, 0));
        let go = |clocks, used| go_text(&clocks, Color::Black, used, 0);
        assert_eq!(go([none, none], 0), "btime 0 wtime 0 byoyomi 10000");
        assert_eq!(go([none, bare], 4000), "btime 0 wtime 600000 byoyomi 6000");
        assert_eq!(go([bare, none], 0), "btime 600000 wtime 0 byoyomi 0");
        // All time is used up here.
        let empty = ServerClock { left: 0, ..bare };
        assert_eq!(go([empty, empty], 0), "btime 0 wtime 0 byoyomi 0");
    }

    #[test]
    fn time_used_and_margin_are_held_back_but_never_all() {
        let byoyomi = [clock(0, 10_000, 0); 2];
        assert_eq!(
            go_text(&byoyomi, Color::Black, 0, 1500),
            "btime 0 wtime 0 byoyomi 8500"
        );
        // The margin is at most a fifth of the usable time.
        assert_eq!(
            go_text(&byoyomi, Color::Black, 0, 60_000),
            "btime 0 wtime 0 byoyomi 8000"
        );
        let fischer = [clock(3000, 0, 5000); 2];
        assert_eq!(
            go_text(&fischer, Color::White, 4000, 0),
            "btime 3000 wtime 0 binc 5000 winc 4000"
        );
        assert_eq!(
            go_text(&fischer, Color::White, 99_000, 9),
            "btime 3000 wtime 0 binc 5000 winc 0"
        );
    }
}
