//! A constant in place of the system's random generator.
//!
//! raft draws an election timeout from `thread_rng` before the engine pins it, so a generator
//! must exist; this one keeps the import of randomness out of the module and runs repeatable.

/// Fills the buffer with a constant.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the signature that getrandom asks for"
)]
fn constant(buffer: &mut [u8]) -> Result<(), getrandom::Error> {
    buffer.fill(0x5a);
    Ok(())
}

getrandom::register_custom_getrandom!(constant);
