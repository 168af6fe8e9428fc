//! An entry's command in both forms, full and delta-encoded, as somebody looks at them.

use cluster::encodings::Form;
use model::command::Span;
use model::ids::RangeId;
use record::Uint8Array;
use serde::Serialize;
use ts_rs::TS;

use crate::playground::Playground;

/// Most bytes of a form that are handed over.
pub(super) const SHOWN_MAX: usize = 4096;

/// A command as it stands in the log and as delta encoding sends it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct CommandForms {
    /// In the log.
    pub full: CommandForm,
    /// On the wire.
    pub encoded: CommandForm,
}

/// One form of a command.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct CommandForm {
    /// Length of the whole form.
    pub length: u32,
    /// Its length when LZ4 compresses it alone.
    pub compressed: u32,
    /// Its fields in order; each byte is in one of them.
    pub spans: Vec<Span>,
    /// Its first bytes, at most 4,096.
    pub bytes: Uint8Array,
}

impl From<Form> for CommandForm {
    fn from(form: Form) -> Self {
        CommandForm {
            length: form.bytes.len() as u32,
            compressed: form.compressed_bytes,
            spans: form.spans,
            bytes: form.bytes.into_iter().take(SHOWN_MAX).collect(),
        }
    }
}

impl Playground {
    /// Both forms of the command of an entry. None where no replica holds a put.
    pub(super) fn encodings(&self, range: RangeId, index: u64) -> Option<CommandForms> {
        if !self.cluster.range_exists(range) {
            return None;
        }
        let both = self.cluster.encodings(range, index)?;
        Some(CommandForms {
            full: both.full.into(),
            encoded: both.encoded.into(),
        })
    }
}
