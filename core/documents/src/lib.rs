//! Files that people write: scenarios, lessons and challenges. Text in; resolved numbers and names
//! out, or every problem with its place. It must not run anything, and no input makes it panic.

pub mod challenge;
pub mod lesson;
pub mod problems;
pub mod scenario;

#[cfg(test)]
mod tests;
