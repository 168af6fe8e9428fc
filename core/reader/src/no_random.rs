//! The source of randomness that raft's generator must have to be linked. Nothing runs in this
//! module, so nothing asks it; one that did would be told that there is none.

/// Refuses.
fn none(_buffer: &mut [u8]) -> Result<(), getrandom::Error> {
    Err(getrandom::Error::UNSUPPORTED)
}

getrandom::register_custom_getrandom!(none);
