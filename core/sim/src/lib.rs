//! Deterministic kernel of the playground. It knows nothing of Raft.
