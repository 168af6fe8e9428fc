//! Faults in sentences: what no longer works, and what works again.

use model::config::{FaultKey, FaultKind, FaultPlaces, FaultTarget};
use sim::{Degrade, Micros, Place};

use crate::narrate::{Narration, NotableKind};
use text::phrase;
use text::said::said;
use text::sentence::degrade_text;

/// Faults that are kept, ended ones too; the oldest are forgotten first.
const SPANS_MAX: usize = 256;

/// A fault, from when it began until it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultSpan {
    fault: FaultKey,
    /// When it began.
    pub from_us: Micros,
    /// When it ended; `None` = it stands.
    pub until_us: Option<Micros>,
    /// What no longer works.
    pub text: String,
}

impl Narration {
    /// How a standing fault degrades its link.
    pub fn degraded(&self, fault: &FaultKey) -> Option<Degrade> {
        self.degraded.get(fault).copied()
    }

    /// A number that is another after every change of what stands; 0 = nothing ever stood.
    pub fn faults_mark(&self) -> u64 {
        self.faults_mark.number()
    }

    pub(super) fn fault(&mut self, at_us: Micros, fault: &FaultKey, began: bool) {
        self.degraded.remove(fault);
        let how = self.actions.get(self.acting).and_then(|words| words.how);
        let how = how.filter(|_| began);
        if let Some(how) = how {
            self.degraded.insert(*fault, how);
        }
        self.mark_fault(at_us, fault, how, began);
        let node = match fault.places() {
            FaultPlaces {
                from: Place::Node(node),
                to: None,
                ..
            } => Some(node),
            _ => None,
        };
        let kind = match fault.kind().target() {
            FaultTarget::Server | FaultTarget::Store => NotableKind::Store,
            FaultTarget::Link | FaultTarget::Place => NotableKind::Fault,
        };
        let text = self.words(fault, began);
        if began {
            if self.spans.len() == SPANS_MAX {
                self.spans.pop_front();
            }
            self.spans.push_back(FaultSpan {
                fault: *fault,
                from_us: at_us,
                until_us: None,
                text: text.clone(),
            });
        } else {
            let stands = |span: &&mut FaultSpan| span.fault == *fault && span.until_us.is_none();
            let ended = self.spans.iter_mut().rev().find(stands);
            if let Some(span) = ended {
                span.until_us = Some(at_us);
            }
        }
        self.narrate(at_us, kind, text, node, began);
    }

    /// Faults so far, the oldest first.
    pub fn fault_spans(&self) -> impl Iterator<Item = &FaultSpan> {
        self.spans.iter()
    }

    fn mark_fault(&mut self, at_us: Micros, fault: &FaultKey, how: Option<Degrade>, began: bool) {
        let place = |place: Place| match place {
            Place::Zone(zone) => u64::from(zone.0) << 1,
            Place::Node(node) => u64::from(node.0) << 1 | 1,
        };
        let FaultPlaces { from, to, both } = fault.places();
        let (from, to) = (place(from), to.map_or(0, place));
        let what = fault.kind() as u64 + 1;
        let flags = u64::from(began) << 1 | u64::from(both);
        self.faults_mark.add(&[at_us, what, from, to, flags]);
        if let Some(how) = how {
            let ppm = u64::from(how.loss.ppm) << 32 | u64::from(how.vanish.ppm);
            self.faults_mark
                .add(&[how.delay_us, how.jitter_us, ppm, how.bandwidth_bps]);
        }
    }

    /// That this one began, or ended.
    fn words(&self, fault: &FaultKey, began: bool) -> String {
        let FaultPlaces { from, to, both } = fault.places();
        let how = degrade_text(&self.degraded(fault).unwrap_or_default());
        let from = self.names.place_name(from);
        let to = to.map_or("", |to| self.names.place_name(to));
        let [both_ways, one_way] = if began {
            began_words(fault.kind())
        } else {
            ended_words(fault.kind())
        };
        said(
            if both { both_ways } else { one_way },
            &[("from", &from), ("to", &to), ("how", &how)],
        )
    }
}

/// What no longer works. The second template is that of one way alone.
fn began_words(kind: FaultKind) -> [&'static str; 2] {
    match kind {
        FaultKind::Cut => [
            phrase!("The link between {from} and {to} is cut."),
            phrase!("The link from {from} to {to} is cut; the other way still works."),
        ],
        FaultKind::Isolate => [phrase!("{from} is isolated from everything else."); 2],
        FaultKind::Degrade => [
            phrase!("The link between {from} and {to} is degraded: {how}."),
            phrase!("The link from {from} to {to} is degraded: {how}."),
        ],
        FaultKind::Crash => {
            [phrase!("{from} crashed; what it had not synced to its disk is gone."); 2]
        }
        FaultKind::Pause => [phrase!("The process of {from} is paused; its clock goes on."); 2],
    }
}

/// What works again. The second template is that of one way alone.
fn ended_words(kind: FaultKind) -> [&'static str; 2] {
    match kind {
        FaultKind::Cut => [
            phrase!("{from} and {to} reach each other again."),
            phrase!("{from} reaches {to} again."),
        ],
        FaultKind::Isolate => [phrase!("{from} is connected again."); 2],
        FaultKind::Degrade => [
            phrase!("The link between {from} and {to} is restored."),
            phrase!("The link from {from} to {to} is restored."),
        ],
        FaultKind::Crash => [phrase!("{from} restarts from its disk."); 2],
        FaultKind::Pause => [phrase!("The process of {from} resumes."); 2],
    }
}
