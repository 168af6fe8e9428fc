/** What crosses between the engine and the page; written by a test. */

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

/** A rule of the protocol, of raft-rs, of TiKV, or of this model. */
export type Rule = {
/** What it says. */
text: string,
/** Where it is written down. */
source: string, };

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

/** A wait. */
export type Wait = {
/** How long. */
us: number,
/** What for: "on the way from s1 to s2". */
what: string, };
