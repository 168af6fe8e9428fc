/**
 * A place on the way to the worker where a second run can join: it sees each command and holds back
 * the reply until both runs are at the same instant. Must not know what joins.
 */

import type { Command, Reply } from "@/engine/messages";
import { type Every, type WorkerLike, WorkerLink } from "@/engine/workerLink";
import { worded } from "./wording";

/** What commands are sent through. */
export interface Link {
  send(command: Command): Promise<Reply>;
  close(reason: string): void;
}

export interface Partner {
  /** In the place of `link.send`. */
  send(link: Link, command: Command): Promise<Reply>;
}

export class Pairing {
  private partner: Partner | undefined;
  /** The link in use. */
  link: Link | undefined;

  /** The same link, or rather the way to it. */
  wrap(link: Link): Link {
    this.link = link;
    return {
      send: (command) => this.partner?.send(link, command) ?? link.send(command),
      close: (reason) => link.close(reason),
    };
  }

  join(partner: Partner): void {
    this.partner = partner;
  }

  leave(partner: Partner): void {
    if (this.partner === partner) this.partner = undefined;
  }
}

/** A way to a new worker, which a second run may join later. */
export function openLink(
  makeWorker: () => WorkerLike,
  pairing: Pairing | undefined,
  every?: Every,
): Link {
  const link = worded(new WorkerLink(makeWorker(), every));
  return pairing?.wrap(link) ?? link;
}
