/** One request by hand, from a chosen gateway. */

import { t } from "@/language/words";
import { namesInRun } from "@/model/acts/names";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { RequestForm } from "@/ui/acts/RequestForm";

export function ByHand() {
  const world = useSim((state) => state.world);
  const range = useSim((state) => state.range);
  const timed = useSim((state) => (state.frame?.settings.timestamps ?? "none") !== "none");
  if (world === null || world.nodes.every(({ kind }) => kind !== "gateway")) return null;
  return (
    <>
      <RequestForm
        names={namesInRun(world, range)}
        timed={timed}
        onAct={(act) => void sim.act(act)}
        onSend={(act) => void sim.send(act)}
      />
      <p className="hint">{t("Its path and outcome appear under Requests.")}</p>
    </>
  );
}
