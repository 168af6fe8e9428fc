/** How busy resources are, on the map; not while a lesson asks for a prediction. */

import type { ResourceInfo, World } from "@/engine/types";
import { t } from "@/language/words";
import { strongWidth } from "@/model/textWidth";
import { SMALL_PX } from "@/model/typeSizes";
import { formatPpm } from "@/model/units";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { hottestOf, LEAST_PPM } from "./hottest";
import { useMap } from "./mapContext";
import css from "./store.module.css";

export function Heat({ node }: { node: number }) {
  const { world } = useMap();
  const cores = world.resources.findIndex((resource) => resource.node === node);
  const host = world.resources.findIndex(({ shared_by }) => shared_by.includes(node));
  return (
    <>
      <Bar world={world} place={cores} />
      <Bar world={world} place={host} isHost />
    </>
  );
}

interface BarProps {
  world: World;
  /** Of the resource, -1 = none. */
  place: number;
  isHost?: boolean;
}

function Bar({ world, place, isHost = false }: BarProps) {
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const ppm = useSim((state) =>
    state.world === world && !hideVerdicts ? (state.frame?.resources.used_ppm[place] ?? 0) : 0,
  );
  if (ppm < LEAST_PPM) return null;
  return (
    <span
      className={css.heat}
      data-host={isHost}
      data-full={ppm >= world.full_ppm}
      style={{ width: `${ppm / 10_000}%` }}
    />
  );
}

interface ZoneHeatProps {
  zone: number;
  roomPx: number;
}

/** What stands in a zone and has no card: "lb1 98 %". */
export function ZoneHeat({ zone, roomPx }: ZoneHeatProps) {
  const { world } = useMap();
  return (["balancer-cores", "host-packets", "link-bandwidth"] as const).map((kind) => (
    <Hottest key={kind} zone={zone} kind={kind} world={world} roomPx={roomPx} />
  ));
}

interface HottestProps extends ZoneHeatProps {
  kind: ResourceInfo["kind"];
  world: World;
}

/** A link between two zones says it itself, on its label. */
function Hottest({ zone, kind, world, roomPx }: HottestProps) {
  const { scale } = useMap();
  const hideVerdicts = usePage((page) => page.hideVerdicts);
  const found = useSim((state) =>
    state.world === world && state.frame !== null && !hideVerdicts
      ? hottestOf(world, state.frame, zone, kind)
      : null,
  );
  if (found === null) return null;
  const [place = 0, percent = 0] = found.split(" ").map(Number);
  const info = world.resources[place];
  const name = kind === "link-bandwidth" ? t("bandwidth") : (info?.id ?? "");
  const share = formatPpm(percent * 10_000);
  const whole = `${name} ${share}`;
  return (
    <span
      className={css.hot}
      data-resource={info?.id}
      data-full={percent * 10_000 >= world.full_ppm}
    >
      {strongWidth(whole, SMALL_PX * scale) <= roomPx ? whole : share}
    </span>
  );
}
