/**
 * How busy a node's cores are, as a bar along its foot. Must not know what they do.
 */

import { useSim } from "@/session/simStore";
import { useMap } from "./mapContext";
import css from "./store.module.css";

/** Less than this is not worth a mark, in millionths. */
const LEAST_PPM = 10_000;

export function Heat({ node }: { node: number }) {
  const { world } = useMap();
  const place = world.resources.findIndex((resource) => resource.node === node);
  const ppm = useSim((state) =>
    state.world === world ? (state.frame?.resources.used_ppm[place] ?? 0) : 0,
  );
  if (ppm < LEAST_PPM) return null;
  return (
    <span
      className={css.heat}
      data-full={ppm >= world.full_ppm}
      style={{ width: `${ppm / 10_000}%` }}
    />
  );
}
