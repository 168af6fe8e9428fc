/** A line that says that not every read is recorded, and the way to record them all. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { logOf, sourceName } from "@/session/session";
import { sim } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import css from "./requests.module.css";
import { recordedWhole, sampledText } from "./sampled";

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
