//! The way of messages between nodes: `post` books one's bytes and puts it on its link, `flight` is
//! what is under way, `corrupt` the bits that flip there. These know no node.

mod corrupt;
mod flight;
mod post;

pub(crate) use flight::{Flight, Flights};
pub(crate) use post::{Outgoing, Transport};
