/**
 * The actions of the thing that was clicked, in a panel that hangs at it: verbs first, then small
 * forms where an action needs an amount.
 */

import { type KeyboardEvent, type ReactNode, useState } from "react";
import type { Action } from "@/engine/types";
import { msg, t } from "@/language/words";
import { apart, namedAction } from "@/model/keyList";
import {
  gatewayActions,
  linkActions,
  storeActions,
  type TargetAction,
  zoneActions,
} from "@/model/targetActions";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { arrowTarget } from "@/ui/arrowTarget";
import { Button } from "@/ui/Button";
import { FieldRow, NumberField, SelectField } from "@/ui/Fields";
import { KeysForm } from "@/ui/KeysForm";
import { NARROW } from "@/ui/screens";
import { useMedia } from "@/ui/useMedia";
import css from "./actions.module.css";
import { type Subject, subjectName, targetOf, useMap } from "./mapContext";

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
        <DegradeForm from={a} to={b} run={run} />
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

interface PanelProps {
  title: string;
  note: string;
  children: ReactNode;
}

function Panel({ title, note, children }: PanelProps) {
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
      {actions.map(({ label, action, harm }) => (
        <Button key={label} kind={harm ? "danger" : "plain"} onClick={() => run(action)}>
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
      <div className={css.ask}>
        <NumberField
          label={t("Key")}
          value={key}
          min={first}
          max={last}
          onChange={setKey}
          className={css.key}
        />
        <Button onClick={() => void sim.act({ do: "get", from: gateway, key })}>{t("Get")}</Button>
        <Button onClick={() => void sim.act({ do: "put", from: gateway, key })}>{t("Put")}</Button>
      </div>
      <KeysForm
        lastKey={last}
        timed={timed}
        first={apart(last)}
        onSend={(verb, keys) => {
          close();
          void sim.send(namedAction(verb, gateway, keys));
        }}
      />
    </>
  );
}

type Direction = "both" | "there" | "back";

interface DegradeFormProps {
  from: string;
  to: string;
  run: (action: Action) => void;
}

interface Amounts {
  delayMs: number;
  jitterMs: number;
  lossPercent: number;
  vanishPercent: number;
  megabits: number;
}

const AMOUNTS: readonly { of: keyof Amounts; label: string; unit: string; max: number }[] = [
  { of: "delayMs", label: msg("Delay"), unit: "ms", max: 5_000 },
  { of: "jitterMs", label: msg("Jitter"), unit: "ms", max: 5_000 },
  { of: "lossPercent", label: msg("Packet loss"), unit: "%", max: 100 },
  { of: "vanishPercent", label: msg("Message loss"), unit: "%", max: 100 },
  { of: "megabits", label: msg("Bandwidth"), unit: "Mbit/s", max: 100_000 },
];
const NO_AMOUNTS: Amounts = {
  delayMs: 0,
  jitterMs: 0,
  lossPercent: 0,
  vanishPercent: 0,
  megabits: 0,
};

function degradeAction(from: string, to: string, oneWay: boolean, amounts: Amounts): Action {
  const { delayMs, jitterMs, lossPercent, vanishPercent, megabits } = amounts;
  return {
    do: "degrade",
    from,
    to,
    ...(oneWay ? { one_way: true } : {}),
    ...(delayMs > 0 ? { delay: `${Math.round(delayMs * 1_000)}us` } : {}),
    ...(jitterMs > 0 ? { jitter: `${Math.round(jitterMs * 1_000)}us` } : {}),
    ...(lossPercent > 0 ? { loss: lossPercent / 100 } : {}),
    ...(vanishPercent > 0 ? { vanish: vanishPercent / 100 } : {}),
    ...(megabits > 0 ? { bandwidth: `${megabits}Mbps` } : {}),
  };
}

/** Adds delay, jitter or loss to a link, or narrows it. */
function DegradeForm({ from, to, run }: DegradeFormProps) {
  const [direction, setDirection] = useState<Direction>("both");
  const [amounts, setAmounts] = useState(NO_AMOUNTS);
  const nothing = AMOUNTS.every(({ of }) => amounts[of] === 0);
  const [a, b] = direction === "back" ? [to, from] : [from, to];
  return (
    <form
      className={css.form}
      aria-label={t("Degrade the link")}
      onSubmit={(event) => {
        event.preventDefault();
        if (!nothing) run(degradeAction(a, b, direction !== "both", amounts));
      }}
    >
      <FieldRow>
        {AMOUNTS.map(({ of, label, unit, max }) => (
          <NumberField
            key={of}
            label={t(label)}
            unit={unit}
            value={amounts[of]}
            min={0}
            max={max}
            whole={false}
            onChange={(value) => setAmounts((before) => ({ ...before, [of]: value }))}
          />
        ))}
      </FieldRow>
      <p className={css.note}>
        {t(
          "TCP retransmits a lost packet, after some 200 ms when nothing follows it: packet loss shows as delay. A lost message is gone, as on a transport without TCP.",
        )}
      </p>
      <FieldRow>
        <SelectField
          label={t("Direction")}
          value={direction}
          onChange={setDirection}
          options={[
            { value: "both", label: t("both ways") },
            { value: "there", label: `${from} → ${to}` },
            { value: "back", label: `${to} → ${from}` },
          ]}
        />
        <Button type="submit" kind="danger" disabled={nothing}>
          {t("Degrade")}
        </Button>
      </FieldRow>
    </form>
  );
}
