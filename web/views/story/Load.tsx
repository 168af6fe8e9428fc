/**
 * The clients that keep sending requests: each can be started and stopped.
 */

import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Switch } from "@/ui/Switch";
import css from "./story.module.css";

export function Load() {
  const workloads = useSim((state) => state.world?.workloads ?? []);
  const nodes = useSim((state) => state.world?.nodes ?? []);
  const running = useSim((state) => state.frame?.workloads.map((w) => w.running) ?? []);
  return (
    <>
      {workloads.length === 0 && <p className={css.hint}>This scenario has no clients.</p>}
      {workloads.map(({ index, id, node, text, read_mode }) => (
        <Switch
          key={id}
          label={id}
          hint={`${text}, at ${nodes[node]?.id ?? "a gateway"}${read_mode === null ? "" : `, always by ${read_mode}`}.`}
          checked={running[index] ?? false}
          onChange={(on) => void sim.act({ do: on ? "start" : "stop", workload: id })}
        />
      ))}
    </>
  );
}
