//! What the lanes under the map and the pictures of scenarios are called, in files and on the page,
//! whose tables have an entry for each. It must not know what any of them draws.

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

choice! {
    /// The one picture that tells a scenario.
    pub enum PictureName {
        /// One request, message by message, from city to city.
        Wave = "wave";
        /// The log of each leader, over time.
        Strata = "strata";
        /// Bytes a second between zones, against the other run.
        Flow = "flow";
        /// Bytes between zones for each write, by which of them crosses.
        Fan = "fan";
        /// Who leads which range, over time.
        Table = "table";
        /// What was answered and what was not, a second.
        Wall = "wall";
        /// How old what reads returned was.
        Clocks = "clocks";
        /// One figure in each variant.
        Ladder = "ladder";
        /// Every machine, and how full it is.
        Fleet = "fleet";
    }
}
