/** What a request is made of: the reads that are its parts, and the steps of its transaction. */

import type { World } from "@/engine/types";
import { msg, t } from "@/language/words";
import { OP_INFO } from "@/model/ops";
import type { SegmentKind } from "@/model/requests/attempt";
import { SEGMENTS, sharesOf } from "@/model/requests/segments";
import type { RequestStory, Step } from "@/model/requests/story";
import { nodeId } from "@/model/requests/words";
import { formatDuration } from "@/model/units";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import css from "./waterfall.module.css";

interface Props {
  story: RequestStory;
  world: World;
  now_us: number;
}

export function Parts({ story, world, now_us }: Props) {
  const { parts, steps, asked } = story;
  return (
    <>
      {parts.length > 0 && (
        <>
          <h3 className={css.heading}>{t("Its parts")}</h3>
          <ol className={css.parts} aria-label={t("Its parts")}>
            {parts.map((part) => (
              <li key={part.asked.id}>
                <Button small onClick={() => sim.select({ request: part.asked.id })}>
                  {`${t(OP_INFO[part.asked.op].word)} k${part.asked.key}`}
                </Button>
                <span>{partText(part, world, now_us)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {steps.length > 0 && (
        <>
          <h3 className={css.heading}>{t("Its transaction")}</h3>
          <ol className={css.steps} aria-label={t("Its transaction")}>
            {steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever appended
              <li key={place}>
                <span className="quiet">+{formatDuration(step.us - asked.at_us)}</span>{" "}
                {stepWords(step)}
                {isAfter(step, story) && t(", after its answer")}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}

function isAfter({ us }: Step, { completed_us }: RequestStory): boolean {
  return completed_us !== null && us > completed_us;
}

/** What is no waiting: it is on its way, or served. */
const NO_WAIT: readonly SegmentKind[] = ["travel", "service"];

/** "value 41 from s2 after 2.1 ms, of which 1.2 ms waiting for the read index". */
function partText(part: RequestStory, world: World, now_us: number): string {
  const waits = sharesOf(part.segments(now_us))
    .filter(({ kind, us }) => !NO_WAIT.includes(kind) && us > 0)
    .map(({ kind, us }) =>
      t("{time} {name}", { time: formatDuration(us), name: t(SEGMENTS[kind].name) }),
    );
  const what = endText(part, world);
  return waits.length === 0
    ? what
    : t("{what}, of which {waits}", { what, waits: waits.join(t(", ")) });
}

function endText(
  { asked, outcome, value, server, latency_us }: RequestStory,
  world: World,
): string {
  const values = {
    value,
    time: formatDuration(latency_us),
    node: server === null ? "" : nodeId(world, server),
  };
  if (outcome === "pending") return t("waits");
  if (outcome === "failed") return t("failed after {time}", values);
  if (outcome === "unknown") return t("no answer after {time}", values);
  if (asked.rows > 1) {
    return server === null
      ? t("rows after {time}", values)
      : t("rows from {node} after {time}", values);
  }
  return server === null
    ? t("value {value} after {time}", values)
    : t("value {value} from {node} after {time}", values);
}

const STEPS: readonly string[] = [
  msg("k{key} is locked and its new value written (prewrite)"),
  msg("k{key}, the primary row, is committed: from here on all rows are"),
  msg("k{key} is committed"),
  msg("k{key} is rolled back"),
  msg("a lock of another transaction stands on k{key}"),
  msg("the lock on k{key} is resolved"),
  msg("k{key} was written by another since: a conflict"),
  msg("the client may have its answer: it is committed"),
  msg("it is aborted"),
];

function stepWords({ what, key }: Step): string {
  return t(STEPS[what] ?? msg("it took a step"), { key });
}
