/** What can be asked about the selected thing, as buttons beside its inspector. */

import { t } from "@/language/words";
import { questionsOf } from "@/model/questions";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim, useSimStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import css from "./why.module.css";

export function WhyButtons() {
  const target = usePage((state) => state.selection);
  const world = useSim((state) => state.world);
  const range = useSim((state) => state.range);
  const labels = useSim(({ frame }) =>
    target === null || world === null
      ? []
      : questionsOf(target, { world, frame, range }).map(({ label }) => label),
  );
  const store = useSimStore();
  if (target === null || world === null || labels.length === 0) return null;
  const ask = (label: string): void => {
    const { frame } = store.getState();
    if (frame === null) return;
    const known = questionsOf(target, { world, frame, range });
    const asking = known.find((one) => one.label === label);
    if (asking === undefined) return;
    sim.ask({ question: asking.question, us: frame.now_us, events: frame.events });
  };
  return (
    <div className={css.buttons} role="group" aria-label={t("Why")}>
      {labels.map((label, place) => (
        <Button
          key={label}
          small
          aria-keyshortcuts={place === 0 ? "w" : undefined}
          onClick={() => ask(label)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
