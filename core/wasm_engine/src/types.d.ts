/** What crosses between the engine and the page; written by a test. */

/** What an adaptive read goes by. */
export type AdaptiveBy = "size" | "latency";

/** A change as the first replica applied it. */
export type AppliedChange = {
/** The range. */
range: number,
/** What changed. */
what: Change,
/** See `Change`. */
a: number,
/** See `Change`. */
b: number, };

/** One thing to try, ready for the engine. */
export type Attempt = {
/** What to do. */
text: string,
/** Shown while it has begun; may be empty. */
wait: string,
/** What was seen. */
done: string, };

/** A beat, ready for the page. */
export type Beat = {
/** When it begins. */
from_us: number,
/** When it ends. */
until_us: number,
/** Simulated seconds per second. */
speed: number,
/** What is true now. */
title: string,
/** What there is to see; may be empty. */
text: string,
/** What the person does at its end. */
act: BeatAct | null, };

/** What a person is asked to do at the end of a beat. */
export type BeatAct = {
/** The button. */
text: string,
/** What is done, as files hold it. */
action: Action, };

/** What a read broke. */
export type Broken = { "how": "replaced",
/** Write id of that value. */
by: number, } | { "how": "unknown" } | { "how": "too-old",
/** The first write that it missed. */
by: number,
/** How long before the read was sent that one was acknowledged. */
age_us: number,
/** How far back its client lets it look. */
bound_us: number,
/** How far two clocks may be apart. */
skew_us: number, } | { "how": "missed",
/** The first such write. */
by: number,
/** The moment. */
read_us: number, } | { "how": "early",
/** The moment. */
read_us: number, } | { "how": "write-failed" } | { "how": "torn",
/** Key of the other row. */
late_key: number,
/** Its write id. */
late_value: number,
/** The write that had replaced this one. */
by: number, };

/** A read that broke its promise, and why. */
export type BrokenPromise = {
/** When it ended. */
at_us: number,
/** The read, and what it broke. */
read: BrokenRead,
/** Operations on its key that no order explains, by the instants at which they were sent. */
operations: Array<Witness>, };

/** A read that broke what its mode promises. */
export type BrokenRead = {
/** Number of the request. */
request: number,
/** The key. */
key: number,
/** Write id that it returned. */
value: number,
/** Why that cannot be. */
broken: Broken, };

/** Facts about the build. */
export type BuildInfo = {
/** Version of the engine. */
version: string,
/** Version of raft-rs. */
raft: string,
/** "release" or "dev". */
profile: string, };

/** What bytes are booked under. */
export type ByteKind = "read" | "write" | "read_index" | "append" | "ack" | "heartbeat" | "vote" | "snapshot" | "tso" | "schedule" | "safe_time";

/** How a group or range changed. `a` and `b` are those of the fact. */
export type Change = "MemberAdded" | "LearnerAdded" | "MemberPromoted" | "MemberDemoted" | "MemberRemoved" | "JointEntered" | "JointLeft" | "ReplicaCreated" | "ReplicaDestroyed" | "Split" | "MergePrepared" | "Merged" | "Hibernated" | "Woken" | "MergeTakenBack";

/** What shall be so at an instant. */
export type Checkpoint = {
/** The instant. */
at_us: number,
/** What is asked for, as it can be said before it is judged. */
asks: string,
/** What the page's map shows then; `None` for a figure, which no map shows. */
shown: Shown | null,
/** Whether it is so; `None` while the run stands at another instant. */
found: Expected | null, };

/** How far it has come with something that shall happen. */
export type Come = {
/** Some of it has happened. */
begun: boolean,
/** Instant at which it all had, in µs. */
at_us: number | null, };

/** One form of a command. */
export type CommandForm = {
/** Length of the whole form. */
length: number,
/** Its length when LZ4 compresses it alone. */
compressed: number,
/** Its fields in order; each byte is in one of them. */
spans: Array<Span>,
/** Its first bytes, at most 4,096. */
bytes: Uint8Array, };

/** A command as it stands in the log and as delta encoding sends it. */
export type CommandForms = {
/** In the log. */
full: CommandForm,
/** On the wire. */
encoded: CommandForm, };

/** Columns over the steps of leaders' commit indexes, in the order in which they came. */
export type Commits = {
/** Number of the first; the run's first is 0. */
first: number,
/** How many there were in all. */
total: number,
/** When. */
at_us: Float64Array,
/** The range. */
range: Uint32Array,
/** The store, which leads it by its own belief. */
node: Uint16Array,
/** Its commit index from then on. */
index: Float64Array, };

/** Columns over the requests that ended, in the order in which they did. */
export type Completions = {
/** Number of the first; the run's first is 0. */
first: number,
/** How many there were in all. */
total: number,
/** Request. */
request: Float64Array,
/** When it ended. */
at_us: Float64Array,
/** How long its client waited. */
latency_us: Float64Array,
/** Its workload plus one, 0 = by hand. */
workload: Uint16Array,
/** 1 = it wrote. */
wrote: Uint8Array,
/** What came of it, a place in `CameWords`. */
came: Uint8Array,
/** Reads: how long the first write that it missed had been acknowledged, 0 = it missed none. */
stale_us: Uint32Array,
/** Reads of the past: how far back it may look, 0 = nobody bounds it. */
bound_us: Uint32Array, };

/** How Raft messages are compressed. */
export type Compression = "none" | "lz4";

/** What a scenario shows, ready for the engine. */
export type Conclusion = {
/** What was seen, with `{{metric|unit}}` where figures stand. */
text: string,
/** The figure that proves it. */
figure: Proof,
/** From this instant on it has been seen. */
at_us: number,
/** The variant to compare it with; "" where there is none. */
against: string, };

/** By what a switch is turned. */
export type Control = "toggle" | "duration" | "number" | "choice" | "zones";

/** A decision: who, what, why, and the figures that were compared. */
export type Decision = {
/** The store or placement driver that decided. */
by: number,
/** Range that it is about; `u32::MAX` = none. */
range: number,
/** What. */
what: Deed,
/** Why. */
why: Reason,
/** The store that it is about: see `Deed`. */
subject: number | null,
/** Another store: see `Deed`. */
other: number | null,
/** What was measured; the unit is the reason's. */
figure: number,
/** What it was compared with. */
limit: number, };

/** What was decided. `subject` and `other` are those of the decision. */
export type Deed = "chose_delegate" | "left_delegate" | "refused_relay" | "sent_direct" | "resumed_relay" | "chose_snapshot_source" | "snapshot_from_leader" | "refused_snapshot" | "rejected_frame" | "moved_leader" | "added_replica" | "added_learner" | "promoted_replica" | "removed_replica" | "replaced_replica" | "split_range" | "merged_ranges" | "held_back";

