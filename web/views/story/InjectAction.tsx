/** Every act of "Break something" by its form: one is chosen, its fields filled in, and it is done. */

import { useState } from "react";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import type { ActKind } from "@/model/acts/act";
import { offeredIn, rowOf } from "@/model/acts/acts";
import { namesInRun } from "@/model/acts/names";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { ActForm } from "@/ui/acts/ActForm";
import { SelectField } from "@/ui/Fields";

const KINDS = offeredIn("form");

export function InjectAction() {
  const world = useSim((state) => state.world);
  const asked = usePage((page) => page.sentTo);
  if (world === null) return null;
  const key = `${world.title}/${world.nodes.length}/${asked.turn}`;
  return <Chosen key={key} world={world} first={asked.act ?? KINDS[0]} />;
}

/** `first`: the act that it shows until another is chosen. */
function Chosen({ world, first }: { world: World; first: ActKind }) {
  const [kind, setKind] = useState(first);
  const range = useSim((state) => state.range);
  return (
    <ActForm
      label={t("Break something")}
      kind={kind}
      names={namesInRun(world, range)}
      onAct={(action) => void sim.act(action)}
    >
      <SelectField
        label={t("Action")}
        bare
        options={KINDS.map((value) => ({ value, label: t(rowOf(value).label) }))}
        value={kind}
        onChange={setKind}
      />
    </ActForm>
  );
}
