//! Bounds of a scenario file. A value outside is an error that names the bound; nothing in a file
//! can make the engine allocate or compute without end.

/// Longest file, in bytes.
pub const FILE_BYTES_MAX: usize = 2 * 1024 * 1024;
/// Greatest seed: the greatest integer that JavaScript holds exactly.
pub const SEED_MAX: u64 = (1 << 53) - 1;
/// Longest run.
pub const DURATION_US_MAX: u64 = 24 * 60 * 60 * 1_000_000;
/// Longest jitter: with every fault that may stand at once it stays within the kernel's bound.
pub const JITTER_US_MAX: u64 = 2 * 1_000_000;
/// Longest round trip, added delay, fsync or clock offset.
pub const DELAY_US_MAX: u64 = 60 * 1_000_000;
/// Shortest round trip: every message takes a microsecond at least, so that nothing can go round
/// in a circle without time passing.
pub const RTT_US_MIN: u64 = 2;
/// Longest title, in bytes.
pub const TITLE_BYTES_MAX: usize = 200;
/// Longest explanation, in bytes.
pub const TEXT_BYTES_MAX: usize = 2000;
/// Longest id, in bytes.
pub const ID_BYTES_MAX: usize = 40;
/// Most zones: as many as the map of a page can show with what stands in them.
pub const ZONES_MAX: usize = 12;
/// Most stores.
pub const STORES_MAX: usize = 1000;
/// Most gateways.
pub const GATEWAYS_MAX: usize = 100;
/// Most cores of a store.
pub const CORES_MAX: u32 = 1024;
/// Greatest clock rate error, in parts per million.
pub const DRIFT_PPM_MAX: i32 = 900_000;
/// Most ranges.
pub const RANGES_MAX: u32 = 10_000;
/// Most replicas of one range.
pub const REPLICAS_MAX: u32 = 9;
/// Most rows of the table.
pub const ROWS_MAX: u64 = 1_000_000;
/// Fewest bytes of a value: it holds the id of the write.
pub const VALUE_BYTES_MIN: u32 = 8;
/// Most bytes of a value.
pub const VALUE_BYTES_MAX: u32 = 64 * 1024;
/// Most bytes of values that the clients of one workload may be writing at once.
pub const WRITTEN_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Most rows that the clients of one workload may be reading at once.
pub const SCANNED_ROWS_MAX: u64 = 20_000_000;
/// Requests of an open workload that may be unanswered (the engine's own bound).
pub const OPEN_IN_FLIGHT_MAX: u32 = 10_000;
/// Most bytes of all values of a range: a snapshot carries them in one message.
pub const RANGE_BYTES_MAX: u64 = 1 << 30;
/// Most rows of one scan.
pub const SCAN_ROWS_MAX: u32 = 10_000;
/// Most fetches from a range, and most statements of a transaction.
pub const PARTS_MAX: u32 = 100;
/// Most rows of one put.
pub const BATCH_ROWS_MAX: u32 = 1000;
/// Most appends that one action corrupts.
pub const CORRUPT_MESSAGES_MAX: u32 = 10_000;
/// Most workloads.
pub const WORKLOADS_MAX: usize = 100;
/// Most clients of one workload.
pub const CLIENTS_MAX: u32 = 100_000;
/// Most changes of a workload's load.
pub const RAMP_STEPS_MAX: usize = 1000;
/// Most requests of a client for one answer.
pub const ATTEMPTS_MAX: u32 = 100;
/// Greatest arrival rate of one workload, in requests per second.
pub const RATE_MAX: f64 = 1_000_000.0;
/// Least arrival rate of one workload, in requests per second.
pub const RATE_MIN: f64 = 0.001;
/// Most scripted actions.
pub const ACTIONS_MAX: usize = 10_000;
/// Most different faults of the network that a scenario may begin.
pub const NETWORK_FAULTS_MAX: usize = 1000;
/// Most faults of the network that stand or are to come, those by hand counted in. Both directions
/// of one are two for the kernel, which holds 4,096.
pub const NETWORK_FAULTS_IN_ALL_MAX: usize = 2 * NETWORK_FAULTS_MAX;
/// Longest title of a variant: it stands on a button.
pub const VARIANT_TITLE_BYTES_MAX: usize = 60;
/// Most variants.
pub const VARIANTS_MAX: usize = 32;
/// Most expectations.
pub const EXPECTS_MAX: usize = 1000;
/// Checkpoints of a scenario.
pub const CHECKPOINTS_MAX: usize = 1000;
/// Slowest suggested playback.
pub const SPEED_MIN: f64 = 0.01;
/// Fastest suggested playback.
pub const SPEED_MAX: f64 = 100.0;
/// Greatest price, in dollars per GB.
pub const USD_PER_GB_MAX: f64 = 1000.0;
/// Least bandwidth, in bits per second.
pub const BANDWIDTH_BPS_MIN: u64 = 1000;
/// Greatest bandwidth, in bits per second.
pub const BANDWIDTH_BPS_MAX: u64 = 10_000_000_000_000;
/// Greatest connection window, in bytes.
pub const WINDOW_BYTES_MAX: u64 = 1 << 40;
/// Most connections between two nodes.
pub const CONNECTIONS_MAX: u32 = 1024;
/// Shortest tick of a Raft group.
pub const TICK_US_MIN: u64 = 1000;
/// Greatest number of ticks of an election timeout.
pub const TICKS_MAX: u32 = 10_000;
/// Greatest number of log entries kept at a compaction.
pub const LOG_KEEP_MAX: u64 = 1_000_000;
/// Greatest size of the entries of one append, in bytes.
pub const MESSAGE_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Most appends in flight to one follower.
pub const INFLIGHT_MAX: u32 = 4096;
/// Greatest core time of one piece of work, in ns.
pub const COST_NS_MAX: u64 = 60_000_000_000;
/// Shortest time between two reports to the placement driver.
pub const REPORT_US_MIN: u64 = 10_000;
/// Most learners that are made for one range.
pub const LEARNERS_MAX: u32 = 20;
/// Greatest rate that a threshold of the placement driver may have, in requests per second.
pub const SCHEDULE_RATE_MAX: u64 = 1_000_000_000;
/// Most problems that one error lists.
pub(crate) const PROBLEMS_MAX: usize = 8;
/// Longest excerpt of a found value in an error, in characters.
pub(crate) const FOUND_CHARS_MAX: usize = 60;
