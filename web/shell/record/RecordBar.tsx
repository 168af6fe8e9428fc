/** While something is recorded: since when, how much, and the way to the scenario. */

import { t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { useRecording } from "@/session/recording/recorder";
import { endRecording, recordedOf } from "@/session/recording/recording";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import css from "../SharedRunBar.module.css";
import own from "./record.module.css";

export function RecordBar({ onStop }: { onStop: () => void }) {
  const recording = useRecording();
  const before = recording?.before ?? [];
  const count = useSim(({ session }) => recordedOf(session, before).length);
  if (recording === null) return null;
  return (
    <section className={css.bar} aria-label={t("Recording")}>
      <p role="status" className="row">
        <svg className={own.mark} viewBox="-8 -8 16 16" aria-hidden>
          <circle r="6.6" />
          <circle r="3.4" />
        </svg>
        <span>{recordedText(formatInstant(recording.fromUs), count)}</span>
      </p>
      <div className={css.verbs}>
        <Button small kind="primary" onClick={onStop}>
          {t("Stop and make a scenario")}
        </Button>
        <Button small kind="quiet" onClick={endRecording}>
          {t("Stop recording")}
        </Button>
      </div>
    </section>
  );
}

function recordedText(from: string, n: number): string {
  return t(
    "Recording what you do since {from}: {n, plural, =0 {nothing yet} one {# action} other {# actions}}.",
    { from, n },
  );
}
