use super::*;
use crate::signals::ClockTimes;
use crate::types::SplitMix64;
use std::time::Duration;

/// Default settings of YaneuraOu, which suit servers.
const SERVER: TimeOptions = TimeOptions {
    network_delay: 120,
    network_delay2: 1120,
    minimum_thinking_time: 2000,
    slow_mover: 100,
    round_up_to_full_second: true,
    max_moves_to_draw: 0,
    ponder: false,
};

/// Settings for a GUI on the same machine, in round numbers.
fn local() -> TimeOptions {
    TimeOptions {
        network_delay2: 100,
        ..TimeOptions::default()
    }
}

fn limits(time: u64, inc: u64, byoyomi: u64) -> Limits {
    Limits {
        clock: ClockTimes {
            // White's clock must not matter to Black.
            time: [Some(time), Some(7)],
            inc: [inc, 7],
            byoyomi,
        },
        ..Limits::default()
    }
}

fn plan(limits: &Limits, ply: u32, options: &TimeOptions) -> Clock {
    Clock::plan(limits, Color::Black, ply, options)
}

fn triple(clock: &Clock) -> (u64, u64, u64) {
    (clock.minimum, clock.optimum, clock.maximum)
}

#[test]
fn server_settings_give_the_plans_of_yaneuraou() {
    // Columns: main time, increment, byoyomi; (minimum, optimum, maximum).
    let table = [
        (0, 0, 10_000, (8880, 8880, 8880)),
        (300_000, 0, 10_000, (1880, 14_239, 63_880)),
        (300_000, 5000, 0, (1880, 9239, 38_880)),
    ];
    for (time, inc, byoyomi, expected) in table {
        let clock = plan(&limits(time, inc, byoyomi), 1, &SERVER);
        assert_eq!(triple(&clock), expected, "{time} + {inc} + {byoyomi}");
    }
    let options = TimeOptions {
        network_delay2: 120,
        ..SERVER
    };
    let clock = plan(&limits(0, 0, 10_000), 1, &options);
    assert_eq!(triple(&clock), (9880, 9880, 9880));
}

#[test]
fn byoyomi_alone_is_used_up_to_the_margin() {
    // Columns: byoyomi; time of the answer. The margin is 100 ms, at most an eighth.
    for (byoyomi, end) in [(10_000, 9900), (1000, 900), (500, 438), (100, 88), (10, 9)] {
        let mut clock = plan(&limits(0, 0, byoyomi), 40, &local());
        assert_eq!(triple(&clock), (end, end, end), "{byoyomi}");
        assert_eq!(clock.usable, end);
        // An early decision changes nothing.
        clock.decide(1);
        assert!(!clock.is_over(end - 1));
        assert!(clock.is_over(end));
    }
}

#[test]
fn byoyomi_is_never_wasted_once_main_time_is_gone() {
    // Main time below 1.2 times the byoyomi is spent on this move together with the byoyomi.
    let clock = plan(&limits(11_999, 0, 10_000), 40, &local());
    assert_eq!(triple(&clock), (21_899, 21_899, 21_899));
    let clock = plan(&limits(12_000, 0, 10_000), 40, &local());
    assert!(clock.minimum < 100 && clock.maximum < 22_000, "{clock:?}");
    assert!(clock.optimum > 10_000);
}

#[test]
fn the_increment_of_this_move_is_usable() {
    // At ply 60 (180 - 60) / 2 = 60 moves are planned for.
    let clock = plan(&limits(0, 5000, 0), 60, &local());
    assert_eq!(clock.usable, 4375);
    assert_eq!(triple(&clock), (1, 4375, 4375));
    let clock = plan(&limits(60_000, 1000, 0), 60, &local());
    assert_eq!(triple(&clock), (1, 2001, 10_001));
    assert_eq!(clock.usable, 60_000);
}

