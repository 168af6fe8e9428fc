/** The metrics: what the run has cost and how fast it answered, in the order of importance. */

import { t } from "@/language/words";
import { usePaced } from "@/session/paced";
import { Empty } from "@/ui/Empty";
import { TipArea } from "@/ui/TipArea";
import { Counters } from "./Counters";
import { ExpectFigure } from "./ExpectFigure";
import { Latency } from "./Latency";
import css from "./meters.module.css";
import { Traffic } from "./Traffic";
import { ZoneMatrix } from "./ZoneMatrix";

export function Meters() {
  const running = usePaced((s) => s.world !== null && s.frame !== null);
  if (!running) return <Empty>{t("Figures appear here when a scenario runs.")}</Empty>;
  return (
    <TipArea>
      <section className={css.meters} aria-label={t("Metrics")}>
        <Traffic />
        <ZoneMatrix />
        <Latency />
        <Counters />
        <ExpectFigure />
      </section>
    </TipArea>
  );
}
