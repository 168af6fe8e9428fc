/**
 * The big figure's ratio to the run beside. Fetched when there is one. Must not know what differs.
 */

import { crossZoneByKind, total, withFraming } from "@/lib/traffic";
import { formatBytes, threeDigits } from "@/lib/units";
import { usePaced } from "@/store/paced";
import { type BesideState, SimStoreContext } from "@/store/simStore";
import css from "./meters.module.css";

interface RatioProps {
  beside: BesideState;
  /** The first run's bytes between zones. */
  bytes: number;
}

export function BesideRatio({ beside, bytes }: RatioProps) {
  return (
    <SimStoreContext value={beside.store}>
      <Ratio bytes={bytes} />
    </SimStoreContext>
  );
}

function Ratio({ bytes }: { bytes: number }) {
  const { world, frame, framing } = usePaced((s) => ({
    world: s.world,
    frame: s.frame,
    framing: s.framing,
  }));
  if (world === null || frame === null) return null;
  const counted = framing ? withFraming(frame.bytes, frame.framing) : frame.bytes;
  const cube = { zones: world.zones.length, kinds: world.kinds.length, bytes: counted };
  const other = total(crossZoneByKind(cube));
  return (
    <p className={css.price} data-testid="beside-ratio">
      {other === 0 ? "The run beside sends none" : `${ratioOf(bytes / other)}× the run beside`} (
      {formatBytes(other)})
    </p>
  );
}

/** Small ratios keep two digits. */
function ratioOf(ratio: number): string {
  return ratio > 0 && ratio < 0.1 ? ratio.toPrecision(2) : threeDigits(ratio);
}
