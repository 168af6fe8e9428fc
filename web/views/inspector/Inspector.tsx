/** Everything that the engine says of the selected thing, with what can be done to it. */
import { Suspense, useEffect, useMemo, useReducer, useRef } from "react";
import type { Action, Frame, Inspection, Target, World } from "@/engine/types";
import { t } from "@/language/words";
import { does } from "@/model/acts/acts";
import {
  gatewayActions,
  linkActions,
  storeActions,
  type TargetAction,
} from "@/model/targetActions";
import { nodeOfTarget, targetName } from "@/model/targets";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { knownOf } from "@/session/reduce";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import type { Tape } from "@/session/tape/tapeTypes";
import { Button, IconButton } from "@/ui/Button";
import { CloseIcon } from "@/ui/icons";
import { Lockable } from "@/ui/Lockable";
import { lazily } from "@/ui/lazily";
import { useOverlay } from "@/ui/overlays";
import { type Facet, facetsOf, openerOf } from "./facets";
import css from "./inspector.module.css";
import { kindOf, type Teller, tellerOf } from "./tell/tell";
import type { Description } from "./tell/types";
import { leadsTo, wordOf } from "./words";

/** For what was recorded: fetched with the first of it. */
const Recorded = lazily(async () => ({ default: (await import("./Recorded")).Recorded }));
const EntryBytes = lazily(async () => ({ default: (await import("./EntryBytes")).EntryBytes }));
const ClockRate = lazily(async () => ({ default: (await import("./ClockRate")).ClockRate }));

export function Inspector() {
  const target = usePage((s) => s.selection);
  const world = useSim((s) => s.world);
  if (!target || !world) return null;
  return isRecorded(target) ? (
    <Suspense fallback={null}>
      <Recorded target={target}>
        {(tape) => <Panel target={target} world={world} tape={tape} />}
      </Recorded>
    </Suspense>
  ) : (
    <Panel target={target} world={world} tape={null} />
  );
}

interface PanelProps {
  target: Target;
  world: World;
}

/** What passes is told of when it is over, and a replica by when it last had every commit. */
function isRecorded(target: Target): boolean {
  return "message" in target || "request" in target || "event" in target || "replica" in target;
}

function Panel({ target, world, tape }: PanelProps & { tape: Tape | null }) {
  const { frame, inspection } = usePaced((s) => ({
    frame: s.frame,
    inspection: knownOf(s, target),
  }));
  const range = useSim((s) => s.range);
  const hideVerdicts = usePage((s) => s.hideVerdicts);
  const box = useRef<HTMLElement>(null);
  const tell = useTeller(target);
  const description = useMemo(
    () =>
      frame === null || tell === null
        ? null
        : tell(target, { world, frame, range, inspection, tape, hideVerdicts }),
    [target, world, frame, range, inspection, tape, tell, hideVerdicts],
  );
  const last = useLast(description, target);
  const close = () => {
    const inside = box.current?.contains(document.activeElement) ?? false;
    void sim.select(null);
    if (inside) document.querySelector<HTMLElement>(openerOf(target))?.focus();
  };
  const locked = usePage(isLocked);
  useOverlay("panel", close);
  const title = last?.title ?? targetName(world, target);
  return (
    <aside
      ref={box}
      className={css.inspector}
      tabIndex={-1}
      data-inspector
      aria-label={t("Inspector: {title}", { title })}
    >
      <header className={css.head}>
        <h2 className="ink type-2">{title}</h2>
        <IconButton label={t("Close")} kind="quiet" onClick={close}>
          <CloseIcon />
        </IconButton>
      </header>
      <Facets facets={facetsOf(target, world, range)} target={target} />
      {description === null && last !== null && (
        <p className="small">
          {"message" in target ? t("No longer in flight.") : t("No longer there.")}
        </p>
      )}
      <Rows description={last} gone={description === null} target={target} world={world} />
      {inspection?.kind === "entry" && inspection.command !== null && (
        <Suspense fallback={null}>
          <EntryBytes command={inspection.command} />
        </Suspense>
      )}
      <Lockable locked={locked} onRefused={sim.sayLocked}>
        <Verbs target={target} world={world} gone={inspection === null} />
        <Clock target={target} world={world} inspection={inspection} />
      </Lockable>
    </aside>
  );
}

/** The last thing that was said of a target: a message that has landed can still be read. */
function useLast(description: Description | null, target: Target): Description | null {
  const last = useRef<{ target: Target; description: Description | null }>({ target, description });
  if (last.current.target !== target) last.current = { target, description };
  if (description !== null) last.current = { target, description };
  return last.current.description;
}

