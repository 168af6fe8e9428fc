/** What crosses between the engine and the page; written by a test. */

/** Which setting, and why. */
export type AdviceAnswer = {
/** The recommended row; none if no setting keeps every limit. */
recommended: number | null,
/** The answer in one or two sentences. */
text: Array<string>,
/** What is had and given up with the cheapest, the fastest and the freshest instead. */
instead: Array<string>,
/** What was simulated, and what of it is real. */
standing: Array<string>,
/** One for each setting, in the order of the plan. */
rows: Array<AdviceRow>,
/** Runs that it rests on. */
runs: number, };

/** What is between two zones. */
export type AdviceBetween = {
/** The two. */
zones: [string, string],
/** Round trip of an empty message. */
rtt: string | null,
/** How much of it the way from the first to the second takes; half of it by default. */
there: string | null,
/** Most that is added to each way, drawn evenly. */
jitter: string | null,
/** Price of a GB, in US dollars. */
usd_per_gb: number | null, };

/** What is tried. */
export type AdviceConsider = {
/** How reads are served. */
read_modes: Array<ReadMode>,
/** Where leaders are. */
leaders: Array<AdviceLeaders>,
/** How many replicas each range has, round robin over the zones. */
replicas: Array<number>,
/** How entries are encoded. */
encoding: Array<AdviceEncoding>, };

/** How much is kept. */
export type AdviceData = {
/** Ranges; each is kept by one Raft group. */
ranges: number,
/** Rows, split evenly over the ranges. */
rows: number,
/** Bytes of a value. */
value_bytes: number,
/** What values look like: how small compression makes them depends on it. */
values: ValueKind, };

/** How entries travel. */
export type AdviceEncoding = "plain" | "compact";

/** Which setting for a network: what it is like, what is asked of it, and what must be kept. */
export type AdviceForm = {
/** Where this file's JSON Schema is; for editors only. */
$schema: string | null,
/** Name and version of the format. */
format: AdviceFormat,
/** Shown as the form's name. */
title: string,
/** Failure and price domains: availability zones or data centres. */
zones: Array<AdviceZone>,
/** Round trips and prices between them. */
links: AdviceLinks,
/** How much is kept. */
data: AdviceData,
/** How often Raft groups speak when they have nothing to say. */
raft: AdviceRaft,
/** What clients ask for, all zones together. */
load: AdviceLoad,
/** What a setting must keep. */
limits: AdviceLimits,
/** What is tried: one setting for each combination. */
consider: AdviceConsider,
/** How long it is tried, and how often. */
runs: AdviceRuns, };

/** Name and version of the format. */
export type AdviceFormat = "raft-atlas-advice/1";

/** Where the leaders of ranges are. */
export type AdviceLeaders = "spread" | "home" | "near";

/** What a setting must keep. That no promise is broken and that every request is answered is asked
 * always. */
export type AdviceLimits = {
/** 99 of 100 reads, of the clients of each zone, take no longer. */
p99_of_reads: string | null,
/** 99 of 100 writes, of the clients of each zone, take no longer. */
p99_of_writes: string | null,
/** Reads may be so old; without it they must be the newest. */
staleness: string | null,
/** Whether reads and writes must go on when any one zone is lost. */
survive_zone_loss: boolean,
/** What traffic between zones may cost. */
usd_per_month: number | null, };

/** Round trips and prices. */
export type AdviceLinks = {
/** Round trip inside a zone; that is free of charge. */
inside_rtt: string,
/** Round trip between two zones of which `between` says nothing. */
across_rtt: string,
/** Most that is added to each way between two zones of which `between` says nothing, drawn
 * evenly. */
across_jitter: string,
/** Price of a GB between two zones of which `between` says nothing, in US dollars. */
across_usd_per_gb: number,
/** Pairs of zones that differ from that. */
between: Array<AdviceBetween>, };

/** What clients ask for. */
export type AdviceLoad = {
/** Reads a second. */
reads_per_s: number,
/** Writes a second. */
writes_per_s: number,
/** Rows that a read returns. */
rows_per_read: number, };

