/** What the scenario shows, in its own two sentences, and its variants. */

import { Suspense, useEffect, useId, useState } from "react";
import { t, translate } from "@/language/words";

import { columnsOf, firstSentence } from "@/model/text";
import { formatMoment } from "@/model/units";
import { usePage } from "@/session/pageStore";
import { fetchScenarioList, lessonsOf } from "@/session/scenarioList";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { SelectField } from "@/ui/Fields";
import { lazily } from "@/ui/lazily";
import { Section } from "@/ui/Section";
import { Segmented } from "@/ui/Segmented";
import { Termed } from "@/ui/Termed";
import { LessonUses } from "./LessonUses";
import css from "./story.module.css";

/** Fetched when somebody changes the variant. */
const Earlier = lazily(async () => ({ default: (await import("./Earlier")).Earlier }));

/** More of them are a list to open, so that what follows stays on the screen. */
const SHOWN_MAX = 4;
/** Longer titles than this get a row each. */
const SHORT_LENGTH_MAX = 17;

export function About() {
  const title = useSim((state) => state.world?.title ?? "");
  const text = useSim((state) => state.world?.text ?? "");
  return (
    <section className={css.about} aria-label={t("Scenario")}>
      <h2>{translate(title)}</h2>
      <Text text={translate(text)} />
      <Lessons />
      <Variants />
      <ToConclusion />
    </section>
  );
}

/** Its first sentence; the rest for who wants it. */
function Text({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const first = firstSentence(text);
  const isLong = first.length < text.length;
  return (
    <>
      <div className={css.lead}>
        <Termed text={isWhole ? text : first} />
      </div>
      {isLong && (
        <Button small kind="quiet" className={css.whole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("Read less") : t("Read all of it")}
        </Button>
      )}
    </>
  );
}

/** To where it has been seen what the scenario shows: what was told stands there. */
function ToConclusion() {
  const atUs = useSim((state) => state.world?.conclusion?.at_us);
  if (atUs === undefined) return null;
  return (
    <Button small onClick={() => void sim.seek(atUs)}>
      {t("Jump to the result ({instant})", { instant: formatMoment(atUs) })}
    </Button>
  );
}

/** The way from a scenario to the lessons that play it; inside a lesson there is none. */
function Lessons() {
  const isFree = usePage(({ lesson }) => lesson === null);
  const id = useSim(({ session }) =>
    isFree && session?.source.kind === "builtin" ? session.source.id : null,
  );
  const [isFetched, setFetched] = useState(false);
  // The list was read before the scenario was; only a kept session comes without it.
  const uses = id === null ? [] : lessonsOf(id);
  const isMissing = uses === undefined && !isFetched;
  useEffect(() => {
    if (isMissing) void fetchScenarioList().then(() => setFetched(true));
  }, [isMissing]);
  return <LessonUses lessons={uses ?? []} />;
}

function Variants() {
  const variants = useSim((state) => state.world?.variants ?? []);
  const variant = useSim((state) => state.world?.variant ?? "");
  const hasEarlier = useSim((state) => state.earlier !== null);
  const textId = useId();
  if (variants.length === 0) return null;
  const options = variants.map(({ id, title }) => ({ value: id, label: translate(title) }));
  const isShort = options.every(({ label }) => columnsOf(label) <= SHORT_LENGTH_MAX);
  const choose = (next: string) => void sim.restart({ variant: next });
  const text = variants.find(({ id }) => id === variant)?.text ?? "";
  return (
    <Section title={t("Variant")}>
      {variants.length > SHOWN_MAX ? (
        <SelectField
          label={t("Variant")}
          bare
          options={options}
          value={variant}
          onChange={choose}
        />
      ) : (
        <Segmented
          label={t("Variant")}
          options={options}
          value={variant}
          columns={isShort ? Math.min(2, variants.length) : 1}
          describedBy={textId}
          onChange={choose}
        />
      )}
      <p id={textId} className="hint">
        {translate(text)}
      </p>
      {hasEarlier && (
        <Suspense>
          <Earlier />
        </Suspense>
      )}
    </Section>
  );
}
