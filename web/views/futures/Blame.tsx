/** What changes an outcome's share: each act left out, each switch set otherwise. */

import { t, translate } from "@/language/words";
import { percentText } from "@/model/percent";
import { formatMoment } from "@/model/units";
import type { Compared, Blame as Found } from "@/session/futures/futuresState";
import { Table } from "@/ui/Table";
import { Explained } from "@/ui/TipArea";
import css from "./futures.module.css";
import { useIntoView } from "./useIntoView";

export function Blame({ blame, outcome }: { blame: Found; outcome: string }) {
  const { rows, runs } = blame;
  const shown = useIntoView<HTMLElement>();
  return (
    <section ref={shown} className={css.noReturn} aria-label={t("What changes its share")}>
      <h3>{t("What changes how often it comes: {outcome}", { outcome: translate(outcome) })}</h3>
      {rows.length === 0 ? (
        <p>{t("No act came before it, and no other variant has other switches.")}</p>
      ) : (
        <Table rows="dense" className={css.outcomes} caption={t("Shares with one thing changed")}>
          <thead>
            <tr>
              <th scope="col">{t("Changed")}</th>
              <th scope="col">{t("As it is")}</th>
              <th scope="col">{t("Changed, it comes in")}</th>
              <th scope="col">
                <Explained
                  text={t(
                    "The share with the change less the share without it, with 95 %. Both are played under the same {runs} draws, from before the change on.",
                    { runs },
                  )}
                >
                  {t("Difference")}
                </Explained>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.text} ${row.atUs}`} row={row} runs={runs} />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function Row({ row, runs }: { row: Compared; runs: number }) {
  const { text, atUs, came, cameChanged, difference } = row;
  const [low, high] = difference;
  return (
    <tr data-certain={low > 0 || high < 0}>
      <th scope="row">{translate(text)}</th>
      <td>{t("{came} of {runs}", { came, runs })}</td>
      <td>
        {t("{came} of {runs}", { came: cameChanged, runs })}{" "}
        <span className="quiet">{t("from {at}", { at: formatMoment(atUs) })}</span>
      </td>
      <td>{t("{low} to {high}", { low: percentText(low), high: percentText(high) })}</td>
    </tr>
  );
}
