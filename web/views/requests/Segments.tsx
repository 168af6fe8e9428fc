/** Where a request's time went: one bar cut into segments that add up to the latency. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
import type { Segment } from "@/model/requests/attempt";
import { SEGMENTS, sharesOf } from "@/model/requests/segments";
import { nodeId } from "@/model/requests/words";
import { formatDuration, formatShare } from "@/model/units";
import { Explained } from "@/ui/TipArea";
import css from "./waterfall.module.css";

interface Props {
  segments: readonly Segment[];
  world: World;
}

export function Segments({ segments, world }: Props) {
  const from_us = segments[0]?.from_us ?? 0;
  const whole_us = Math.max(1, (segments.at(-1)?.to_us ?? 0) - from_us);
  const shares = sharesOf(segments);
  return (
    <div className="grid-0 gap-snug">
      <div className={css.strip} aria-hidden>
        {segments.map((segment) => (
          <span
            key={segment.from_us}
            title={segmentText(segment, world)}
            style={{
              left: `${((segment.from_us - from_us) / whole_us) * 100}%`,
              width: `${((segment.to_us - segment.from_us) / whole_us) * 100}%`,
              background: `var(--${SEGMENTS[segment.kind].role})`,
            }}
          />
        ))}
      </div>
      <dl className={css.shares} aria-label={t("Where the time went")}>
        {shares.map(({ kind, us }) => (
          <div key={kind} className={css.share}>
            <dt>
              <i style={{ background: `var(--${SEGMENTS[kind].role})` }} aria-hidden />
              <Explained text={t(SEGMENTS[kind].note)}>{t(SEGMENTS[kind].name)}</Explained>
            </dt>
            <dd data-us={us}>{formatDuration(us)}</dd>
            <dd>{formatShare(us / whole_us)}</dd>
          </div>
        ))}
        <div className={css.share}>
          <dt>{t("in total")}</dt>
          <dd data-us={whole_us}>{formatDuration(whole_us)}</dd>
        </div>
      </dl>
      <ol className="sr-only" aria-label={t("Segments in order")}>
        {segments.map((segment) => (
          <li key={segment.from_us}>{segmentText(segment, world)}</li>
        ))}
      </ol>
    </div>
  );
}

/** "on the link, g1 to s2, 5 ms". */
function segmentText({ kind, node, sender, from_us, to_us }: Segment, world: World): string {
  const at = nodeId(world, node);
  const values = { name: t(SEGMENTS[kind].name), at, time: formatDuration(to_us - from_us) };
  return sender === undefined
    ? t("{name}, at {at}, {time}", values)
    : t("{name}, {from} to {at}, {time}", { ...values, from: nodeId(world, sender) });
}
