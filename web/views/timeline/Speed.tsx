/** How fast simulated time passes: from a hundredth of wall time to a hundred times. */

import { Suspense } from "react";
import { t } from "@/language/words";

import { formatSpeed } from "@/model/units";
import { useSim } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { lazily } from "@/ui/lazily";
import { Popover } from "@/ui/Popover";
import css from "./timeline.module.css";

const SpeedPanel = lazily(async () => ({ default: (await import("./SpeedPanel")).SpeedPanel }));

export function Speed() {
  const speed = useSim((state) => state.speed);
  const reached = useSim((state) => state.reachedSpeed);
  const text = formatSpeed(speed);
  return (
    <Popover
      label={t("Speed")}
      side="top"
      trigger={
        <Button
          className={css.speed}
          aria-label={t("Speed {speed}", { speed: text })}
          aria-description={reached === null ? undefined : nowText(reached)}
        >
          {reached === null ? (
            text
          ) : (
            <span className={css.reached}>
              <span>{t("set to {speed}", { speed: text })}</span>
              <span>{nowText(reached)}</span>
            </span>
          )}
        </Button>
      }
    >
      <Suspense fallback={null}>
        <SpeedPanel />
      </Suspense>
    </Popover>
  );
}

function nowText(reached: number): string {
  return t("{speed} now", { speed: formatSpeed(reached) });
}
