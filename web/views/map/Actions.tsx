/** The actions of the thing that was clicked: verbs first, then small forms. */

import type { KeyboardEvent, ReactNode } from "react";
import type { Action } from "@/engine/types";
import { t } from "@/language/words";
import { does, faultActs } from "@/model/acts/acts";
import { namesInRun } from "@/model/acts/names";
import { ACTS } from "@/model/acts/table";
import { blocks } from "@/model/faults";
import {
  gatewayActions,
  linkActions,
  storeActions,
  type TargetAction,
  zoneActions,
} from "@/model/targetActions";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { ActForm } from "@/ui/acts/ActForm";
import { RequestForm } from "@/ui/acts/RequestForm";
import { arrowTarget } from "@/ui/arrowTarget";
import { Button } from "@/ui/Button";
import { NARROW } from "@/ui/screens";
import { useMedia } from "@/ui/useMedia";
import css from "./actions.module.css";
import { type MapTarget, mapTargetName, targetOf, useMap } from "./mapContext";

/** Faults of a link that something gets past: how much is entered. */
const AMOUNTS = faultActs("link").filter((kind) => !blocks({ kind }));

interface ActionsProps {
  mapTarget: MapTarget;
  close: () => void;
}

export function Actions({ mapTarget, close }: ActionsProps) {
  const narrow = useMedia(NARROW);
  const target = narrow ? targetOf(mapTarget) : null;
  return (
    <>
      <TargetActions mapTarget={mapTarget} close={close} />
      {target && (
        <Button
          kind="quiet"
          className={css.inspect}
          onClick={() => {
            close();
            void sim.select(target);
          }}
        >
          {t("Inspect")}
        </Button>
      )}
    </>
  );
}

function TargetActions({ mapTarget, close }: ActionsProps) {
  const { world } = useMap();
  const frame = useSim((s) => s.frame);
  const range = useSim((s) => s.range);
  if (!frame) return null;
  const title = mapTargetName(world, mapTarget);
  const run = (action: Action) => {
    close();
    void sim.act(action);
  };
  if (mapTarget.kind === "zone") {
    const zone = world.zones[mapTarget.zone];
    return (
      <Panel title={title} note={zone?.region ?? ""}>
        <Verbs actions={zoneActions(world, frame, mapTarget.zone)} run={run} />
      </Panel>
    );
  }
  if (mapTarget.kind === "link") {
    const { from, to } = mapTarget;
    const [a, b] = [world.zones[from]?.id ?? "", world.zones[to]?.id ?? ""];
    return (
      <Panel title={title} note="">
        <Verbs actions={linkActions(world, frame, from, to)} run={run} />
        {AMOUNTS.map((kind) => (
          <div key={kind} className={css.form}>
            <ActForm
              label={t(ACTS[kind].label)}
              kind={kind}
              names={{ ...namesInRun(world, range), zones: [a, b], nodes: [] }}
              onAct={run}
            />
          </div>
        ))}
      </Panel>
    );
  }
  const node = world.nodes[mapTarget.node];
  const zone = t("in zone {zone}", { zone: world.zones[node?.zone ?? 0]?.id ?? "" });
  if (node?.kind === "store")
    return (
      <Panel title={title} note={zone}>
        <Verbs actions={storeActions(world, frame, node.index, range)} run={run} />
      </Panel>
    );
  return (
    <Panel title={title} note={zone}>
      {node?.kind === "gateway" && (
        <RequestForm
          names={namesInRun(world, range)}
          gateway={node.id}
          timed={frame.settings.timestamps !== "none"}
          onAct={(act) => void sim.act(act)}
          onSend={(act) => {
            close();
            void sim.send(act);
          }}
        />
      )}
      <Verbs actions={gatewayActions(world, frame, mapTarget.node)} run={run} />
    </Panel>
  );
}

function Panel({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys go from verb to verb, as in a menu
    <div className={css.panel} onKeyDown={walk}>
      <h3 className={css.title}>
        {title} <span>{note}</span>
      </h3>
      {children}
    </div>
  );
}

/** Arrow keys go from button to button, as in a menu; fields keep theirs, and time its own. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  arrowTarget(event)?.element.focus();
}

interface VerbsProps {
  actions: readonly TargetAction[];
  run: (action: Action) => void;
}

function Verbs({ actions, run }: VerbsProps) {
  return (
    <div className={css.verbs}>
      {actions.map(({ label, action }) => (
        <Button
          key={label}
          kind={does(action, "breaks") ? "danger" : "plain"}
          onClick={() => run(action)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
