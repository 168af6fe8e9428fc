/**
 * What a request is made of: the reads that are parts of it, what each of them waited for and what
 * it read; then the steps of its transaction, those after its answer too. Must not know hops.
 */

import type { World } from "@/engine/types";
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
          <h3 className={css.heading}>Its parts</h3>
          <ol className={css.parts} aria-label="Its parts">
            {parts.map((part) => (
              <li key={part.asked.id}>
                <Button small onClick={() => sim.select({ request: part.asked.id })}>
                  {`${part.asked.op} k${part.asked.key}`}
                </Button>
                <span>{partText(part, world, now_us)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {steps.length > 0 && (
        <>
          <h3 className={css.heading}>Its transaction</h3>
          <ol className={css.steps} aria-label="Its transaction">
            {steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever appended
              <li key={place}>
                <span className={css.quiet}>+{formatDuration(step.us - asked.at_us)}</span>{" "}
                {stepWords(step)}
                {isAfter(step, story) && ", after its answer"}
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
  const { outcome, value, server, latency_us } = part;
  const from = server === null ? "" : ` from ${nodeId(world, server)}`;
  const what = {
    pending: "waits",
    ok: `${part.asked.rows > 1 ? "rows" : `value ${value}`}${from} after ${formatDuration(latency_us)}`,
    failed: `failed after ${formatDuration(latency_us)}`,
    unknown: `no answer after ${formatDuration(latency_us)}`,
  }[outcome];
  const waits = sharesOf(part.segments(now_us))
    .filter(({ kind, us }) => !NO_WAIT.includes(kind) && us > 0)
    .map(({ kind, us }) => `${formatDuration(us)} ${SEGMENTS[kind].name}`);
  return waits.length === 0 ? what : `${what}, of which ${waits.join(", ")}`;
}

const WORDS: readonly ((key: number) => string)[] = [
  (key) => `k${key} is locked and its new value written (prewrite)`,
  (key) => `k${key}, the primary row, is committed: from here on all rows are`,
  (key) => `k${key} is committed`,
  (key) => `k${key} is rolled back`,
  (key) => `a lock of another transaction stands on k${key}`,
  (key) => `the lock on k${key} is resolved`,
  (key) => `k${key} was written by another since: a conflict`,
  () => "the client may have its answer: it is committed",
  () => "it is aborted",
];

function stepWords({ what, key }: Step): string {
  return WORDS[what]?.(key) ?? "it took a step";
}
