/** The metrics: what the run has cost and how fast it answered, in the order of importance. */

import { useState } from "react";
import { msg, spoken, t, translate } from "@/language/words";
import { formatCount } from "@/model/units";
import {
  type Bound,
  type Expectable,
  expectablesOf,
  expectationOf,
  limitNow,
} from "@/session/expectable";
import { usePaced } from "@/session/paced";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Empty } from "@/ui/Empty";
import { FieldRow, NumberField, SelectField } from "@/ui/Fields";
import { Fold, Section } from "@/ui/Section";
import { Explained, TipArea } from "@/ui/TipArea";
import { Latency } from "./Latency";
import css from "./meters.module.css";
import { Traffic } from "./Traffic";
import { ZoneMatrix } from "./ZoneMatrix";

export function Meters() {
  const running = usePaced((s) => s.world !== null && s.frame !== null);
  if (!running) return <Empty>{t("Figures appear here when a scenario runs.")}</Empty>;
  return (
    <TipArea>
      <section className={css.meters} aria-label={t("Metrics")}>
        <Traffic />
        <ZoneMatrix />
        <Latency />
        <Counters />
        <ExpectFigure />
      </section>
    </TipArea>
  );
}

const BOUNDS: readonly { value: Bound; label: string }[] = [
  { value: "at_most", label: msg("at most") },
  { value: "at_least", label: msg("at least") },
];

function ExpectFigure() {
  const world = usePaced((state) => state.world);
  const frame = usePaced((state) => state.frame);
  if (world === null || frame === null) return null;
  return (
    <Fold title={t("Expect a figure…")}>
      <ExpectForm
        key={`${world.title}/${world.variant}`}
        expectables={expectablesOf(world, frame)}
      />
    </Fold>
  );
}

function ExpectForm({ expectables }: { expectables: readonly Expectable[] }) {
  const [metric, setMetric] = useState(expectables[0]?.metric ?? "");
  const [bound, setBound] = useState<Bound>("at_most");
  // Until somebody sets it, the limit is what the figure is now.
  const [limit, setLimit] = useState<number | null>(null);
  const chosen = expectables.find((one) => one.metric === metric);
  if (chosen === undefined) return null;
  const shown = limit ?? limitNow(chosen);
  return (
    <form
      className={css.expect}
      aria-label={t("Expect a figure")}
      onSubmit={(event) => {
        event.preventDefault();
        sim.expect(expectationOf(chosen, bound, shown));
        setLimit(null);
      }}
    >
      <SelectField
        label={t("Figure")}
        options={expectables.map((one) => ({ value: one.metric, label: one.label }))}
        value={metric}
        onChange={(next) => {
          setMetric(next);
          setLimit(null);
        }}
      />
      <FieldRow>
        <SelectField
          label={t("Bound")}
          options={spoken(BOUNDS)}
          value={bound}
          onChange={setBound}
        />
        <NumberField
          label={t("Limit")}
          unit={chosen.unit}
          value={shown}
          min={0}
          max={Number.MAX_SAFE_INTEGER}
          whole={false}
          onChange={setLimit}
        />
      </FieldRow>
      <Button type="submit" small>
        {t("Check this every run")}
      </Button>
    </form>
  );
}

function Counters() {
  const frame = usePaced((s) => s.frame);
  if (frame === null) return null;
  return (
    <Section title={t("Run")}>
      <dl className={css.counters}>
        <Row
          name={t("Events")}
          value={formatCount(frame.events)}
          text={t("Steps of the simulation so far: arrivals, ticks, fsyncs, requests and timers.")}
        />
        <Row
          name={t("Messages")}
          value={formatCount(frame.messages)}
          text={t("Messages sent so far on any link, those that were lost or cut included.")}
        />
        <Row
          name={t("Elections")}
          value={formatCount(frame.elections)}
          text={t("Times that a replica became leader of a term, over all ranges.")}
        />
      </dl>
      <Digest digest={frame.digest} />
      <Safety violations={frame.violations} />
      <Unjudged unjudged={frame.unjudged} />
    </Section>
  );
}

function Row({ name, value, text }: { name: string; value: string; text: string }) {
  return (
    <>
      <dt className="quiet">{name}</dt>
      <dd>
        <Explained text={text}>{value}</Explained>
      </dd>
    </>
  );
}

function Digest({ digest }: { digest: string }) {
  const [copied, setCopied] = useState("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(digest);
      setCopied(t("Copied"));
    } catch {
      setCopied(t("Not allowed by the browser"));
    }
  };
  return (
    <p className={css.digest}>
      <span>{t("Digest")}</span>
      <Explained
        text={t(
          "A hash of every event so far, in order. The same scenario, seed and actions give the same digest here, in the command line tool, and on any machine.",
        )}
      >
        <code>{digest}</code>
      </Explained>
      <Button small onClick={() => void copy()} aria-label={t("Copy the digest")}>
        {t("Copy")}
      </Button>
      <span className="sr-only" aria-live="polite">
        {copied}
      </span>
    </p>
  );
}

/** What checks could not judge, if there is anything. */
function Unjudged({ unjudged }: { unjudged: readonly string[] }) {
  if (unjudged.length === 0) {
    return null;
  }
  return (
    <ul className={css.alarms} aria-label={t("Not judged")}>
      {unjudged.map((what) => (
        <li key={what}>{translate(what)}</li>
      ))}
    </ul>
  );
}

function Safety({ violations }: { violations: readonly string[] }) {
  if (violations.length === 0) {
    return (
      <p className="quiet">
        <Explained
          text={t(
            "Checked after every event, with a view of all stores: one leader per term; logs equal up to an equal entry; every leader has all committed entries; no two stores apply different entries at one index.",
          )}
        >
          {t("Election safety, log matching, leader completeness, state-machine safety: hold")}
        </Explained>
      </p>
    );
  }
  return (
    <ul className={css.alarms} aria-label={t("Broken safety checks")}>
      {violations.map((violation) => (
        <li key={violation}>{translate(violation)}</li>
      ))}
    </ul>
  );
}
