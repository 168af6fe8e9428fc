/** A new action: its kind and its instant. Must not know its fields. */

import { useState } from "react";

import { t } from "@/language/words";
import type { ActKind } from "@/model/acts/act";
import { offeredIn, rowOf } from "@/model/acts/acts";
import { firstAct } from "@/model/acts/filled";
import type { Json, Names } from "@/model/acts/names";
import { Button } from "@/ui/Button";
import { NumberField, SelectField } from "@/ui/Fields";
import css from "./acts.module.css";

const SECOND_US = 1_000_000;
const OFFERED = offeredIn("builder");

interface AddActProps {
  durationUs: number;
  onAdd: (kind: ActKind, us: number, act: (names: Names) => Json) => void;
}

export function AddAct({ durationUs, onAdd }: AddActProps) {
  const [kind, setKind] = useState<ActKind>(OFFERED[0]);
  const [us, setUs] = useState<number | null>(null);
  const shownUs = Math.min(us ?? middle(durationUs), durationUs);
  return (
    <form
      className={css.add}
      aria-label={t("Add an action")}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(kind, shownUs, (names) => firstAct(kind, names));
      }}
    >
      <SelectField
        label={t("Action")}
        options={OFFERED.map((value) => ({ value, label: t(rowOf(value).label) }))}
        value={kind}
        onChange={setKind}
      />
      <NumberField
        label={t("At")}
        unit="s"
        value={shownUs / SECOND_US}
        min={0}
        max={durationUs / SECOND_US}
        whole={false}
        onChange={(seconds) => setUs(Math.round(seconds * SECOND_US))}
      />
      <Button type="submit" kind="primary" small>
        {t("Add")}
      </Button>
      <p className="hint">{t(rowOf(kind).text)}</p>
    </form>
  );
}

/** A whole second, if there is one. */
function middle(durationUs: number): number {
  const half = durationUs / 2;
  return half < SECOND_US ? Math.round(half) : Math.round(half / SECOND_US) * SECOND_US;
}
