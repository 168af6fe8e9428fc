/** Flows in words. Must not know how they are drawn. */

import type { World } from "@/engine/types";
import { t, translate } from "@/language/words";
import { formatShare } from "@/model/units";
import { type Flow, SAVED } from "./flows";

/** Shares are of all that crosses. */
export class FlowWords {
  readonly write: (bytes: number) => string;
  private readonly world: World;
  private readonly sum: number;

  constructor(world: World, write: (bytes: number) => string, sum: number) {
    this.world = world;
    this.write = write;
    this.sum = sum;
  }

  zone(index: number): string {
    return this.world.zones[index]?.id ?? "?";
  }

  kind(index: number): string {
    return index === SAVED ? t("not sent") : translate(this.world.kinds[index]?.label ?? "?");
  }

  share(flow: Flow): string {
    return flow.kind === SAVED ? "" : shareText(flow.bytes, this.sum);
  }

  sentence(flow: Flow): string {
    const values = {
      from: this.zone(flow.from),
      to: this.zone(flow.to),
      bytes: this.write(flow.bytes),
    };
    if (flow.kind === SAVED) {
      return t("{from} to {to}: {bytes} that a feature kept from being sent", values);
    }
    return t("{from} to {to}, {kind}: {bytes}, {share} of all between zones", {
      ...values,
      kind: this.kind(flow.kind),
      share: this.share(flow),
    });
  }
}

const LITTLE = 0.0001;

/** A part of a whole; what is there is never said to be nothing. */
export function shareText(part: number, whole: number): string {
  const share = whole > 0 ? part / whole : 0;
  return share > 0 && share < LITTLE ? `< ${formatShare(LITTLE)}` : formatShare(share);
}
