/** Every machine as a cell that fills with what it has to do: what is full, and what has time left. */

import { t, translate } from "@/language/words";
import { formatPpm } from "@/model/units";
import { limitSentences, rateText } from "@/model/used";
import { useSim } from "@/session/simStore";
import { type FleetRow, fleetOf } from "./fleet";
import css from "./fleet.module.css";

const ROWS_MAX = 4;

export function Fleet() {
  const world = useSim((state) => state.world);
  const frame = useSim((state) => state.frame);
  if (world === null || frame === null) return null;
  const rows = fleetOf(world, frame).slice(0, ROWS_MAX);
  if (rows.length === 0) return <p className="none-yet">{t("Nothing is used yet.")}</p>;
  const [said = ""] = limitSentences(world, frame);
  return (
    <div className={css.fleet} data-testid="fleet">
      <div className={css.rows}>
        {rows.map((row) => (
          <Row key={row.kind} row={row} />
        ))}
      </div>
      <div className={css.figure}>
        <span className={css.large}>{frame.limit === null ? "" : rateText(frame.limit.qps)}</span>
        <span>{said}</span>
      </div>
    </div>
  );
}

function Row({ row }: { row: FleetRow }) {
  const { label, cells, full } = row;
  const most = Math.max(...cells.map(({ usedPpm }) => usedPpm));
  return (
    <div className={css.row} data-full={full > 0}>
      <span className={css.name}>
        <b>{translate(label)}</b>
        <span>
          {full > 0
            ? t("{full} of {all} full", { full, all: cells.length })
            : t("{used} used at most", { used: formatPpm(most) })}
        </span>
      </span>
      <span className={css.cells} aria-hidden>
        {cells.map(({ id, usedPpm, isFull }) => (
          <i key={id} data-full={isFull} title={`${id}: ${formatPpm(usedPpm)}`}>
            <s style={{ height: `${Math.min(100, usedPpm / 10_000)}%` }} />
          </i>
        ))}
      </span>
    </div>
  );
}