/** What is to be run for a form. */
export type AdvicePlan = {
/** The form, with what it left out filled in. */
form: AdviceForm,
/** What is tried. */
settings: Array<AdviceSetting>,
/** The seeds of each. */
seeds: number[],
/** How much of it is run. */
share: AdviceShare,
/** The scenario file that is run. */
scenario: string,
/** The sweep file of the whole form. */
sweep: string,
/** Requests of a run. */
requests: number,
/** Length of a run, in simulated time. */
simulated_us: number, };

/** Something that is wrong with a form. */
export type AdviceProblem = {
/** Where; empty: the whole. */
path: string,
/** What was found and what was expected. */
text: string, };

/** A product whose defaults Raft groups may have. */
export type AdviceProduct = "tikv" | "cockroachdb" | "yugabytedb" | "etcd";

/** How often Raft groups speak: with many ranges, heartbeats may be most of the traffic between
 * zones. */
export type AdviceRaft = {
/** Whose defaults it is: tick, ticks between heartbeats and before an election, and whether
 * idle ranges sleep. */
product: AdviceProduct,
/** Duration of a tick instead of the product's. */
tick: string | null,
/** Whether idle ranges sleep, instead of what the product does. */
hibernate: boolean | null, };

/** What came of a setting. */
export type AdviceRow = {
/** What it is called. */
title: string,
/** Whether it may be used. */
verdict: AdviceVerdict,
/** Why not, limit by limit. */
reasons: Array<string>,
/** US dollars a month of traffic between zones, on the wire. */
usd: AdviceSpread,
/** The same of payload alone. */
usd_payload: AdviceSpread,
/** Of the dollars on the wire those of heartbeats. */
heartbeats_usd: AdviceSpread,
/** Of these those of payload: they would cost little more, if those of many ranges were one
 * message. */
heartbeats_usd_payload: AdviceSpread,
/** 99 of 100 reads took no longer, in the slowest zone. */
reads_p99_us: AdviceSpread,
/** 99 of 100 writes took no longer, in the slowest zone. */
writes_p99_us: AdviceSpread,
/** By zone with clients. */
zones: Array<AdviceZoneSeen>,
/** How old reads may be: 0 = they are the newest; none = nothing is promised. */
staleness_us: number | null,
/** How old the oldest read was that missed an acknowledged write. */
oldest_us: number,
/** Whether reads and writes go on whichever zone is lost. */
survives: boolean,
/** What a write takes at least from the farthest clients, whichever zone is lost: the ways
 * alone, counted and not run; none where it stops. */
writes_after_loss_us: number | null,
/** Its runs. */
runs: Array<AdviceRun>, };

/** A run of a setting. */
export type AdviceRun = {
/** Its seed. */
seed: number,
/** The digest of its trace. */
digest: string,
/** Dollars a month. */
usd: number,
/** 99 of 100 reads took no longer, in the slowest zone. */
reads_p99_us: number, };

/** How it is tried. */
export type AdviceRuns = {
/** Runs of each setting, each with a seed of its own. */
seeds: number,
/** How much simulated time of a run is measured, after its warm-up. */
measured: string, };

/** A setting that is tried. */
export type AdviceSetting = {
/** What it is called. */
title: string,
/** How reads are served. */
mode: ReadMode,
/** Where leaders are. */
leaders: AdviceLeaders,
/** Replicas of each range. */
replicas: number,
/** How entries travel. */
encoding: AdviceEncoding,
/** What `--set` is given to have it, in the order of the sweep's axes. */
set: Array<string>, };

/** How much of the form's ranges, rows and load is run; all three by the same factor. */
export type AdviceShare = {
/** Ranges that are run. */
ranges: number,
/** Ranges of the form. */
of_ranges: number,
/** How many times as much the form's load is. */
factor: number, };

/** A figure over the seeds of a setting. */
export type AdviceSpread = {
/** The least. */
min: number,
/** The median; of two in the middle the greater: of dollars and times the less is promised. */
median: number,
/** The greatest. */
max: number, };

/** Whether a setting may be used. */
export type AdviceVerdict = "recommended" | "fits" | "excluded" | "broken" | "unknown";

