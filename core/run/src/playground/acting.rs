//! What a person does to the run: actions are read for the switches of their instant, and
//! scheduled.

use model::config::{Action, FaultKey, Settings, Timestamps};
use sim::{Micros, Sorted};

use crate::playground::{LoggedAction, Playground};
use documents::scenario::ByHand;
use documents::scenario::network_fault;
use format::error::ScenarioError;
use format::limits;
use observe::narrate::ActionWords;
use text::names::Names;
use text::say;

impl Playground {
    /// Schedules an action, JSON, for the next instant, so that a replay puts it into the same
    /// place.
    pub fn apply(&mut self, json: &str) -> Result<LoggedAction, ScenarioError> {
        let at_us = self.cluster.now() + 1;
        // A range that never was is in no log: as a file the log could not be read.
        let mut names = self.resolved.names.clone();
        names.ranges = self.cluster.ranges_taken();
        let text = self.take(at_us, json, &names, Self::check_timestamps)?;
        Ok(LoggedAction {
            at_us,
            action: json.to_string(),
            text,
        })
    }

    /// Schedules a logged action, JSON, at its own instant. Says what it does, in one or two
    /// sentences.
    pub fn replay(&mut self, at_us: Micros, json: &str) -> Result<String, ScenarioError> {
        let names = self.resolved.names.by_hand();
        // What was done once is done again, whatever the switches of this run: its gateway says why
        // it cannot be.
        self.take(at_us, json, &names, |_, _| Ok(()))
    }

    /// Nobody is told afterwards what could be known before.
    fn check_timestamps(given: &ByHand, settings: &Settings) -> Result<(), ScenarioError> {
        if let Some(refused) = &given.refused {
            return Err(refused.clone());
        }
        let action = given.action.as_ref();
        let writes = matches!(action, Some(Action::RequestNamed { op, .. }) if op.is_write());
        if !writes || settings.reads.timestamps != Timestamps::None {
            return Ok(());
        }
        let text = say!(
            "without timestamps rows that lie apart cannot be written all or none: set \
             \"timestamps\" first"
        );
        Err(ScenarioError::at("do", text))
    }

    fn take(
        &mut self,
        at_us: Micros,
        json: &str,
        names: &Names,
        may: impl Fn(&ByHand, &Settings) -> Result<(), ScenarioError>,
    ) -> Result<String, ScenarioError> {
        let settings = self.settings_at(at_us)?;
        let given = ByHand::read(json, names, &settings)?;
        may(&given, &settings)?;
        let ByHand {
            action,
            count_framing,
            refused: _,
        } = given;
        let mut done = None;
        if let Some(action) = action {
            let words = ActionWords::new(&action, &settings, names);
            done = Some(words.text().to_string());
            self.schedule(at_us, action, words)?;
        }
        let mut counted = None;
        if let Some(count_framing) = count_framing {
            self.count_framing = count_framing;
            counted = Some(if count_framing {
                say!("The meters count framing.")
            } else {
                say!("The meters leave out framing.")
            });
        }
        Ok(match (done, counted) {
            (Some(done), Some(counted)) => say!("{done} {counted}", done, counted),
            (done, counted) => done.or(counted).unwrap_or_default(),
        })
    }

    fn schedule(
        &mut self,
        at_us: Micros,
        action: Action,
        words: ActionWords,
    ) -> Result<(), ScenarioError> {
        self.record_fault(at_us, &action)?;
        if let Action::Set(after) = &action {
            self.set_later(at_us, after);
        }
        let ordinal = self.cluster.act(at_us, action);
        self.cluster.observer_mut().expect_action(ordinal, words);
        Ok(())
    }

    /// Switches as they will stand at an instant to come, before what is scheduled for it next.
    fn settings_at(&self, at_us: Micros) -> Result<Settings, ScenarioError> {
        self.check_instant(at_us)?;
        let now_us = self.cluster.now();
        let coming = |(set_us, _): &&(Micros, Settings)| *set_us > now_us && *set_us <= at_us;
        let last = self.coming_settings.iter().rev().find(coming);
        let standing = last.map_or_else(|| self.cluster.settings(), |(_, settings)| settings);
        Ok(standing.clone())
    }

    fn check_instant(&self, at_us: Micros) -> Result<(), ScenarioError> {
        let now_us = self.cluster.now();
        if at_us > now_us && at_us <= limits::DURATION_US_MAX {
            return Ok(());
        }
        let text = say!(
            "found {at_us}, expected {first} to {last}: the run is at {now_us} us",
            at_us,
            first = now_us + 1,
            last = limits::DURATION_US_MAX,
            now_us
        );
        Err(ScenarioError::at("at_us", text))
    }

    /// Notes the fault of the network that an action will begin, if there is room for it.
    fn record_fault(&mut self, at_us: Micros, action: &Action) -> Result<(), ScenarioError> {
        let now_us = self.cluster.now();
        self.coming_faults.retain(|(at_us, _)| *at_us > now_us);
        let Some(fault) = network_fault(action) else {
            return Ok(());
        };
        let standing = self.cluster.faults().iter().map(|(key, _)| *key);
        let of_network = |key: &FaultKey| key.kind().is_of_network();
        let coming = self.coming_faults.iter().map(|(_, key)| *key);
        let mut known: Sorted<FaultKey, ()> = Sorted::default();
        for key in standing.filter(of_network).chain(coming) {
            known.insert(key, ());
        }
        let most = limits::NETWORK_FAULTS_IN_ALL_MAX;
        if known.get(&fault).is_none() && known.len() >= most {
            let text = say!(
                "{most} faults of the network stand or are to come, and that is the most: heal one \
                 first",
                most
            );
            return Err(ScenarioError::at("do", text));
        }
        self.coming_faults.push((at_us, fault));
        Ok(())
    }

    /// Notes switches that will be set; those that have been are forgotten.
    fn set_later(&mut self, at_us: Micros, settings: &Settings) {
        let now_us = self.cluster.now();
        self.coming_settings.retain(|(set_us, _)| *set_us > now_us);
        insert(&mut self.coming_settings, at_us, settings);
    }
}

/// The switches that a script sets, by instant.
pub(super) fn scripted_settings(actions: &[(Micros, Action)]) -> Vec<(Micros, Settings)> {
    let mut sets = Vec::new();
    for (at_us, action) in actions {
        if let Action::Set(settings) = action {
            insert(&mut sets, *at_us, settings);
        }
    }
    sets
}

/// The faults of the network that a script begins, with their instants.
pub(super) fn scripted_faults(actions: &[(Micros, Action)]) -> Vec<(Micros, FaultKey)> {
    let faults = actions.iter();
    faults
        .filter_map(|(at_us, action)| Some((*at_us, network_fault(action)?)))
        .collect()
}

/// Keeps them by instant; of equal instants the later one stands.
fn insert(sets: &mut Vec<(Micros, Settings)>, at_us: Micros, settings: &Settings) {
    let place = sets.partition_point(|(set_us, _)| *set_us <= at_us);
    sets.insert(place, (at_us, settings.clone()));
}