/** Which replica of a zone passes appends on to the others. */
export type DelegatePolicy = "nearest" | "sticky" | "rotating";

/** A way to another scenario. */
export type Door = {
/** The button: what a person does or sees there, in a few words. */
text: string,
/** The id of a scenario that comes with the playground. */
scenario: string, };

/** What came of a run. */
export type EndOfRun = {
/** How many expectations the scenario has. */
expects: number,
/** Other variants that these speak of and that were not given. */
missing: Array<string>,
/** One per bound of an expectation; none while a variant is missing. */
verdicts: Array<Expected>,
/** The same of what a person expects of this very run, whatever was done in it. */
own: Array<Expected>,
/** What could not be done, a line for each reason. */
refused: Array<string>, };

/** What a log entry is for. */
export type EntryKind = "normal" | "empty" | "conf-change" | "admin";

/** A log entry as a replica holds it. */
export type EntryView = {
/** Its index. */
index: number,
/** The term of the leader that made it. */
term: number,
/** What it is for. */
kind: EntryKind,
/** Length of its protobuf encoding. */
bytes: number,
/** The put that it carries, 0 = none. */
request: number,
/** Hash of type and data: entries of one index and term have one hash. */
hash: number, };

/** How often a group and its range took another shape (TiKV's region epoch). */
export type Epoch = {
/** Changes of the members that were applied. */
members: number,
/** Splits and merges that were applied. */
keys: number, };

/** Whether one thing is as expected. */
export type Expected = {
/** Whether it is met. */
met: boolean,
/** What is asked for, as it can be said before it is judged. */
asks: string,
/** The line of the command line: what, its figure, what was expected. */
line: string,
/** Instant at which it was decided, in µs, where one is known. */
at_us: number | null, };

/** What a standing fault is; its label is what is so then. */
export type FaultKind = "cut" | "isolate" | "degrade" | "crash" | "pause";

/** A fault, from when it began until it ended. */
export type FaultSpan = {
/** When it began. */
from_us: number,
/** When it ended; `None` = it stands. */
until_us: number | null,
/** What no longer works, a sentence. */
text: string, };

/** A standing fault. */
export type FaultView = {
/** Names it in a `heal` action. */
id: string,
/** What it is. */
kind: FaultKind,
/** A sentence. */
text: string,
/** When it began. */
since_us: number,
/** Place that it is about, or the sender's side. */
from: string,
/** Receiver's side, "" when there is none. */
to: string,
/** One direction only. */
one_way: boolean,
/** Added delay. */
delay_us: number,
/** Added jitter. */
jitter_us: number,
/** Added loss of packets in millionths. */
loss_ppm: number,
/** Messages that vanish besides, in millionths. */
vanish_ppm: number,
/** Limit of bandwidth in bits per second, 0 = none. */
bandwidth_bps: number, };

/** What some bytes of a command say. */
export type Field = "shape" | "form" | "prefix" | "row" | "family" | "timestamp" | "value";

/** Columns over the messages on their way, by flight number; a doomed one ends halfway. */
export type Flights = {
/** Length of the columns, at most 4,096. */
count: number,
/** How many are on their way in all. */
total: number,
/** Flight number. */
id: Float64Array,
/** Message type, an index into the world's. */
type: Uint8Array,
/** Byte kind, an index into the world's. */
kind: Uint8Array,
/** Sender's node. */
from: Uint16Array,
/** Receiver's node. */
to: Uint16Array,
/** When it left. */
sent_us: Float64Array,
/** When it arrives, or dies halfway. */
arrive_us: Float64Array,
/** Payload bytes. */
bytes: Float64Array,
/** Range that it is about. */
range: Uint32Array,
/** 0 arrives, 1 will be lost, 2 runs into a cut, 3 finds a full buffer, 4 loses its connection. */
fate: Uint8Array,
/** 1 = a refusal. */
reject: Uint8Array,
/** Request that it serves, 0 = none. */
request: Float64Array,
/** Raft term, 0 = none. */
term: Float64Array,
/** Raft log index: of an append the one before its entries, of an answer to it the last that
 * is held. */
index: Float64Array,
/** Entries that it carries. */
entries: Uint32Array, };

/** Which replica a follower read goes to. */
export type FollowerChoice = "closest" | "random" | "window";

/** Everything that moves. */
export type Frame = {
/** The instant. */
now_us: number,
/** Instant of the next event, if there is one. */
next_event_us: number | null,
/** Whether the scenario's duration has passed. */
finished: boolean,
/** Events processed. */
events: number,
/** Messages sent. */
messages: number,
/** Times that a replica became leader of a term. */
elections: number,
/** Stores, by node. */
stores: Array<StoreState>,
/** Replicas of the requested range. */
replicas: Replicas,
/** Their logs. */
log_terms: LogTerms,
/** Another number after every change of members and borders. */
shape: number,
/** All ranges in the order of their keys; none when the page has this shape. */
ranges: Array<RangeInfo>,
/** The store that leads each range, in the order of their keys; 65535 = none. Empty when there
 * are more than `RANGE_LEADERS_MAX`. */
range_leaders: Uint16Array,
/** Messages on their way. */
flights: Flights,
/** Payload bytes so far, `[from_zone][to_zone][kind]`. */
bytes: Float64Array,
/** Framing bytes so far, same shape: all that the wire has beside the payload. */
framing: Float64Array,
/** Payload bytes that crossed in the last whole tenths of a second, one second of them or as
 * many as there are yet; same shape. */
recent_bytes: Float64Array,
/** Framing bytes of the same time. */
recent_framing: Float64Array,
/** The time that they cover. */
recent_us: number,
/** The most that the wire carried in one second so far from one zone to another. */
peak_pair_bytes: number,
/** Payload of the warm-up, which a month's cost leaves out; empty when there is none. */
warm_bytes: Float64Array,
/** Framing of the warm-up, same shape. */
warm_framing: Float64Array,
/** Payload bytes that features spared so far, `[from_zone][to_zone][saver]`. */
saved: Float64Array,
/** Price of the wire so far in US dollars, of the payload alone when the setting says so. */
usd: number,
/** Writes that were acknowledged. */
writes: number,
/** Bytes on the wire and requests that ended, over time. */
series: Series,
/** Requests that ended. */
completions: Completions,
/** Who began and ceased to lead. */
leads: Leads,
/** How far leaders knew their logs to be committed. */
commits: Commits,
/** How every resource was used, in the order of the world's. */
resources: ResourceColumns,
/** What limits the load, or would first; none while nothing is used. */
limit: Limit | null,
/** Present sizes of what may be given another one, by index. */
sizes: Float64Array,
/** Workloads, in the scenario's order. */
workloads: Array<WorkloadState>,
/** Traced requests, newest last. */
requests: Array<RequestView>,
/** What is so of what the scenario asks to try, one after the other. */
attempts: Array<Come>,
/** Another number after every change of what stands; 0 = nothing ever stood. */
faults_mark: number,
/** Standing faults, oldest first; none when the page has this mark. */
faults: Array<FaultView>,
/** Faults so far, ended ones too, oldest first, when the page has another mark. */
fault_spans: Array<FaultSpan>,
/** Actions that could not be done. */
refused: number,
/** Switches. */
settings: Settings,
/** Meters and money count framing too. */
count_framing: boolean,
/** Notable things after the requested id, oldest first. */
notables: Array<Notable>,
/** Broken safety checks, each a sentence. */
violations: Array<string>,
/** Checks that found nothing and could not judge all, and what they could not. */
unjudged: Array<string>,
/** Digest of the run so far, 16 hex digits. */
digest: string, };

