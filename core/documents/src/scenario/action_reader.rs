//! Reads actions: JSON into the engine's numbers, with an error for every name that is unknown.

use model::chance::{Chance, Chances};
use model::config::{Action, FaultKey, OpKind, Operation, ReadMode, Settings};
use model::ids::RangeId;
use model::machines::Resource;
use model::named::{NAMED_MAX, NamedKeys};
use model::tuning::{Tunable, Tuned, Work};
use serde_json::Value;
use sim::{Degrade, Micros, NodeId, Place};

use crate::scenario::ActionText;
use format::amount::Amount;
use format::error::{At, Problems, ScenarioError, found_words, key_words, one_of, quoted};
use format::tree::{Fault, Fields, ReadVariant};
use format::units::DurationUs;
use format::word::Word;
use format::{json, limits, tree};
use text::names::{Names, NodeRole, parse_fault_id};
use text::{phrase, say};

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
        settings,
        problems: Problems::default(),
    };
    text.check_bounds(&At::Whole, &mut reader.problems);
    reader.check(&text);
    let action = reader.action(&text);
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
        return Err(without_key("at"));
    };
    let at: DurationUs = tree::read(&at).map_err(|error| error.under("at"))?;
    Ok((at.0, Value::Object(map)))
}

fn expected_action(path: &str, found: &Value) -> ScenarioError {
    let example = r#"{"do": "crash", "store": "s1"}"#;
    let expected = say!("an action such as {example}", example);
    ScenarioError::at(path, found_words(&json::kind_of(found), &expected))
}

fn without_key(key: &str) -> ScenarioError {
    ScenarioError::whole(found_words(&phrase!("nothing"), &key_words(key)))
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
            return Err(without_key("do"));
        }
    };
    let read = ActionText::read_variant(&word, Fields::of_map(&fields));
    read.map_err(Fault::into_error)
}

const OTHER_PLACE: &str = phrase!("a place other than \"from\"");

/// Resolves names and collects what is wrong.
pub(super) struct Reader<'a> {
    names: &'a Names,
    settings: &'a Settings,
    problems: Problems,
}

