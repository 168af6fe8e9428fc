//! The faults of a scenario for the programs that cause them in a real cluster: Chaos Mesh,
//! Toxiproxy, `tc`. What a format cannot say is listed by name. Nothing is run.

mod chaos_mesh;
mod tc;
#[cfg(test)]
mod tests;
mod toxiproxy;

use documents::scenario::{Resolved, action_to_json};
use model::action::Action;
use model::choice;
use model::fault::{FaultKey, FaultPlaces};
use sim::{Degrade, Micros, NodeId, Place};
use text::names::{Names, fault_id};
use text::quantity::duration_text;

choice! {
    /// What causes faults in a real cluster.
    pub enum FaultFormat {
        /// A Workflow of Chaos Mesh: NetworkChaos and PodChaos, each at its instant.
        ChaosMesh = "chaos-mesh";
        /// Proxies and toxics of Toxiproxy, with the instant of each.
        Toxiproxy = "toxiproxy";
        /// A shell script of `tc netem`, to run on every machine.
        Tc = "tc";
    }
}

/// Faults as text, and what the text does not say.
#[derive(Clone, Debug)]
pub struct WrittenFaults {
    /// For the program.
    pub text: String,
    /// How many faults the scenario has until then.
    pub faults: usize,
    /// What is left out, by name.
    pub left_out: Vec<String>,
}

/// A fault from its beginning to its end.
#[derive(Clone, Debug)]
struct Fault {
    key: FaultKey,
    /// Its id in the scenario.
    id: String,
    /// How a degraded link is worse.
    how: Degrade,
    from_us: Micros,
    until_us: Micros,
}

impl Fault {
    /// Senders and receivers of what it meets: each directed pair of places; an isolated place has
    /// no other one.
    fn ways(&self) -> Vec<(Place, Option<Place>)> {
        let FaultPlaces { from, to, both } = self.key.places();
        match to {
            Some(to) if both => vec![(from, Some(to)), (to, Some(from))],
            to => vec![(from, to)],
        }
    }

    /// The parts of a delay that varies evenly around its mean, as netem and toxics say it: ours
    /// is drawn from nothing to its bound.
    fn mean_and_spread_us(&self) -> (Micros, Micros) {
        let half = self.how.jitter_us / 2;
        (self.how.delay_us + half, half)
    }
}

/// What the writers know of a scenario.
struct Script<'a> {
    title: &'a str,
    names: &'a Names,
    faults: Vec<Fault>,
    left_out: Vec<String>,
}

/// The faults of a run, until this instant.
pub fn write_faults(resolved: &Resolved, format: FaultFormat, until_us: Micros) -> WrittenFaults {
    let mut script = Script::of(resolved, until_us);
    let text = match format {
        FaultFormat::ChaosMesh => chaos_mesh::write(&mut script),
        FaultFormat::Toxiproxy => toxiproxy::write(&mut script),
        FaultFormat::Tc => tc::write(&mut script),
    };
    WrittenFaults {
        text,
        faults: script.faults.len(),
        left_out: script.left_out,
    }
}

impl<'a> Script<'a> {
    fn of(resolved: &'a Resolved, until_us: Micros) -> Self {
        let names = &resolved.names;
        let mut actions: Vec<&(Micros, Action)> = resolved.actions.iter().collect();
        actions.retain(|(at_us, _)| *at_us < until_us);
        actions.sort_by_key(|(at_us, _)| *at_us);
        let (mut faults, mut left_out): (Vec<Fault>, Vec<String>) = (Vec::new(), Vec::new());
        for (at_us, action) in actions {
            let mut end = |ends: &dyn Fn(&FaultKey) -> bool| {
                let standing = faults.iter_mut().filter(|fault| fault.until_us == until_us);
                for fault in standing.filter(|fault| ends(&fault.key)) {
                    fault.until_us = *at_us;
                }
            };
            if let Some(key) = action.fault() {
                // Begun again it stands as it was begun last.
                end(&|standing| *standing == key);
                let how = match action {
                    Action::Degrade { how, .. } => *how,
                    _ => Degrade::default(),
                };
                faults.push(Fault {
                    key,
                    id: fault_id(&key, names),
                    how,
                    from_us: *at_us,
                    until_us,
                });
            } else if let Some(key) = action.ends() {
                end(&|standing| *standing == key);
            } else if *action == Action::HealAll {
                end(&|standing| standing.kind().is_of_network());
            } else {
                let told = action_to_json(action, names);
                let word = told["do"].as_str().unwrap_or("action");
                left_out.push(format!("{word} at {}: no fault", duration_text(*at_us)));
            }
        }
        faults.retain(|fault| fault.from_us < fault.until_us);
        Script {
            title: &resolved.title,
            names,
            faults,
            left_out,
        }
    }

    /// Tells what of a fault is left out.
    fn leave_out(&mut self, fault: &Fault, why: &str) {
        let at = duration_text(fault.from_us);
        self.left_out.push(format!("{} at {at}: {why}", fault.id));
    }

    /// The ids of the nodes of a place, or of all other nodes.
    fn nodes(&self, place: Place, is_inside: bool) -> Vec<&'a str> {
        let all = (0..self.names.nodes.len() as u16).map(NodeId);
        let is_in = |node: &NodeId| match place {
            Place::Node(one) => one == *node,
            Place::Zone(zone) => self.names.zone_of(*node) == zone,
        };
        let names = self.names;
        all.filter(|node| is_in(node) == is_inside)
            .map(|node| names.node_id(node))
            .collect()
    }

    /// Senders and receivers of each way of a fault, by their ids.
    fn pairs(&self, fault: &Fault) -> Vec<(Vec<&'a str>, Vec<&'a str>)> {
        let mut pairs = Vec::new();
        for (from, to) in fault.ways() {
            let inside = self.nodes(from, true);
            if let Some(to) = to {
                pairs.push((inside, self.nodes(to, true)));
            } else {
                let outside = self.nodes(from, false);
                pairs.push((inside.clone(), outside.clone()));
                pairs.push((outside, inside));
            }
        }
        pairs
    }
}

/// A share of a million in percent.
fn percent(ppm: u32) -> String {
    format!("{}", f64::from(ppm) / 10_000.0)
}
