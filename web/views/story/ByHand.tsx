/** One request by hand: from a chosen gateway, for a chosen key or several. */

import type { Action, World } from "@/engine/types";
import { t } from "@/language/words";
import { fieldsOf, offeredIn, rowOf } from "@/model/acts/acts";
import { lastKey, type Names, namesInRun } from "@/model/acts/names";
import { apart } from "@/model/keyList";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { ActFields } from "@/ui/acts/ActFields";
import { useActs } from "@/ui/acts/useActs";
import { Button } from "@/ui/Button";
import { KeysForm } from "@/ui/KeysForm";

/** For one key. */
const ASKS = offeredIn("requests").filter(
  (kind): kind is Extract<Action, { key: number; from: string }>["do"] =>
    "key" in rowOf(kind).fields,
);
/** It has the fields of all the others. */
const WIDEST = ASKS.reduce((one, kind) =>
  fieldsOf(kind).length > fieldsOf(one).length ? kind : one,
);

export function ByHand() {
  const world = useSim((state) => state.world);
  const range = useSim((state) => state.range);
  const timed = useSim((state) => (state.frame?.settings.timestamps ?? "none") !== "none");
  if (world === null || world.nodes.every(({ kind }) => kind !== "gateway")) return null;
  return <Asking world={world} names={namesInRun(world, range)} timed={timed} />;
}

function Asking({ world, names, timed }: { world: World; names: Names; timed: boolean }) {
  const acts = useActs(names);
  const shown = acts.of(WIDEST);
  const { from } = shown;
  const own = "read_mode" in shown ? { read_mode: shown.read_mode } : {};
  return (
    <>
      <ActFields
        kind={WIDEST}
        values={shown}
        names={names}
        onChange={(field, value) => acts.change(WIDEST, field, value)}
      />
      <div className="row wrap">
        {ASKS.map((kind) => (
          <Button key={kind} onClick={() => void sim.act(acts.of(kind))}>
            {t(rowOf(kind).button)}
          </Button>
        ))}
      </div>
      <KeysForm
        lastKey={lastKey(world)}
        timed={timed}
        first={apart(lastKey(world))}
        from={from}
        own={own}
        onSend={(action) => void sim.send(action)}
      />
      <p className="hint">{t("Its path and outcome appear under Requests.")}</p>
    </>
  );
}
