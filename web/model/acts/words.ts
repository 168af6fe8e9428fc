/**
 * What actions are called, and what each does in a sentence: on the page's buttons, and where a
 * scenario is built. Must not know forms.
 */

import { msg } from "@/language/words";

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
    label: msg("Cut a link"),
    button: msg("Cut"),
    text: msg("Messages between the two are lost until the cut is healed."),
  },
  isolate: {
    label: msg("Isolate a zone or a node"),
    button: msg("Isolate"),
    text: msg("Cuts all its links, in both directions."),
  },
  degrade: {
    label: msg("Degrade a link"),
    button: msg("Degrade"),
    text: msg(
      "The link gets slower, lossy or narrower; 0 leaves a value as it is. TCP retransmits a lost packet, after some 200 ms when nothing follows it, so packet loss shows as delay; a lost message is gone, as without TCP.",
    ),
  },
  crash: {
    label: msg("Crash a store or a gateway"),
    button: msg("Crash"),
    text: msg(
      "The store loses power: unsynced writes are gone, and so are its messages in flight. A gateway’s process dies: it forgets its requests and leaves its locks behind.",
    ),
  },
  restart: {
    label: msg("Restart a store or a gateway"),
    button: msg("Restart"),
    text: msg("A crashed store restarts from its disk, a gateway from nothing."),
  },
  pause: {
    label: msg("Pause a store"),
    button: msg("Pause"),
    text: msg(
      "The process freezes, as in a long garbage collection. Its timers fire late; messages wait in its connections’ buffers, 10 MiB each, and senders drop what does not fit.",
    ),
  },
  resume: {
    label: msg("Resume a store"),
    button: msg("Resume"),
    text: msg("A paused store continues where it was, unaware that time has passed."),
  },
  set_clock: {
    label: msg("Set a clock’s drift"),
    button: msg("Set"),
    text: msg(
      "The store’s clock runs that much faster or slower from now on; it does not jump. Leases are measured by it.",
    ),
  },
  campaign: {
    label: msg("Start an election"),
    button: msg("Campaign"),
    text: msg(
      "The store’s replica campaigns now instead of waiting for its timeout; not within an election timeout of hearing from its leader, when its own vote is withheld.",
    ),
  },
  transfer: {
    label: msg("Transfer leadership"),
    button: msg("Transfer"),
    text: msg("The leader transfers leadership once the chosen store has caught up with the log."),
  },
  corrupt_next: {
    label: msg("Corrupt a message"),
    button: msg("Corrupt"),
    text: msg(
      "Flips a bit of the next append with entries; the receiver’s checksum fails and it closes the connection.",
    ),
  },
  add_replica: {
    label: msg("Add a replica"),
    button: msg("Add"),
    text: msg("The store gets a learner of the range, promoted to voter when it has caught up."),
  },
  remove_replica: {
    label: msg("Remove a replica"),
    button: msg("Remove"),
    text: msg("The range drops its replica on the store. A leader transfers leadership first."),
  },
  move_replica: {
    label: msg("Move a replica"),
    button: msg("Move"),
    text: msg(
      "The new store catches up as a learner; then the two swap at once, by joint consensus.",
    ),
  },
  split: {
    label: msg("Split a range"),
    button: msg("Split"),
    text: msg("Rows from the key on become a new range, on the same stores."),
  },
  merge: {
    label: msg("Merge two ranges"),
    button: msg("Merge"),
    text: msg("The range stops taking writes and is merged into the one next to it."),
  },
} as const satisfies Readonly<Record<string, VerbWords>>;

export type VerbId = keyof typeof VERB_WORDS;
