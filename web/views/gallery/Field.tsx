/** What people reported of real systems, each with the run that shows it. */

import { useEffect, useState } from "react";
import { t, translate } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { type Case, fetchCases, hrefOf, STANDINGS } from "./cases";
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
