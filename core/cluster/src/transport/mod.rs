//! Messages between nodes. `label` is what one says of itself, `post` the way onto its link,
//! `corrupt` the bits that flip there; these know no node. `depart` is what a store does to a
//! message before that.
//!
//! Sizes are lengths of real encodings; framing is counted beside them, of all that leaves in one
//! message, and takes no time on the link.

mod corrupt;
mod depart;
mod label;
mod post;

pub use label::kind_of;
pub(crate) use label::{Label, client_label, note_label};
pub(crate) use post::{Outgoing, Transport};
