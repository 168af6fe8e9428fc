//! No input makes the reader panic, whatever is done to a good file.

use scenario::format::Scenario;
use serde_json::{Value, json};
use sim::Stream;

use crate::fixture::full;

/// Mutations tried; each is a pure function of its number.
const MUTATIONS: u64 = 3000;

/// Values that are likely to be mishandled.
fn odd_values() -> Vec<Value> {
    vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e308),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(4_294_967_296_u64),
        json!(""),
        json!("az1"),
        json!("1s"),
        json!("99999999999999999999s"),
        json!("0.0000000000000000001s"),
        json!("\u{0}\u{202e}"),
        json!("a".repeat(100_000)),
        json!([]),
        json!([[], {}]),
        json!({}),
        json!({ "id": "x" }),
    ]
}

/// JSON pointers to every place of a tree.
fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_string());
    match value {
        Value::Object(map) => {
            map.iter()
                .for_each(|(key, value)| places(value, &format!("{at}/{key}"), out));
        }
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(i, value)| places(value, &format!("{at}/{i}"), out));
        }
        _ => {}
    }
}

fn pick<'a, T>(stream: &mut Stream, list: &'a [T]) -> &'a T {
    &list[stream.below(list.len() as u64) as usize]
}

/// Reads the text; what is accepted must also resolve and be written again.
fn read(text: &str, number: u64) {
    match Scenario::parse(text) {
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty(), "mutation {number}");
            assert!(
                message.len() < 20_000,
                "mutation {number}: {} bytes",
                message.len()
            );
        }
        Ok(scenario) => {
            for variant in scenario.variants() {
                scenario
                    .resolve(Some(&variant.id), Some(1))
                    .expect("a known variant");
            }
            scenario::format::with_actions(text, None, None, &[]).expect("what it read");
        }
    }
}

#[test]
fn a_file_with_changed_places_is_read_or_refused() {
    let mut all = Vec::new();
    places(&full(), "", &mut all);
    let odd = odd_values();
    for number in 0..MUTATIONS {
        let mut stream = Stream::fork(number, "mutations of values", 0);
        let mut tree = full();
        for _ in 0..stream.between(1, 4) {
            let value = match stream.below(3) {
                0 => full()
                    .pointer(pick::<String>(&mut stream, &all))
                    .cloned()
                    .unwrap_or(Value::Null),
                _ => pick(&mut stream, &odd).clone(),
            };
            // An earlier change may have removed the place.
            if let Some(place) = tree.pointer_mut(pick::<String>(&mut stream, &all)) {
                *place = value;
            }
        }
        read(&tree.to_string(), number);
    }
}

#[test]
fn a_file_with_changed_bytes_is_read_or_refused() {
    let good = full().to_string().into_bytes();
    for number in 0..MUTATIONS {
        let mut stream = Stream::fork(number, "mutations of bytes", 0);
        let mut bytes = good.clone();
        for _ in 0..stream.between(1, 5) {
            if bytes.is_empty() {
                break;
            }
            let at = stream.below(bytes.len() as u64) as usize;
            match stream.below(4) {
                0 => bytes[at] = stream.below(256) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, *pick(&mut stream, b"{}[]\",:019-eE\\")),
                _ => bytes.truncate(at.max(1)),
            }
        }
        read(&String::from_utf8_lossy(&bytes), number);
    }
}
