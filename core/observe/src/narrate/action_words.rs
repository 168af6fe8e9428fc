//! Actions in words, made before they are carried out. It must not know what they led to.

use model::config::{Action, ClusterConfig};
use model::tuning::{Tuned, Work};
use sim::{Degrade, Micros};

use crate::narrate::NotableKind;
use text::names::Names;
use text::sentence::{sentence, settings_sentence};

/// An action in words, by its position in the run's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionWords {
    /// What to tell it under when it is carried out; `None` = its effects are told instead.
    pub(super) kind: Option<NotableKind>,
    pub(super) text: String,
    /// How it degrades a link.
    pub(super) how: Option<Degrade>,
    /// The core time that a piece of work takes from then on, in ns.
    pub(crate) cost: Option<(Work, u64)>,
}

impl ActionWords {
    /// An action that is carried out while these settings stand.
    pub fn new(action: &Action, settings: &model::config::Settings, names: &Names) -> Self {
        let (kind, text) = match action {
            Action::Set(after) => (None, settings_sentence(settings, after, names)),
            Action::Campaign { .. } | Action::Transfer { .. } => {
                (Some(NotableKind::Election), sentence(action, names))
            }
            Action::Drop { .. } | Action::Corrupt { .. } | Action::CorruptNext { .. } => {
                (Some(NotableKind::Fault), sentence(action, names))
            }
            Action::Resize { .. } => (Some(NotableKind::Setting), sentence(action, names)),
            _ => (None, sentence(action, names)),
        };
        let how = match action {
            Action::Degrade { how, .. } => Some(*how),
            _ => None,
        };
        let cost = match *action {
            Action::Resize {
                of: Tuned::Cost(work),
                to,
            } => Some((work, to)),
            _ => None,
        };
        ActionWords {
            kind,
            text,
            how,
            cost,
        }
    }

    /// The scripted actions of a run in order of their position.
    pub fn script(
        config: &ClusterConfig,
        actions: &[(Micros, Action)],
        names: &Names,
    ) -> Vec<Self> {
        let mut settings = config.settings.clone();
        let mut words = Vec::new();
        for (_, action) in actions {
            words.push(ActionWords::new(action, &settings, names));
            if let Action::Set(after) = action {
                settings = after.clone();
            }
        }
        words
    }

    /// One sentence.
    pub fn text(&self) -> &str {
        &self.text
    }
}
