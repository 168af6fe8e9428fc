/** What stands beneath a scenario's card in the page: its variants to open, and the lessons that play it. */

import type { ScenarioSummary } from "@/engine/types";
import { t, translate } from "@/language/words";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import type { Entry } from "@/views/gallery/finding";
import { LessonUses } from "@/views/story/LessonUses";
import css from "./OpenDialog.module.css";

interface ScenarioMoreProps {
  entry: Entry;
  onClose: () => void;
}

export function ScenarioMore({ entry: { listed, summary }, onClose }: ScenarioMoreProps) {
  const { id, lessons } = listed;
  const start = (variant: string): void => {
    void sim.open({ kind: "builtin", id }, { play: true, eased: true, variant });
    onClose();
  };
  return (
    <>
      {summary?.ok === false && <p className={css.bad}>{summary.message}</p>}
      {summary?.ok === true && (
        <Variants title={translate(listed.title)} variants={summary.value.variants} start={start} />
      )}
      <LessonUses lessons={lessons} onOpen={onClose} />
    </>
  );
}

interface VariantsProps {
  title: string;
  variants: ScenarioSummary["variants"];
  start: (variant: string) => void;
}

function Variants({ title, variants, start }: VariantsProps) {
  if (variants.length === 0) return null;
  return (
    <ul className={css.variants} aria-label={t("Variants of {title}", { title })}>
      {variants.map((variant) => (
        <li key={variant.id}>
          <Button
            small
            title={translate(variant.text)}
            aria-label={t("Open {title}: {variant}", { title, variant: translate(variant.title) })}
            onClick={() => start(variant.id)}
          >
            {translate(variant.title)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
