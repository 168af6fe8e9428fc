/**
 * A scenario in the list: what it shows, its variants to open, and the lessons that play it.
 */

import type { ScenarioSummary } from "@/engine/types";
import { formatDuration, plural } from "@/model/units";
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
  const { id, title, lessons } = listed;
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
            aria-label={`Open ${title}`}
            disabled={summary?.ok === false}
            onClick={() => start()}
          >
            Open
          </Button>
        )
      }
    >
      <h4>
        {title}
        {isRunning && <RowState>running</RowState>}
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
      <p>{text}</p>
      <p className={css.facts} data-level="3">
        {plural(zones, "zone")}, {plural(stores, "store")}, {plural(ranges, "range")},{" "}
        {formatDuration(duration_us)}
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
    <ul className={css.variants} aria-label={`Variants of ${title}`}>
      {variants.map((variant) => (
        <li key={variant.id}>
          <Button
            title={variant.text}
            aria-label={`Open ${title}: ${variant.title}`}
            onClick={() => start(variant.id)}
          >
            {variant.title}
          </Button>
        </li>
      ))}
    </ul>
  );
}
