/** The answer: sentences, and a row for each setting with the runs that it rests on. */

import type { AdviceAnswer, AdviceRow, AdviceSpread } from "@/engine/lens";
import { msg, t } from "@/language/words";
import { clauses, sentences } from "@/language/written";
import { formatDuration, formatMoney } from "@/model/units";
import asking from "@/ui/asking.module.css";
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
    <section aria-label={t("Answer")} className={asking.answer}>
      <h3>{t("Answer")}</h3>
      <p className="strong type-2" role="status">
        {first}
      </p>
      <p>{sentences(more)}</p>
      {answer.instead.length > 0 && (
        <ul>
          {answer.instead.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Rows answer={answer} onOpen={onOpen} />
      {answer.standing.map((text) => (
        <p key={text} className="quiet">
          {text}
        </p>
      ))}
    </section>
  );
}

function Rows({ answer, onOpen }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to scroll it
    <div className="narrows scroll-x" role="region" aria-label={t("Settings")} tabIndex={0}>
      <Table
        rows="ruled"
        className={css.stacks}
        caption={t("Settings, and the runs that they rest on")}
        heads={[t("Setting"), ...Object.values(HEADS).map((head) => t(head))]}
      >
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
  usd: msg("USD a month"),
  reads: msg("P99 of reads"),
  writes: msg("P99 of writes"),
  age: msg("Reads are"),
  lost: msg("A zone lost"),
  runs: msg("Runs"),
};

const VERDICTS = {
  recommended: msg("Recommended"),
  fits: msg("Keeps every limit"),
  excluded: msg("Excluded"),
  broken: msg("Not to be used"),
  unknown: msg("Not run to the end"),
} as const;

function Row({ row, open }: { row: AdviceRow; open: (seed: number) => void }) {
  const { title } = row;
  const verdict = t(VERDICTS[row.verdict]);
  const why = clauses(row.reasons);
  return (
    <tr data-verdict={row.verdict} className={css.setting}>
      <th scope="row">
        {title}
        <span className={css.verdict}>
          {why === "" ? verdict : t("{verdict}: {why}", { verdict, why })}
        </span>
      </th>
      <td data-label={t(HEADS.usd)}>
        {spread(row, row.usd, formatMoney)}
        <span className={css.least}>
          {t("payload {usd}", { usd: formatMoney(row.usd_payload.median) })}
        </span>
        <span className={css.least}>
          {t("heartbeats {usd}", { usd: formatMoney(row.heartbeats_usd.median) })}
        </span>
      </td>
      <td data-label={t(HEADS.reads)}>
        {spread(row, row.reads_p99_us, duration)}
        {row.zones.length > 1 &&
          row.zones.map(({ zone, reads_p50_us, reads_p99_us }) => (
            <OfZone key={zone} zone={zone} half={reads_p50_us} most={reads_p99_us} />
          ))}
      </td>
      <td data-label={t(HEADS.writes)}>
        {spread(row, row.writes_p99_us, duration)}
        {row.zones.length > 1 &&
          row.zones.map(({ zone, writes_p50_us, writes_p99_us }) => (
            <OfZone key={zone} zone={zone} half={writes_p50_us} most={writes_p99_us} />
          ))}
      </td>
      <td data-label={t(HEADS.age)}>{age(row)}</td>
      <td data-label={t(HEADS.lost)}>
        {row.survives ? t("goes on") : t("stops")}
        {row.writes_after_loss_us !== null && (
          <span className={css.least}>
            {t("writes from {time}", { time: duration(row.writes_after_loss_us) })}
          </span>
        )}
      </td>
      <td data-label={t(HEADS.runs)} className={css.runs}>
        {row.runs.map(({ seed, digest }) => (
          <Button
            key={seed}
            small
            title={t("digest {digest}", { digest })}
            aria-label={t("Open {title} with seed {seed}", { title, seed })}
            onClick={() => open(seed)}
          >
            {t("Seed {seed}", { seed })}
          </Button>
        ))}
      </td>
    </tr>
  );
}

/** What the clients of a zone saw in their worst run. */
function OfZone({ zone, half, most }: { zone: string; half: AdviceSpread; most: AdviceSpread }) {
  const values = { zone, p50: duration(half.max), p99: duration(most.max) };
  return <span className={css.least}>{t("{zone} {p99}, p50 {p50}", values)}</span>;
}

/** The least and the greatest over the seeds, where they differ as they are written. */
function spread({ runs }: AdviceRow, { min, max }: AdviceSpread, words: (x: number) => string) {
  if (runs.length === 0) return "–";
  const [least, most] = [words(min), words(max)];
  return least === most ? least : t("{from} to {to}", { from: least, to: most });
}

function duration(us: number): string {
  return formatDuration(Math.round(us));
}

function age({ staleness_us }: AdviceRow): string {
  if (staleness_us === null) return t("of any age");
  return staleness_us === 0
    ? t("the newest")
    : t("up to {age} old", { age: duration(staleness_us) });
}
