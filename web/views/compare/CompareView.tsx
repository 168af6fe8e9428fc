/** Two runs at the same instant, figure by figure, and why the greatest difference is there. */

import { Fragment, useEffect, useRef, useState } from "react";
import type { Comparison } from "@/engine/types";
import { Rich } from "@/language/Rich";
import { msg, spoken, t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { besideTitles } from "@/session/beside/besideTitles";
import { download } from "@/session/download";
import { usePaced } from "@/session/paced";
import type { BesideState } from "@/session/pageState";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { SimStoreContext } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Empty } from "@/ui/Empty";
import pane from "@/ui/Pane.module.css";
import { Segmented } from "@/ui/Segmented";
import { Table } from "@/ui/Table";
import css from "./compare.module.css";
import { csvOf, proofOf, type RowText, rowsOf, type Sorting } from "./table";

const ORDERS: readonly { value: Sorting; label: string }[] = [
  { value: "telling", label: msg("Largest first") },
  { value: "group", label: msg("By subject") },
];

export function CompareView() {
  const beside = usePage((state) => state.beside);
  const isOn = beside !== null;
  useEffect(() => {
    if (!isOn) return;
    sim.watchComparison(true);
    return () => sim.watchComparison(false);
  }, [isOn]);
  if (beside === null) return <Empty>{t("No second run to compare with.")}</Empty>;
  return <Titled beside={beside} />;
}

function Titled({ beside }: { beside: BesideState }) {
  const first = usePaced((state) => state);
  return (
    <SimStoreContext value={beside.store}>
      <SecondTitled beside={beside} first={first} />
    </SimStoreContext>
  );
}

interface SecondProps {
  beside: BesideState;
  first: Parameters<typeof besideTitles>[0];
}

function SecondTitled({ beside, first }: SecondProps) {
  const second = usePaced((state) => state);
  const { comparison } = beside;
  if (comparison === null) return <Empty>{t("Comparing…")}</Empty>;
  return (
    <ComparisonTable comparison={comparison} titles={besideTitles(first, second, beside.names)} />
  );
}

interface TableProps {
  comparison: Comparison;
  titles: [string, string];
}

function ComparisonTable({ comparison, titles }: TableProps) {
  const [order, setOrder] = useState<Sorting>("telling");
  const scroll = useRef<HTMLElement>(null);
  const rows = rowsOf(comparison, order);
  const proof = proofOf(comparison);
  const reorder = (next: Sorting): void => {
    setOrder(next);
    // What comes first now is what somebody asked for.
    scroll.current?.scrollTo({ top: 0 });
  };
  return (
    <div className={pane.pane}>
      <div className={css.head}>
        {proof !== undefined && <Proof row={proof} titles={titles} />}
        <p className={css.reason} data-testid="reason">
          <Rich
            text={t("<0>Largest difference</0> {reason}", { reason: comparison.reason })}
            parts={[(word) => <b>{word}</b>]}
          />
        </p>
        <div className="row wrap">
          <Segmented
            label={t("Order")}
            options={spoken(ORDERS)}
            value={order}
            onChange={reorder}
            small
          />
          <Button
            small
            onClick={() =>
              download(
                "comparison.csv",
                new Blob([csvOf(comparison, titles)], { type: "text/csv" }),
              )
            }
          >
            CSV
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it */}
      <section ref={scroll} className="scroll rest" aria-label={t("Differences")} tabIndex={0}>
        <Table
          rows="dense"
          edges
          className={css.table}
          data-order={order}
          caption={t("{first} and {second} at {at}", {
            first: titles[0],
            second: titles[1],
            at: formatInstant(comparison.simulated_us),
          })}
          heads={[t("Figure"), titles[0], titles[1], t("Difference"), t("The second has")]}
        >
          <tbody>
            {rows.map((row, i) => (
              <Fragment key={row.key}>
                {order === "group" && row.title !== rows[i - 1]?.title && (
                  <tr>
                    <th scope="rowgroup" colSpan={5} className={css.title}>
                      {row.title}
                    </th>
                  </tr>
                )}
                <Row row={row} isGrouped={order === "group"} />
              </Fragment>
            ))}
          </tbody>
        </Table>
      </section>
    </div>
  );
}

/** What the scenario is about, before everything else. */
function Proof({ row, titles }: { row: RowText; titles: [string, string] }) {
  return (
    <p className={css.reason} data-testid="proof">
      <Rich text={proofText(row, titles)} parts={[(figure) => <b>{figure}</b>]} />
    </p>
  );
}

function proofText(row: RowText, [first, second]: [string, string]): string {
  const { title, name, a, b, ratio } = row;
  const values = { title, name, a, b, first, second, ratio };
  return row.hasRatio
    ? t("<0>{title}: {name}</0> {first} {a} · {second} {b}, {ratio}.", values)
    : t("<0>{title}: {name}</0> {first} {a} · {second} {b}.", values);
}

function Row({ row, isGrouped }: { row: RowText; isGrouped: boolean }) {
  return (
    <tr
      className={cx("ruled", row.isLargest && css.largest, row.isSame && css.same)}
      data-figure={row.key}
    >
      <th scope="row">
        {!isGrouped && <span className="quiet">{row.title} · </span>}
        {row.name}
        {row.isLargest && <span className={css.mark}> {t("greatest")}</span>}
      </th>
      <td>{row.a}</td>
      <td>{row.b}</td>
      <td>{row.difference}</td>
      <td>{row.ratio}</td>
    </tr>
  );
}
