/**
 * The answer: sentences, and a row for each setting with the runs that it rests on. Must not know
 * how it was found.
 */

import type { AdviceAnswer, AdviceRow, AdviceSpread } from "@/engine/lens";
import { formatDuration, formatMoney } from "@/model/units";
import { Button } from "@/ui/Button";
import { Table } from "@/ui/Table";
import css from "./advice.module.css";

interface Props {
  answer: AdviceAnswer;
  onOpen: (setting: number, seed: number) => void;
}

export function Answer({ answer, onOpen }: Props) {
  const [first, ...more] = answer.text;
  return (
    <section aria-label="Answer" className={css.answer}>
      <h3>Answer</h3>
      <p className={css.first} role="status">
        {first}
      </p>
      <p>{more.join(" ")}</p>
      {answer.instead.length > 0 && (
        <ul>
          {answer.instead.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Rows answer={answer} onOpen={onOpen} />
      {answer.standing.map((text) => (
        <p key={text} className={css.quiet}>
          {text}
        </p>
      ))}
    </section>
  );
}

function Rows({ answer, onOpen }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <div className={css.wide} role="region" aria-label="Settings" tabIndex={0}>
      <Table rows="ruled" className={css.stacks} caption="Settings, and the runs that they rest on">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            {Object.values(HEADS).map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row, place) => (
            <Row key={row.title} row={row} open={(seed) => onOpen(place, seed)} />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** Of the columns in their order. */
const HEADS = {
  usd: "USD a month",
  reads: "P99 of reads",
  writes: "P99 of writes",
  age: "Reads are",
  lost: "A zone lost",
  runs: "Runs",
};

const VERDICTS = {
  recommended: "Recommended",
  fits: "Keeps every limit",
  excluded: "Excluded",
  broken: "Not to be used",
  unknown: "Not run to the end",
} as const;

function Row({ row, open }: { row: AdviceRow; open: (seed: number) => void }) {
  const why = row.reasons.join("; ");
  return (
    <tr data-verdict={row.verdict} className={css.setting}>
      <th scope="row">
        {row.title}
        <span className={css.verdict}>
          {VERDICTS[row.verdict]}
          {why !== "" && `: ${why}`}
        </span>
      </th>
      <td data-label={HEADS.usd}>
        {spread(row, row.usd, formatMoney)}
        <span className={css.least}>payload {formatMoney(row.usd_payload.median)}</span>
      </td>
      <td data-label={HEADS.reads}>
        {spread(row, row.reads_p99_us, duration)}
        {row.zones.length > 1 &&
          row.zones.map(({ zone, reads_p99_us }) => (
            <span key={zone} className={css.least}>
              {zone} {duration(reads_p99_us.max)}
            </span>
          ))}
      </td>
      <td data-label={HEADS.writes}>{spread(row, row.writes_p99_us, duration)}</td>
      <td data-label={HEADS.age}>{age(row)}</td>
      <td data-label={HEADS.lost}>{row.survives ? "goes on" : "stops"}</td>
      <td data-label={HEADS.runs} className={css.runs}>
        {row.runs.map(({ seed, digest }) => (
          <Button
            key={seed}
            small
            title={`digest ${digest}`}
            aria-label={`Open ${row.title} with seed ${seed}`}
            onClick={() => open(seed)}
          >
            Seed {seed}
          </Button>
        ))}
      </td>
    </tr>
  );
}

/** The least and the greatest over the seeds, where they differ as they are written. */
function spread({ runs }: AdviceRow, { min, max }: AdviceSpread, words: (x: number) => string) {
  if (runs.length === 0) return "–";
  const [least, most] = [words(min), words(max)];
  return least === most ? least : `${least} to ${most}`;
}

function duration(us: number): string {
  return formatDuration(Math.round(us));
}

function age({ staleness_us }: AdviceRow): string {
  if (staleness_us === null) return "of any age";
  return staleness_us === 0 ? "the newest" : `up to ${duration(staleness_us)} old`;
}
