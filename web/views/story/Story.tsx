/**
 * The left panel: what runs, how it is set, what is broken, and everything that can be done to it
 * by named controls, so that nothing needs a pointer.
 * Must not know the map or the meters.
 */

import { cx } from "@/lib/cx";
import { useSim } from "@/store/simStore";
import { About } from "./About";
import { ByHand } from "./ByHand";
import { DoSomething } from "./DoSomething";
import { Faults } from "./Faults";
import { Load } from "./Load";
import { ReadModes } from "./ReadModes";
import { Switches } from "./Switches";
import css from "./story.module.css";
import { Travel } from "./Travel";

export function Story() {
  const ready = useSim((state) => state.world !== null && state.frame !== null);
  if (!ready) return null;
  return (
    <div className={cx(css.story, "prose")}>
      <About />
      <ReadModes />
      <div className={css.travel}>
        <Travel />
      </div>
      <Faults />
      <DoSomething />
      <Switches />
      <Load />
      <ByHand />
    </div>
  );
}