/** A zone, its machines and its clients. */
export type AdviceZone = {
/** Letters, digits, `-` and `_`, each zone its own. */
id: string,
/** The cloud region that it belongs to. */
region: string,
/** Machines that hold replicas. */
stores: number,
/** Clients here: the zone's share of the load is their share of all clients. */
clients: number,
/** Least ticks of silence after which replicas here stand for election, the product's or more:
 * a far zone that waits longer leads only where no other can. */
election_ticks: number | null, };

/** What the clients of a zone saw. */
export type AdviceZoneSeen = {
/** The zone. */
zone: string,
/** Half of the reads took no longer. */
reads_p50_us: AdviceSpread,
/** 99 of 100 reads took no longer. */
reads_p99_us: AdviceSpread,
/** Half of the writes took no longer. */
writes_p50_us: AdviceSpread,
/** 99 of 100 writes took no longer. */
writes_p99_us: AdviceSpread, };

/** A plan, or what is wrong with the form. */
export type Advised = {
/** What is to be run; none while something is wrong. */
plan: AdvicePlan | null,
/** What is wrong, all at once. */
problems: Array<AdviceProblem>, };

/** An answer. */
export type Answer = {
/** The question in words. */
question: Text,
/** The answer in a sentence or two. */
short: Text,
/** The chain, oldest first. */
steps: Array<Step>,
/** The record begins too late: ask again with one that begins before this instant. */
wanted_us: number | null, };

/** Which way a score is better. */
export type Better = "less" | "more";

/** A challenge of Raft Atlas: a run, what a person may do in it, what must hold at its end, and a
 * score that the engine computes. */
export type Challenge = {
/** Where this file's JSON Schema is; for editors only. */
$schema: string | null,
/** Name and version of the format. */
format: ChallengeFormat,
/** Shown as the challenge's name. */
title: string,
/** How long it takes, about. */
minutes: number,
/** What is asked of the person: Markdown. */
ask: string,
/** What there is to learn from it, told at its end: Markdown. */
why: string,
/** The run: the id of a scenario that the page brings along, or a scenario of its own. */
scenario: unknown,
/** The variant of the scenario; the first by default. */
variant: string | null,
/** The seed; the scenario's by default. */
seed: number | null,
/** How long it lasts in simulated time; as long as its own scenario by default. */
lasts_us: number,
/** What may be done. All else is refused. */
may: Array<ChallengeMay>,
/** How many acts there are in all; as many as one likes by default. */
acts: number | null,
/** What must hold at the end. */
conditions: Record<string, unknown>[],
/** How well it was done. */
score: Record<string, unknown>,
/** Help, shown one by one when it is asked for. */
hints: Array<string>,
/** What may be done, in words. No file has it: it follows from the rest. */
allowed: Array<string>, };

/** Name and version of the format. */
export type ChallengeFormat = "raft-atlas-challenge/1";

/** One kind of act that a person may do. */
export type ChallengeMay = {
/** The action, as scenario files name it: `set`, `crash`, `transfer`. */
do: string,
/** Of `set`: the switches that may be set, each with a list of the values that it may be given;
 * an empty list = any value. No other switch may be set. */
settings: Record<string, unknown[]>,
/** Of all others: keys of the action, each with a list of the values that it may have. A key
 * that is not named may have any value. */
with: Record<string, unknown[]>,
/** How often; as often as one likes by default. */
times: number | null,
/** The same in words for people; made from the rest by default. */
text: string | null, };

/** How a run of a challenge stands: at its end, or so far. */
export type ChallengeRun = {
/** Its score. */
score: RunScore,
/** The end of its time, in µs. */
end_us: number,
/** The instant of the report, in µs. */
now_us: number,
/** Acts that were done, those to come included. */
acts: number,
/** Acts that the challenge does not allow. */
refused: Array<RefusedAct>,
/** Digest of the run so far: 16 hex digits. */
digest: string, };

