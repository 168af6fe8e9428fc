//! Reads actions: JSON into the engine's numbers, with an error for every name that is unknown.

use model::config::{Action, FaultKey, OpKind, Operation, Settings};
use serde_json::Value;
use sim::{Degrade, Micros, NodeId, Place};

use crate::scenario::ActionText;
use crate::scenario::bounds::{
    check_bandwidth, check_delay, check_jitter, check_value_bytes, within,
};
use vocabulary::error::{Problems, ScenarioError, one_of, quoted};
use vocabulary::names::{Names, NodeRole, parse_fault_id};
use vocabulary::tree::{Fault, Fields, ReadVariant};
use vocabulary::units::DurationUs;
use vocabulary::word::Word;
use vocabulary::{json, limits, tree};

/// Reads an action, e.g. `{"do": "crash", "store": "s1"}`. `settings` are those that stand now: a
/// `set` action changes some of them.
pub fn parse_action(
    value: &Value,
    names: &Names,
    settings: &Settings,
) -> Result<Action, ScenarioError> {
    let text = read_action(value)?;
    let mut reader = Reader {
        names,
        problems: Problems::default(),
    };
    let action = reader.action(&text, settings);
    reader.problems.into_result()?;
    Ok(action.expect("an action without problems has a value"))
}

/// Reads one element of `actions`: an action and its instant. The action is left as text, since a
/// `set` depends on what was set before it.
pub(crate) fn read_scripted(value: &Value) -> Result<(Micros, Value), ScenarioError> {
    let Value::Object(map) = value else {
        return Err(expected_action("", value));
    };
    let mut map = map.clone();
    let Some(at) = map.remove("at") else {
        return Err(ScenarioError::whole(
            "found nothing, expected the key \"at\"",
        ));
    };
    let at: DurationUs = tree::read(&at).map_err(|error| error.under("at"))?;
    Ok((at.0, Value::Object(map)))
}

fn expected_action(path: &str, found: &Value) -> ScenarioError {
    ScenarioError::at(
        path,
        format!(
            "found {}, expected an action such as {{\"do\": \"crash\", \"store\": \"s1\"}}",
            json::kind_of(found)
        ),
    )
}

fn read_action(value: &Value) -> Result<ActionText, ScenarioError> {
    let Value::Object(map) = value else {
        return Err(expected_action("", value));
    };
    let mut fields = map.clone();
    let word = match fields.remove("do") {
        Some(Value::String(word)) => word,
        Some(other) => return Err(expected_action("do", &other)),
        None => {
            return Err(ScenarioError::whole(
                "found nothing, expected the key \"do\"",
            ));
        }
    };
    let read = ActionText::read_variant(&word, Fields::of_map(&fields));
    read.map_err(Fault::into_error)
}

/// Resolves names and collects what is wrong.
struct Reader<'a> {
    names: &'a Names,
    problems: Problems,
}

