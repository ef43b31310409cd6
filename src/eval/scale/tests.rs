//! Tests of the scales of a network: in its header, in the file beside it, and in use.

use super::*;

#[test]
fn a_string_says_both_or_one_or_none() {
    for (fv_scale, odds) in [
        (None, None),
        (Some(10), None),
        (None, Some(9600)),
        (Some(10), Some(9600)),
    ] {
        let scales = NetScales { fv_scale, odds };
        assert!(scales.are_in_range());
        for text in ["", "Network=x", "old_fv_scale=1"] {
            let mut warnings = Vec::new();
            let read = NetScales::read(&scales.append_to(text), &mut warnings);
            assert_eq!(read, scales);
            assert!(warnings.is_empty());
        }
    }
    let both = NetScales {
        fv_scale: Some(10),
        odds: Some(9600),
    };
    assert_eq!(
        both.append_to("Network=x"),
        "Network=x,fv_scale=10,odds=9600"
    );
    assert_eq!(NetScales::default().append_to("Network=x"), "Network=x");
}

#[test]
fn numbers_out_of_range_are_named_and_left() {
    let mut warnings = Vec::new();
    let scales = NetScales::read("fv_scale=0,odds=99", &mut warnings);
    assert_eq!(scales, NetScales::default());
    assert_eq!(warnings.len(), 2);
    let odds = "odds '99' in the architecture string ignored: not a number from 100 to 1000000";
    assert_eq!(warnings[1].to_string(), odds);
    for (fv_scale, odds) in [(Some(0), None), (Some(129), None), (None, Some(99))] {
        assert!(!NetScales { fv_scale, odds }.are_in_range());
    }
}

#[test]
fn tokens_are_found() {
    let scale = |text| token(text, "fv_scale");
    assert_eq!(scale("a,fv_scale=20,b"), Some("20"));
    assert_eq!(scale("fv_scale=-3;"), Some("-3"));
    assert_eq!(scale("fv_scale="), Some(""));
    for text in ["", "scale=1", "old_fv_scale=1", "fv_scale", "fv_scale 1"] {
        assert_eq!(scale(text), None, "{text}");
    }
    assert_eq!(scale("old_fv_scale=1,fv_scale=2"), Some("2"));
}

#[test]
fn what_is_given_comes_first() {
    let of = |fv_scale, odds| NetScales { fv_scale, odds };
    let file = of(Some(10), Some(9600));
    assert_eq!(of(Some(12), None).or(file), of(Some(12), Some(9600)));
    assert_eq!(of(None, Some(9000)).or(file), of(Some(10), Some(9000)));
    assert_eq!(file.score_scale(10), ScoreScale::of_output(10, 9600));
    assert_eq!(of(Some(10), None).score_scale(10), ScoreScale::SAME);
}

#[test]
fn entries_in_every_form() {
    for (text, value) in [
        ("FV_SCALE 24", Some("24")),
        ("FV_SCALE=24", Some("24")),
        ("\u{FEFF}fv_scale = 24\r\n", Some("24")),
        ("Threads 4\nFV_SCALE\t24 // best\nHash 1", Some("24")),
        (
            "option name FV_SCALE type spin default 24 min 1 max 128",
            Some("24"),
        ),
        ("setoption name FV_SCALE value 24", Some("24")),
        ("FV_SCALE 20\nFV_SCALE 36", Some("36")),
        ("FV_SCALE", None),
        ("option name FV_SCALE type spin", None),
        ("# FV_SCALE 24", None),
        ("FV_SCALE2 24\noption name Threads default 9", None),
        ("option\nname\n=\n\u{0}", None),
        ("", None),
    ] {
        assert_eq!(entry(text), value, "{text}");
    }
}

#[test]
fn divisors_are_in_the_range() {
    let parse = |text| {
        number(
            "FV_SCALE",
            text,
            FV_SCALE_RANGE,
            ScalePlace::File("here".into()),
        )
    };
    for text in ["0", "129", "-5", "x", "", "1e9"] {
        let warning = parse(text).unwrap_err().to_string();
        let expected = format!("FV_SCALE '{text}' in here ignored: not a number from 1 to 128");
        assert_eq!(warning, expected);
    }
    assert_eq!(parse("1"), Ok(1));
    assert_eq!(parse("128"), Ok(128));
}

#[test]
fn the_user_wins_over_files_and_files_over_the_default() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(OPTIONS_FILE);
    std::fs::write(&path, "FV_SCALE 24").unwrap();
    let decide = |option, hints, fv_scale| {
        let mut warnings = Vec::new();
        let network = NetScales {
            fv_scale,
            odds: None,
        };
        let scale = FvScale::decide(option, hints, network, &mut warnings);
        assert_eq!(warnings, []);
        scale.to_string()
    };
    let path = Some(path.as_path());
    assert_eq!(decide(9, path, Some(20)), "FV_SCALE 9 (option)");
    assert_eq!(decide(0, path, Some(20)), "FV_SCALE 24 (eval_options.txt)");
    assert_eq!(decide(0, None, Some(20)), "FV_SCALE 20 (network header)");
    assert_eq!(decide(0, None, None), "FV_SCALE 16 (default)");
    assert_eq!(
        decide(0, Some(dir.path()), Some(20)),
        "FV_SCALE 20 (network header)"
    );
}

