//! What files are told in another language is the same as in English: the template that is kept
//! comes to the same words, at the same place.

use serde_json::{Value, json};

use crate::challenge::Challenge;
use crate::lesson::Lesson;
use crate::problems::problems;
use crate::scenario::Scenario;
use text::said::{BEGIN, END, english_of, in_english, keep_templates};

const SCENARIOS: [&str; 3] = [
    include_str!("../../../public/scenarios/first-look.json"),
    include_str!("../../../public/scenarios/metastable.json"),
    include_str!("../../../public/scenarios/million-reads.json"),
];
const LESSON: &str = include_str!("../../../public/lessons/leader.json");
const CHALLENGE: &str = include_str!("../../../public/challenges/lease-lie.json");

/// Each declares them: no struct of both is read.
#[test]
fn what_lessons_and_challenges_share_has_the_same_schema_in_both() {
    let (lesson, challenge) = (crate::lesson::schema(), crate::challenge::schema());
    let [of_lesson, of_challenge] = [&lesson, &challenge].map(|schema| &schema["properties"]);
    let step = &lesson["$defs"]["Step"]["properties"];
    for (of, key) in [(of_lesson, "$schema"), (step, "variant"), (step, "seed")] {
        assert!(of[key].is_object(), "{key}");
        assert_eq!(of[key], of_challenge[key], "{key}");
    }
    for bound in ["type", "minLength", "maxLength"] {
        assert_eq!(of_lesson["title"][bound], of_challenge["title"][bound]);
    }
}

/// What a thread says while its sentences carry their templates.
fn with_templates<T>(say: impl FnOnce() -> T) -> T {
    keep_templates(true);
    let said = say();
    keep_templates(false);
    said
}

#[track_caller]
fn same_with_templates(said: impl Fn() -> String) -> String {
    let marked = with_templates(&said);
    assert_eq!(english_of(&marked), said());
    marked
}

/// Changes each value of a file in turn, and asks what is said then.
fn each_changed(file: &Value, path: &str, ask: &mut dyn FnMut(&str, &Value)) {
    for other in [
        json!({ "no such key": 1 }),
        json!("no"),
        json!(-1),
        json!(1e12),
        json!([]),
    ] {
        ask(path, &other);
    }
    match file {
        Value::Object(map) => {
            for (key, value) in map {
                each_changed(value, &format!("{path}/{key}"), ask);
            }
        }
        Value::Array(list) => {
            for (place, value) in list.iter().enumerate().take(2) {
                each_changed(value, &format!("{path}/{place}"), ask);
            }
        }
        _ => {}
    }
}

fn all_changes_are_said_the_same(text: &str, said: impl Fn(&str) -> String) -> usize {
    let file: Value = serde_json::from_str(text).unwrap();
    let mut count = 0;
    each_changed(&file, "", &mut |path, other| {
        let mut changed = file.clone();
        let Some(place) = changed.pointer_mut(path) else {
            return;
        };
        *place = other.clone();
        let changed = changed.to_string();
        let marked = same_with_templates(|| said(&changed));
        count += usize::from(marked.contains(BEGIN));
    });
    count
}

#[test]
fn whatever_is_wrong_in_a_scenario_comes_to_the_same_english() {
    for text in SCENARIOS {
        let said =
            |text: &str| Scenario::parse(text).map_or_else(|it| it.to_string(), |_| String::new());
        assert!(all_changes_are_said_the_same(text, said) > 200);
    }
}

#[test]
fn whatever_is_wrong_in_a_lesson_or_a_challenge_comes_to_the_same_english() {
    let said = |text: &str| Lesson::parse(text).map_or_else(|it| it.to_string(), |_| String::new());
    assert!(all_changes_are_said_the_same(LESSON, said) > 100);
    let said =
        |text: &str| Challenge::parse(text).map_or_else(|it| it.to_string(), |_| String::new());
    assert!(all_changes_are_said_the_same(CHALLENGE, said) > 50);
}