/** What the page has already and what it looks at. */
export type FrameRequest = {
/** Range whose replicas are wanted. */
range: number,
/** Last notable that the page has; 0 = send all that are kept. */
notable_after: number,
/** Last series bucket that the page has complete; -1 = send all that are kept. */
series_after: number,
/** Number of the first completion that the page does not have. */
completions_from?: number,
/** Number of the first change of a leader that the page does not have. */
leads_from?: number,
/** Number of the first step of a commit index that the page does not have. */
commits_from?: number,
/** Shape of the ranges that the page has, 0 = as at the start. */
shape?: number,
/** Mark of the standing faults that the page has, 0 = of none. */
faults?: number, };

/** What the client history says of a read. */
export type FreshVerdict = "none" | "fresh" | "past" | "stale" | "refused";

/** One message that served a request. */
export type HopView = {
/** Sender's node. */
from: number,
/** Receiver's node. */
to: number,
/** Message type, an index into the world's. */
type: number,
/** When it left. */
sent_us: number,
/** When it arrives, or died. */
arrive_us: number,
/** Payload bytes. */
bytes: number,
/** Whether it leaves its zone. */
crosses: boolean,
/** Whether it arrives; else it dies halfway. */
arrives: boolean, };

/** What is known of a thing, by what it is. */
export type Inspection = { "kind": "store",
/** Duration of one fsync. */
fsync_us: number,
/** Disk write throughput in bytes per second; 0 = not limited. */
disk_bytes_per_s: number,
/** How far its clock was ahead at the start. */
clock_offset_us: number,
/** How many µs its clock gains a second now. */
drift_ppm: number, } | { "kind": "gateway",
/** How far its clock is ahead now. */
clock_offset_us: number,
/** How many µs its clock gains a second. */
drift_ppm: number,
/** What it knows of ranges, beside what is so. */
known: Array<KnownRange>, } | { "kind": "placement-driver" } | { "kind": "range",
/** Bytes of a row. */
row_bytes: number,
/** Its replicas, in placement order. */
replicas: Array<ReplicaView>, } | { "kind": "entry",
/** The range's replicas, in placement order. */
replicas: Array<ReplicaView>,
/** What each of them holds at the index. */
held: Array<EntryView | null>,
/** Its command, where it is a put. */
command: CommandForms | null, } | { "kind": "message",
/** An index into the world's message types. */
type: number,
/** Sender's node. */
from: number,
/** Receiver's node. */
to: number,
/** Range that it is about. */
range: number,
/** Payload bytes. */
bytes: number,
/** Framing bytes. */
framing: number,
/** When it left. */
sent_us: number,
/** When it arrives or dies. */
end_us: number,
/** As in a frame's flights. */
fate: number,
/** Whether it refuses. */
reject: boolean,
/** Raft term, 0 where it has none. */
term: number,
/** Raft log index; what it means is the type's. */
index: number,
/** Entries that it carries. */
entries: number,
/** Request that it serves, 0 = none. */
request: number, } | { "kind": "link",
/** Window in bytes, 0 = none. */
window_bytes: number, } | { "kind": "request",
/** When a replica asked for a read index. */
asked_us: number | null,
/** That read index, once it was known. */
known: KnownIndex | null,
/** When a replica read its rows. */
served_us: number | null, };

/** What came of a goal. */
export type Judged = {
/** How it stands. */
standing: Standing,
/** What it asks for. */
text: string,
/** What is so, in sentences. */
found: string,
/** Some of it has come to be so. */
begun: boolean,
/** Instant at which it came true, or could no longer, in µs, where the report knows it. */
at_us: number | null,
/** The goals of which it is made, where it asks for several. */
parts: Array<Judged>, };

/** A byte kind in words. */
export type KindInfo = {
/** Id, as in reports. */
id: ByteKind,
/** Short name. */
label: string,
/** What is counted. */
text: string, };

/** A read index as a replica got it. */
export type KnownIndex = {
/** When. */
at_us: number,
/** The index. */
index: number,
/** What the replica had applied then. */
applied: number, };

/** What a gateway knows of some keys' range. It may be out of date. */
export type KnownRange = {
/** The first key for which the gateway goes by this. */
first_key: number,
/** The first key after the last. */
end_key: number,
/** The range. */
range: number,
/** Its epoch. */
epoch: Epoch,
/** Its group. */
members: Array<RangeMember>,
/** The store that is asked as its leader. */
leader: number,
/** What is so at its first key. */
truth: RangeTruth,
/** Where the two differ. */
wrong: Wrong, };

/** A lane under the map. */
export type LaneName = "between" | "inside" | "throughput" | "requests" | "ages" | "commit" | "leaders" | "lens";

/** Columns over the changes of leaders, in the order in which they came. */
export type Leads = {
/** Number of the first; the run's first is 0. */
first: number,
/** How many there were in all. */
total: number,
/** When. */
at_us: Float64Array,
/** The range. */
range: Uint32Array,
/** The store that leads it from now on, by its own belief, or does no more. */
node: Uint16Array,
/** 1 = it leads, 0 = no more. */
began: Uint8Array,
/** The term in which it begins to lead, 0 where it does no more. */
term: Float64Array, };

/** What a lease is worth at an instant. */
export type LeaseState = "expired" | "suspended" | "valid";

/** A leader's lease as it is now. */
export type LeaseView = {
/** What it is worth. */
state: LeaseState,
/** How long it lasts yet by its store's clock, in µs, suspended or not. */
left_us: number,
/** How much faster than its clock a follower's may run while it holds, in parts in a million;
 * below 0 it does not hold with perfect clocks. `None`: nobody else can be elected. */
tolerates_ppm: number | null, };

