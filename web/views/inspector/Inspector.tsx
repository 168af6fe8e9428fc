/**
 * Everything that the engine says of the selected thing, with what can be done to it. It fills the
 * panel or sheet that it is put into. Must not know how the map is drawn.
 */
import { useEffect, useRef } from "react";
import type { Action, Inspection, Target, World } from "@/protocol/engine";
import {
  gatewayActions,
  linkActions,
  storeActions,
  type TargetAction,
} from "@/protocol/targetActions";
import { nodeOfTarget, targetName } from "@/protocol/targets";
import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Button, IconButton } from "@/ui/Button";
import { CloseIcon } from "@/ui/icons";
import { type Facet, facetsOf, openerOf } from "./facets";
import css from "./inspector.module.css";
import { leadsTo, wordOf } from "./words";

export function Inspector() {
  const target = useSim((s) => s.selection);
  const world = useSim((s) => s.world);
  if (!target || !world) return null;
  return <Panel target={target} world={world} />;
}

function Panel({ target, world }: { target: Target; world: World }) {
  const inspection = useSim((s) => s.inspection);
  const range = useSim((s) => s.range);
  const box = useRef<HTMLElement>(null);
  const last = useLast(inspection, target);
  const close = () => {
    const inside = box.current?.contains(document.activeElement) ?? false;
    void sim.select(null);
    if (inside) document.querySelector<HTMLElement>(openerOf(target))?.focus();
  };
  useEscape(close);
  const title = last?.title ?? targetName(world, target);
  return (
    <aside
      ref={box}
      className={css.inspector}
      tabIndex={-1}
      data-inspector
      aria-label={`Inspector: ${title}`}
    >
      <header className={css.head}>
        <h2>{title}</h2>
        <IconButton label="Close" kind="quiet" onClick={close}>
          <CloseIcon />
        </IconButton>
      </header>
      <Facets facets={facetsOf(target, world, range)} target={target} />
      {inspection === null && last !== null && (
        <p className={css.gone}>
          {"message" in target ? "It is no longer in flight." : "It is no longer there."}
        </p>
      )}
      <Rows inspection={last} gone={inspection === null} target={target} world={world} />
      <Verbs target={target} world={world} gone={inspection === null} />
    </aside>
  );
}

/** The last thing that was said of a target: a message that has landed can still be read. */
function useLast(inspection: Inspection | null, target: Target): Inspection | null {
  const kept = useRef<{ target: Target; inspection: Inspection | null }>({ target, inspection });
  if (kept.current.target !== target) kept.current = { target, inspection };
  if (inspection !== null) kept.current = { target, inspection };
  return kept.current.inspection;
}

/** Escape closes the panel, unless an open menu has taken the key. */
function useEscape(close: () => void): void {
  const run = useRef(close);
  run.current = close;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      run.current();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
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
  inspection: Inspection | null;
  gone: boolean;
  target: Target;
  world: World;
}

/** Derived values first, then what they follow from; each with a word on what it means. */
function Rows({ inspection, gone, target, world }: RowsProps) {
  if (!inspection) return null;
  const all = inspection.rows.map((row, place) => ({
    row,
    place,
    word: wordOf(target, world, row.name),
  }));
  const groups = [
    { name: "Derived", rows: all.filter(({ word }) => word.derived) },
    { name: "Fields", rows: all.filter(({ word }) => !word.derived) },
  ].filter(({ rows }) => rows.length > 0);
  return groups.map(({ name, rows }) => (
    <section key={name} aria-label={name}>
      {groups.length > 1 && <h3 className={css.group}>{name}</h3>}
      <dl className={css.rows} data-gone={gone}>
        {rows.map(({ row, place, word }) => (
          <div key={`${row.name} ${place}`}>
            <dt>{row.name}</dt>
            <dd>
              <Value name={row.name} value={row.value} />
              {(row.note || word.note) !== "" && (
                <span className={css.note}>{row.note || word.note}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
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

interface VerbsProps {
  target: Target;
  world: World;
  gone: boolean;
}

function Verbs({ target, world, gone }: VerbsProps) {
  const frame = useSim((s) => s.frame);
  const range = useSim((s) => s.range);
  if (!frame) return null;
  let actions: TargetAction[] = [];
  if ("message" in target) {
    const drop: Action = { do: "drop", message: target.message };
    actions = gone ? [] : [{ label: "Drop", action: drop, harm: true }];
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
      {actions.map(({ label, action, harm }) => (
        <Button
          key={label}
          small
          kind={harm ? "danger" : "plain"}
          onClick={() => void sim.act(action)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
