/**
 * Read mode: one choice, with what it promises and what it costs.
 */

import { useId } from "react";

import type { ReadMode } from "@/protocol/engine";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Section } from "@/ui/Section";
import { Segmented } from "@/ui/Segmented";
import css from "./story.module.css";

export function ReadModes() {
  const modes = useSim((state) => state.world?.read_modes ?? []);
  const mode = useSim((state) => state.frame?.settings.read_mode);
  const textId = useId();
  if (mode === undefined) return null;
  const chosen = modes.find(({ id }) => id === mode);
  return (
    <Section title="Read mode">
      <Segmented<ReadMode>
        label="Read mode"
        options={modes.map(({ id, label }) => ({ value: id, label }))}
        value={mode}
        columns={2}
        describedBy={textId}
        onChange={(next) => void sim.act({ do: "set", settings: { read_mode: next } })}
      />
      {chosen !== undefined && (
        <dl id={textId} className={css.promise}>
          <div>
            <dt>Promises</dt>
            <dd className={chosen.linearizable ? undefined : css.weak}>{chosen.promise}</dd>
          </div>
          <div>
            <dt>Costs</dt>
            <dd>{chosen.cost}</dd>
          </div>
        </dl>
      )}
    </Section>
  );
}
