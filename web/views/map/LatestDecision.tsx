/**
 * What was decided last, for a few simulated seconds: who is a delegate now, what the placement
 * driver moves. The whole list stands under Events.
 */
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import css from "./map.module.css";

const SHOWN_US = 3_000_000;

/** `atFoot`: there is no room above the zones. */
export function LatestDecision({ atFoot }: { atFoot: boolean }) {
  const decision = useSim((s) => {
    const last = s.narration.findLast(({ kind }) => kind === "decision");
    const nowUs = s.frame?.now_us ?? 0;
    return last && last.at_us <= nowUs && nowUs - last.at_us < SHOWN_US ? last : null;
  });
  if (decision === null) return null;
  return (
    <button
      type="button"
      className={css.decision}
      data-decision
      data-foot={atFoot}
      title={decision.text}
      onClick={() => sim.select(decision.node === null ? null : { node: decision.node })}
    >
      {decision.text}
    </button>
  );
}
