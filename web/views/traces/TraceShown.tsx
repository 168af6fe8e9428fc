/** A trace that was read: its lanes, a search, and what is known of the chosen mark. */

import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { t } from "@/language/words";
import { beside, found, type Trace } from "@/model/traces/trace";
import { Button } from "@/ui/Button";
import { CheckField, TextField } from "@/ui/Fields";
import { pictureOf } from "./picture";
import { TraceLanes } from "./TraceLanes";
import css from "./traces.module.css";

interface TraceShownProps {
  label: string;
  trace: Trace;
  part: readonly number[];
  head: ReactNode;
  /** Beside them, given what selects a mark. */
  beside: (select: (mark: number) => void, selected: number | null) => ReactNode;
  mayFold: boolean;
}

export function TraceShown(props: TraceShownProps) {
  const { label, trace, part, head, mayFold } = props;
  const [selected, select] = useState<number | null>(null);
  const [hovered, hover] = useState<number | null>(null);
  const [isFolded, fold] = useState(mayFold);
  const [wanted, search] = useState("");
  const sought = useDeferredValue(wanted);
  const finds = useMemo(() => found(trace, sought), [trace, sought]);
  const picture = useMemo(() => pictureOf(trace, isFolded), [trace, isFolded]);
  const next = (direction: 1 | -1): void => {
    // What is marked may be of the words before; who presses Enter means those that stand there.
    const now = sought === wanted ? finds : found(trace, wanted);
    const mark = beside(now, selected ?? -1, direction) ?? now.at(direction === 1 ? 0 : -1);
    if (mark !== undefined) select(mark);
  };
  return (
    <div className={css.shown}>
      {head}
      <div className={css.bar}>
        <form
          role="search"
          className={css.search}
          onSubmit={(event) => {
            event.preventDefault();
            next(1);
          }}
        >
          <TextField label={t("Search the marks")} value={wanted} onChange={search} />
          {wanted.trim() !== "" && (
            <>
              <span role="status">
                {t("{n, plural, one {# mark} other {# marks}}", { n: finds.length })}
              </span>
              <Button small disabled={finds.length === 0} onClick={() => next(-1)}>
                {t("Previous")}
              </Button>
              <Button small disabled={finds.length === 0} onClick={() => next(1)}>
                {t("Next")}
              </Button>
            </>
          )}
        </form>
        {mayFold && <CheckField label={t("Fold quiet time")} checked={isFolded} onChange={fold} />}
      </div>
      <div className={css.split}>
        <div className={css.main}>
          <TraceLanes
            label={label}
            picture={picture}
            selected={selected}
            onSelect={select}
            hovered={hovered}
            onHover={hover}
            part={part}
            finds={finds}
          />
          <MarkDetails trace={trace} mark={hovered ?? selected} />
        </div>
        <div className={css.side}>{props.beside(select, selected)}</div>
      </div>
    </div>
  );
}

function MarkDetails({ trace, mark }: { trace: Trace; mark: number | null }) {
  return (
    <section className={css.details} aria-label={t("The mark")} data-testid="mark-details">
      {mark === null ? (
        <p className="quiet">
          {t(
            "Point at a mark, or focus the lanes and press a bracket key, to read what is known of it.",
          )}
        </p>
      ) : (
        <dl className="grid-0 gap-hair">
          {trace.details(mark).map(([name, value]) => (
            <div key={name}>
              <dt className="quiet">{name}</dt>
              <dd className="breaks">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
