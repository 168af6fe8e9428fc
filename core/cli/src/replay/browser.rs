//! The same replay in the real page: starts Node with the package @raft-atlas/replay, hands it the
//! scenario and the instants, and reads what it saw. It must not know how a browser is driven.

use std::io::{ErrorKind, Write};
use std::process::{Command, Stdio};

use documents::scenario::Resolved;
use run::checkpoints::{Checkpoint, Stop as Instant};
use serde_json::{Value, json};

use crate::out::Stop;

/// What Node is asked to do; the package is looked up from where the command is called.
const SCRIPT: &str = "const { main } = await import('@raft-atlas/replay/command'); await main();";
const NO_NODE: &str = "--browser needs Node 20 or later, and found no program of the name node.";
const NO_PACKAGE: &str = "--browser needs the package @raft-atlas/replay and Playwright, installed \
                          in this folder: npm install raft-atlas-replay.tgz @playwright/test";

/// An instant as the page showed it.
#[derive(Clone, Debug)]
pub(super) struct Seen(Value);

impl Seen {
    /// In what it differs from the same instant here, a sentence each.
    pub(super) fn differences(&self, here: &Instant) -> Vec<String> {
        let Seen(page) = self;
        let mut all = Vec::new();
        let digest = page["digest"].as_str().unwrap_or("none");
        if digest != here.digest {
            all.push(format!("digest {} here, {digest} in the page", here.digest));
        }
        for (i, checkpoint) in here.checkpoints.iter().enumerate() {
            all.extend(difference(checkpoint, &page["checkpoints"][i]));
        }
        all
    }
}

fn difference(here: &Checkpoint, page: &Value) -> Option<String> {
    let found = here.found.as_ref()?;
    let line = page["found"]["line"].as_str().unwrap_or("nothing");
    if line != found.line {
        return Some(format!("here {}; in the page {line}", found.line));
    }
    // The map must say what is so.
    let is_shown = page["on_map"].as_bool();
    let word = if found.met { "not " } else { "" };
    (here.shown.is_some() && is_shown != Some(found.met))
        .then(|| format!("{}, and the map does {word}show it", found.line))
}

/// Replays runs in the page; one list for each, as long as that of its instants.
pub(super) fn replay(text: &str, runs: &[(&Resolved, &[Instant])]) -> Result<Vec<Vec<Seen>>, Stop> {
    let run = |(run, stops): &(&Resolved, &[Instant])| {
        let instants: Vec<u64> = stops.iter().map(|stop| stop.at_us).collect();
        json!({ "variant": run.variant, "seed": run.config.seed, "instants": instants })
    };
    let counts: Vec<usize> = runs.iter().map(|(_, stops)| stops.len()).collect();
    let runs: Vec<Value> = runs.iter().map(run).collect();
    let asked = json!({ "scenario": text, "runs": runs });
    let answer = ask_node(&asked.to_string())?;
    let answer: Value = serde_json::from_str(&answer)
        .map_err(|error| failed(&format!("its answer is no JSON: {error}")))?;
    let seen = |(i, stops): (usize, usize)| {
        let at = |stop: usize| Seen(answer[i][stop].clone());
        (0..stops).map(at).collect()
    };
    Ok(counts.into_iter().enumerate().map(seen).collect())
}

fn ask_node(asked: &str) -> Result<String, Stop> {
    let mut node = Command::new("node")
        .args(["--input-type=module", "--eval", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => Stop::BadInput(NO_NODE.to_string()),
            _ => failed(&error.to_string()),
        })?;
    if let Some(mut input) = node.stdin.take() {
        // One that ended early says why on its own.
        let _ = input.write_all(asked.as_bytes());
    }
    let output = node
        .wait_with_output()
        .map_err(|error| failed(&error.to_string()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    if said.contains("ERR_MODULE_NOT_FOUND") {
        return Err(Stop::BadInput(NO_PACKAGE.to_string()));
    }
    Err(failed(said.trim()))
}

fn failed(why: &str) -> Stop {
    Stop::BadInput(format!("The page could not be asked: {why}"))
}
