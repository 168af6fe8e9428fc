/** What is tried: one setting for each combination of these. Must not know what came of any. */

import { useStore } from "zustand";
import type { ReadMode } from "@/engine/types";
import { t, translate } from "@/language/words";
import { sentences } from "@/language/written";
import { ENCODINGS, LEADERS } from "@/model/advice/choices";
import { type Draft, entered } from "@/model/advice/form";
import { adviceStore, editForm } from "@/session/advice/advice";
import { useSim } from "@/session/simStore";
import { CheckField, FieldRow } from "@/ui/Fields";
import css from "./advice.module.css";
import { Entry, NumberEntry } from "./fields";

/** Modes that need nothing but stores and gateways; of others the engine says why not. */
const NEEDS_MORE: Readonly<Record<ReadMode, boolean>> = {
  local: false,
  "leader-unchecked": false,
  leader: false,
  follower: false,
  "lease-unsafe": false,
  lease: false,
  proxy: false,
  learner: true,
  "closest-adaptive": false,
  stale: false,
  version: true,
};

export function Tried({ form }: { form: Draft }) {
  const modes = useSim((state) => state.world?.read_modes);
  const { consider, runs } = form;
  const set = (patch: Partial<typeof consider>): void =>
    editForm({ ...form, consider: { ...consider, ...patch } });
  return (
    <fieldset>
      <legend>{t("What is tried")}</legend>
      <div className={css.checks}>
        {(modes ?? [])
          .filter(({ id }) => !NEEDS_MORE[id])
          .map(({ id, label }) => (
            <CheckField
              key={id}
              label={translate(label)}
              checked={consider.read_modes.includes(id)}
              onChange={(on) => set({ read_modes: toggled(consider.read_modes, id, on) })}
            />
          ))}
      </div>
      <div className={css.checks}>
        {LEADERS.map(({ value: id, label }) => (
          <CheckField
            key={id}
            label={t(label)}
            checked={consider.leaders.includes(id)}
            onChange={(on) => set({ leaders: toggled(consider.leaders, id, on) })}
          />
        ))}
        {ENCODINGS.map(({ value: id, label }) => (
          <CheckField
            key={id}
            label={t(label)}
            checked={consider.encoding.includes(id)}
            onChange={(on) => set({ encoding: toggled(consider.encoding, id, on) })}
          />
        ))}
      </div>
      <FieldRow>
        <Entry
          label={t("Replicas of a range")}
          path="consider.replicas"
          value={consider.replicas.join(", ")}
          onChange={(text) => set({ replicas: text.split(", ").map(entered) })}
        />
        <NumberEntry
          label={t("Seeds of each setting")}
          path="runs.seeds"
          value={runs.seeds}
          onChange={(seeds) => editForm({ ...form, runs: { ...runs, seeds } })}
        />
        <Entry
          label={t("Measured time of a run")}
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
  const all = t(
    "{settings, plural, one {# setting} other {# settings}}, {runs, plural, one {# run} other {# runs}}.",
    { settings: settings.length, runs: settings.length * seeds.length },
  );
  const part = t(
    "In the page {ranges} of {n, plural, one {# range} other {# ranges}} are run, with their part of the load.",
    { ranges: share.ranges, n: share.of_ranges },
  );
  const isPart = share.ranges < share.of_ranges;
  return <p className="quiet">{sentences(isPart ? [all, part] : [all])}</p>;
}

function toggled<T>(list: readonly T[], one: T, on: boolean): T[] {
  return on ? [...list, one] : list.filter((other) => other !== one);
}
