/**
 * What actions are called, and what each does in a sentence: on the page's buttons, and where a
 * scenario is built. Must not know forms.
 */

export interface VerbWords {
  /** In the list of what can be done. */
  label: string;
  /** On the button. */
  button: string;
  /** One sentence: what it does. */
  text: string;
}

/** Those that the page's form does by hand; requests, loads and settings have places of their own. */
export const VERB_WORDS = {
  cut: {
    label: "Cut a link",
    button: "Cut",
    text: "Messages between the two are lost until the cut is healed.",
  },
  isolate: {
    label: "Isolate a zone or a node",
    button: "Isolate",
    text: "Cuts all its links, in both directions.",
  },
  degrade: {
    label: "Degrade a link",
    button: "Degrade",
    text: "The link gets slower, lossy or narrower; 0 leaves a value as it is. TCP retransmits a lost packet, after some 200 ms when nothing follows it, so packet loss shows as delay; a lost message is gone, as without TCP.",
  },
  crash: {
    label: "Crash a store or a gateway",
    button: "Crash",
    text: "The store loses power: unsynced writes are gone, and so are its messages in flight. A gateway’s process dies: it forgets its requests and leaves its locks behind.",
  },
  restart: {
    label: "Restart a store or a gateway",
    button: "Restart",
    text: "A crashed store restarts from its disk, a gateway from nothing.",
  },
  pause: {
    label: "Pause a store",
    button: "Pause",
    text: "The process freezes, as in a long garbage collection. Its timers fire late; messages wait in its connections’ buffers, 10 MiB each, and senders drop what does not fit.",
  },
  resume: {
    label: "Resume a store",
    button: "Resume",
    text: "A paused store continues where it was, unaware that time has passed.",
  },
  set_clock: {
    label: "Set a clock’s drift",
    button: "Set",
    text: "The store’s clock runs that much faster or slower from now on; it does not jump. Leases are measured by it.",
  },
  campaign: {
    label: "Start an election",
    button: "Campaign",
    text: "The store’s replica campaigns now instead of waiting for its timeout; not within an election timeout of hearing from its leader, when its own vote is withheld.",
  },
  transfer: {
    label: "Transfer leadership",
    button: "Transfer",
    text: "The leader transfers leadership once the chosen store has caught up with the log.",
  },
  corrupt_next: {
    label: "Corrupt a message",
    button: "Corrupt",
    text: "Flips a bit of the next append with entries; the receiver’s checksum fails and it closes the connection.",
  },
  add_replica: {
    label: "Add a replica",
    button: "Add",
    text: "The store gets a learner of the range, promoted to voter when it has caught up.",
  },
  remove_replica: {
    label: "Remove a replica",
    button: "Remove",
    text: "The range drops its replica on the store. A leader transfers leadership first.",
  },
  move_replica: {
    label: "Move a replica",
    button: "Move",
    text: "The new store catches up as a learner; then the two swap at once, by joint consensus.",
  },
  split: {
    label: "Split a range",
    button: "Split",
    text: "Rows from the key on become a new range, on the same stores.",
  },
  merge: {
    label: "Merge two ranges",
    button: "Merge",
    text: "The range stops taking writes and is merged into the one next to it.",
  },
} as const satisfies Readonly<Record<string, VerbWords>>;

export type VerbId = keyof typeof VERB_WORDS;
