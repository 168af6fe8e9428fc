//! The folders of a crate, and the circles among what stands in each.

use std::collections::{BTreeMap, BTreeSet};

use crate::lean::Lean;
use crate::source::{Crate, Place};

/// Every folder of a crate in which more than one module stands; the crate's own comes first.
pub fn levels(read: &Crate) -> BTreeSet<Place> {
    let above = |place: &Place| place[..place.len().saturating_sub(1)].to_vec();
    read.files.iter().map(|file| above(&file.place)).collect()
}

/// The modules of a folder that lean on one another in circles, each circle with what makes it.
pub fn circles(folder: &Place, leans: &BTreeSet<Lean>) -> Vec<(Vec<String>, Vec<Lean>)> {
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut known: BTreeMap<(String, String), Vec<Lean>> = BTreeMap::new();
    for lean in leans {
        let (Some(from), Some(to)) = (inside(folder, &lean.from), inside(folder, &lean.to)) else {
            continue;
        };
        if from != to {
            edges.entry(from.clone()).or_default().insert(to.clone());
            known.entry((from, to)).or_default().push(lean.clone());
        }
    }
    let reach: BTreeMap<&String, BTreeSet<String>> = edges
        .keys()
        .map(|from| (from, reachable(from, &edges)))
        .collect();
    let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
    for (from, reached) in &reach {
        let back = |to: &&String| reach.get(to).is_some_and(|back| back.contains(*from));
        if reached.contains(*from) {
            circles.insert(reached.iter().filter(back).cloned().collect());
        }
    }
    let with_reasons = |circle: Vec<String>| {
        let within = known
            .iter()
            .filter(|((from, to), _)| circle.contains(from) && circle.contains(to));
        let reasons = within.flat_map(|(_, leans)| leans.clone()).collect();
        (circle, reasons)
    };
    circles.into_iter().map(with_reasons).collect()
}

/// The module of a folder that a file belongs to. A crate's own file is one of its modules; that of
/// a folder holds what the folder's files share, and hands on what they do: it is part of each.
fn inside(folder: &Place, file: &Place) -> Option<String> {
    match file.strip_prefix(folder.as_slice())?.first() {
        Some(module) => Some(module.clone()),
        None => folder.is_empty().then(|| "lib".to_string()),
    }
}

fn reachable(from: &str, edges: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut next = vec![from.to_string()];
    while let Some(at) = next.pop() {
        for to in edges.get(&at).into_iter().flatten() {
            if found.insert(to.clone()) {
                next.push(to.clone());
            }
        }
    }
    found
}
