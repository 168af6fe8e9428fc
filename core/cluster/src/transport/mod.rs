//! The way of messages between nodes: `post` books one's bytes and puts it on its link, `flight` is
//! what is under way, `arrivals` what shares its link, `counted` what goes without a record,
//! `corrupt` the bits that flip there. These know no node.

mod arrivals;
mod corrupt;
mod counted;
mod flight;
mod post;

pub(crate) use counted::{CountedRead, Stage};
pub(crate) use flight::{Envelope, Flight, Flights};
pub(crate) use post::{Outgoing, Transport};
