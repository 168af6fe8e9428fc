/** What people reported of real systems, each with the run that shows it. */

import { useEffect, useState } from "react";
import * as v from "valibot";
import { textsOf } from "@/language/speaking";
import { msg, t, translate } from "@/language/words";
import { type Fetched, fetchText } from "@/model/fetched";
import { readJson } from "@/model/readJson";
import css from "./field.module.css";

export function Field() {
  const cases = useCases();
  return (
    <>
      <p className={css.lead}>
        {t(
          "What people reported of real systems in public threads, and what this model shows of it. Each link opens the run where it goes wrong, or where it does not.",
        )}
      </p>
      {cases?.ok === false && <p role="alert">{cases.message}</p>}
      {cases?.ok === true && (
        <ol className={css.cases}>
          {cases.value.map((one) => (
            <li key={one.number} className={css.case}>
              <Row {...one} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Row({ title, reports, standing, scenario, breaks, holds, why }: Case) {
  const said = translate(title);
  const first = breaks ?? holds;
  return (
    <>
      <p className="strong">
        {scenario !== undefined && first !== undefined ? (
          <a href={hrefOf(scenario, first)}>{said}</a>
        ) : (
          said
        )}
      </p>
      <p className={css.of}>
        <span className={css.standing} data-standing={standing}>
          {t(STANDINGS[standing])}
        </span>
        <span>{reports.join(", ")}</span>
      </p>
      <p>{translate(first?.text ?? why)}</p>
      {scenario !== undefined && breaks !== undefined && holds !== undefined && (
        <p>
          <a href={hrefOf(scenario, holds)} aria-label={t("What helps: {title}", { title: said })}>
            {t("What helps")}
          </a>
        </p>
      )}
    </>
  );
}

function useCases(): Fetched<Case[]> | null {
  const [cases, setCases] = useState<Fetched<Case[]> | null>(null);
  useEffect(() => {
    let isWanted = true;
    void fetchCases().then((found) => {
      if (isWanted) setCases(found);
    });
    return () => {
      isWanted = false;
    };
  }, []);
  return cases;
}

const FILE = "./field/index.json";

/** What came of a report, as people call it. */
const STANDINGS = {
  reproduced: msg("Reproduced"),
  explained: msg("Explained"),
  refuted: msg("Refuted here"),
  "not-modelled": msg("Not modelled"),
} as const;

const standing = v.picklist(["reproduced", "explained", "refuted", "not-modelled"]);
const side = v.object({ variant: v.string(), text: v.string() });
const list = v.array(
  v.object({
    number: v.number(),
    reports: v.array(v.string()),
    title: v.string(),
    standing,
    why: v.string(),
    scenario: v.optional(v.string()),
    breaks: v.optional(side),
    holds: v.optional(side),
  }),
);

type Case = v.InferOutput<typeof list>[number];
type Side = v.InferOutput<typeof side>;

async function fetchCases(): Promise<Fetched<Case[]>> {
  const [text] = await Promise.all([fetchText(FILE), textsOf("field")]);
  return text.ok ? readJson(list, FILE, text.value) : text;
}

/** Where a side of a case opens: at the instant that its scenario names. */
function hrefOf(scenario: string, { variant }: Side): string {
  const query = new URLSearchParams({ scenario, variant });
  return `../?${query}`;
}
