//! Who talks over the network, and where it stands.

/// An endpoint of messages: a store, a gateway, the placement driver.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u16);

/// A zone: the failure and price domain that nodes live in.
#[derive(Copy, Clone, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct ZoneId(pub u16);