/// A move spends main time above an increment, or above a second, only; what is below is left for
/// answers that arrive late, and grows again after one.
#[test]
fn with_an_increment_the_last_main_time_is_kept() {
    // Columns: main time, increment; usable time.
    for (time, inc, usable) in [
        (1000, 200, 1000),
        (200, 200, 200),
        (50, 200, 175),
        (0, 200, 175),
        (10_000, 1000, 10_000),
        (10_000, 5000, 14_000),
        (1000, 5000, 5000),
    ] {
        let clock = plan(&limits(time, inc, 0), 60, &local());
        assert_eq!(clock.usable, usable, "{time} + {inc}");
    }
    // A longer delay is held back up to one increment, or an eighth of the time if that is more.
    let options = TimeOptions {
        network_delay2: 3000,
        ..local()
    };
    for (time, inc, usable) in [
        (10_000, 5000, 12_000),
        (10_000, 1000, 9625),
        (30_000, 1000, 28_000),
        (150, 200, 175),
        (3000, 200, 2800),
    ] {
        let clock = plan(&limits(time, inc, 0), 60, &options);
        assert_eq!(clock.usable, usable, "{time} + {inc}");
    }
    // This main time stays if each move uses all usable time and arrives without delay.
    for (mut time, inc, last) in [
        (1000, 200, 200),
        (60_000, 1000, 1000),
        (60_000, 10_000, 1000),
        (0, 800, 800),
        (0, 10_000, 1000),
    ] {
        for _ in 0..50 {
            time = time + inc - plan(&limits(time, inc, 0), 60, &local()).usable;
        }
        assert_eq!(time, last, "+ {inc}");
    }
    // Unused byoyomi is lost, so with byoyomi the margin is at most an eighth.
    assert_eq!(plan(&limits(60, 0, 200), 60, &local()).usable, 228);
    assert_eq!(plan(&limits(60, 0, 0), 60, &local()).usable, 53);
}

#[test]
fn increment_and_byoyomi_add_up() {
    let both = plan(&limits(60_000, 1000, 2000), 60, &local());
    let one = plan(&limits(60_000, 0, 3000), 60, &local());
    assert_eq!(triple(&both), triple(&one));
    assert_eq!(both.usable, 62_900);
}

#[test]
fn sudden_death_spares_the_last_minutes() {
    // 133 - 26 plies remain, 53 of them this side's moves.
    let rich = plan(&limits(600_000, 0, 0), 41, &local());
    assert_eq!(
        triple(&rich),
        (1, 1 + 600_000 / 53, 1 + 600_000 * 3333 / 53_000)
    );
    let poor = plan(&limits(60_000, 0, 0), 41, &local());
    assert_eq!(triple(&poor), (1, 1 + 60_000 / 53, 1 + 60_000 / 53));
    // Two thirds of YaneuraOu's 100 moves at the start, each of which may lose a second.
    let server = plan(&limits(600_000, 0, 0), 1, &SERVER);
    assert_eq!(server.optimum, 1880 + (600_000 - 67_000) / 66);
    let broke = plan(&limits(10, 0, 0), 41, &local());
    assert!(broke.maximum <= 3 && broke.usable == 9, "{broke:?}");
}

#[test]
fn pondering_buys_a_quarter_more() {
    let limits = limits(300_000, 0, 10_000);
    let plain = plan(&limits, 1, &local());
    let options = TimeOptions {
        ponder: true,
        ..local()
    };
    let ponder = plan(&limits, 1, &options);
    assert_eq!(plain.optimum, 13_371);
    assert_eq!(ponder.optimum, 13_371 + 13_371 / 4);
    assert_eq!(plain.maximum, ponder.maximum);
}

#[test]
fn slow_mover_stretches_the_normal_time_only() {
    let limits = limits(300_000, 0, 10_000);
    let options = TimeOptions {
        slow_mover: 50,
        ..local()
    };
    let clock = plan(&limits, 1, &options);
    assert_eq!(clock.optimum, 13_371 / 2);
    assert_eq!(clock.maximum, plan(&limits, 1, &local()).maximum);
}

