//! Figures as the answer says them. Numbers in, text out.

/// "2,989 USD", "31.4 USD", "0.31 USD".
pub(crate) fn usd_words(usd: f64) -> String {
    let digits = match usd.abs() {
        hundreds if hundreds >= 99.95 => 0,
        tens if tens >= 9.995 => 1,
        _ => 2,
    };
    let text = format!("{usd:.digits$}");
    let (whole, part) = text
        .split_once('.')
        .map_or((text.as_str(), ""), |split| split);
    let point = if part.is_empty() { "" } else { "." };
    format!("{}{point}{part} USD", grouped(whole))
}

/// "1,000,000": whole numbers in groups of three.
pub(crate) fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        let left = digits.len() - place;
        if place > 0 && left.is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_have_three_digits() {
        let cases = [
            (2989.4, "2,989 USD"),
            (1_234_567.0, "1,234,567 USD"),
            (503.2, "503 USD"),
            (99.97, "100 USD"),
            (31.36, "31.4 USD"),
            (9.999, "10.0 USD"),
            (0.314, "0.31 USD"),
            (0.0, "0.00 USD"),
        ];
        for (usd, words) in cases {
            assert_eq!(usd_words(usd), words);
        }
    }
}
