/**
 * A scenario in the list: what it shows, its variants to open, and the lessons that play it.
 */

import type { ScenarioSummary } from "@/engine/types";
import { t, told } from "@/language/words";
import { formatDuration } from "@/model/units";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { Row, RowState } from "@/ui/Rows";
import { LessonUses } from "@/views/story/LessonUses";
import type { Entry } from "./finding";
import css from "./OpenDialog.module.css";

interface ScenarioRowProps {
  entry: Entry;
  onClose: () => void;
}

export function ScenarioRow({ entry: { listed, summary }, onClose }: ScenarioRowProps) {
  const { id, lessons } = listed;
  const title = told(listed.title);
  const isRunning = useSim(
    ({ session }) => session?.source.kind === "builtin" && session.source.id === id,
  );
  const start = (variant?: string): void => {
    void sim.open(
      { kind: "builtin", id },
      { play: true, eased: true, ...(variant === undefined ? {} : { variant }) },
    );
    onClose();
  };
  const isPlain = summary === null || !summary.ok || summary.value.variants.length === 0;
  return (
    <Row
      verbs={
        isPlain && (
          <Button
            aria-label={t("Open {title}", { title })}
            disabled={summary?.ok === false}
            onClick={() => start()}
          >
            {t("Open")}
          </Button>
        )
      }
    >
      <h4>
        {title}
        {isRunning && <RowState>{t("running")}</RowState>}
      </h4>
      {summary?.ok === false && <p className={css.bad}>{summary.message}</p>}
      {summary?.ok === true && (
        <>
          <About summary={summary.value} />
          <Variants title={title} variants={summary.value.variants} start={start} />
        </>
      )}
      <LessonUses lessons={lessons} onOpen={onClose} />
    </Row>
  );
}

function About({ summary }: { summary: ScenarioSummary }) {
  const { text, zones, stores, ranges, duration_us } = summary;
  return (
    <>
      <p>{told(text)}</p>
      <p className={css.facts} data-level="3">
        {[
          t("{n, plural, one {# zone} other {# zones}}", { n: zones }),
          t("{n, plural, one {# store} other {# stores}}", { n: stores }),
          t("{n, plural, one {# range} other {# ranges}}", { n: ranges }),
          formatDuration(duration_us),
        ].join(t(", "))}
      </p>
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
            title={told(variant.text)}
            aria-label={t("Open {title}: {variant}", { title, variant: told(variant.title) })}
            onClick={() => start(variant.id)}
          >
            {told(variant.title)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