/** A lesson of Raft Atlas: steps in which a person predicts, does, sees and reads why. */
export type Lesson = {
/** Where this file's JSON Schema is; for editors only. */
$schema: string | null,
/** Name and version of the format. */
format: LessonFormat,
/** Shown as the lesson's name. */
title: string,
/** How long it takes, about. */
minutes: number,
/** What one will be able to tell after it: one or two sentences, Markdown. */
text: string,
/** What published figures are taken from. */
sources: Array<LessonSource>,
/** What to take along, told at its end: one or two sentences, Markdown. */
takeaway: string | null,
/** Its steps, in order. */
steps: Array<LessonStep>, };

/** An action at its instant. Its own keys are left as text, since a `set` depends on what was set
 * before it. */
export type LessonAction = {
/** The instant. */
at_us: number,
/** The action, as by hand. */
action: Record<string, unknown>, };

/** An answer to choose. */
export type LessonAnswer = {
/** The answer. */
text: string,
/** Whether it is right. */
right: boolean,
/** Why, or why not. */
reply: string, };

/** What is told afterwards. */
export type LessonExplain = {
/** Markdown; `{{metric|unit}}` puts a figure of this run into the sentence. */
text: string,
/** Figures of this run, beside what was published. `before/path` is of the time before the
 * first switch that was set in the step, `since/path` of the time from the last one on. */
figures: Array<LessonFigure>,
/** What takes a while to follow from a switch: `since/` begins with the last such moment. */
since: string | null, };

/** A figure of the run, beside what was published. */
export type LessonFigure = {
/** What it is. */
label: string,
/** Where the report has it: `path.in.report`, or `variant/path.in.report` for another variant. */
metric: string,
/** Another metric: the figure is divided by its value. */
over: string | null,
/** What it counts. */
unit: Unit,
/** What was published. */
published: LessonPublished | null, };

/** Name and version of the format. */
export type LessonFormat = "raft-atlas-lesson/1";

/** What is done in a run that stands beside the person's own. */
export type LessonOthers = "prescribed" | "same_actions";

/** A question with answers to choose from. */
export type LessonPredict = {
/** The question. */
question: string,
/** Two to four answers, of which one at least is right. */
answers: Array<LessonAnswer>, };

/** A published figure. */
export type LessonPublished = {
/** As it was published. */
text: string,
/** The same in the unit of the figure, where it is one number. */
value: number | null,
/** Where: the id of one of the lesson's sources. */
source: string, };

/** Actions that were recorded, and how far the run went. */
export type LessonRecorded = {
/** The variant in which they were done; the step's by default. */
variant: string | null,
/** The actions, at instants of the run. */
actions: Array<LessonAction>,
/** The instant at which the goal is judged. */
until_us: number, };

/** Something published. */
export type LessonSource = {
/** What figures name it by. */
id: string,
/** Its title. */
title: string,
/** Who wrote it. */
by: string,
/** When it was published. */
year: number | null, };

/** A step of a lesson. */
export type LessonStep = {
/** Name, unique in the lesson; links name it. */
id: string,
/** Shown above it. */
title: string,
/** What there is to know before: Markdown. */
text: string | null,
/** The scenario that it begins with, by the id of one that the page brings along. Absent: the
 * run of the step before goes on. */
scenario: string | null,
/** The variant of the scenario; the first by default. */
variant: string | null,
/** The seed; the scenario's by default. */
seed: number | null,
/** The run is brought to this instant, then it waits. */
start_us: number | null,
/** Playback: simulated seconds per second; the scenario's by default. */
speed: number | null,
/** The run plays by itself for so long, in simulated time, and then rests: as soon as the step
 * has nothing left to ask. That is from where the step begins, or from where its goal was met.
 * Needs `speed`, at which it must take 3 to 20 seconds. Absent: the run waits for the person. */
play_us: number | null,
/** The view that is opened beside the map. */
show: string | null,
/** The part of the controls that is opened. */
open: string | null,
/** A question that is answered before anything is done. */
predict: LessonPredict | null,
/** What is to be done. Without it the step is one to look at. */
do: LessonTask | null,
/** What is told afterwards. */
explain: LessonExplain | null,
/** What meets the goal, as recorded: a test plays it. */
solution: LessonRecorded | null,
/** A wrong try, as recorded: a test plays it, and the goal must not be met. */
wrong: LessonRecorded | null,
/** What is done in the other variants that its goals and figures speak of. */
others: LessonOthers,
/** Names of the variants that its goals and figures speak of, each once; windows of the run
 * itself are none. No file has it: it follows from the rest. */
variants: Array<string>, };

/** What is to be done. */
export type LessonTask = {
/** What is asked of the person: Markdown. */
text: string,
/** What the run must come to. */
goal: Record<string, unknown>,
/** What must not come first. */
lost: Record<string, unknown> | null,
/** The instant until which the goal must be met. */
by_us: number | null,
/** Help, shown one by one when it is asked for. */
hints: Array<string>, };

/** What limits the load of the last second, or would first. */
export type Limit = {
/** The busiest resource. */
resource: number,
/** Whether it is full, so that it limits now. */
limits: boolean,
/** Answered requests per second, over the last second. */
qps: number,
/** Requests per second at which it is full; nothing while requests go without an answer, for
 * what they took of it is then in no rate. */
ceiling_qps: number | null,
/** The busiest resource of another kind: the limit that comes next. */
next: number | null,
/** Requests per second at which that is full. */
next_ceiling_qps: number | null, };

/** A directed link between two zones, as it is without faults. */
export type LinkInfo = {
/** Sender's zone. */
from: number,
/** Receiver's zone. */
to: number,
/** Propagation, one way. */
delay_us: number,
/** Greatest addition to it. */
jitter_us: number,
/** Bits per second, 0 = not limited. */
bandwidth_bps: number,
/** Lost packets in millionths. */
loss_ppm: number,
/** Messages that vanish, in millionths. */
vanish_ppm: number,
/** Price in US dollars per GB (10^9 bytes). */
usd_per_gb: number, };

/** Columns over the stretches of one term in the logs of a range's replicas, by replica and index.
 * A stretch begins after the one before it, a replica's first one at its first index. */
export type LogTerms = {
/** Row of the replica. */
replica: Uint32Array,
/** Term of the leader that made the entries. */
term: Float64Array,
/** Index of the last one. */
last: Float64Array, };

/** A stretch of a range's logs. */
export type LogView = {
/** First index of the stretch. */
from: number,
/** The index after it. */
end: number,
/** First index that any replica holds. */
first: number,
/** Last index that any replica holds. */
last: number,
/** In placement order. */
replicas: Array<ReplicaLog>, };

/** An action that was carried out, to be kept and replayed. */
export type LoggedAction = {
/** Its instant. */
at_us: number,
/** As it was given. */
action: Action,
/** One sentence. */
text: string, };

