/** What may come of a run: each with its share of futures and the interval of its probability. */

import type { FutureShare } from "@/engine/lens";
import { t, translate } from "@/language/words";
import { percentText } from "@/model/percent";
import { cameIn, findBlame, findNoReturn } from "@/session/futures/futures";
import type { FuturesState } from "@/session/futures/futuresState";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Table } from "@/ui/Table";
import css from "./futures.module.css";

interface Props {
  state: FuturesState;
  /** Place of the one that is chosen. */
  chosen: number;
  onChoose: (id: string) => void;
}

export function Outcomes({ state, chosen, onChoose }: Props) {
  const { outcomes, own, played, shares, under } = state;
  const isFree = under === null && shares.length > 0;
  const canSearch = isFree && own?.answer.came[chosen] === true;
  // What a scenario expects is said of the run as it is.
  const canBlame = isFree && outcomes[chosen]?.id.startsWith("expect-") === false;
  return (
    <>
      <Table
        rows="dense"
        className={css.outcomes}
        caption={t("How often each outcome comes")}
        heads={[
          t("Outcome"),
          t("Futures"),
          {
            name: t("95 % interval"),
            text: t(
              "So many futures are a sample. With 95 % the probability lies between these bounds (Jeffreys’ interval): under this model, with this past.",
            ),
          },
          t("This run"),
        ]}
      >
        <tbody>
          {outcomes.map(({ id, text }, place) => (
            <tr key={id} className={cx(place === chosen && "lit")} data-outcome={id}>
              <th scope="row">
                <button
                  type="button"
                  className={css.outcome}
                  aria-pressed={place === chosen}
                  onClick={() => onChoose(id)}
                >
                  {translate(text)}
                </button>
              </th>
              <td>{t("{came} of {runs}", { came: cameIn(played, place), runs: played.length })}</td>
              <td>
                <Interval share={shares[place]} />
              </td>
              <td>{own?.answer.came[place] === true ? t("yes") : t("no")}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <p className={css.more}>
        {canSearch && (
          <Button small onClick={() => void findNoReturn(chosen)}>
            {t("When could it no longer be avoided?")}
          </Button>
        )}
        {canBlame && (
          <Button small onClick={() => void findBlame(chosen)}>
            {t("What changes how often it comes?")}
          </Button>
        )}
      </p>
    </>
  );
}

/** From nought to all: what is known of a probability. */
export function Interval({ share }: { share: FutureShare | undefined }) {
  if (share === undefined) return null;
  const { came, runs, low, high } = share;
  const value = runs === 0 ? 0 : came / runs;
  return (
    <span className={css.interval}>
      <svg className={css.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.track} width="100" height="10" />
        <rect className={css.share} width={value * 100} height="10" />
        <rect className={css.bounds} x={low * 100} width={(high - low) * 100} y="4" height="2" />
      </svg>
      <span>{t("{low} to {high}", { low: percentText(low), high: percentText(high) })}</span>
    </span>
  );
}
