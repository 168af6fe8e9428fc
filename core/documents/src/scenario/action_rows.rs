//! Actions as the engine has them and as files write them, both ways. Where the two differ in names
//! alone a row says so, and reading and writing come from it; the others are written out below, and
//! read in `action_reader.rs`.

use model::config::{Action, OpKind, Operation};
use model::ids::RangeId;
use serde_json::Value;
use sim::{NodeId, Place};

use crate::scenario::ActionText;
use crate::scenario::action_reader::Reader;
use format::amount::Amount;
use format::numbers::Ratio;
use format::switches::SettingsText;
use format::units::{Bandwidth, DurationUs};
use format::word::Word;
use text::names::{Names, fault_id};

/// Writes an action so that [`parse_action`](crate::scenario::parse_action) reads the same.
pub fn action_to_json(action: &Action, names: &Names) -> Value {
    let writer = Writer { names };
    serde_json::to_value(writer.action(action)).expect("actions are plain data")
}

/// Gives things their names; the reader's methods of the same names lead back.
struct Writer<'a> {
    names: &'a Names,
}

/// Declares the rows: `kind of action { field: what it names } = the engine's`. `apart` are those
/// that are written and read one by one.
macro_rules! rows {
    (
        apart $apart:pat, $apart_text:pat => rows
        $($text:ident { $($field:ident: $kind:ident),+ } = ($($action:tt)+);)+
    ) => {
        impl Writer<'_> {
            /// The engine's action in the file's words.
            fn action(&self, action: &Action) -> ActionText {
                match *action {
                    $($($action)+ => ActionText::$text { $($field: self.$kind($field)),+ },)+
                    $apart => self.apart(action),
                }
            }
        }

        impl Reader<'_> {
            /// What its words mean; `None` when something is wrong with them.
            pub(super) fn action(&mut self, text: &ActionText) -> Option<Action> {
                match text {
                    $(ActionText::$text { $($field),+ } => {
                        $(let $field = self.$kind(stringify!($field), $field);)+
                        $(let $field = $field?;)+
                        Some($($action)+)
                    })+
                    $apart_text => self.apart(text),
                }
            }
        }
    };
}

rows! {
    apart
        Action::Cut { .. }
            | Action::Degrade { .. }
            | Action::Heal(_)
            | Action::HealAll
            | Action::Operate { .. }
            | Action::Redraw { .. }
            | Action::Request { .. }
            | Action::RequestNamed { .. }
            | Action::Resize { .. }
            | Action::Set(_),
        ActionText::Cut { .. }
            | ActionText::Degrade { .. }
            | ActionText::Heal { .. }
            | ActionText::AddReplica { .. }
            | ActionText::Get { .. }
            | ActionText::Insert { .. }
            | ActionText::Put { .. }
            | ActionText::Redraw { .. }
            | ActionText::Resize { .. }
            | ActionText::Scan { .. }
            | ActionText::Set { .. }
            | ActionText::Statement { .. }
            | ActionText::Update { .. } => rows
    Isolate { place: place } = (Action::Isolate(place));
    Crash { store: server } = (Action::Crash(store));
    Restart { store: server } = (Action::Restart(store));
    Pause { store: store } = (Action::Pause(store));
    Resume { store: store } = (Action::Resume(store));
    Campaign { store: store, range: range } = (Action::Campaign { store, range });
    Transfer { to: store, range: range } = (Action::Transfer { to, range });
    RemoveReplica { store: store, range: range } =
        (Action::Operate { range, step: Operation::Remove { store } });
    MoveReplica { from: store, to: store, range: range } =
        (Action::Operate { range, step: Operation::Replace { add: to, remove: from } });
    Split { range: range, key: same } =
        (Action::Operate { range, step: Operation::Split { at_key: key } });
    Merge { range: range, into: any_range } =
        (Action::Operate { range, step: Operation::Merge { into } });
    Start { workload: workload } = (Action::SetWorkload { workload, running: true });
    Stop { workload: workload } = (Action::SetWorkload { workload, running: false });
    Drop { message: same } = (Action::Drop { flight: message });
    Corrupt { message: same } = (Action::Corrupt { flight: message });
    CorruptNext { from: place, to: place, messages: same } =
        (Action::CorruptNext { from, to, messages });
    SetClock { store: server, drift_ppm: same } = (Action::SetClock { store, drift_ppm });
}