impl Reader<'_> {
    fn action(&mut self, text: &ActionText, settings: &Settings) -> Option<Action> {
        match text {
            ActionText::Cut { from, to, one_way } => {
                let (from, to) = self.pair(from, to)?;
                Some(Action::Cut {
                    from,
                    to,
                    both: !one_way,
                })
            }
            ActionText::Isolate { place } => self.place("place", place).map(Action::Isolate),
            ActionText::Degrade {
                from, to, one_way, ..
            } => {
                let (from, to) = self.pair(from, to)?;
                let how = self.degrade(text);
                Some(Action::Degrade {
                    from,
                    to,
                    both: !one_way,
                    how,
                })
            }
            ActionText::Heal { fault: None } => Some(Action::HealAll),
            ActionText::Heal { fault: Some(id) } => self.fault(id).map(Action::Heal),
            ActionText::Crash { store } => self.server(store).map(Action::Crash),
            ActionText::Restart { store } => self.server(store).map(Action::Restart),
            ActionText::Pause { store } => self.store("store", store).map(Action::Pause),
            ActionText::Resume { store } => self.store("store", store).map(Action::Resume),
            ActionText::Campaign { store, range } => {
                let (store, range) = (self.store("store", store), self.range(*range));
                Some(Action::Campaign {
                    store: store?,
                    range: range?,
                })
            }
            ActionText::Transfer { to, range } => {
                let (to, range) = (self.store("to", to), self.range(*range));
                Some(Action::Transfer {
                    to: to?,
                    range: range?,
                })
            }
            ActionText::AddReplica { .. }
            | ActionText::RemoveReplica { .. }
            | ActionText::MoveReplica { .. }
            | ActionText::Split { .. }
            | ActionText::Merge { .. } => self.operate(text),
            ActionText::Get { .. } | ActionText::Put { .. } | ActionText::Scan { .. } => {
                self.request(text)
            }
            ActionText::Start { workload } => self.switch(workload, true),
            ActionText::Stop { workload } => self.switch(workload, false),
            ActionText::Set { settings: changes } => {
                let zones = self.names.zone_ids();
                let driver = self.names.has_driver();
                changes.check("settings", &zones, driver, &mut self.problems);
                Some(Action::Set(changes.over(settings, &zones)))
            }
            ActionText::Drop { message } => Some(Action::Drop { flight: *message }),
            ActionText::Corrupt { message } => Some(Action::Corrupt { flight: *message }),
            ActionText::CorruptNext { from, to, messages } => {
                self.corrupt_next(from, to, *messages)
            }
            ActionText::SetClock { store, drift_ppm } => self.set_clock(store, *drift_ppm),
        }
    }

    fn set_clock(&mut self, store: &str, drift_ppm: i32) -> Option<Action> {
        let (path, most) = ("drift_ppm", limits::DRIFT_PPM_MAX);
        within(&mut self.problems, path, drift_ppm, -most, most, "ppm");
        let store = self.server(store)?;
        Some(Action::SetClock { store, drift_ppm })
    }

    fn corrupt_next(&mut self, from: &str, to: &str, messages: u32) -> Option<Action> {
        let pair = self.pair(from, to);
        let (path, most) = ("messages", limits::CORRUPT_MESSAGES_MAX);
        within(&mut self.problems, path, messages, 1, most, "appends");
        let (from, to) = pair?;
        Some(Action::CorruptNext { from, to, messages })
    }

    fn place(&mut self, key: &str, id: &str) -> Option<Place> {
        let place = self.names.place(id);
        if place.is_none() {
            self.problems
                .expected(key, quoted(id), one_of(self.names.place_ids()));
        }
        place
    }

    fn pair(&mut self, from: &str, to: &str) -> Option<(Place, Place)> {
        let (source, target) = (self.place("from", from), self.place("to", to));
        if from == to && source.is_some() {
            self.problems
                .expected("to", quoted(to), "a place other than \"from\"");
        }
        Some((source?, target?))
    }

    /// A store, or a gateway by its own id.
    fn server(&mut self, id: &str) -> Option<NodeId> {
        let server = self.names.server(id);
        server.or_else(|| self.store("store", id))
    }

    fn store(&mut self, key: &str, id: &str) -> Option<NodeId> {
        let store = self.names.store(id);
        if store.is_none() {
            self.problems
                .expected(key, quoted(id), one_of(self.names.ids_of(NodeRole::Store)));
        }
        store
    }

    fn operate(&mut self, text: &ActionText) -> Option<Action> {
        let (range, step) = match text {
            ActionText::AddReplica {
                store,
                range,
                learner,
            } => {
                let store = self.store("store", store)?;
                let step = if *learner {
                    Operation::AddLearner { store }
                } else {
                    Operation::Add { store }
                };
                (*range, step)
            }
            ActionText::RemoveReplica { store, range } => {
                let store = self.store("store", store)?;
                (*range, Operation::Remove { store })
            }
            ActionText::MoveReplica { from, to, range } => {
                let (remove, add) = (self.store("from", from)?, self.store("to", to)?);
                if add == remove {
                    self.problems
                        .expected("to", quoted(to), "a store other than \"from\"");
                }
                (*range, Operation::Replace { add, remove })
            }
            ActionText::Split { range, key } => (*range, Operation::Split { at_key: *key }),
            ActionText::Merge { range, into } => {
                if into == range {
                    self.problems
                        .expected("into", into, "a range other than \"range\"");
                }
                (*range, Operation::Merge { into: *into })
            }
            _ => unreachable!("called for operations alone"),
        };
        let range = self.range(range)?;
        Some(Action::Operate { range, step })
    }

    fn range(&mut self, range: u32) -> Option<u32> {
        if range < self.names.ranges {
            return Some(range);
        }
        let last = self.names.ranges - 1;
        self.problems
            .expected("range", range, format!("a range from 0 to {last}"));
        None
    }

    fn fault(&mut self, id: &str) -> Option<FaultKey> {
        let fault = parse_fault_id(id, self.names);
        if fault.is_none() {
            let expected = "a fault's id such as \"cut:az1:az2\", \"isolate:az1\" or \"crash:s1\"";
            self.problems
                .expected("fault", quoted(id), format!("{expected}, of places here"));
        }
        fault
    }

    fn switch(&mut self, id: &str, running: bool) -> Option<Action> {
        let workload = self.names.workload(id);
        if workload.is_none() {
            let ids = self
                .names
                .workloads
                .iter()
                .map(|workload| workload.id.as_str());
            self.problems.expected("workload", quoted(id), one_of(ids));
        }
        workload.map(|workload| Action::SetWorkload { workload, running })
    }

    fn degrade(&mut self, text: &ActionText) -> Degrade {
        let ActionText::Degrade {
            delay,
            jitter,
            loss,
            vanish,
            bandwidth,
            ..
        } = text
        else {
            unreachable!("called for degrade alone")
        };
        let lossless = loss.is_none() && vanish.is_none();
        if delay.is_none() && jitter.is_none() && lossless && bandwidth.is_none() {
            let expected =
                "at least one of \"delay\", \"jitter\", \"loss\", \"vanish\", \"bandwidth\"";
            self.problems.expected("", "none of them", expected);
        }
        check_delay("delay", *delay, &mut self.problems);
        check_jitter("jitter", *jitter, &mut self.problems);
        check_bandwidth("bandwidth", *bandwidth, &mut self.problems);
        Degrade {
            delay_us: delay.unwrap_or_default().0,
            jitter_us: jitter.unwrap_or_default().0,
            loss: sim::Ratio {
                ppm: loss.unwrap_or_default().0,
            },
            vanish: sim::Ratio {
                ppm: vanish.unwrap_or_default().0,
            },
            bandwidth_bps: bandwidth.unwrap_or_default().0,
        }
    }

    fn request(&mut self, text: &ActionText) -> Option<Action> {
        let least = limits::VALUE_BYTES_MIN;
        let (from, op, key, rows, value_bytes, mode) = match text {
            ActionText::Get {
                from,
                key,
                read_mode,
            } => (from, OpKind::Get, *key, 1, least, *read_mode),
            ActionText::Put { from, key, bytes } => (from, OpKind::Put, *key, 1, *bytes, None),
            ActionText::Scan {
                from,
                key,
                rows,
                read_mode,
            } => (from, OpKind::Scan, *key, *rows, least, *read_mode),
            _ => unreachable!("called for requests alone"),
        };
        let gateway = self.names.gateway(from);
        if gateway.is_none() {
            let ids = self.names.ids_of(NodeRole::Gateway);
            self.problems.expected("from", quoted(from), one_of(ids));
        }
        if key >= self.names.rows {
            let last = self.names.rows - 1;
            self.problems
                .expected("key", key, format!("a key from 0 to {last}"));
        }
        let rows_max = u64::from(limits::SCAN_ROWS_MAX).min(self.names.rows);
        if rows == 0 || u64::from(rows) > rows_max {
            self.problems
                .expected("rows", rows, format!("1 to {rows_max}"));
        }
        check_value_bytes("bytes", value_bytes, &mut self.problems);
        gateway.map(|gateway| Action::Request {
            gateway,
            op,
            key,
            rows,
            value_bytes,
            mode: mode.map(|Word(mode)| mode),
        })
    }
}
