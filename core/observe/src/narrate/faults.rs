//! Faults in sentences: what no longer works, and what works again.

use model::config::{FaultKey, FaultTarget};
use sim::{Degrade, Micros, Place};

use crate::narrate::{Narration, NotableKind};
use vocabulary::sentence::degrade_text;

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
    /// How a standing fault worsens its link.
    pub fn worsened(&self, fault: &FaultKey) -> Option<Degrade> {
        self.worsened.get(fault).copied()
    }

    /// A number that is another after every change of what stands; 0 = nothing ever stood.
    pub fn faults_mark(&self) -> u64 {
        self.faults_mark.number()
    }

    pub(super) fn fault(&mut self, at_us: Micros, fault: &FaultKey, began: bool) {
        self.worsened.remove(fault);
        let how = self.actions.get(self.acting).and_then(|words| words.how);
        let how = how.filter(|_| began);
        if let Some(how) = how {
            self.worsened.insert(*fault, how);
        }
        self.mark_fault(at_us, fault, how, began);
        let node = match fault.places() {
            (Place::Node(node), None, _) => Some(node),
            (Place::Zone(_), ..) | (_, Some(_), _) => None,
        };
        let kind = match fault.kind().target() {
            FaultTarget::Server | FaultTarget::Store => NotableKind::Store,
            FaultTarget::Link | FaultTarget::Place => NotableKind::Fault,
        };
        let spec = fault.kind().spec();
        let text = self.words(fault, if began { spec.began } else { spec.ended });
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
        let (from, to, both) = fault.places();
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

    /// A sentence of a kind of fault, of this one.
    fn words(&self, fault: &FaultKey, [both_ways, one_way]: [&str; 2]) -> String {
        let (from, to, both) = fault.places();
        let how = degrade_text(&self.worsened(fault).unwrap_or_default());
        let to = to.map_or("", |to| self.names.place_name(to));
        let sentence = if both { both_ways } else { one_way };
        let sentence = sentence.replace("{from}", self.names.place_name(from));
        sentence.replace("{to}", to).replace("{how}", &how)
    }
}
