/** A line that says that not every read is recorded, and the way to record them all. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { logOf, sourceName } from "@/session/session";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import css from "./requests.module.css";

export function Sampled({ world }: { world: World }) {
  const text = sampledText(world);
  if (text === null) return null;
  return (
    <p className={css.sampled}>
      {text}{" "}
      <Button small onClick={recordAll}>
        {t("Record all reads")}
      </Button>
    </p>
  );
}

function recordAll(): void {
  const { session, frame } = simStore.getState();
  if (session === null || frame === null) return;
  const { source, text, variant, seed } = session;
  void sim.open(
    { kind: "file", name: sourceName(source), text: recordedWhole(text) },
    { variant, seed, actions: logOf(session), untilUs: frame.now_us, play: false },
  );
}

/** Nothing where all are. */
export function sampledText({ record_one_in }: World): string | null {
  if (record_one_in <= 1) return null;
  return t("1 of {of} reads is recorded and judged; the others are counted in every figure.", {
    of: record_one_in,
  });
}

/** The scenario with all its reads recorded: what happens is the same. */
export function recordedWhole(text: string): string {
  return JSON.stringify({ ...JSON.parse(text), record: "all" }, null, 2);
}
