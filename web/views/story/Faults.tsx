/** Active faults, each with its own cure; below the controls, so that they move none of them. */

import type { FaultView } from "@/engine/types";
import { t } from "@/language/words";
import { cureOf } from "@/model/cure";
import { isOfNetwork } from "@/model/faults";
import { capitalised } from "@/model/text";
import { formatInstant } from "@/model/units";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Section } from "@/ui/Section";
import css from "./story.module.css";

export function Faults() {
  const faults = useSim((state) => state.frame?.faults ?? NONE);
  if (faults.length === 0) return null;
  const onLinks = faults.filter(isOfNetwork).length;
  const healAll =
    onLinks > 1 ? (
      <Button small onClick={() => void sim.act({ do: "heal" })}>
        {t("Heal all links")}
      </Button>
    ) : null;
  return (
    <div className={css.pinned}>
      <Section title={t("Active faults")} aside={healAll}>
        <ul className="grid-1">
          {faults.map((fault) => (
            <Fault key={fault.id} fault={fault} />
          ))}
        </ul>
      </Section>
    </div>
  );
}

const NONE: FaultView[] = [];

function Fault({ fault }: { fault: FaultView }) {
  const { verb, action } = cureOf(fault);
  return (
    <li className={css.fault}>
      <div>
        <p>{capitalised(fault.text, [fault.from])}</p>
        <p className="hint" data-level="3">
          {t("since {instant}", { instant: formatInstant(fault.since_us) })}
        </p>
      </div>
      <Button
        small
        aria-label={t("{verb}: {fault}", { verb, fault: fault.text })}
        onClick={() => void sim.act(action)}
      >
        {verb}
      </Button>
    </li>
  );
}
