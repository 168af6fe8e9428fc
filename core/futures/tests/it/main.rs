//! Tests of what is told of futures.

mod changes;
