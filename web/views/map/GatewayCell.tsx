/** A gateway, where requests enter (or the placement driver): a button with its actions. */

import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
import { strongWidth } from "@/model/textWidth";
import { SMALL_PX } from "@/model/typeSizes";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { Heat } from "./Heat";
import { nodeTrouble } from "./linkState";
import { mapTargetKey, useMap } from "./mapContext";
import css from "./store.module.css";

interface GatewayLook {
  trouble: string;
  inFlight: number;
  running: number;
}

function lookAt(world: World, frame: Frame, node: number): GatewayLook {
  let inFlight = 0;
  let running = 0;
  for (const workload of world.workloads) {
    if (!workload.nodes.includes(node)) continue;
    const state = frame.workloads[workload.index];
    inFlight += state?.in_flight ?? 0;
    running += state?.running ? 1 : 0;
  }
  return { trouble: nodeTrouble(world, frame.faults, node), inFlight, running };
}

const EDGES_PX = 6;

/** What a line of type needs. */
const LINE_PX = 12;

/** Across, of a letter of the name. */
const LETTER_PX = 7;

/** A line breaks after a hyphen. */
function longestPart(name: string): number {
  return Math.max(...name.split(/(?<=-)/).map((part) => part.length));
}

export function GatewayCell({ node }: { node: number }) {
  const { world, layout, scale, opened, stop, open } = useMap();
  const look = useSim((s) => (s.frame && s.world === world ? lookAt(world, s.frame, node) : null));
  const selected = usePage(
    (s) => s.selection !== null && "node" in s.selection && s.selection.node === node,
  );
  const place = layout.nodes[node];
  const info = world.nodes[node];
  if (!place || !info || !look) return null;
  const { rect } = place;
  const isUpright = rect.h > rect.w && longestPart(info.id) * LETTER_PX * scale > rect.w;
  const namePx = strongWidth(info.id, SMALL_PX * scale);
  // Half a name says less than none: its load is seen, and it is told when it is pressed.
  const isNamed = !isUpright || (namePx <= rect.h - EDGES_PX && rect.w >= LINE_PX * scale);
  // A name that breaks into two lines has the room of what stands over it.
  const isWide = namePx <= rect.w - EDGES_PX;
  const mapTarget = { kind: "node", node } as const;
  const kind = info.kind === "pd" ? t("Placement driver") : t("Gateway");
  const zone = world.zones[info.zone]?.id ?? "";
  const state = look.trouble
    ? look.trouble
    : info.kind === "pd"
      ? t("decides where leaders and replicas are")
      : look.running > 0
        ? t("{n, plural, one {# request} other {# requests}} in flight", { n: look.inFlight })
        : t("no client load");
  return (
    <button
      type="button"
      className={css.gateway}
      style={{ left: rect.x, top: rect.y, width: rect.w, height: rect.h }}
      data-node={node}
      data-map-target={mapTargetKey(mapTarget)}
      tabIndex={stop === mapTargetKey(mapTarget) ? 0 : -1}
      data-selected={selected}
      data-isolated={look.trouble !== ""}
      aria-label={t("{kind} {id} in zone {zone}, {state}", { kind, id: info.id, zone, state })}
      data-term={info.kind === "pd" ? "placement driver" : "gateway"}
      aria-haspopup="dialog"
      aria-expanded={opened === mapTargetKey(mapTarget)}
      onClick={(event) => open(mapTarget, event.currentTarget)}
    >
      <span className={css.gatewayName} data-upright={isUpright}>
        {isWide && rect.w >= 44 * scale && rect.h >= 34 * scale && (
          <span>{info.kind === "pd" ? t("PD") : t("clients")}</span>
        )}
        {isNamed && <b>{info.id}</b>}
      </span>
      {rect.h >= 56 * scale && <span className="bad">{look.trouble}</span>}
      <Heat node={node} />
    </button>
  );
}
