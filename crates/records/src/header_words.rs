//! Dates and time controls of headers: words in KIF files, figures in CSA files.

use crate::notation::digit_value;

/// Main time, byoyomi and increment, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeControl {
    pub main: u64,
    pub byoyomi: u64,
    pub increment: u64,
}

/// The KIF keys of main time, byoyomi and increment; those of one player begin with 先手 or 後手.
pub(super) const TIME_KEYS: [&str; 3] = ["持ち時間", "秒読み", "加算"];

impl TimeControl {
    /// Reads the time control of a CSA keyword. The text returned is the prefix of the KIF keys:
    /// `""` for both sides, 先手 or 後手 for one. `None` if the key is another one or the value is
    /// malformed.
    pub fn read(key: &str, value: &str) -> Option<(&'static str, TimeControl)> {
        let side = match key {
            "TIME" | "TIME_LIMIT" => "",
            "TIME+" => "先手",
            "TIME-" => "後手",
            _ => return None,
        };
        let control = TimeControl::from_limit(value).or_else(|| TimeControl::from_figures(value));
        Some((side, control?))
    }

    /// Reads `HH:MM+SS`, main time and byoyomi of CSA 2.2.
    fn from_limit(text: &str) -> Option<TimeControl> {
        let (main, byoyomi) = text.trim().split_once('+')?;
        let (hours, minutes) = main.split_once(':')?;
        Some(TimeControl {
            main: number(hours)? * 3600 + number(minutes)? * 60,
            byoyomi: number(byoyomi)?,
            increment: 0,
        })
    }

    /// Reads `S+S+S`, main time, byoyomi and increment of CSA 3.0.
    fn from_figures(text: &str) -> Option<TimeControl> {
        let parts: Option<Vec<u64>> = text.trim().split('+').map(number).collect();
        match parts?[..] {
            [main, byoyomi, increment] => Some(TimeControl {
                main,
                byoyomi,
                increment,
            }),
            _ => None,
        }
    }

    /// Reads the values of the three [`TIME_KEYS`]. `None` if all are missing, or if a value holds
    /// anything besides a duration.
    pub fn from_words(values: [Option<&str>; 3]) -> Option<TimeControl> {
        let [main, byoyomi, increment] = values;
        if values == [None; 3] {
            return None;
        }
        if let (Some(main), None, None) = (main, byoyomi, increment) {
            // 持ち時間 alone may hold the whole control: in CSA figures, or as `10分+30秒`.
            let figures = TimeControl::from_limit(main).or_else(|| TimeControl::from_figures(main));
            if figures.is_some() {
                return figures;
            }
            if let Some((main, byoyomi)) = main.split_once(['+', '＋']) {
                return TimeControl::from_words([Some(main), Some(byoyomi), None]);
            }
        }
        let seconds = |value: Option<&str>| value.map_or(Some(0), read_duration);
        Some(TimeControl {
            main: seconds(main)?,
            byoyomi: seconds(byoyomi)?,
            increment: seconds(increment)?,
        })
    }

    /// The headers of KIF files: `("持ち時間", "1時間")`, `("秒読み", "30秒")`.
    pub fn words(&self) -> Vec<(&'static str, String)> {
        let times = [self.main, self.byoyomi, self.increment];
        let pairs = TIME_KEYS.into_iter().zip(times);
        pairs
            .filter(|&(key, seconds)| seconds > 0 || key == "持ち時間")
            .map(|(key, seconds)| (key, duration(seconds)))
            .collect()
    }

    /// Writes `HH:MM+SS`; `None` if the control has seconds of main time or an increment.
    pub fn limit(&self) -> Option<String> {
        let TimeControl { main, byoyomi, .. } = *self;
        let fits = main.is_multiple_of(60) && byoyomi < 100 && self.increment == 0;
        fits.then(|| format!("{:02}:{:02}+{byoyomi:02}", main / 3600, main / 60 % 60))
    }

    /// Writes `S+S+S`.
    pub fn figures(&self) -> String {
        format!("{}+{}+{}", self.main, self.byoyomi, self.increment)
    }
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok().filter(|&n| n < 1_000_000_000)
}

/// Writes a duration: `1時間30分`, `30秒` or なし.
fn duration(seconds: u64) -> String {
    if seconds == 0 {
        return "なし".to_string();
    }
    let parts = [
        (seconds / 3600, "時間"),
        (seconds / 60 % 60, "分"),
        (seconds % 60, "秒"),
    ];
    let parts = parts.iter().filter(|(n, _)| *n > 0);
    parts.map(|(n, unit)| format!("{n}{unit}")).collect()
}

/// Reads a duration in seconds: `1時間30分`, `各６時間`, `30秒`, なし; `None` for anything else.
fn read_duration(text: &str) -> Option<u64> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let text = text.strip_prefix('各').unwrap_or(&text);
    if matches!(text, "なし" | "無し" | "0") {
        return Some(0);
    }
    let mut rest = text;
    let mut total = 0u64;
    while !rest.is_empty() {
        let digits: usize = rest
            .chars()
            .take_while(|&c| digit_value(c).is_some())
            .map(char::len_utf8)
            .sum();
        let (digits, unit) = rest.split_at_checked(digits)?;
        let mut value = 0u64;
        for digit in digits.chars().filter_map(digit_value) {
            value = value.saturating_mul(10).saturating_add(u64::from(digit));
        }
        let (factor, tail) = [("時間", 3600), ("分", 60), ("秒", 1)]
            .into_iter()
            .find_map(|(name, factor)| Some((factor, unit.strip_prefix(name)?)))?;
        if digits.is_empty() || value > 1_000_000 {
            return None;
        }
        total += value * factor;
        rest = tail;
    }
    (!text.is_empty()).then_some(total)
}

