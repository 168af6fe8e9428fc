//! Instants as logs write them, in microseconds since 1970: dates with a time and an offset, and
//! seconds.

const DAY_S: i64 = 86_400;

/// Reads "2024-01-01T00:00:00.123Z", "2024/01/01 00:00:00.123 +08:00" and what is between them: a
/// text without an offset is taken as UTC. `None` = it is no instant.
pub(super) fn instant(text: &str) -> Option<i64> {
    let text = text.trim();
    if !text.is_ascii() || text.len() < 19 {
        return None;
    }
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let marks = text.as_bytes();
    let is_date = matches!(marks[4], b'-' | b'/') && marks[7] == marks[4];
    if !is_date || !matches!(marks[10], b'T' | b' ') || marks[13] != b':' || marks[16] != b':' {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    let is_in = |value: i64, first: i64, last: i64| (first..=last).contains(&value);
    if !(is_in(month, 1, 12) && is_in(day, 1, 31) && is_in(hour, 0, 23)) {
        return None;
    }
    // A minute with a leap second has 61.
    if !(is_in(year, 0, 9999) && is_in(minute, 0, 59) && is_in(second, 0, 60)) {
        return None;
    }
    let (fraction_us, rest) = fraction(&text[19..])?;
    let seconds = days(year, month, day) * DAY_S + hour * 3600 + minute * 60 + second;
    Some((seconds - offset_s(rest.trim())?) * 1_000_000 + fraction_us)
}

/// Seconds since 1970 as a number.
pub(super) fn seconds(number: f64) -> Option<i64> {
    let us = number * 1e6;
    (us.is_finite() && us.abs() < 1e17).then_some(us as i64)
}

/// ".123" in microseconds, and what comes after it.
fn fraction(text: &str) -> Option<(i64, &str)> {
    let Some(digits) = text.strip_prefix(['.', ',']) else {
        return Some((0, text));
    };
    let end = digits
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(digits.len());
    let six: String = digits[..end]
        .chars()
        .chain("000000".chars())
        .take(6)
        .collect();
    Some((six.parse().ok()?, &digits[end..]))
}

/// "Z", "+08:00", "-0330" or nothing, in seconds.
fn offset_s(text: &str) -> Option<i64> {
    if matches!(text, "" | "Z") {
        return Some(0);
    }
    let sign = match text.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let digits: String = text[1..].chars().filter(|letter| *letter != ':').collect();
    let (hours, minutes) = (digits.get(..2)?, digits.get(2..4).unwrap_or("00"));
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

/// Days from 1970-01-01 to a day of the Gregorian calendar.
fn days(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March here, so that a leap day is the last of its year.
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let leaps = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leaps + (month * 153 + 2) / 5 + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::{instant, seconds};

    #[test]
    fn an_instant_is_read_however_it_is_written() {
        for (text, us) in [
            ("1970-01-01T00:00:00Z", 0),
            ("2000-02-29T12:00:00.5Z", 951_825_600_500_000),
            ("2024/01/01 08:00:00.001 +08:00", 1_704_067_200_001_000),
            ("2024-01-01T00:00:00.000001+0000", 1_704_067_200_000_001),
            ("2023-12-31T23:30:00-00:30", 1_704_067_200_000_000),
            ("2024-03-01 00:00:00.000000", 1_709_251_200_000_000),
        ] {
            assert_eq!(instant(text), Some(us), "{text}");
        }
        assert_eq!(seconds(1.5), Some(1_500_000));
    }

    #[test]
    fn what_is_no_instant_is_none() {
        for text in [
            "",
            "yesterday",
            "2024-13-01T00:00:00Z",
            "2024-01-01T25:00:00Z",
            "2024-01-01T00:00:00 CET",
            "2024-01-01T00:00:00+9",
            "2024-01/01T00:00:00Z",
            "２０２４-01-01T00:00:00Z",
        ] {
            assert_eq!(instant(text), None, "{text}");
        }
        assert_eq!(seconds(f64::NAN), None);
    }
}