/** Two runs to the same instant. */
export type Comparison = {
/** Name of the first run's variant. */
a: string,
/** Name of the second's. */
b: string,
/** The instant of both, in µs. */
simulated_us: number,
/** Switches that differ, as words: "read mode: leader, follower". */
differs: Array<string>,
/** Figures, in the order in which they are read. */
rows: Array<ComparisonRow>,
/** Position in `rows` of the greatest difference; `None` = every figure is the same. */
largest: number | null,
/** Position of the figure that the scenario is about; `None` = it names none. */
proof: number | null,
/** Positions of all rows, the most telling first: the proof, then what was answered, failed and
 * stale, then the rest by how many times the greater is the lesser. */
ranks: Array<number>,
/** What the greatest difference is and why it is there, in a sentence or two. */
reason: string, };

/** What a figure is about. The order is that of the table. */
export type ComparisonGroup = "between_zones" | "on_the_wire" | "money" | "workload" | "freshness" | "raft" | "all_bytes";

/** One figure of both runs. */
export type ComparisonRow = {
/** What it is about. */
group: ComparisonGroup,
/** What a table writes above the figures of its group. */
title: string,
/** The workload that it is about; `None` elsewhere. */
of: string | null,
/** What it is called in its group; a byte kind by its id. */
name: string,
/** Where reports have it; what is summed over all clients has a name of its own. */
metric: string,
/** What it counts. */
unit: Unit,
/** The first run's; `None` = it has no such figure. */
a: number | null,
/** The second run's. */
b: number | null,
/** The second's less the first's. */
difference: number | null,
/** The second's in terms of the first's; `None` where that is 0. */
ratio: number | null, };

/** What came of one run. */
export type FutureAnswer = {
/** Whether each outcome came. */
came: Array<boolean>,
/** When each came, where that is known. */
came_us: Array<number | null>,
/** Each figure; null where its report has none. */
figures: Array<number | null>, };

/** A run that differs in one thing. */
export type FutureChange = {
/** What is otherwise. */
text: string,
/** From here on chance is drawn anew in both runs: before the act, or at the start. */
at_us: number,
/** The scenario file of the run that differs. */
scenario: string,
/** Its variant; empty if it has none. */
variant: string, };

/** How often the outcome comes from an instant on. */
export type FuturePoint = {
/** The instant. */
at_us: number,
/** Of the futures that begin there. */
share: FutureShare, };

/** What a search knows, and what it wants to be told next. */
export type FutureSearched = {
/** Instants that are to be played next; none once it is done. */
wanted_us: Array<number>,
/** Every instant that was looked at, in order. */
points: Array<FuturePoint>,
/** From here on it came in every future. */
certain: FuturePoint | null,
/** The last instant from which some future escaped. */
escaped: FuturePoint | null,
/** Before and after its share grows most, if two neighbours differ for certain. */
jump: [FuturePoint, FuturePoint] | null, };

/** So many of so many, and what is known of the probability. */
export type FutureShare = {
/** Futures in which it came. */
came: number,
/** All of them. */
runs: number,
/** The lower end of the 95 % interval, from 0 to 1. */
low: number,
/** The upper end. */
high: number, };

/** What an operation does. */
export type HistoryAct = "read" | "write" | "append" | "cas" | "acquire" | "release";

/** A history and its verdict, or why it is none. */
export type HistoryAnswer = {
/** The format's name; none where no format is understood. */
format: string | null,
/** Why the texts are no history. */
complaint: HistoryComplaint | null,
/** Keys; a history of one register has one, "". */
keys: Array<string>,
/** Operations in the order of their calls. */
operations: Array<HistoryOperation>,
/** The number of the last event. */
events: number,
/** What holds. */
verdict: HistoryVerdict,
/** Keys of which nothing is known. */
given_up: number,
/** What cannot be put in order. */
offence: HistoryOffence | null,
/** Lines of nobody who is a client. */
passed_over: number,
/** What is not judged, in sentences. */
notes: Array<string>, };

/** What is wrong with a text that should be a history. */
export type HistoryComplaint = {
/** The text, by its place among those given. */
file: number,
/** From 1. */
line: number,
/** In characters, from 1. */
column: number,
/** What was found and what was expected. */
text: string, };

/** How an operation ended. */
export type HistoryEnd = "ok" | "refused" | "failed" | "unknown";