/// A date in the CSA form `2024/05/03` or `2024/05/03 10:00:00`. Accepts other separators, 年 月 日
/// and a day of the week. `None` if the text holds anything else.
pub(super) fn csa_date(text: &str) -> Option<String> {
    let mut figures: Vec<String> = vec![String::new()];
    let mut chars = text.trim().chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '(' | '（' => {
                let inside: String = chars
                    .by_ref()
                    .take_while(|c| !matches!(c, ')' | '）'))
                    .collect();
                if !is_weekday(&inside) {
                    return None;
                }
                figures.push(String::new());
            }
            '0'..='9' | '０'..='９' => {
                let digit = digit_value(c)?.to_string();
                figures.last_mut()?.push_str(&digit);
            }
            '/' | '-' | '.' | '／' | ':' | '：' | ' ' | '\u{3000}' | '年' | '月' | '日' | '時'
            | '分' | '秒' => figures.push(String::new()),
            _ => return None,
        }
    }
    figures.retain(|figure| !figure.is_empty());
    let numbers: Option<Vec<u32>> = figures.iter().map(|figure| figure.parse().ok()).collect();
    let numbers = numbers?;
    let ([year, month, day, ..], rest) = (&numbers[..], numbers.get(3..)?) else {
        return None;
    };
    let is_date =
        (1000..=9999).contains(year) && (1..=12).contains(month) && (1..=31).contains(day);
    let date = format!("{year:04}/{month:02}/{day:02}");
    match *rest {
        _ if !is_date => None,
        [] => Some(date),
        [hour, minute] if hour < 24 && minute < 60 => {
            Some(format!("{date} {hour:02}:{minute:02}:00"))
        }
        [hour, minute, second] if hour < 24 && minute < 60 && second < 60 => {
            Some(format!("{date} {hour:02}:{minute:02}:{second:02}"))
        }
        _ => None,
    }
}

/// Whether a text is a day of the week, such as `金`, `金曜日` or `Fri`, also with a mark
/// for holidays: `月・祝`.
fn is_weekday(text: &str) -> bool {
    let day = text.trim();
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    let is_kanji = day.chars().all(|c| "日月火水木金土曜祝・".contains(c));
    !day.is_empty() && (is_kanji || names.iter().any(|name| day.starts_with(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_people_become_those_of_csa() {
        for (text, date) in [
            ("2024/05/03", Some("2024/05/03")),
            ("2024/5/3", Some("2024/05/03")),
            ("2020/02/02(日) 18:00:00", Some("2020/02/02 18:00:00")),
            (
                "2020年2月2日（日曜日）10時05分",
                Some("2020/02/02 10:05:00"),
            ),
            ("２０２０年２月２日", Some("2020/02/02")),
            ("2024-05-03 9:00", Some("2024/05/03 09:00:00")),
            ("2024.05.03", Some("2024/05/03")),
            ("2024/05/03（金・祝）", Some("2024/05/03")),
            ("2018/02/17(Sat)", Some("2018/02/17")),
            ("2024/05/03～04", None),
            ("2024/05/03(第2局)", None),
            ("昭和50年1月1日", None),
            ("2024/13/03", None),
            ("2024", None),
            ("", None),
        ] {
            assert_eq!(csa_date(text).as_deref(), date, "{text}");
        }
    }

    #[test]
    fn times_of_people_become_those_of_csa_and_back() {
        let read = |main: &str, byoyomi: Option<&str>| {
            TimeControl::from_words([Some(main), byoyomi, None]).map(|time| time.figures())
        };
        for (main, byoyomi, figures) in [
            ("1時間", Some("30秒"), Some("3600+30+0")),
            ("各６時間", None, Some("21600+0+0")),
            ("1時間30分", Some("1分"), Some("5400+60+0")),
            ("10分+30秒", None, Some("600+30+0")),
            ("00:25+00", None, Some("1500+0+0")),
            ("600+60+5", None, Some("600+60+5")),
            ("なし", Some("10秒"), Some("0+10+0")),
            ("10分切れ負け", None, None),
            ("8時間（2日制）", None, None),
            ("", None, None),
        ] {
            assert_eq!(read(main, byoyomi).as_deref(), figures, "{main}");
        }
        for (main, byoyomi, increment) in [(600, 60, 0), (0, 10, 0), (5415, 0, 5), (0, 0, 0)] {
            let time = TimeControl {
                main,
                byoyomi,
                increment,
            };
            let words = time.words();
            let value = |key| {
                words
                    .iter()
                    .find(|(k, _)| *k == key)
                    .map(|(_, v)| v.as_str())
            };
            assert_eq!(TimeControl::from_words(TIME_KEYS.map(value)), Some(time));
            let limit = time
                .limit()
                .and_then(|limit| TimeControl::from_limit(&limit));
            assert_eq!(limit, (increment == 0).then_some(time));
        }
    }
}
