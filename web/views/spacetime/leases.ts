/** Who held a lease when, as its holder believed, read from the record. */

import { leads } from "@/model/roles";
import type { Rows, Span } from "./spans";

/** A store that may serve reads without asking, by its own clock. */
export interface Lease {
  node: number;
  fromUs: number;
  toUs: number;
}

/** As the record numbers what becomes of a lease. */
const BEGAN = 0;

export class LeaseReader {
  /** By node: since when it holds one. */
  private readonly held = new Map<number, number>();
  private readonly over: Lease[] = [];

  /** A row that tells of a lease of the range. */
  read(rows: Rows, i: number): void {
    const node = rows.node[i] as number;
    const at = rows.at_us[i] as number;
    const what = ((rows.flags[i] as number) >> 16) & 0xff;
    if (what !== BEGAN) this.end(node, at);
    else if (!this.held.has(node)) this.held.set(node, at);
  }

  /** It ended, or its holder crashed: a lease is not on disk. */
  end(node: number, atUs: number): void {
    const fromUs = this.held.get(node);
    if (fromUs === undefined) return;
    this.held.delete(node);
    if (atUs > fromUs) this.over.push({ node, fromUs, toUs: atUs });
  }

  /** All so far; those that are held last as long as the record does. */
  leases(toUs: number): Lease[] {
    const held = [...this.held].map(([node, fromUs]) => ({ node, fromUs, toUs }));
    return [...this.over, ...held.filter(({ fromUs }) => fromUs < toUs)];
  }
}

/** Stretches of leases while another store led already, in a later term: what they answer may be old. */
export function overtaken(leases: readonly Lease[], spans: readonly Span[]): Lease[] {
  const led = spans.filter(({ state }) => leads(state));
  return leases.flatMap(({ node, fromUs, toUs }) => {
    const own = led.findLast((span) => span.node === node && span.fromUs <= fromUs);
    return led
      .filter((other) => other.node !== node && other.term > (own?.term ?? 0))
      .map((other) => ({
        node,
        fromUs: Math.max(fromUs, other.fromUs),
        toUs: Math.min(toUs, other.toUs),
      }))
      .filter((stretch) => stretch.toUs > stretch.fromUs);
  });
}
