//! Goals made of happenings alone become numbers, which the engine judges by itself.

use super::shape::{Goal, Happening};
use crate::format::Names;
use crate::watch::moments::{CompiledGoal, CompiledHappening};
use sim::Place;

/// The goal as numbers; `None` for one that is not made of happenings alone, in the run itself, at
/// places that there are.
pub fn compile(goal: &Goal, names: &Names) -> Option<CompiledGoal> {
    let several = |goals: &[Goal]| -> Option<Vec<CompiledGoal>> {
        goals.iter().map(|goal| compile(goal, names)).collect()
    };
    match goal {
        Goal::Figure(_) | Goal::Not(_) => None,
        Goal::Happening(happening) => compile_happening(happening, names),
        Goal::All(all) => several(&all.all).map(CompiledGoal::All),
        Goal::Any(any) => several(&any.any).map(CompiledGoal::Any),
    }
}

fn compile_happening(happening: &Happening, names: &Names) -> Option<CompiledGoal> {
    if happening.variant.is_some() {
        return None;
    }
    let number = |id: &String| match names.place(id)? {
        Place::Zone(zone) => Some(zone.0),
        Place::Node(node) => Some(names.zones.len() as u16 + node.0),
    };
    let place = match &happening.place {
        None => None,
        Some(id) => Some(number(id)?),
    };
    let then = match &happening.then {
        None => None,
        Some(then) => Some(Box::new(compile(then, names)?)),
    };
    Some(CompiledGoal::Happened(CompiledHappening {
        kind: happening.happened.0,
        place,
        least: happening.at_least.unwrap_or(1),
        lasting_us: happening.lasting.map_or(0, |lasting| lasting.0),
        after_us: happening.after.map_or(0, |after| after.0),
        before_us: happening.before.map_or(u64::MAX, |before| before.0),
        then,
    }))
}