#[test]
fn what_loads_are_called_and_what_a_challenge_allows_comes_to_the_same_english() {
    for text in SCENARIOS {
        let said = || {
            let run = Scenario::parse(text).unwrap().resolve(None, None).unwrap();
            let loads = run.names.workloads.iter().map(|load| load.text.clone());
            loads.collect::<Vec<_>>().join("\n")
        };
        assert!(same_with_templates(said).starts_with(BEGIN));
    }
    let allowed = || Challenge::parse(CHALLENGE).unwrap().allowed.join("\n");
    same_with_templates(allowed);
}

#[test]
fn the_editor_gets_each_problem_as_one_sentence_at_the_place_that_it_has_in_english() {
    let file: Value = serde_json::from_str(SCENARIOS[0]).unwrap();
    let mut changed = file.clone();
    changed["seed"] = json!("one");
    changed["colour"] = json!("blue");
    for text in [changed.to_string(), "{\n  \"seed\": }".to_string()] {
        let list = |text: String| serde_json::from_str::<Vec<Value>>(&text).unwrap();
        let marked = list(with_templates(|| problems(&text)));
        let english = list(in_english(|| problems(&text)));
        assert_eq!(marked.len(), english.len());
        for (mut marked, english) in marked.into_iter().zip(english) {
            let said = marked["text"].as_str().unwrap().to_string();
            assert!(said.starts_with(BEGIN) && said.ends_with(END), "{said}");
            marked["text"] = json!(english_of(&said));
            assert_eq!(marked, english);
        }
    }
}

#[test]
fn the_editor_is_told_where_it_is_about_a_key_and_where_it_is_no_json() {
    let of = |text: &str| serde_json::from_str::<Value>(&problems(text)).unwrap();
    let [syntax, key] = [of("{\n  \"a\": }"), of("{\"colour\": 1}")];
    assert_eq!(
        (&syntax[0]["line"], &syntax[0]["column"]),
        (&json!(2), &json!(8))
    );
    assert_eq!(
        (&key[0]["path"], &key[0]["key"]),
        (&json!("colour"), &json!(true))
    );
    assert_eq!(key[1]["key"], Value::Null);
}

/// A value of a file that a schema bounds, and whose description tells how.
struct Bounded {
    path: String,
    told: String,
    bounds: String,
}

/// What a description says of its bounds: "0 to 100000".
fn bounds_told(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split([' ', '\n']).collect();
    let number = |word: &str| -> Option<f64> {
        let word = word.trim_end_matches(['.', ':', ';', ',']);
        word.parse().ok()
    };
    let told = words.windows(3).filter(|three| three[1] == "to");
    // What has another sign in it is more than a number: 2^53 - 1.
    told.filter(|three| !three[2].contains('^'))
        .find_map(|three| Some(format!("{} to {}", number(three[0])?, number(three[2])?)))
}

fn each_bounded(schema: &Value, path: &str, found: &mut Vec<Bounded>) {
    let bound = |key: &str| schema[key].as_f64();
    if let (Some(least), Some(most)) = (bound("minimum"), bound("maximum"))
        && let Some(told) = schema["description"].as_str().and_then(bounds_told)
    {
        found.push(Bounded {
            path: path.to_string(),
            told,
            bounds: format!("{least} to {most}"),
        });
    }
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                each_bounded(value, &format!("{path}/{key}"), found);
            }
        }
        Value::Array(list) => list.iter().for_each(|one| each_bounded(one, path, found)),
        _ => {}
    }
}

#[test]
fn the_bounds_that_a_description_tells_are_those_of_the_schema() {
    let mut found = Vec::new();
    for schema in [
        crate::scenario::schema(),
        crate::lesson::schema(),
        crate::challenge::schema(),
    ] {
        each_bounded(&schema, "", &mut found);
    }
    assert!(found.len() > 5, "{} descriptions with bounds", found.len());
    for Bounded { path, told, bounds } in found {
        assert_eq!(told, bounds, "{path}");
    }
}
