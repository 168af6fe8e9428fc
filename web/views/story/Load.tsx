/**
 * The clients that keep sending requests: each can be started and stopped.
 */

import { plural } from "@/model/units";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Switch } from "@/ui/Switch";
import css from "./story.module.css";

/** "g1", or "8 gateways". */
function placesText(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? "") : plural(ids.length, "gateway");
}

export function Load() {
  const workloads = useSim((state) => state.world?.workloads ?? []);
  const nodes = useSim((state) => state.world?.nodes ?? []);
  const running = useSim((state) => state.frame?.workloads.map((w) => w.running) ?? []);
  return (
    <>
      {workloads.length === 0 && <p className={css.hint}>This scenario has no clients.</p>}
      {workloads.map(({ index, id, nodes: at, text, read_mode }) => (
        <Switch
          key={id}
          label={id}
          hint={`${text}, at ${placesText(at.map((node) => nodes[node]?.id ?? "a gateway"))}${read_mode === null ? "" : `, always by ${read_mode}`}.`}
          checked={running[index] ?? false}
          onChange={(on) => void sim.act({ do: on ? "start" : "stop", workload: id })}
        />
      ))}
    </>
  );
}
