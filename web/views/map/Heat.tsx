/**
 * How busy a node's cores are, as a bar along its foot. Must not know what they do.
 */

import { useSim } from "@/store/simStore";
import { useMap } from "./mapContext";
import css from "./store.module.css";

/** Less than this is not worth a mark, in millionths. */
const LEAST_PPM = 10_000;
/** From here on what comes waits ten times as long as it is served, as the engine has it. */
const FULL_PPM = 900_000;

export function Heat({ node }: { node: number }) {
  const { world } = useMap();
  const place = world.resources.findIndex((resource) => resource.node === node);
  const ppm = useSim((state) =>
    state.world === world ? (state.frame?.resources.used_ppm[place] ?? 0) : 0,
  );
  if (ppm < LEAST_PPM) return null;
  return (
    <span className={css.heat} data-full={ppm >= FULL_PPM} style={{ width: `${ppm / 10_000}%` }} />
  );
}