/** Operations that no order explains; each by its place in the list of operations. */
export type HistoryOffence = {
/** The key, by its place in the list of keys. */
key: number,
/** The operation at whose end it can be known. */
at: number,
/** As few operations as were found. */
part: Array<number>,
/** Whether none of them can be left out. */
is_smallest: boolean,
/** Of how many operations of the key it is a part. */
of: number, };

/** One operation. */
export type HistoryOperation = {
/** The client. */
process: number,
/** The key, by its place in the list of keys. */
key: number,
/** The event with which it began. */
call: number,
/** The event with which it ended; 0 = it never did. */
ret: number,
/** What it does. */
act: HistoryAct,
/** How it ended. */
end: HistoryEnd,
/** What was read, written or added; of a compare-and-set the new value. */
value: string,
/** Of a compare-and-set the value that it expects; else empty. */
old: string,
/** The text that it stands in, by its place among those given. */
file: number,
/** The line in which it begins, from 1. */
line: number, };

/** What holds of a history. */
export type HistoryVerdict = "linearizable" | "not_linearizable" | "not_known" | "nothing";

/** A scenario that was made of files, or every complaint about them. */
export type ImportAnswer = {
/** A scenario file; `None` where there are complaints. */
scenario: string | null,
/** Whose files they are, as people call it. */
system: string | null,
/** What was understood, assumed and not used. */
notes: Array<ImportNote>,
/** Which keys of the real system do what the scenario's do. */
keys: Array<ImportKey>,
/** What is wrong with the files. */
complaints: Array<ImportComplaint>, };

/** Why a file cannot be imported: where, what was found, what was expected. */
export type ImportComplaint = {
/** Where; `None` = in no single file. */
spot: ImportSpot | null,
/** What was found and what was expected. */
text: string, };

/** A key of the scenario and what has its effect in the real system. */
export type ImportKey = {
/** In the scenario. */
ours: string,
/** In the system, with the part of it that has the key. */
theirs: string, };

/** One thing that was understood, assumed or not used. */
export type ImportNote = {
/** Which of the three. */
kind: ImportNoteKind,
/** Where it stands; `None` = in no file. */
spot: ImportSpot | null,
/** What it is, in a sentence. */
text: string, };

/** What a note is about. */
export type ImportNoteKind = "understood" | "assumed" | "unused";

/** A place in a file that was read. */
export type ImportSpot = {
/** The file, as its reader names it. */
file: string,
/** The line, from 1; 0 = the file as a whole. */
line: number, };

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

/** What the points tell together. */
export type LoadCurve = {
/** In the order of their loads. */
points: Array<LoadPoint>,
/** Which of them the ceiling is predicted from. */
predicted_from: number | null,
/** Requests per second that the busiest resource there allows. */
ceiling_qps: number,
/** Mean latency at the least load, nearly without queues. */
base_us: number,
/** Requests in flight at the knee. */
knee_in_flight: number,
/** The point with the greatest rate over latency. */
best: number | null, };

/** One load. */
export type LoadPoint = {
/** In percent of the file's load. */
percent: number,
/** Answered requests per second, of all loads. */
qps: number,
/** Requests in flight, by Little's law: their rate times how long each takes. */
in_flight: number,
/** Mean time to the answer. */
mean_us: number,
/** Median. */
p50_us: number,
/** 99th percentile. */
p99_us: number,
/** Requests without an answer: they failed, or may have been done. */
unanswered: number,
/** Id of the busiest resource; none while nothing is used. */
resource: string | null,
/** What it is. */
kind: string | null,
/** Share of its time that it was busy. */
used: number,
/** Whether it is full. */
limits: boolean,
/** The rate at which it is full, by the utilization law. */
ceiling_qps: number,
/** Digest of the run. */
digest: string, };

/** A goal that earns points. */
export type PointsFor = {
/** How it stands. */
judged: Judged,
/** The points that it earns. */
worth: number, };

/** What somebody wants to know. */
export type Question = { "event": number } | { "message": number } | { "request": number } | { "role": {
/** Its range. */
range: number,
/** The store's node. */
node: number, } } | { "entry": {
/** Its range. */
range: number,
/** Its index. */
index: number, } } | { "no_leader": number } | { "not_committed": {
/** Its range. */
range: number,
/** Its index. */
index: number, } } | { "slow": number } | { "not_moved": number };

