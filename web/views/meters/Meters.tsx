/**
 * The meters: what the run has cost and how fast it answered, in the order of importance.
 * Must not know how the run is driven.
 */

import { usePaced } from "@/store/paced";
import { Below } from "@/ui/Below";
import { TipArea } from "@/ui/TipArea";
import css from "./meters.module.css";
import { Traffic } from "./Traffic";

async function loadMoreMeters() {
  return (await import("./MoreMeters")).MoreMeters;
}

export function Meters() {
  const running = usePaced((s) => s.world !== null && s.frame !== null);
  if (!running) return <p className={css.empty}>Figures appear here when a scenario runs.</p>;
  return (
    <TipArea className={css.meters}>
      <Traffic />
      <Below name="The rest of the metrics" load={loadMoreMeters} />
    </TipArea>
  );
}