#[test]
fn the_move_limit_of_the_game_is_the_horizon() {
    let at = |ply, limit| {
        let options = TimeOptions {
            max_moves_to_draw: limit,
            ..local()
        };
        plan(&limits(60_000, 0, 0), ply, &options)
    };
    // A distant move limit changes nothing.
    assert_eq!(triple(&at(41, 100_000)), triple(&at(41, 0)));
    // Plies 311, 313, 315, 317 and 319 are this side's: five moves.
    assert_eq!(at(311, 320).optimum, 1 + 60_000 / 5);
    // The last move may take all that is left.
    for ply in [319, 320] {
        assert_eq!(triple(&at(ply, 320)), (1, 59_900, 59_900));
    }
    // The move limit is passed, yet a search is asked for.
    assert_eq!(at(322, 320).maximum, PAST_THE_END_MS);
    assert_eq!(at(1000, 320).maximum, PAST_THE_END_MS);
}

#[test]
fn movetime_is_exact() {
    let options = TimeOptions {
        minimum_thinking_time: 5000,
        round_up_to_full_second: true,
        ..local()
    };
    for options in [local(), SERVER, options] {
        let mut clock = plan(&Limits::movetime(1234), 30, &options);
        assert!(!clock.is_managed());
        assert!(!clock.is_over(1233));
        assert!(clock.is_over(1234));
    }
    // A game clock in the same command limits the time.
    let mut both = limits(0, 0, 1000);
    both.movetime = Some(5000);
    assert_eq!(plan(&both, 30, &local()).maximum, 900);
}

#[test]
fn limits_without_time_never_run_out() {
    let mut bare_clock = limits(0, 0, 0);
    bare_clock.depth = Some(9);
    for limits in [
        Limits::depth(9),
        Limits::nodes(9),
        Limits::infinite(),
        bare_clock,
    ] {
        let mut clock = plan(&limits, 30, &local());
        assert!(!clock.is_managed());
        assert!(!clock.is_over(MAX_MS), "{limits:?}");
    }
}

#[test]
fn no_limit_at_all_gets_a_second() {
    for limits in [Limits::default(), limits(0, 0, 0)] {
        let mut clock = plan(&limits, 30, &local());
        assert!(!clock.is_over(NO_LIMIT_MS - 1));
        assert!(clock.is_over(NO_LIMIT_MS));
    }
}

#[test]
fn depth_with_a_game_clock_still_minds_the_clock() {
    let mut both = limits(600_000, 0, 0);
    both.depth = Some(100);
    let mut clock = plan(&both, 41, &local());
    assert!(clock.is_managed());
    let end = clock.maximum;
    assert!(end < 600_000 && clock.is_over(end));
}

#[test]
fn rtime_spreads_and_fades_with_the_game() {
    let mut seen = Vec::new();
    for draw in 0..1000 {
        let limits = Limits {
            rtime: Some(100),
            rtime_draw: draw,
            ..Limits::default()
        };
        seen.push(plan(&limits, 2, &local()).maximum);
        let late = plan(&limits, 250, &local()).maximum;
        assert!((100..=104).contains(&late));
    }
    assert_eq!(seen.iter().min(), Some(&100));
    assert_eq!(seen.iter().max(), Some(&150));
}

#[test]
fn full_seconds_are_paid_for_and_used() {
    let options = TimeOptions {
        minimum_thinking_time: 0,
        ..SERVER
    };
    let clock = plan(&limits(300_000, 0, 10_000), 1, &options);
    // Columns: time of the decision; time of the answer, 120 ms before a full second.
    for (elapsed, end) in [
        (0, 880),
        (879, 880),
        (881, 1880),
        (1000, 1880),
        (5500, 5880),
    ] {
        assert_eq!(clock.search_end(elapsed), end, "{elapsed}");
    }
    // The answer goes out after the minimum thinking time of 2000 ms, less the delay.
    let clock = plan(&limits(300_000, 0, 10_000), 1, &SERVER);
    assert_eq!(clock.search_end(0), 1880);
    // With local settings the answer goes out at once.
    let clock = plan(&limits(300_000, 0, 10_000), 1, &local());
    assert_eq!(clock.search_end(4321), 4321);
}

