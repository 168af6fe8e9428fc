/** Which instant of the log the open run is held to; what it brings is lanes. */

import { useMemo, useState } from "react";
import type { RoleLog } from "@/engine/lens";
import { t } from "@/language/words";
import { officesOf } from "@/model/series/committed";
import { utc } from "@/model/traces/roleTrace";
import { heldTogether, leadersOf, type RunRoles, withRun } from "@/model/traces/runBeside";
import type { Trace } from "@/model/traces/trace";
import { simStore } from "@/session/simStore";
import { CheckField, SelectField } from "@/ui/Fields";
import css from "./traces.module.css";

/** The log's trace, with the run's lanes while they are asked for, and what asks for them. */
export function useBesideRun(log: RoleLog, trace: Trace) {
  // Of the moment at which the log was opened: the run stands still behind the dialog.
  const [run] = useState(rolesOfRun);
  const leaders = useMemo(() => leadersOf(log), [log]);
  const office = run === null ? -1 : heldTogether(leaders, run);
  const [isBeside, setBeside] = useState(false);
  const [held, hold] = useState(Math.max(0, office));
  const atUs = leaders[held]?.atUs;
  const both = useMemo(
    () =>
      run === null || !isBeside || atUs === undefined
        ? trace
        : withRun(trace, run, { office, atUs }),
    [run, isBeside, atUs, trace, office],
  );
  if (run === null || office < 0) return { trace, field: null };
  const field = (
    <div className={css.beside}>
      <CheckField
        label={t("Leaders of the open run beside it")}
        checked={isBeside}
        onChange={setBeside}
      />
      {isBeside && leaders.length > 1 && (
        <SelectField
          label={t("Its leader of term {term} begins at", { term: run.offices[office]?.term ?? 0 })}
          options={leaders.map(({ atUs: us, member, term }, place) => ({
            value: String(place),
            label: t("{at}, {member} in term {term}", { at: utc(us).slice(11, 23), member, term }),
          }))}
          value={String(held)}
          onChange={(place) => hold(Number(place))}
        />
      )}
    </div>
  );
  return { trace: both, field };
}

/** Null where no run is open, or nobody has led in it. */
function rolesOfRun(): RunRoles | null {
  const { world, frame, series, range } = simStore.getState();
  if (world === null || frame === null) return null;
  const stores = world.nodes.filter(({ kind }) => kind === "store");
  const laneOf = new Map(stores.map(({ index }, lane) => [index, lane]));
  const offices = officesOf(series.leads, range, frame.now_us).flatMap((office) => {
    const node = laneOf.get(office.node);
    return node === undefined ? [] : [{ ...office, node }];
  });
  return offices.length === 0 ? null : { stores: stores.map(({ id }) => id), offices };
}