impl Writer<'_> {
    fn place(&self, place: Place) -> String {
        self.names.place_id(place).to_string()
    }

    fn server(&self, node: NodeId) -> String {
        self.names.node_id(node).to_string()
    }

    fn store(&self, node: NodeId) -> String {
        self.server(node)
    }

    fn workload(&self, workload: u16) -> String {
        self.names.workloads[usize::from(workload)].id.clone()
    }

    fn range(&self, range: RangeId) -> u32 {
        self.any_range(range)
    }

    #[expect(clippy::unused_self, reason = "as for what has a name")]
    fn any_range(&self, range: RangeId) -> u32 {
        range.0
    }

    #[expect(clippy::unused_self, reason = "as for what has a name")]
    fn same<T>(&self, number: T) -> T {
        number
    }

    fn apart(&self, action: &Action) -> ActionText {
        match *action {
            Action::Cut { from, to, both } => ActionText::Cut {
                from: self.place(from),
                to: self.place(to),
                one_way: !both,
            },
            Action::Degrade {
                from,
                to,
                both,
                how,
            } => ActionText::Degrade {
                from: self.place(from),
                to: self.place(to),
                one_way: !both,
                delay: Some(DurationUs(how.delay_us)),
                jitter: Some(DurationUs(how.jitter_us)),
                loss: Some(Ratio(how.loss.ppm)),
                vanish: (how.vanish.ppm > 0).then_some(Ratio(how.vanish.ppm)),
                bandwidth: (how.bandwidth_bps > 0).then_some(Bandwidth(how.bandwidth_bps)),
            },
            Action::Resize { of, to } => ActionText::Resize {
                what: Word(of.what()),
                of: self.names.tuned_id(of),
                to: Amount::written(of, to),
            },
            Action::Heal(fault) => ActionText::Heal {
                fault: Some(fault_id(&fault, self.names)),
            },
            Action::HealAll => ActionText::Heal { fault: None },
            Action::Operate { range, step } => self.operation(range, step),
            Action::Redraw { stream, of } => ActionText::Redraw {
                stream,
                of: of.iter().map(Word).collect(),
            },
            Action::Request { .. } => self.request(action),
            Action::RequestNamed {
                gateway,
                op,
                keys,
                value_bytes,
                mode,
            } => {
                let (from, keys) = (self.server(gateway), keys.iter().collect());
                let (read_mode, bytes) = (mode.map(Word), value_bytes);
                match op {
                    OpKind::Insert => ActionText::Insert { from, keys, bytes },
                    OpKind::Update => ActionText::Update { from, keys, bytes },
                    OpKind::Statement => ActionText::Statement {
                        from,
                        keys,
                        read_mode,
                    },
                    OpKind::Get
                    | OpKind::Scan
                    | OpKind::Put
                    | OpKind::Transaction
                    | OpKind::Transfer => unreachable!("it names no keys"),
                }
            }
            Action::Set(ref settings) => ActionText::Set {
                settings: SettingsText::all(settings, &self.names.zone_ids()),
            },
            _ => unreachable!("a row says how"),
        }
    }

    /// A step that no file can ask for is written as the whole that it is part of.
    fn operation(&self, range: RangeId, step: Operation) -> ActionText {
        let (store, learner) = match step {
            Operation::MoveLeader { to } => {
                let to = self.store(to);
                let range = self.range(range);
                return ActionText::Transfer { to, range };
            }
            Operation::AddLearner { store } => (store, true),
            Operation::Add { store } | Operation::Promote { store } => (store, false),
            Operation::Remove { .. }
            | Operation::Replace { .. }
            | Operation::Split { .. }
            | Operation::Merge { .. } => unreachable!("a row says how"),
        };
        ActionText::AddReplica {
            store: self.store(store),
            range: self.range(range),
            learner,
        }
    }

    fn request(&self, action: &Action) -> ActionText {
        let Action::Request {
            gateway,
            op,
            key,
            rows,
            value_bytes,
            mode,
        } = *action
        else {
            unreachable!("called for requests alone")
        };
        let from = self.server(gateway);
        match op {
            OpKind::Get => ActionText::Get {
                from,
                key,
                read_mode: mode.map(Word),
            },
            OpKind::Scan => ActionText::Scan {
                from,
                key,
                rows,
                read_mode: mode.map(Word),
            },
            OpKind::Statement
            | OpKind::Transaction
            | OpKind::Transfer
            | OpKind::Insert
            | OpKind::Update => {
                unreachable!("its keys are named, or no action by hand")
            }
            OpKind::Put => ActionText::Put {
                from,
                key,
                bytes: value_bytes,
            },
        }
    }
}