/** An entry that a log held and holds no more, although it was not compacted. */
export type LostEntry = {
/** When it went. */
at_us: number,
/** True when it had not reached the disk at a crash; false when another leader's entries took
 * its place. */
by_crash: boolean,
/** What it was. */
entry: EntryView, };

/** A message type in words. */
export type MessageTypeInfo = {
/** raft-rs's name, or ours for clients' messages. */
id: string,
/** Short name. */
label: string,
/** What its bytes are booked under. */
kind: number, };

/** A node. */
export type NodeInfo = {
/** Position. */
index: number,
/** Id in the file. */
id: string,
/** What it is. */
kind: NodeRole,
/** Zone index. */
zone: number,
/** Cores; 0 where work costs nothing. */
cores: number, };

/** What a node is. */
export type NodeRole = "store" | "gateway" | "pd";

/** Something worth telling. */
export type Notable = {
/** Counts up from 1. */
id: number,
/** When it happened. */
at_us: number,
/** What it is about. */
kind: NotableKind,
/** A sentence; empty where the page has the words. */
text: string,
/** What the page makes its words from, where it has them. */
fact: NotableFact | null,
/** The node that it is about. */
node: number | null,
/** Whether something is wrong. */
alert: boolean, };

/** A fact that the page has the words for. */
export type NotableFact = { "decision": Decision } | { "change": AppliedChange };

/** What a notable thing is about. */
export type NotableKind = "election" | "fault" | "store" | "read" | "setting" | "snapshot" | "violation" | "workload" | "decision";

/** What a request does. */
export type OpKind = "get" | "scan" | "put" | "statement" | "transaction" | "transfer" | "insert" | "update";

/** The one picture that tells a scenario. */
export type PictureName = "wave" | "strata" | "flow" | "fan" | "table" | "wall" | "clocks" | "ladder" | "fleet";

/** Where a replica is. */
export type Placement = {
/** Peer in the group. */
peer: number,
/** Store. */
node: number, };

/** What a leader knows of a follower (Raft paper 5.3). */
export type Progress = {
/** The follower's peer id. */
peer: number,
/** It holds the log up to here. */
matched: number,
/** The index that is sent to it next. */
next: number, };

/** A figure of the run that proves what a scenario shows. */
export type Proof = {
/** What it is. */
label: string,
/** Where the report of a run has it: `path.in.report`. */
metric: string,
/** Another metric: the figure is divided by its value. */
over: string | null,
/** What it counts. */
unit: Unit, };

/** A range. */
export type RangeInfo = {
/** Its number. */
id: number,
/** First key. */
first_key: number,
/** Last key. */
last_key: number,
/** Its replicas. */
replicas: Array<Placement>, };

/** A replica of a range, as its group's configuration has it. */
export type RangeMember = {
/** Peer id in the group. */
peer: number,
/** The store. */
node: number,
/** It has no vote. */
learner: boolean, };

/** How a range is, which nobody in the cluster knows as a whole. */
export type RangeTruth = {
/** The range. */
range: number,
/** First key. */
first_key: number,
/** The first key after the last. */
end_key: number,
/** Its group. */
members: Array<RangeMember>,
/** The store that leads it, if one does. */
leader: number | null, };

/** How a read is served; of each it is said what its reader may rely on. */
export type ReadMode = "local" | "leader-unchecked" | "leader" | "follower" | "lease-unsafe" | "lease" | "proxy" | "learner" | "closest-adaptive" | "stale" | "version";

/** A read mode in words. */
export type ReadModeInfo = {
/** The mode. */
id: ReadMode,
/** Short name. */
label: string,
/** What a reader may rely on. */
promise: string,
/** What it costs. */
cost: string,
/** Whether it promises linearizable reads. */
linearizable: boolean,
/** Switches that it goes by, besides those of all reads. */
switches: SwitchGroup | null, };

/** Why it was decided. */
export type Reason = "NearestToHead" | "Sticky" | "NextInTurn" | "OnlyOne" | "DelegateSilent" | "DelegateDown" | "StaleTerm" | "MissingTail" | "MissingHead" | "Compacted" | "Overloaded" | "Recovered" | "SwitchedOff" | "Nearest" | "BelowMinimum" | "TookTooLong" | "CorruptFrame" | "UsedMostHere" | "HoldDown" | "BelowThreshold" | "LeadersUneven" | "ReplicasUneven" | "StoreDown" | "ZoneWithout" | "RangeTooLarge" | "RangeTooHot" | "RangesSmall" | "RangeHot" | "RangeCooled" | "BalanceFirst" | "HotFirst" | "AffinityFirst" | "NoStoreFits" | "AskedByHand" | "SourceDown" | "DidNotArrive" | "TooFewReplicas" | "NoRange" | "NoLeader" | "UnderWay" | "ReplicaThere" | "NoReplicaThere" | "IsLearner" | "LastVoter" | "KeyOutside" | "NoNeighbour" | "OtherStores";

/** The log of one replica. */
export type ReplicaLog = {
/** First index held, in the stretch or not. */
first: number,
/** Last index held. */
last: number,
/** What the leader believes that it holds, 0 = no leader; of itself a leader believes nothing. */
matched: number,
/** The next index that the leader will send, likewise. */
next: number,
/** Entries of the stretch. */
entries: Array<EntryView>,
/** What it held and holds no more. */
lost: Array<LostEntry>, };

/** A replica as it is now. */
export type ReplicaView = {
/** The store. */
node: number,
/** Peer id in the group. */
peer: number,
/** False while its store is down: the log fields then say what is on disk. */
running: boolean,
/** Role. */
role: Role,
/** Current term. */
term: number,
/** Known leader, 0 = none. */
leader_peer: number,
/** Whom it voted for in this term, 0 = nobody. */
vote: number,
/** Candidates: votes granted so far, its own included. */
votes: number,
/** Voters in its configuration; of a joint one, those that come. */
voters: number,
/** Learners in its configuration. */
learners: number,
/** Whether two configurations hold at once (joint consensus, Raft thesis 4.3). */
joint: boolean,
/** False while it waits for its first snapshot. */
initialized: boolean,
/** Whether it has stopped its ticks because its range is quiet. */
asleep: boolean,
/** Changes of members and of keys that it applied. */
epoch: Epoch,
/** The range that takes this one in, if a merge is under way. */
merging: number | null,
/** Leaders: voters, itself included, that acknowledge it: heard from it in its term within the
 * last election timeout (by the store's own observation of arriving answers). */
leads: number,
/** First log index held. */
first: number,
/** Last log index. */
last: number,
/** Last durable index. */
persisted: number,
/** Commit index. */
commit: number,
/** Applied index. */
applied: number,
/** Ticks since it last heard from a leader (or began to campaign or lead). */
election_elapsed: number,
/** Ticks at which it campaigns. */
election_timeout: number,
/** Reads that wait for a read index or for apply. */
pending_reads: number,
/** Leaders: what they know of each other peer, in peer order. */
progress: Array<Progress>,
/** The zone in which it passes appends on, if the group's leader has chosen it for that. */
delegate_for: number | null,
/** Rows that transactions have locked, as far as it has applied its log. */
locks: number,
/** Earliest start of the transactions that locked them. */
oldest_lock: number | null,
/** Up to when its past is complete, by its own word; 0 = it does not know. */
safe_ts: number,
/** Leaders: the lease that reads go by; none before one wants it. */
lease: LeaseView | null, };