/** How a read is served; of each it is said what its reader may rely on. */
export type ReadMode = "local" | "leader-unchecked" | "leader" | "follower" | "lease-unsafe" | "lease" | "proxy" | "learner" | "closest-adaptive" | "stale" | "version";

/** An act that is not allowed. */
export type RefusedAct = {
/** Its place in the log. */
index: number,
/** Its instant. */
at_us: number,
/** Why, in a sentence or two. */
text: string, };

/** One thing that a member said. */
export type RoleEvent = {
/** The instant in microseconds since 1970, UTC. */
at_us: number,
/** The member, by its place in the list. */
member: number,
/** What it said. */
what: RoleEventKind,
/** The term; 0 = it did not say. */
term: number,
/** The file, by its place among those given. */
file: number,
/** The line, from 1. */
line: number,
/** The words of the log. */
text: string, };

/** What a member said of itself. */
export type RoleEventKind = "follower" | "pre_candidate" | "candidate" | "leader" | "campaign" | "elected" | "lost_leader" | "higher_term";

/** A line that is no event of a role. */
export type RoleLine = {
/** The file, by its place among those given. */
file: number,
/** The line, from 1. */
line: number,
/** Its beginning. */
text: string,
/** Whether it is no line of such a log at all; the others speak of something else. */
is_damaged: boolean, };

/** What the members of groups said of their roles. */
export type RoleLog = {
/** Whose log it is, as people call it; none where the files are not understood. */
system: string | null,
/** Members, by group. */
members: Array<RoleMember>,
/** What they said, in the order of time. */
events: Array<RoleEvent>,
/** Lines that speak of something else. */
others: number,
/** Lines that are no lines of such a log. */
damaged: number,
/** The first of both. */
listed: Array<RoleLine>,
/** Why the files are no such log. */
complaint: ImportComplaint | null, };

/** A member of a group. */
export type RoleMember = {
/** The group: a Region of TiKV; empty for etcd, which has one. */
group: string,
/** The member's own id. */
id: string, };

/** A rule of the protocol, of raft-rs, of TiKV, or of this model. */
export type Rule = {
/** What it says. */
text: string,
/** Where it is written down. */
source: string, };

/** The score of a run, at its end or so far. */
export type RunScore = {
/** Its time is over, every condition holds, and nothing was done that is not allowed. */
solved: boolean,
/** Its time is over. */
over: boolean,
/** A condition can no longer come to hold, or something was done that is not allowed. */
lost: boolean,
/** How each condition stands. */
conditions: Array<Judged>,
/** How each goal stands that earns points; none where nothing does. */
points: Array<PointsFor>,
/** What is counted. */
label: string,
/** The score; null while there is nothing that it speaks of. */
value: number | null,
/** The same with its unit; "none" without. */
told: string,
/** Which way it is better. */
better: Better,
/** Stars that it has at this instant, were it the end: none while a condition does not hold. */
stars: number,
/** What the second star asks for, and the third. */
asked: [string, string], };

/** How a goal stands. */
export type Standing = "undecided" | "not_yet" | "so_far" | "met" | "broken";

/** One link of the chain. */
export type Step = {
/** When. */
at_us: number,
/** The event, 0 where it is not known or the start. */
event: number,
/** What it is. */
kind: StepKind,
/** A sentence. */
text: Text,
/** The rule that it followed. */
rule: Rule | null,
/** How long it took since the step before it, and what for. */
wait: Wait | null,
/** Hops of the same kind that this one stands for. */
folded: number, };

/** What a step of an answer is about; the first step is where the chain begins. */
export type StepKind = "action" | "timer" | "client" | "start" | "link" | "condition";

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

/** A sentence, part by part. */
export type Text = Array<{
/** Its words. */
text: string,
/** The thing that they name. */
target: Target | null, }>;

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

/** What a figure counts. */
export type Unit = "us" | "bytes" | "count" | "usd" | "ratio" | "percent";

/** What written values look like; compression depends on it. */
export type ValueKind = "line" | "digits" | "words" | "random";

/** A wait. */
export type Wait = {
/** How long. */
us: number,
/** What for: "on the way from s1 to s2". */
what: string, };
