/**
 * How fast simulated time passes: from a hundredth of wall time to a hundred times.
 */

import { lazy, Suspense } from "react";

import { formatSpeed } from "@/lib/units";
import { useSim } from "@/store/simStore";
import { Button } from "@/ui/Button";
import { Popover } from "@/ui/Popover";
import css from "./timeline.module.css";

const SpeedPanel = lazy(async () => ({ default: (await import("./SpeedPanel")).SpeedPanel }));

export function Speed() {
  const speed = useSim((state) => state.speed);
  const text = formatSpeed(speed);
  return (
    <Popover
      label="Speed"
      side="top"
      trigger={
        <Button className={css.speed} aria-label={`Speed ${text}`}>
          {text}
        </Button>
      }
    >
      <Suspense fallback={null}>
        <SpeedPanel />
      </Suspense>
    </Popover>
  );
}