/** Columns over the replicas of one range, in placement order. */
export type Replicas = {
/** Length of the columns. */
count: number,
/** Store. */
node: Uint32Array,
/** Peer in the group. */
peer: Uint32Array,
/** 0 follower, 1 pre-candidate, 2 candidate, 3 leader, 4 learner. */
role: Uint8Array,
/** Current term. */
term: Float64Array,
/** Known leader's peer, 0 = none. */
leader_peer: Uint32Array,
/** Peer that has its vote, 0 = none. */
voted_for: Uint32Array,
/** Candidates: votes granted. */
votes: Uint32Array,
/** Size of the voter set. */
voters: Uint32Array,
/** Leaders: voters that acknowledge it. */
leads: Uint32Array,
/** First index held. */
first: Float64Array,
/** Last index. */
last: Float64Array,
/** Last durable index. */
persisted: Float64Array,
/** Commit index. */
commit: Float64Array,
/** Applied index. */
applied: Float64Array,
/** Ticks since it last heard from a leader. */
election_elapsed: Uint32Array,
/** Ticks at which it campaigns. */
election_timeout: Uint32Array,
/** Reads that wait. */
pending_reads: Uint32Array,
/** Bits: 1 its zone's delegate, 2 asleep, 4 between two sets of members. */
marks: Uint8Array,
/** How long ago its past is complete up to, -1 = it does not know. */
safe_lag_us: Float64Array,
/** A leader's lease: 0 none, 1 valid, 2 suspended, 3 expired. */
lease_state: Uint8Array,
/** How long it lasts yet by its store's clock, in µs. */
lease_left_us: Float64Array, };

/** How a request ended, or that it has not. */
export type RequestOutcome = "pending" | "ok" | "failed" | "unknown";

/** One request and its path. */
export type RequestView = {
/** Its number. */
id: number,
/** The gateway where it entered. */
node: number,
/** Its workload; `None` = by hand. */
workload: number | null,
/** What it does. */
op: OpKind,
/** First key. */
key: number,
/** Rows. */
rows: number,
/** Its keys, where they are named one by one. */
keys: Array<number>,
/** How it reads. */
mode: ReadMode,
/** When the client sent it. */
invoked_us: number,
/** When the client had its answer or gave up. */
completed_us: number | null,
/** How it ended. */
outcome: RequestOutcome,
/** A sentence when it failed or is unknown. */
reason: string,
/** "k3 = 41" for gets and puts, "" for scans. */
value: string,
/** What the client history says of it. */
verdict: FreshVerdict,
/** How long the value that it missed had been acknowledged when it began. */
stale_us: number,
/** How many acknowledged writes it missed. */
stale_commits: number,
/** The store that answered. */
server: number | null,
/** Messages that served it, in the order of departure. */
hops: Array<HopView>,
/** Round trips between zones on its critical path. */
round_trips: number, };

/** Columns over resources, by index. */
export type ResourceColumns = {
/** How many it serves at once; 0: it is not limited now. */
servers: Uint32Array,
/** Share of its time that was busy over the last second, or since the first request, in
 * millionths. */
used_ppm: Uint32Array,
/** How long what comes now would wait, in µs. */
queued_us: Float64Array, };

/** A resource that requests, messages or writes may have to wait for. */
export type ResourceInfo = {
/** Position. */
index: number,
/** What it is. */
kind: ResourceKind,
/** Short name of its kind. */
label: string,
/** What its kind does. */
text: string,
/** Id in the file; `from>to` for a link. */
id: string,
/** Its node, where it is a node's. */
node: number | null,
/** Its zone; a link's first. */
zone: number | null,
/** A link's second zone. */
to_zone: number | null,
/** The nodes that share it. */
shared_by: Array<number>, };

/** What a request, a message or a write may have to wait for. */
export type ResourceKind = "store-cores" | "gateway-cores" | "balancer-cores" | "host-packets" | "link-bandwidth";

/** A replica's role (raft-rs `StateRole`, and learner). */
export type Role = "follower" | "pre-candidate" | "candidate" | "leader" | "learner";

/** How replicas learn up to when they may be read alone. */
export type SafeTime = "off" | "hybrid" | "resolved" | "closed";

/** What a scenario is, before it runs. */
export type ScenarioSummary = {
/** Title. */
title: string,
/** Two sentences. */
text: string,
/** Seed of the file. */
seed: number,
/** How long it runs. */
duration_us: number,
/** Its variants, none when it has none. */
variants: Array<VariantInfo>,
/** Number of zones. */
zones: number,
/** Number of stores. */
stores: number,
/** Number of ranges. */
ranges: number, };

/** A stretch of what is counted by buckets of time; the last bucket is still filling. */
export type Series = {
/** Number of the first bucket. */
first: number,
/** Kinds per bucket. */
kinds: number,
/** Bytes that had crossed between zones, `[bucket][kind]`. */
values: Float64Array,
/** Bytes inside zones, same shape. */
inside: Float64Array,
/** Reads that were answered, by bucket; a request that is made of others counts once. */
reads: Float64Array,
/** Writes that were answered, by bucket. */
writes: Float64Array,
/** Requests that ended without an answer, by bucket. */
unanswered: Float64Array, };