impl Reader<'_> {
    /// What is wrong with an action besides names that are unknown.
    fn check(&mut self, text: &ActionText) {
        match text {
            ActionText::Cut { from, to, .. }
            | ActionText::Degrade { from, to, .. }
            | ActionText::CorruptNext { from, to, .. } => {
                self.differ(from, to, self.names.place(from).is_some(), OTHER_PLACE);
            }
            ActionText::MoveReplica { from, to, .. } => {
                let other = phrase!("a store other than \"from\"");
                self.differ(from, to, self.names.store(from).is_some(), other);
            }
            ActionText::Merge { range, into } if into == range => {
                let other = phrase!("a range other than \"range\"");
                self.problems.expected("into", into, other);
            }
            _ => {}
        }
    }

    fn differ(&mut self, from: &str, to: &str, is_known: bool, other: &str) {
        if from == to && is_known {
            self.problems.expected("to", quoted(to), other);
        }
    }

    /// Of the actions that no row tells.
    pub(super) fn apart(&mut self, text: &ActionText) -> Option<Action> {
        match text {
            ActionText::Cut { from, to, one_way } => {
                let (from, to) = self.pair(from, to)?;
                Some(Action::Cut {
                    from,
                    to,
                    both: !one_way,
                })
            }
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
            ActionText::AddReplica {
                store,
                range,
                learner,
            } => {
                let (store, range) = (self.store("store", store), self.range("range", range));
                let store = store?;
                let step = if *learner {
                    Operation::AddLearner { store }
                } else {
                    Operation::Add { store }
                };
                range.map(|range| Action::Operate { range, step })
            }
            ActionText::Get { .. } | ActionText::Put { .. } | ActionText::Scan { .. } => {
                self.request(text)
            }
            ActionText::Statement {
                from,
                keys,
                read_mode,
            } => {
                let mode = read_mode.map(|Word(mode)| mode);
                self.named(OpKind::Statement, from, keys, limits::VALUE_BYTES_MIN, mode)
            }
            ActionText::Insert { from, keys, bytes } => {
                self.named(OpKind::Insert, from, keys, *bytes, None)
            }
            ActionText::Update { from, keys, bytes } => {
                self.named(OpKind::Update, from, keys, *bytes, None)
            }
            ActionText::Redraw { stream, of } => Some(self.redraw(*stream, of)),
            ActionText::Resize { what, of, to } => self.resize(what.0, of, to),
            ActionText::Set { settings: changes } => {
                let zones = self.names.zone_ids();
                let driver = self.names.has_driver();
                changes.check("settings", &zones, driver, &mut self.problems);
                Some(Action::Set(changes.over(self.settings, &zones)))
            }
            _ => unreachable!("a row says how"),
        }
    }

    pub(super) fn place(&mut self, key: &str, id: &str) -> Option<Place> {
        let place = self.names.place(id);
        if place.is_none() {
            self.problems
                .expected(key, quoted(id), one_of(self.names.place_ids()));
        }
        place
    }

    fn pair(&mut self, from: &str, to: &str) -> Option<(Place, Place)> {
        let (from, to) = (self.place("from", from), self.place("to", to));
        from.zip(to)
    }

    /// A store, or a gateway by its own id.
    pub(super) fn server(&mut self, key: &str, id: &str) -> Option<NodeId> {
        let server = self.names.server(id);
        server.or_else(|| self.store(key, id))
    }

    pub(super) fn store(&mut self, key: &str, id: &str) -> Option<NodeId> {
        let store = self.names.store(id);
        if store.is_none() {
            self.problems
                .expected(key, quoted(id), one_of(self.names.ids_of(NodeRole::Store)));
        }
        store
    }

    pub(super) fn range(&mut self, key: &str, range: &u32) -> Option<RangeId> {
        if *range < self.names.ranges {
            return Some(RangeId(*range));
        }
        let last = self.names.ranges - 1;
        let expected = say!("a range from 0 to {last}", last);
        self.problems.expected(key, range, expected);
        None
    }

    /// Ranges that come into being while the cluster runs have numbers too.
    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as for what has a name"
    )]
    pub(super) fn any_range(&mut self, _: &str, range: &u32) -> Option<RangeId> {
        Some(RangeId(*range))
    }

    #[expect(
        clippy::unused_self,
        clippy::unnecessary_wraps,
        reason = "as for what has a name"
    )]
    pub(super) fn same<T: Copy>(&mut self, _: &str, number: &T) -> Option<T> {
        Some(*number)
    }

    fn fault(&mut self, id: &str) -> Option<FaultKey> {
        let fault = parse_fault_id(id, self.names);
        if fault.is_none() {
            let expected = phrase!(
                "a fault's id such as \"cut:az1:az2\", \"isolate:az1\" or \"crash:s1\", of places \
                 here"
            );
            self.problems.expected("fault", quoted(id), expected);
        }
        fault
    }

    pub(super) fn workload(&mut self, key: &str, id: &str) -> Option<u16> {
        let workload = self.names.workload(id);
        if workload.is_none() {
            let workloads = self.names.workloads.iter();
            let ids = workloads.map(|workload| workload.id.as_str());
            self.problems.expected(key, quoted(id), one_of(ids));
        }
        workload
    }

    fn redraw(&mut self, stream: u32, of: &[Word<Chance>]) -> Action {
        if stream == 0 {
            let expected = phrase!("1 or more: the run's own stream has no number");
            self.problems.expected("stream", stream, expected);
        }
        let chances: Chances = of.iter().map(|Word(chance)| *chance).collect();
        if chances.is_empty() || chances.iter().count() < of.len() {
            let expected = phrase!("one or more kinds of chance, each once");
            let found = of.iter().map(|Word(chance)| quoted(chance.id()));
            let found: Vec<String> = found.collect();
            let found = format!("[{}]", found.join(", "));
            self.problems.expected("of", found, expected);
        }
        Action::Redraw {
            stream,
            of: chances,
        }
    }

    fn resize(&mut self, what: Tunable, id: &str, to: &Amount) -> Option<Action> {
        let Some(of) = self.tuned(what, id) else {
            let expected = self.tunable_ids(what);
            self.problems.expected("of", quoted(id), expected);
            return None;
        };
        let clients_max = match of {
            Tuned::Clients(load) => self.names.workloads[usize::from(load)].clients_max,
            Tuned::Size(_) | Tuned::Window(..) | Tuned::Rate(_) | Tuned::Cost(_) => None,
        };
        match to.read_as(of, clients_max.unwrap_or_default()) {
            Ok(to) => Some(Action::Resize { of, to }),
            Err(fault) => {
                self.problems.absorb(fault.under("to").into_error());
                None
            }
        }
    }

    /// What is to be given another size.
    fn tuned(&self, what: Tunable, id: &str) -> Option<Tuned> {
        let names = self.names;
        let load = |open: bool| {
            let load = names.workload(id)?;
            let is_open = names.workloads[usize::from(load)].clients_max.is_none();
            (is_open == open).then_some(load)
        };
        match what {
            Tunable::Cores => names.machine(id).map(Tuned::Size),
            Tunable::Bandwidth => {
                let (from, to) = names.link(id)?;
                Some(Tuned::Size(Resource::LinkBandwidth(from, to)))
            }
            Tunable::Window => names.link(id).map(|(from, to)| Tuned::Window(from, to)),
            Tunable::Clients => load(false).map(Tuned::Clients),
            Tunable::Rate => load(true).map(Tuned::Rate),
            Tunable::Cost => Work::parse(id).map(Tuned::Cost),
        }
    }

    /// What there is of it.
    fn tunable_ids(&self, what: Tunable) -> String {
        let names = self.names;
        let loads = |open: bool| {
            let all = names.workloads.iter();
            let some = all.filter(|load| load.clients_max.is_none() == open);
            let ids: Vec<&str> = some.map(|load| load.id.as_str()).collect();
            if ids.is_empty() {
                say!("nothing: no workload has it")
            } else {
                one_of(ids)
            }
        };
        match what {
            Tunable::Cores => one_of(names.machine_ids()),
            Tunable::Bandwidth | Tunable::Window => {
                let zones = one_of(names.zone_ids());
                say!("a link such as \"az1>az2\", between two of {zones}", zones)
            }
            Tunable::Clients => loads(false),
            Tunable::Rate => loads(true),
            Tunable::Cost => one_of(Work::IDS),
        }
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
            let expected = phrase!(
                "at least one of \"delay\", \"jitter\", \"loss\", \"vanish\", \"bandwidth\""
            );
            let found = phrase!("none of them");
            self.problems.expected("", found, expected);
        }
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

    fn gateway(&mut self, from: &str) -> Option<NodeId> {
        let gateway = self.names.gateway(from);
        if gateway.is_none() {
            let ids = self.names.ids_of(NodeRole::Gateway);
            self.problems.expected("from", quoted(from), one_of(ids));
        }
        gateway
    }

    /// A request for rows that lie apart.
    fn named(
        &mut self,
        op: OpKind,
        from: &str,
        keys: &[u64],
        value_bytes: u32,
        mode: Option<ReadMode>,
    ) -> Option<Action> {
        let gateway = self.gateway(from);
        let last = self.names.rows - 1;
        for (place, key) in keys.iter().enumerate().filter(|(_, key)| **key > last) {
            let path = format!("keys[{place}]");
            let expected = say!("a key from 0 to {last}", last);
            self.problems.expected(path, key, expected);
        }
        let named = NamedKeys::of(keys);
        if named.is_none() {
            let expected = say!("1 to {most} keys, each once", most = NAMED_MAX);
            self.problems
                .expected("keys", format!("{keys:?}"), expected);
        }
        Some(Action::RequestNamed {
            gateway: gateway?,
            op,
            keys: named?,
            value_bytes,
            mode,
        })
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
        let gateway = self.gateway(from);
        if key >= self.names.rows {
            let last = self.names.rows - 1;
            let expected = say!("a key from 0 to {last}", last);
            self.problems.expected("key", key, expected);
        }
        let rows_max = u64::from(limits::SCAN_ROWS_MAX).min(self.names.rows);
        if rows == 0 || u64::from(rows) > rows_max {
            let expected = say!("{least} to {most}", least = 1, most = rows_max);
            self.problems.expected("rows", rows, expected);
        }
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
