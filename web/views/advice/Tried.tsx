/** What is tried: one setting for each combination of these. Must not know what came of any. */

import { useStore } from "zustand";
import { ENCODINGS, LEADERS } from "@/model/advice/choices";
import { type Draft, entered } from "@/model/advice/form";
import { plural } from "@/model/units";
import { adviceStore, editForm } from "@/session/advice/advice";
import { useSim } from "@/session/simStore";
import { CheckField, FieldRow } from "@/ui/Fields";
import css from "./advice.module.css";
import { Entry, NumberEntry } from "./fields";

/** Modes that need nothing but stores and gateways; of others the engine says why not. */
const NEEDS_MORE: readonly string[] = ["learner", "version"];

export function Tried({ form }: { form: Draft }) {
  const modes = useSim((state) => state.world?.read_modes);
  const { consider, runs } = form;
  const set = (patch: Partial<typeof consider>): void =>
    editForm({ ...form, consider: { ...consider, ...patch } });
  return (
    <fieldset>
      <legend>What is tried</legend>
      <div className={css.checks}>
        {(modes ?? [])
          .filter(({ id }) => !NEEDS_MORE.includes(id))
          .map(({ id, label }) => (
            <CheckField
              key={id}
              label={label}
              checked={consider.read_modes.includes(id)}
              onChange={(on) => set({ read_modes: toggled(consider.read_modes, id, on) })}
            />
          ))}
      </div>
      <div className={css.checks}>
        {LEADERS.map(({ value: id, label }) => (
          <CheckField
            key={id}
            label={label}
            checked={consider.leaders.includes(id)}
            onChange={(on) => set({ leaders: toggled(consider.leaders, id, on) })}
          />
        ))}
        {ENCODINGS.map(({ value: id, label }) => (
          <CheckField
            key={id}
            label={label}
            checked={consider.encoding.includes(id)}
            onChange={(on) => set({ encoding: toggled(consider.encoding, id, on) })}
          />
        ))}
      </div>
      <FieldRow>
        <Entry
          label="Replicas of a range"
          path="consider.replicas"
          value={consider.replicas.join(", ")}
          onChange={(text) => set({ replicas: text.split(", ").map(entered) })}
        />
        <NumberEntry
          label="Seeds of each setting"
          path="runs.seeds"
          value={runs.seeds}
          onChange={(seeds) => editForm({ ...form, runs: { ...runs, seeds } })}
        />
        <Entry
          label="Measured time of a run"
          path="runs.measured"
          value={runs.measured}
          onChange={(measured) => editForm({ ...form, runs: { ...runs, measured } })}
        />
      </FieldRow>
      <Planned />
    </fieldset>
  );
}

/** How much that is. */
function Planned() {
  const plan = useStore(adviceStore, (state) => state.plan);
  if (plan === null) return null;
  const { settings, seeds, share } = plan;
  const part =
    share.ranges < share.of_ranges
      ? ` In the page ${share.ranges} of ${plural(share.of_ranges, "range")} are run, with their part of the load.`
      : "";
  return (
    <p className={css.quiet}>
      {plural(settings.length, "setting")}, {plural(settings.length * seeds.length, "run")}.{part}
    </p>
  );
}

function toggled<T>(list: readonly T[], one: T, on: boolean): T[] {
  return on ? [...list, one] : list.filter((other) => other !== one);
}
