//! What the engine, its observers and its readers all speak of: ids, configuration, settings,
//! actions, facts, views. Plain data: nothing in it runs, and it links no Raft.

pub mod about;
pub mod action;
pub mod chance;
pub mod choice;
pub mod choices;
pub mod command;
pub mod config;
pub mod crossing;
pub mod decision;
pub mod drift;
pub mod fact;
pub mod fault;
pub mod ids;
pub mod machines;
pub mod message;
pub mod mix;
pub mod named;
pub mod operation;
pub mod read_fact;
pub mod read_mode;
pub mod reads;
pub mod recording;
pub mod request_fact;
pub mod sabotage;
pub mod schedule;
pub mod switches;
pub mod target;
pub mod tcp;
pub mod timestamp;
pub mod transfer;
pub mod tuning;
pub mod view;
pub mod workload;