/** The switches, as the page gets them. */
export type Settings = {
/** How reads are served, unless a workload says otherwise. */
read_mode: ReadMode,
/** A leader that has not heard from a majority for an election timeout steps down. */
check_quorum: boolean,
/** A store asks whether it could win before it raises its term, so that one that
 * was cut off does not depose a working leader. */
pre_vote: boolean,
/** Followers learn what is committed with the next append or heartbeat, not by a
 * message of its own. */
skip_commit_broadcast: boolean,
/** How long a committed entry waits before a store applies it. Reads see what is
 * applied. */
apply_delay: string,
/** A client gives up after this long; the outcome of a write is then unknown. */
request_timeout: string,
/** A gateway asks another replica when a store has not answered a read for this
 * long. 0us waits as long as the request may take. */
attempt_timeout: string,
/** A gateway keeps the plans of its statements: one that comes again is neither
 * parsed nor planned. Tells where gateways have cores. */
plan_cache: boolean,
/** The leader sends entries into another zone once, to a delegate; that passes them
 * on from its own log. For the others only headers cross. */
follower_replication: Array<string>,
/** Which replica of a zone is its delegate. */
delegate_policy: DelegatePolicy,
/** A delegate collects its zone's acknowledgements and sends them in one message,
 * word for word. Fewer messages; each answer waits for a short while, and is lost
 * with its delegate. */
aggregate_acks: boolean,
/** A replica that lags gets its snapshot from the nearest one that has what it
 * needs; the leader only says from where. */
neighbour_snapshots: boolean,
/** Entries leave without what the receiver knows: the range's prefix and table are
 * stripped, neighbouring timestamps are differences. */
delta_encoding: boolean,
/** How Raft messages are compressed. */
compression: Compression,
/** An entry counts as committed only when two zones hold it: a zone can be lost and
 * no write with it. */
group_commit: boolean,
/** The placement driver moves a range's leader to the zone that uses it most, past
 * a threshold and not too often. */
location_affinity: boolean,
/** The placement driver evens out how many leaders each store has. */
balance_leaders: boolean,
/** The placement driver replaces replicas of a lost store and fills empty stores;
 * each zone keeps at least one. */
balance_replicas: boolean,
/** The placement driver moves leaders of busy ranges to stores that have few of
 * them. */
schedule_hot: boolean,
/** The placement driver splits a range that is too large or too busy, and merges
 * small quiet neighbours. */
split_merge: boolean,
/** The placement driver gives a range that is read much replicas without a vote
 * near its readers; it loses them when it cools. */
hot_learners: boolean,
/** A range with nothing to do sends no heartbeats; the first message or request
 * wakes it. */
hibernate: boolean,
/** Where timestamps come from. */
timestamps: Timestamps,
/** How long a leader answers alone after a majority heard from it, by its own
 * clock. 0us is an election timeout less one tick; longer than that is unsafe. */
lease: string,
/** A leader whose lease is valid answers a request for a read index at once. */
index_by_lease: boolean,
/** Read indexes that wait together share one round to the majority. */
batch_read_index: boolean,
/** With timestamps, a follower remembers up to which one it has applied enough, and
 * asks nobody below it. */
read_index_cache: boolean,
/** Within an election timeout of its leader's word, or of a restart, a replica
 * grants no vote, its own included: a lease may rest on it. */
withhold_votes: boolean,
/** A leader that hands over or merges its range does not use its lease meanwhile. */
suspend_lease: boolean,
/** How replicas learn up to when they may be read alone. */
safe_time: SafeTime,
/** How far back a bounded-stale read looks, by its gateway's clock. */
staleness: string,
/** Estimated bytes from which an adaptive read goes to the closest replica. */
adaptive_threshold: number,
/** A store whose queue is long refuses; the gateway then reads at the leader. */
busy_fallback: boolean,
/** What an adaptive read goes by. */
adaptive_by: AdaptiveBy,
/** Of a zone's gateways only as many read adaptively as the zone with the fewest
 * has: else the stores beside the others would serve more than their share. */
adaptive_even: boolean,
/** Which replica a follower read goes to. */
follower_choice: FollowerChoice, };

/** How the page shows a run. */
export type Show = {
/** The lanes from top to bottom, as far as they have anything to show; none = all that do. */
lanes: Array<LaneName>,
/** The one picture that tells it; none = the first lane. */
picture: PictureName | null,
/** The variant that they are held against, "" = none. */
against: string,
/** The instant at which it opens. */
from_us: number,
/** What is said while it plays by itself, in the order of time. */
beats: Array<Beat>,
/** Where to go from here. */
doors: Array<Door>, };

/** A fact that a picture shows, by the names that people use. */
export type Shown = { "what": "leader",
/** The store. */
store: string,
/** The range. */
range: number, } | { "what": "cut",
/** Where it would come from. */
from: string,
/** Where it would go. */
to: string, } | { "what": "down",
/** The store. */
store: string, };

/** Some bytes of a form and what they say. */
export type Span = {
/** What they say. */
field: Field,
/** Place of the first. */
start: number,
/** How many. */
length: number, };

/** A read that missed acknowledged writes. */
export type StaleRead = {
/** Number of the request. */
request: number,
/** How long the value that it missed had been acknowledged when it began. */
stale_us: number,
/** How many acknowledged writes it missed. */
commits: number, };

/** How a goal stands. */
export type Standing = "undecided" | "not_yet" | "so_far" | "met" | "broken";

/** A store. */
export type StoreState = {
/** Its node. */
node: number,
/** Condition. */
status: StoreStatus,
/** Ranges that it believes it leads. */
leaders: number,
/** Replicas that it holds. */
replicas: number,
/** Share of its cores that was busy over the last second, in millionths. */
busy_ppm: number,
/** How long a request that arrived now would wait for a core. */
queued_us: number,
/** How many µs its clock gains a second. */
drift_ppm: number, };

/** A store's condition. */
export type StoreStatus = "up" | "crashed" | "paused";

/** Switches that stand together on the page. */
export type SwitchGroup = "reads" | "lead" | "delays" | "lease" | "time" | "choice" | "gateways" | "replication" | "wire" | "placement";

/** A group of switches. */
export type SwitchGroupInfo = {
/** The group. */
id: SwitchGroup,
/** Its title. */
label: string, };

/** What is said of a switch. */
export type SwitchInfo = {
/** What files call it. */
key: keyof Settings,
/** Short name. */
label: string,
/** What runs are told apart by, `{}` where its value goes. */
titled: string,
/** What stands together. */
group: SwitchGroup,
/** By what it is turned. */
control: Control,
/** What it does, or what happens while it is on. */
text: string,
/** What happens while it is off; "" where nothing is said. */
off: string,
/** What a number counts. */
unit: string,
/** Without a placement driver it stays as it is by default. */
needs_driver: boolean,
/** The switch without which it does nothing. */
needs: keyof Settings | null,
/** What it may be, where these are few. */
values: Array<ValueInfo>, };

/** One thing of a run. */
export type Target = { "message": number } | { "node": number } | { "replica": {
/** The range. */
range: number,
/** The store's node. */
node: number, } } | { "link": {
/** Sender's zone. */
from: number,
/** Receiver's zone. */
to: number, } } | { "request": number } | { "range": number } | { "entry": {
/** The range. */
range: number,
/** The index. */
index: number, } } | { "event": number };

/** Where timestamps come from. */
export type Timestamps = "none" | "tso" | "tso+index";