/// A ponderhit `ms` after `go`.
fn hit(clock: &Clock, ms: u64, times: Option<ClockTimes>) -> PonderHit {
    PonderHit {
        at: clock.start + Duration::from_millis(ms),
        clock: times,
    }
}

#[test]
fn nothing_ends_a_ponder_search_before_the_hit() {
    let mut limits = limits(0, 0, 1000);
    limits.ponder = true;
    let mut clock = plan(&limits, 30, &local());
    clock.decide(5);
    assert!(clock.is_pondering() && clock.is_decided());
    assert!(!clock.is_over(3_600_000));
    // With only byoyomi left, all of it is used, counted from the ponderhit.
    clock.ponderhit(&hit(&clock, 20_000, None));
    assert!(!clock.is_pondering());
    assert!(!clock.is_over(20_899));
    assert!(clock.is_over(20_900));
}

#[test]
fn at_the_last_moment_the_search_is_over() {
    for (time, inc, byoyomi) in [
        (300_000, 0, 0),
        (1000, 500, 0),
        (0, 0, 1000),
        (60_000, 0, 5000),
    ] {
        let mut limits = limits(time, inc, byoyomi);
        let mut clock = plan(&limits, 30, &local());
        assert_eq!(clock.last_moment(), clock.usable);
        assert!(clock.is_over(clock.last_moment()));
        limits.ponder = true;
        let mut clock = plan(&limits, 30, &local());
        assert_eq!(clock.last_moment(), u64::MAX);
        clock.ponderhit(&hit(&clock, 700, None));
        assert_eq!(clock.last_moment(), 700 + clock.usable);
        assert!(clock.is_over(clock.last_moment()));
    }
    assert_eq!(plan(&Limits::movetime(50), 1, &local()).last_moment(), 50);
    for endless in [Limits::infinite(), Limits::depth(3), Limits::nodes(9)] {
        assert_eq!(plan(&endless, 1, &local()).last_moment(), u64::MAX);
    }
}

#[test]
fn time_pondered_counts_as_thought() {
    let mut limits = limits(300_000, 0, 10_000);
    limits.ponder = true;
    // Decided long before the ponderhit: the answer goes out at the ponderhit.
    let mut clock = plan(&limits, 1, &local());
    clock.decide(14_000);
    clock.ponderhit(&hit(&clock, 20_000, None));
    assert!(clock.is_over(20_000));
    // Not decided, but the longest time has passed: the same.
    let mut clock = plan(&limits, 1, &local());
    clock.ponderhit(&hit(&clock, clock.maximum, None));
    assert!(clock.is_over(clock.maximum));
    // Neither: the search goes on and ends as without pondering.
    let mut clock = plan(&limits, 1, &local());
    clock.ponderhit(&hit(&clock, 1000, None));
    assert!(!clock.is_over(1000));
    clock.decide(14_000);
    assert!(clock.is_over(14_000));
}

#[test]
fn a_ponderhit_can_bring_the_clock() {
    let early = Limits {
        ponder: true,
        ..Limits::default()
    };
    let times = ClockTimes {
        time: [Some(0), Some(0)],
        inc: [0, 0],
        byoyomi: 3000,
    };
    let mut clock = plan(&early, 30, &local());
    assert!(!clock.is_managed());
    clock.ponderhit(&hit(&clock, 7000, Some(times)));
    assert!(clock.is_managed());
    assert!(!clock.is_over(9899));
    assert!(clock.is_over(9900));
    // Without a clock the search ends a second after the ponderhit.
    let mut clock = plan(&early, 30, &local());
    clock.ponderhit(&hit(&clock, 7000, None));
    assert!(!clock.is_over(7999));
    assert!(clock.is_over(8000));
    // A ponderhit without pondering is ignored.
    let mut clock = plan(&Limits::infinite(), 30, &local());
    clock.ponderhit(&hit(&clock, 7000, Some(times)));
    assert!(!clock.is_managed());
}

