//! Tests of scenarios, runs, reports and what is told of them.
//! One program: each of its own would compile the engine again.

mod attempt;
mod attempts;
mod canary;
mod capacity;
mod challenges;
mod checkpoints;
mod common;
mod comparison;
mod conclusions;
mod export;
mod ended;
mod fidelity;
mod figures;
mod format;
mod goal_sentences;
mod lab_swarm;
mod lease_swarm;
mod lease_truth;
mod lessons;
mod made_ranges;
mod parity;
mod read_canary;
mod read_swarm;
mod recording;
mod recount;
mod relay;
mod route;
mod sampled;
mod shrinking;
mod stale;
mod transcripts;
mod twice;
mod unanswered;
mod why;
mod why_waits;
