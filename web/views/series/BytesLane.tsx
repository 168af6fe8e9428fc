/** Bytes a second over time, stacked by kind, with the other run as a hatched ghost. */

import type { ByteKind, Frame, World } from "@/engine/types";
import { t, translate } from "@/language/words";
import type { Interval } from "@/model/interval";
import { kindColor, kindMark } from "@/model/kinds";
import { ratioText } from "@/model/ratio";
import { total, withFraming } from "@/model/traffic";
import { bytesFigure, formatBytes, formatBytesPerSecond } from "@/model/units";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { besideText, pairText } from "./beside";
import type { LaneProps, LaneWords } from "./lane";
import { StackPicture } from "./StackPicture";
import { summed, sumWithin } from "./steps";

type Place = "between" | "inside";

export function BetweenPicture(props: LaneProps) {
  return <BytesPicture {...props} place="between" />;
}

export function InsidePicture(props: LaneProps) {
  return <BytesPicture {...props} place="inside" />;
}

export function BetweenFigure(props: LaneProps) {
  return <BytesFigure {...props} place="between" />;
}

export function InsideFigure(props: LaneProps) {
  return <BytesFigure {...props} place="inside" />;
}

interface BytesProps extends LaneProps {
  place: Place;
}

function BytesPicture({ place, ...lane }: BytesProps) {
  const pointed = usePage((state) => state.pointedKind);
  const { kinds } = lane.world;
  return (
    <StackPicture
      {...lane}
      counted={place}
      format={formatBytesPerSecond}
      layer={(kind, d) => {
        const id = kinds[kind]?.id ?? "";
        return (
          <path
            key={id}
            data-kind={id}
            opacity={pointed === null || pointed === kind ? undefined : 0.25}
            onPointerEnter={() => sim.pointAtKind(kind)}
            onPointerLeave={() => sim.pointAtKind(null)}
            d={d}
            fill={kindColor(id)}
            fillOpacity={place === "inside" ? 0.3 : isHollow(id) ? 0.45 : 0.9}
          />
        );
      }}
    />
  );
}

/** Hollow marks are pale here too: an acknowledgement shares the append's colour. */
function isHollow(id: ByteKind | ""): boolean {
  const { shape } = kindMark(id);
  return shape === "ring" || shape === "open-square";
}

function BytesFigure(props: BytesProps) {
  const { interval } = props;
  return interval === null ? <SoFar {...props} /> : <Within {...props} interval={interval} />;
}

/** Of the stretch that is looked at: what is counted by buckets of time is what crossed the wire. */
function Within({ world, own, other, place, interval }: BytesProps & { interval: Interval }) {
  const { series_bucket_us } = world;
  const bytes = sumWithin(own.series.buckets, place, series_bucket_us, interval);
  const isThere = other !== null && other.frame.now_us >= interval.to_us;
  const theirs = isThere && sumWithin(other.series.buckets, place, series_bucket_us, interval);
  const figure = bytesFigure(bytes);
  return (
    <>
      <strong>
        {figure.value} <small>{figure.unit}</small>
      </strong>
      <span>
        {theirs === false
          ? t("in this stretch, on the wire")
          : besideText(formatBytes(bytes), formatBytes(theirs))}
      </span>
    </>
  );
}

function SoFar({ world, own, other, place }: BytesProps) {
  const framing = usePage((state) => state.framing);
  const bytes = bytesOf(world, own.frame, place, framing);
  const figure = bytesFigure(bytes);
  const soFar = framing ? t("so far, on the wire") : t("so far, payload");
  if (other === null || other.frame.now_us !== own.frame.now_us)
    return (
      <>
        <strong>
          {figure.value} <small>{figure.unit}</small>
        </strong>
        <span>{soFar}</span>
      </>
    );
  const theirs = bytesOf(world, other.frame, place, framing);
  const written = [formatBytes(bytes), formatBytes(theirs)] as const;
  const ratio = theirs === 0 ? null : bytes / theirs;
  return (
    <>
      {/* Half a percent beside two figures that read the same would contradict them. */}
      <strong>{written[0] === written[1] ? t("the same") : ratioText(ratio)}</strong>
      <span>{pairText(...written)}</span>
      <span>{soFar}</span>
    </>
  );
}

/** Of the run so far, between zones or inside them. */
function bytesOf(world: World, frame: Frame, place: Place, framing: boolean): number {
  const cube = framing ? withFraming(frame.bytes, frame.framing) : frame.bytes;
  const zones = world.zones.length;
  const kinds = world.kinds.length;
  let sum = 0;
  for (let pair = 0; pair < zones * zones; pair += 1) {
    const isInside = Math.floor(pair / zones) === pair % zones;
    if (isInside === (place === "inside"))
      sum += total(cube.subarray(pair * kinds, (pair + 1) * kinds));
  }
  return sum;
}

export function betweenWords(props: LaneWords): string {
  return wordsOf(props, "between");
}

export function insideWords(props: LaneWords): string {
  return wordsOf(props, "inside");
}

function wordsOf({ world, own }: LaneWords, place: Place): string {
  const bucketUs = world.series_bucket_us;
  const { kinds, peak } = summed(own.series.buckets, place, bucketUs, own.frame.now_us);
  if (peak.rate === 0) return t("none yet.");
  const labels = kinds.map((kind) => translate(world.kinds[kind]?.label ?? ""));
  const at = (peak.fromUs / 1e6).toFixed(1);
  return t("{kinds}. Peak {rate} at {at} s.", {
    kinds: labels.join(t(", ")),
    rate: formatBytesPerSecond(peak.rate),
    at,
  });
}
