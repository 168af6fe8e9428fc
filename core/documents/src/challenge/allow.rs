//! Which acts of a run a challenge does not allow, and why, in words for people. It must not know
//! what an act leads to: whether it can be done at all is the engine's to say.

use serde::Serialize;
use serde_json::Value;
use sim::Micros;
use ts_rs::TS;

use crate::challenge::acts::act_words;
use crate::challenge::{Challenge, May};
use crate::lesson::RecordedAction;
use crate::scenario::COUNT_FRAMING;
use format::switches::switch_label;
use text::say;

/// An act that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
pub struct RefusedAct {
    /// Its place in the log.
    pub index: usize,
    /// Its instant.
    pub at_us: Micros,
    /// Why, in a sentence or two.
    pub text: String,
}

/// How many of these are acts.
pub(super) fn acts_in(log: &[RecordedAction]) -> usize {
    log.iter().filter(|act| !is_of_meters(&act.action)).count()
}

impl Challenge {
    /// Acts that are not allowed, in the order of the log. `end_us` is the end of its time.
    pub fn refusals(&self, log: &[RecordedAction], end_us: Micros) -> Vec<RefusedAct> {
        let mut used = vec![0; self.may.len()];
        let mut count = 0;
        let mut all = Vec::new();
        for (index, act) in log.iter().enumerate() {
            if is_of_meters(&act.action) {
                continue;
            }
            count += 1;
            let text = if act.at_us > end_us {
                Some(say!("The time of this challenge is over."))
            } else {
                self.covered(&act.action, &mut used)
                    .err()
                    .or_else(|| self.too_many(count))
            };
            if let Some(text) = text {
                let at_us = act.at_us;
                all.push(RefusedAct { index, at_us, text });
            }
        }
        all
    }

    fn too_many(&self, count: u32) -> Option<String> {
        let most = self.acts.filter(|most| count > *most)?;
        if most == 1 {
            return Some(say!(
                "This challenge allows 1 act, and they are done. Go back to before one of them, \
                 or try again."
            ));
        }
        Some(say!(
            "This challenge allows {most} acts, and they are done. Go back to before one of them, \
             or try again.",
            most
        ))
    }

    /// Notes by which entries an act is allowed; else says why it is not.
    fn covered(&self, action: &Value, used: &mut [u32]) -> Result<(), String> {
        let word = action["do"].as_str().unwrap_or_default();
        let here = self.may.iter().enumerate();
        let here: Vec<(usize, &May)> = here.filter(|(_, may)| may.act == word).collect();
        let places = if word == "set" {
            let empty = serde_json::Map::new();
            let settings = action["settings"].as_object().unwrap_or(&empty);
            let of_run = settings.iter().filter(|(key, _)| *key != COUNT_FRAMING);
            let mut places = Vec::new();
            for (key, value) in of_run {
                let place = here.iter().find(|(_, may)| may.sets(key, value));
                let place = place.ok_or_else(|| self.not_that_switch(&here, key))?;
                if !places.contains(&place.0) {
                    places.push(place.0);
                }
            }
            places
        } else {
            let place = here.iter().find(|(_, may)| may.has(action));
            let place = place.ok_or_else(|| self.not_allowed(&here, word))?;
            vec![place.0]
        };
        for place in places {
            used[place] += 1;
            let may = &self.may[place];
            if may.times.is_some_and(|times| used[place] > times) {
                let allowed = self.allowed_at(place);
                return Err(say!(
                    "This challenge allows it no more often. Allowed is: {allowed}.",
                    allowed
                ));
            }
        }
        Ok(())
    }

    fn not_allowed(&self, here: &[(usize, &May)], word: &str) -> String {
        if here.is_empty() {
            return say!(
                "Not allowed in this challenge: {act}. You may: {allowed}.",
                act = act_words(word),
                allowed = one_by_one(&self.allowed)
            );
        }
        let those: Vec<&str> = here.iter().map(|(at, _)| self.allowed_at(*at)).collect();
        say!(
            "This challenge allows that in another way only: {allowed}.",
            allowed = one_by_one(&those)
        )
    }

    fn not_that_switch(&self, here: &[(usize, &May)], key: &str) -> String {
        let label = switch_label(key).unwrap_or(key);
        let of_key = here.iter().find(|(_, may)| may.settings.contains_key(key));
        if let Some((place, _)) = of_key {
            return say!(
                "This challenge does not allow that value. Allowed is: {allowed}.",
                allowed = self.allowed_at(*place)
            );
        }
        say!(
            "Not allowed in this challenge: Set “{label}”. You may: {allowed}.",
            label,
            allowed = one_by_one(&self.allowed)
        )
    }

    fn allowed_at(&self, place: usize) -> &str {
        self.allowed.get(place).map_or("", String::as_str)
    }
}

impl May {
    /// Whether a switch may be set so.
    fn sets(&self, key: &str, value: &Value) -> bool {
        self.settings
            .get(key)
            .is_some_and(|values| is_one_of(values, value, true))
    }

    /// Whether the keys of an action are as they may be.
    fn has(&self, action: &Value) -> bool {
        let mut keys = self.keys.iter();
        keys.all(|(key, values)| is_one_of(values, &action[key], false))
    }
}

/// "a; b; c".
fn one_by_one<S: AsRef<str>>(words: &[S]) -> String {
    let Some((first, more)) = words.split_first() else {
        return String::new();
    };
    more.iter()
        .fold(first.as_ref().to_string(), |before, next| {
            say!("{before}; {next}", before, next = next.as_ref())
        })
}

fn is_one_of(values: &Value, value: &Value, or_any: bool) -> bool {
    let list = values.as_array();
    list.is_some_and(|list| (or_any && list.is_empty()) || list.contains(value))
}

/// Whether it turns nothing but the switch of the meters: anybody may, and it is no act.
fn is_of_meters(action: &Value) -> bool {
    let settings = action["settings"].as_object();
    action["do"] == "set"
        && settings.is_some_and(|all| all.len() == 1 && all.contains_key(COUNT_FRAMING))
}