function Facets({ facets, target }: { facets: readonly Facet[]; target: Target }) {
  if (facets.length < 2) return null;
  return (
    <div className={css.facets}>
      {facets.map((facet) => (
        <button
          key={facet.label}
          type="button"
          aria-pressed={facet.is(target)}
          onClick={() => void sim.select(facet.target)}
        >
          {facet.label}
        </button>
      ))}
    </div>
  );
}

interface RowsProps {
  description: Description | null;
  gone: boolean;
  target: Target;
  world: World;
}

/** Derived values first, then what they follow from; each with a word on what it means. */
function Rows({ description, gone, target, world }: RowsProps) {
  if (!description) return null;
  const all = description.rows.map((row, place) => ({
    row,
    place,
    word: wordOf(target, world, row.name),
  }));
  const groups = [
    { name: t("Derived"), rows: all.filter(({ word }) => word.derived) },
    { name: t("Fields"), rows: all.filter(({ word }) => !word.derived) },
  ].filter(({ rows }) => rows.length > 0);
  return groups.map(({ name, rows }) => (
    <section key={name} aria-label={name}>
      {groups.length > 1 && <h3 className={css.group}>{name}</h3>}
      <dl className={css.rows} data-gone={gone}>
        {rows.map(({ row, place, word }) => (
          <div key={`${row.name} ${place}`}>
            <dt>{t(row.name, row.values)}</dt>
            <dd>
              <Value name={row.name} value={row.value} />
              <Note text={row.note === "" && word.note !== "" ? t(word.note) : row.note} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function Note({ text }: { text: string }) {
  return text !== "" && <span className="block faint">{text}</span>;
}

/** A value that names another thing leads there. */
function Value({ name, value }: { name: string; value: string }) {
  const target = leadsTo(name, value);
  if (target === null) return value;
  return (
    <button type="button" className={css.link} onClick={() => sim.select(target)}>
      {value}
    </button>
  );
}

/** Clients' messages are not encoded: no bit of theirs can flip. */
function isOfRaft(world: World, frame: Frame, message: number): boolean {
  const { flights } = frame;
  const at = flights.id.subarray(0, flights.count).indexOf(message);
  const kind = world.kinds[flights.kind[at] ?? -1]?.id ?? "";
  return ["append", "ack", "heartbeat", "vote", "read_index"].includes(kind);
}

interface ClockProps {
  target: Target;
  world: World;
  inspection: Inspection | null;
}

function Clock({ target, world, inspection }: ClockProps) {
  const info = "node" in target ? world.nodes[target.node] : undefined;
  if (!info || inspection === null || !("drift_ppm" in inspection)) return null;
  return (
    <Suspense fallback={null}>
      <ClockRate key={info.id} store={info.id} driftPpm={inspection.drift_ppm} />
    </Suspense>
  );
}

function Verbs({ target, world, gone }: { target: Target; world: World; gone: boolean }) {
  const frame = useSim((s) => s.frame);
  const range = useSim((s) => s.range);
  if (!frame) return null;
  let actions: TargetAction[] = [];
  if ("message" in target) {
    const { message } = target;
    const drop: Action = { do: "drop", message };
    const damage: Action = { do: "corrupt", message };
    actions = gone ? [] : [{ label: t("Drop"), action: drop }];
    if (!gone && isOfRaft(world, frame, message))
      actions.push({ label: t("Corrupt"), action: damage });
  } else if ("link" in target) {
    const { from, to } = target.link;
    if (from !== to) actions = linkActions(world, frame, from, to);
  }
  const node = nodeOfTarget(target);
  if (node !== null) {
    actions =
      world.nodes[node]?.kind === "store"
        ? storeActions(world, frame, node, "replica" in target ? target.replica.range : range)
        : gatewayActions(world, frame, node);
  }
  if (actions.length === 0) return null;
  return (
    <div className={css.verbs}>
      {actions.map(({ label, action }) => (
        <Button
          key={label}
          small
          kind={does(action, "breaks") ? "danger" : "plain"}
          onClick={() => void sim.act(action)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

const fetched = new Map<string, Teller>();

/** Null until it is there. */
function useTeller(target: Target): Teller | null {
  const kind = kindOf(target);
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (fetched.has(kind)) return;
    const take = (teller: Teller): void => {
      fetched.set(kind, teller);
      again();
    };
    // Not there: the next thing of the kind asks again.
    tellerOf(target).then(take, () => undefined);
  }, [kind, target]);
  return fetched.get(kind) ?? null;
}
