/** The clients that keep sending requests: each can be started and stopped. */

import { t, translate } from "@/language/words";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Switch } from "@/ui/Switch";

/** "g1", or "8 gateways". */
function placesText(ids: readonly string[]): string {
  return ids.length === 1
    ? (ids[0] ?? "")
    : t("{n, plural, one {# gateway} other {# gateways}}", { n: ids.length });
}

function hintOf(load: string, ids: readonly string[], mode: string | null): string {
  const places = placesText(ids);
  return mode === null
    ? t("{load}, at {places}.", { load, places })
    : t("{load}, at {places}, always by {mode}.", { load, places, mode: translate(mode) });
}

export function Load() {
  const workloads = useSim((state) => state.world?.workloads ?? []);
  const nodes = useSim((state) => state.world?.nodes ?? []);
  const running = useSim((state) => state.frame?.workloads.map((w) => w.running) ?? []);
  return (
    <>
      {workloads.length === 0 && <p className="hint">{t("This scenario has no clients.")}</p>}
      {workloads.map(({ index, id, nodes: at, text, read_mode }) => (
        <Switch
          key={id}
          label={id}
          hint={hintOf(
            translate(text),
            at.map((node) => nodes[node]?.id ?? t("a gateway")),
            read_mode,
          )}
          checked={running[index] ?? false}
          onChange={(on) => void sim.act({ do: on ? "start" : "stop", workload: id })}
        />
      ))}
    </>
  );
}