#[test]
fn no_option_pushes_a_move_past_the_usable_time() {
    let mut rng = SplitMix64::new(7);
    let mut managed = 0;
    for _ in 0..200_000 {
        // Mostly short clocks, where the options matter; some absurdly long ones.
        let mut ms = || {
            let scale = 10u64.pow(rng.below(8) as u32);
            rng.below(12) as u64 * scale
        };
        let limits = Limits {
            clock: ClockTimes {
                time: [Some(ms()), None],
                inc: [ms(), 0],
                byoyomi: ms(),
            },
            ..Limits::default()
        };
        let options = TimeOptions {
            network_delay: ms().min(10_000),
            network_delay2: ms().min(10_000),
            minimum_thinking_time: ms().min(100_000),
            slow_mover: ms().clamp(1, 1000),
            round_up_to_full_second: ms() % 2 == 1,
            max_moves_to_draw: ms().min(1000) as u32,
            ponder: ms() % 2 == 1,
        };
        let ply = 1 + rng.below(600) as u32;
        let mut clock = plan(&limits, ply, &options);
        if !clock.is_managed() {
            continue;
        }
        managed += 1;
        let total =
            limits.clock.main_time(Color::Black) + limits.clock.inc[0] + limits.clock.byoyomi;
        let context = format!("{limits:?} {options:?} ply {ply}: {clock:?}");
        assert!(clock.usable >= 1 && clock.usable <= total, "{context}");
        // Without byoyomi at most one increment is kept, and an eighth of it if there is no main
        // time.
        let (time, inc) = (limits.clock.main_time(Color::Black), limits.clock.inc[0]);
        let least = if limits.clock.byoyomi == 0 && inc > 0 {
            time.max(inc - inc / 8).min(total * 4 / 5)
        } else {
            total * 4 / 5
        };
        assert!(clock.usable >= least || clock.usable == 1, "{context}");
        for t in [clock.minimum, clock.optimum, clock.maximum] {
            assert!(t >= 1 && t <= clock.usable, "{context}");
        }
        for _ in 0..4 {
            let elapsed = rng.below(clock.usable as usize) as u64;
            let end = clock.search_end(elapsed);
            assert!(end >= elapsed.min(clock.usable), "{context}");
            assert!(end <= clock.usable, "{context}");
        }
        clock.decide(0);
        assert!(clock.is_over(clock.usable), "{context}");
    }
    assert!(managed > 100_000);
}

#[test]
fn absurd_clocks_do_not_overflow() {
    let clock = plan(&limits(u64::MAX, u64::MAX, u64::MAX), 1, &SERVER);
    assert!(clock.optimum > 0 && clock.optimum <= clock.usable);
    let all = Limits {
        rtime: Some(u64::MAX),
        rtime_draw: u64::MAX,
        ..Limits::default()
    };
    assert_eq!(plan(&all, 1, &local()).maximum, u64::MAX);
}

#[test]
fn an_unsettled_choice_gets_more_time() {
    let clock = plan(&limits(300_000, 0, 10_000), 1, &local());
    let calm = Stability {
        fall_in_game: 0,
        fall_in_search: 0,
        depth: 12,
        best_move_age: 11,
        best_move_changes: 0.0,
        effort: 0.5,
        root_moves: 30,
        previous_time_reduction: FIRST_TIME_REDUCTION,
    };
    let usual = clock.target(&calm);
    let unsettled = [
        Stability {
            fall_in_game: 60,
            ..calm
        },
        Stability {
            fall_in_search: 60,
            ..calm
        },
        Stability {
            best_move_age: 1,
            ..calm
        },
        Stability {
            best_move_changes: 1.0,
            ..calm
        },
    ];
    for stability in unsettled {
        assert!(clock.target(&stability) > usual, "{stability:?}");
    }
    let clear = Stability {
        effort: 0.95,
        ..calm
    };
    let single = Stability {
        root_moves: 1,
        ..calm
    };
    assert!(clock.target(&clear) < usual && clock.target(&single) < usual);
}