#[test]
fn senseless_entries_are_named_and_left() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(OPTIONS_FILE);
    for value in ["0", "129", "-5", "many", "99999999999999999999"] {
        std::fs::write(&path, format!("FV_SCALE {value}\n")).unwrap();
        let mut warnings = Vec::new();
        let scale = FvScale::decide(0, Some(&path), NetScales::default(), &mut warnings);
        assert_eq!(scale, FvScale::DEFAULT);
        let warning = warnings.pop().unwrap().to_string();
        assert!(warning.contains(&format!("'{value}'")), "{warning}");
        assert!(warning.contains(OPTIONS_FILE), "{warning}");
    }
    std::fs::write(&path, [0xFF; 1000]).unwrap();
    assert_eq!(
        FvScale::decide(0, Some(&path), NetScales::default(), &mut Vec::new()),
        FvScale::DEFAULT
    );
}

#[test]
fn six_hundred_centipawns_are_odds_of_e_to_1() {
    for (divisor, odds) in [
        (10, 9600),
        (16, 9600),
        (24, 9600),
        (16, 320),
        (1, 1_000_000),
    ] {
        let scale = ScoreScale::of_output(divisor, odds);
        let shown = scale.centipawns(odds / divisor);
        assert!((shown - 600).abs() <= 3, "{divisor} {odds}: {shown}");
    }
    let scale = ScoreScale::of_output(10, 9600);
    assert_eq!(scale.show(Value(960)), Score::Centipawns(600));
    assert_eq!(scale.show(Value(-960)), Score::Centipawns(-600));
    assert_eq!(scale.search(600), Value(960));
    // 61 and 67 times 0.625 are 38.1 and 41.9.
    assert_eq!(scale.show(Value(61)), Score::Centipawns(38));
    assert_eq!(scale.show(Value(-67)), Score::Centipawns(-41));
}

#[test]
fn counting_material_a_pawn_is_100() {
    for (units, centipawns) in [
        (90, 100),
        (-91, -101),
        (-45, -50),
        (39, 43),
        (27_000, 30_000),
    ] {
        let shown = ScoreScale::SAME.show(Value(units));
        assert_eq!(shown, Score::Centipawns(centipawns));
        assert_eq!(ScoreScale::SAME.centipawns(units), centipawns);
    }
}

#[test]
fn the_way_back_leads_near() {
    let scale = ScoreScale::of_output(10, 9600);
    for units in -5000..=5000 {
        for (scale, reach) in [(scale, 2), (ScoreScale::SAME, 1)] {
            let shown = scale.show(Value(units));
            let back = scale.search(shown.centipawns());
            assert!((back.0 - units).abs() <= reach, "{units}: {back:?}");
            assert_eq!(scale.show(Value(-units)), -shown);
        }
    }
}

#[test]
fn what_is_decided_keeps_its_kind_on_every_scale_and_no_evaluation_becomes_it() {
    for scale in [
        ScoreScale::SAME,
        ScoreScale::of_output(10, 9600),
        ScoreScale::of_output(128, 100),
        ScoreScale::of_output(1, 1_000_000),
    ] {
        for (value, score) in [
            (Value::mate_in(5), Score::mate_in(5)),
            (Value::mated_in(4), Score::mated_in(4)),
            (Value::mated_in(0), Score::mated_in(0)),
            (Value::mate_in(MAX_PLY), Score::mate_in(MAX_PLY as u32)),
            (Value::RULE_WIN, Score::Rule { winning: true }),
            (Value::RULE_WIN - 245, Score::Rule { winning: true }),
            (-Value::RULE_WIN, Score::Rule { winning: false }),
            (Value::SUPERIOR, Score::Repetition { better: true }),
            (-Value::SUPERIOR, Score::Repetition { better: false }),
            (Value::SUPERIOR - 200, Score::Repetition { better: true }),
        ] {
            assert_eq!(scale.show(value), score);
        }
        for value in [Value::MAX_EVAL, -Value::MAX_EVAL, Value(20_000)] {
            let Score::Centipawns(cp) = scale.show(value) else {
                panic!("{value:?}");
            };
            assert!(cp.abs() <= 30_000);
        }
        assert!(scale.search(i32::MAX).abs() <= Value::MAX_EVAL);
        assert!(scale.search(i32::MIN).abs() <= Value::MAX_EVAL);
    }
}