/** Rows as columns, all of one length, oldest first. */
export type TraceColumns = {
/** Length of the columns. */
count: number,
/** Number of the event; 0 = the start of the run. */
event: Float64Array,
/** Number of the event that caused it; 0 = the start or an action from outside. */
cause: Float64Array,
/** When. */
at_us: Float64Array,
/** Kind of row. */
what: Uint8Array,
/** By kind. */
flags: Uint32Array,
/** Where; 65535 = nowhere. */
node: Uint16Array,
/** The other end; 65535 = none. */
other: Uint16Array,
/** Range; 2^32 - 1 = none. */
range: Uint32Array,
/** Flight, 0 = none. */
flight: Float64Array,
/** Request, 0 = none. */
request: Float64Array,
/** By kind. */
a: Float64Array,
/** By kind. */
b: Float64Array,
/** By kind. */
c: Float64Array,
/** By kind. */
d: Float64Array,
/** By kind. */
e: Float64Array,
/** By kind. */
f: Float64Array, };

/** What a change is of. */
export type Tunable = "cores" | "bandwidth" | "window" | "clients" | "rate" | "cost";

/** Something that may be given another size while the run goes on, by the action `resize`. */
export type TunableInfo = {
/** What of it. */
what: Tunable,
/** Of what: an id, `from>to` for a link, a piece of work for a cost. */
of: string,
/** What the page calls it. */
label: string,
/** What it is. */
text: string,
/** Its size at the start: cores, bits per second, bytes, clients, millionths of an arrival per
 * second, or ns; 0 where it is not limited. */
at_start: number,
/** Index of the resource whose capacity it is. */
resource: number | null, };

/** What a figure counts. */
export type Unit = "us" | "bytes" | "count" | "usd" | "ratio" | "percent";

/** What a switch may stand at. */
export type ValueInfo = {
/** As files write it. */
id: string,
/** Short name. */
label: string,
/** What it means, a sentence or two. */
text: string, };

/** A named way to run a scenario. */
export type VariantInfo = {
/** Its id in the file. */
id: string,
/** What people call it; the id where the file gives it no title. */
title: string,
/** What is different in it. */
text: string, };

/** An operation on the key, as its client knows it. */
export type Witness = {
/** Number of the request. */
request: number,
/** What it did. */
op: OpKind,
/** How it read. */
mode: ReadMode,
/** Write id that it wrote or read. */
value: number,
/** When it was sent. */
invoked_us: number,
/** When it ended; `None` = it has no answer. */
completed_us: number | null, };

/** A workload. */
export type WorkloadInfo = {
/** Position. */
index: number,
/** Id in the file. */
id: string,
/** Its gateways' nodes. */
nodes: Array<number>,
/** What each request does. */
op: OpKind,
/** "8 clients scan 100 rows". */
text: string,
/** A mode of its own; `None` follows the setting. */
read_mode: ReadMode | null,
/** Whether its requests come through a load balancer. */
through: boolean, };

/** A workload so far. */
export type WorkloadState = {
/** Whether it sends. */
running: boolean,
/** Requests without an answer yet. */
in_flight: number,
/** Answered. */
ok: number,
/** Certainly not done. */
failed: number,
/** Writes that may or may not have happened. */
unknown: number,
/** Requests that asked again what had had no answer, counted among the others too. */
retries: number,
/** Reads that returned a value older than allowed. */
stale: number,
/** The worst staleness. */
max_staleness_us: number,
/** Answers per second over the last second. */
qps: number,
/** Mean latency of the answered. */
mean_us: number,
/** Mean latency of those answered over the last second. */
recent_mean_us: number,
/** Median latency. */
p50_us: number,
/** 90th percentile. */
p90_us: number,
/** 95th percentile. */
p95_us: number,
/** 99th percentile. */
p99_us: number,
/** One of 1,000 took longer. */
p999_us: number,
/** One of 10,000 took longer. */
p9999_us: number,
/** Longest latency. */
max_us: number,
/** Answers per latency bucket. */
histogram: Float64Array, };

/** Topology and names. */
export type World = {
/** The scenario's title. */
title: string,
/** Two sentences about it. */
text: string,
/** What a person may try, one after the other. */
attempts: Array<Attempt>,
/** What it shows, told at its end. */
conclusion: Conclusion | null,
/** How the page shows it. */
show: Show,
/** Root of every random stream. */
seed: number,
/** How long the scenario runs. */
duration_us: number,
/** How many checkpoints it has. */
checkpoints: number,
/** End of the warm-up: rates, percentiles and a month's cost are measured from here. */
measure_from_us: number,
/** One in so many of the reads that need nothing but a core is recorded and judged; the others
 * are counted. */
record_one_in: number,
/** Playback speed that suits it: simulated seconds per second. */
speed: number,
/** Variant that runs, "" when the scenario has none. */
variant: string,
/** All variants. */
variants: Array<VariantInfo>,
/** A tick by a store's own clock. */
tick_us: number,
/** Least ticks of an election timeout. */
election_ticks: number,
/** Ticks between heartbeats. */
heartbeat_ticks: number,
/** Core time of one request. */
request_ns: number,
/** Core time of one row that it reads. */
row_ns: number,
/** Zones, by index. */
zones: Array<ZoneInfo>,
/** Nodes, by index. */
nodes: Array<NodeInfo>,
/** Directed zone pairs, same-zone pairs included, row-major. */
links: Array<LinkInfo>,
/** Ranges, by number. */
ranges: Array<RangeInfo>,
/** The range that the run is about: its loads ask for it most. */
busiest_range: number,
/** From this share of its time on, in millionths, a resource is full. */
full_ppm: number,
/** What may be a limit, by index. */
resources: Array<ResourceInfo>,
/** What may be given another size while the run goes on, by index. */
tunables: Array<TunableInfo>,
/** Workloads, by index. */
workloads: Array<WorkloadInfo>,
/** Byte kinds, by number. */
kinds: Array<KindInfo>,
/** Message types, by number. */
message_types: Array<MessageTypeInfo>,
/** Read modes, in the order in which they are explained. */
read_modes: Array<ReadModeInfo>,
/** Groups of switches, in the order in which they are shown. */
switch_groups: Array<SwitchGroupInfo>,
/** Switches, in the order in which files list them. */
switches: Array<SwitchInfo>,
/** How they stand in a scenario that says nothing about them. */
settings_at_rest: Settings,
/** Upper bounds of every latency histogram's buckets; the last is open. */
latency_bucket_upper_us: Float64Array,
/** Width of a bucket of the byte series. */
series_bucket_us: number, };

/** Where knowledge differs from what is so. */
export type Wrong = {
/** The keys are in another range, or the range has other borders. */
keys: boolean,
/** The group has other members. */
members: boolean,
/** Another store leads. */
leader: boolean, };

/** A zone. */
export type ZoneInfo = {
/** Position. */
index: number,
/** Id in the file. */
id: string,
/** Cloud region that holds it. */
region: string, };
