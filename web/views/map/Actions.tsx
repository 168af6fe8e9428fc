/** The actions of the thing that was clicked: verbs first, then small forms. */

import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Action } from "@/engine/types";
import { t } from "@/language/words";
import { does, faultActs } from "@/model/acts/acts";
import { namesInRun } from "@/model/acts/names";
import { ACTS } from "@/model/acts/table";
import { blocks } from "@/model/faults";
import { apart } from "@/model/keyList";
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
import { arrowTarget } from "@/ui/arrowTarget";
import { Button } from "@/ui/Button";
import { NumberField } from "@/ui/Fields";
import { KeysForm } from "@/ui/KeysForm";
import { NARROW } from "@/ui/screens";
import { useMedia } from "@/ui/useMedia";
import css from "./actions.module.css";
import { type Subject, subjectName, targetOf, useMap } from "./mapContext";

/** Faults of a link that something gets past: how much is entered. */
const AMOUNTS = faultActs("link").filter((kind) => !blocks({ kind }));

interface ActionsProps {
  subject: Subject;
  close: () => void;
}

export function Actions({ subject, close }: ActionsProps) {
  const narrow = useMedia(NARROW);
  const target = narrow ? targetOf(subject) : null;
  return (
    <>
      <SubjectActions subject={subject} close={close} />
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

function SubjectActions({ subject, close }: ActionsProps) {
  const { world } = useMap();
  const frame = useSim((s) => s.frame);
  const range = useSim((s) => s.range);
  if (!frame) return null;
  const title = subjectName(world, subject);
  const run = (action: Action) => {
    close();
    void sim.act(action);
  };
  if (subject.kind === "zone") {
    const zone = world.zones[subject.zone];
    return (
      <Panel title={title} note={zone?.region ?? ""}>
        <Verbs actions={zoneActions(world, frame, subject.zone)} run={run} />
      </Panel>
    );
  }
  if (subject.kind === "link") {
    const { from, to } = subject;
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
  const node = world.nodes[subject.node];
  const zone = t("in zone {zone}", { zone: world.zones[node?.zone ?? 0]?.id ?? "" });
  if (node?.kind === "store")
    return (
      <Panel title={title} note={zone}>
        <Verbs actions={storeActions(world, frame, node.index, range)} run={run} />
      </Panel>
    );
  return (
    <Panel title={title} note={zone}>
      {node?.kind === "gateway" && <AskForm gateway={node.id} close={close} />}
      <Verbs actions={gatewayActions(world, frame, subject.node)} run={run} />
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

/** A request for one key or several, sent by hand from this gateway. */
function AskForm({ gateway, close }: { gateway: string; close: () => void }) {
  const { world } = useMap();
  const first = world.ranges[0]?.first_key ?? 0;
  const last = world.ranges.at(-1)?.last_key ?? first;
  const [key, setKey] = useState(Math.min(last, Math.max(first, 3)));
  const timed = useSim((s) => (s.frame?.settings.timestamps ?? "none") !== "none");
  return (
    <>
      <div className="flex at-bottom gap-snug">
        <NumberField
          label={t("Key")}
          value={key}
          min={first}
          max={last}
          onChange={setKey}
          className={css.key}
        />
        <Button onClick={() => void sim.act({ do: "get", from: gateway, key })}>
          {t(ACTS.get.button)}
        </Button>
        <Button onClick={() => void sim.act({ do: "put", from: gateway, key })}>
          {t(ACTS.put.button)}
        </Button>
      </div>
      <KeysForm
        lastKey={last}
        timed={timed}
        first={apart(last)}
        from={gateway}
        onSend={(action) => {
          close();
          void sim.send(action);
        }}
      />
    </>
  );
}
