/** What was decided last, for a few simulated seconds. */
import { type CSSProperties, Suspense } from "react";
import { SMALL_PX } from "@/model/typeSizes";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { lazily } from "@/ui/lazily";
import css from "./map.module.css";
import { useMap } from "./mapContext";
import { barRoomPx } from "./ScaleBar";

const SHOWN_US = 3_000_000;
/** Around the words; and what else stands at the foot. */
const EDGES_PX = 40;
const FOOT_PX = 380;

const DecisionText = lazily(async () => ({
  default: (await import("./DecisionText")).DecisionText,
}));

/** `atFoot`: there is no room above the zones. Why it was decided is left out where it has no room. */
export function LatestDecision({ atFoot }: { atFoot: boolean }) {
  const { layout, scale } = useMap();
  const decision = useSim((s) => {
    const last = s.narration.findLast(({ kind }) => kind === "decision");
    const nowUs = s.frame?.now_us ?? 0;
    return last && last.at_us <= nowUs && nowUs - last.at_us < SHOWN_US ? last : null;
  });
  if (decision === null) return null;
  const barPx = barRoomPx(layout, scale);
  const room = layout.width - EDGES_PX - (atFoot ? FOOT_PX + barPx : 0);
  return (
    <button
      type="button"
      className={css.decision}
      data-above-messages=""
      data-decision
      data-foot={atFoot}
      style={{ "--bar-room": `${barPx}px` } as CSSProperties}
      title={decision.text}
      onClick={() => sim.select(decision.node === null ? null : { node: decision.node })}
    >
      <Suspense fallback={null}>
        <DecisionText notable={decision} roomPx={room} sizePx={SMALL_PX * scale} />
      </Suspense>
    </button>
  );
}
