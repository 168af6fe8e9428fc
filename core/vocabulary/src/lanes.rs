//! What the lanes under the map are called, in files and on the page, whose table of lanes has an
//! entry for each. It must not know what a lane draws.

use model::choice;

choice! {
    /// A lane under the map.
    pub enum LaneName {
        /// Bytes a second between zones, by kind.
        Between = "between";
        /// Bytes a second inside zones, by kind.
        Inside = "inside";
        /// Requests that ended, a second: reads, writes, and those without an answer.
        Throughput = "throughput";
        /// Every request, when it ended against how long it took.
        Requests = "requests";
        /// How old what reads returned was, against their bound.
        Ages = "ages";
        /// Commit indexes, of each leader by its own belief.
        Commit = "commit";
        /// Who leads, by each store's own belief.
        Leaders = "leaders";
        /// The chosen request, message by message.
        Lens = "lens";
    }
}
