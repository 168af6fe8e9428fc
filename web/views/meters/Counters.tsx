/** What the run has done so far, its digest, and whether Raft's promises hold. */

import { useState } from "react";
import { t, translate } from "@/language/words";

import { formatCount } from "@/model/units";
import { usePaced } from "@/session/paced";
import { Button } from "@/ui/Button";
import { Section } from "@/ui/Section";
import { Explained } from "@/ui/TipArea";
import css from "./meters.module.css";

export function Counters() {
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
