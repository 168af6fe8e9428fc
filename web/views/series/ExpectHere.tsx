/** "Check this every run" at the end of a lane: its figure, no greater at the end of the run than now. */

import type { Frame, World } from "@/engine/types";
import { t } from "@/language/words";
import { expectableAt, expectationOf, limitNow } from "@/session/expectable";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import css from "./series.module.css";

interface ExpectHereProps {
  world: World;
  frame: Frame;
  /** In the run's report; nothing can be expected without one. */
  path: string | undefined;
}

export function ExpectHere({ world, frame, path }: ExpectHereProps) {
  const one = path === undefined ? undefined : expectableAt(world, frame, path);
  if (one === undefined) return null;
  const limit = limitNow(one);
  const most = one.unit === undefined ? limit : `${limit} ${t(one.unit)}`;
  return (
    <Button
      small
      kind="quiet"
      className={css.expectHere}
      aria-label={t("Expect {label}: at most {most}", { label: one.label, most })}
      onClick={() => sim.expect(expectationOf(one, "at_most", limit))}
    >
      {t("Check this every run")}
    </Button>
  );
}
