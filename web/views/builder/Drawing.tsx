/** The drawing of a scenario that can be read: verbs, the map, what was done, and the forms. */

import { useEffect, useRef, useState } from "react";

import { t } from "@/language/words";
import type { Network } from "@/model/builder/network";
import { type BuildFrame, type BuildProblem, problemsIn } from "@/model/builder/part";
import { type NearRegions, nearRegions, withKnownRtt } from "@/model/builder/regions";
import { removed } from "@/model/builder/removal";
import {
  addLink,
  addNode,
  addZone,
  type DrawnTarget,
  moveNode,
  pairWithout,
  type Step,
  swapZones,
} from "@/model/builder/steps";
import type { SchemaBook } from "@/model/schemaBook";
import { Button } from "@/ui/Button";
import { Fold } from "@/ui/Section";
import css from "./builder.module.css";
import { BuildContext } from "./context";
import { DrawnMap } from "./DrawnMap";
import { keyOf, problemCount, targetAt, targetsOf, titleOf, wrongWith } from "./drawnTargets";
import { PARTS } from "./parts";
import { Rest } from "./Rest";
import { TargetForm } from "./TargetForm";

interface DrawingProps extends BuildFrame {
  value: unknown;
  network: Network;
  book: SchemaBook;
  said: string;
  say: (words: string) => void;
}

/** What Tab reaches on the map. */
const STOP = '[data-map-target][tabindex="0"]';

export function Drawing(props: DrawingProps) {
  const { text, value, network, book, problems, said, say, change, onText } = props;
  const [wanted, setChosen] = useState<DrawnTarget | null>(null);
  const forms = useRef<HTMLElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const chosen = isThere(network, wanted) ? wanted : null;
  const changeText = (next: string, words = ""): void => {
    if (next !== text) change(next);
    say(words);
  };
  const take = (step: Step): void => {
    changeText(step.text, step.said);
    setChosen(step.target);
  };
  const remove = (target: DrawnTarget): void => {
    take(removed(text, target));
    // What had the focus is gone: keys go on from what is left.
    requestAnimationFrame(() => picture.current?.querySelector<HTMLElement>(STOP)?.focus());
  };
  const open = (target: DrawnTarget): void => {
    setChosen(target);
    // The form is there with the next picture.
    requestAnimationFrame(() => firstField(forms.current)?.focus());
  };
  const shown = useChosenProblem(props, setChosen);
  const move = (target: DrawnTarget, zone: string): void => {
    const node = network.nodes.find(({ id }) => target.kind === "node" && id === target.id);
    if (node !== undefined && node.zone !== zone) take(moveNode(text, node, zone));
    else if (target.kind === "zone" && target.id !== zone) take(swapZones(text, target.id, zone));
  };
  const part = { text, change: changeText, problems };
  return (
    <BuildContext value={{ ...part, value, book, onText }}>
      <Verbs {...props} chosen={chosen} take={take} remove={remove} />
      <div ref={picture} className={css.picture}>
        <DrawnMap
          network={network}
          chosen={chosen}
          wrongWith={(target) => wrongWith(value, target, problems)}
          choose={setChosen}
          open={open}
          remove={remove}
          move={move}
          link={(from, to) => take(addLink(text, from, to))}
        />
        <Astray network={network} onChoose={open} />
        <Near network={network} onMend={(near) => take(withKnownRtt(text, near))} />
        <p role="status" className={css.said}>
          {said}
        </p>
      </div>
      <section ref={forms} className={css.forms} aria-label={t("Forms")}>
        {chosen === null ? (
          <p className="small">
            {t(
              "Choose a thing on the map to edit it. Arrows go from one to the next, with Shift they move it; Enter opens its form, Delete removes it.",
            )}
          </p>
        ) : (
          <TargetForm
            key={keyOf(chosen)}
            target={chosen}
            network={network}
            take={take}
            onChoose={setChosen}
            onRemove={remove}
          />
        )}
        {PARTS.map(({ title, covers, part: Part }) => {
          const wrong = covers.flatMap((key) => problemsIn(problems, [key])).length;
          const isShown = shown !== null && covers.some((key) => isUnder(shown, key));
          return (
            <Fold
              key={title}
              title={t(title)}
              note={wrong === 0 ? "" : problemCount(wrong)}
              open={isShown}
              later
            >
              <Part {...part} />
            </Fold>
          );
        })}
        <Rest />
      </section>
    </BuildContext>
  );
}

/** Regions as near to each other as zones of one region: a network like this is nowhere. */
function Near({ network, onMend }: { network: Network; onMend: (near: NearRegions) => void }) {
  return nearRegions(network).map((near) => {
    const { a, b, rtt, known } = near;
    return (
      <div key={`${a} ${b}`} className={css.near} data-near>
        <span>
          {known === null
            ? t("{a} and {b} are two regions, {rtt} apart: regions are far from each other.", {
                a,
                b,
                rtt,
              })
            : t("{a} and {b} are two regions, {rtt} apart: clouds take about {known}.", {
                a,
                b,
                rtt,
                known,
              })}
        </span>
        {known !== null && (
          <Button small onClick={() => onMend(near)}>
            {t("Set {rtt}", { rtt: known })}
          </Button>
        )}
      </div>
    );
  });
}

function isUnder(problem: BuildProblem, key: string): boolean {
  return problemsIn([problem], [key]).length > 0;
}

/** Leads to the problem that a person chose: to its thing, or to the part that it is in. */
function useChosenProblem(
  props: DrawingProps,
  choose: (target: DrawnTarget) => void,
): BuildProblem | null {
  const { chosen, value, network, onText } = props;
  const seen = useRef(chosen);
  useEffect(() => {
    if (chosen === null || chosen === seen.current) return;
    seen.current = chosen;
    const target = targetAt(value, network, chosen);
    if (target !== null) choose(target);
    else if (!PARTS.some(({ covers }) => covers.some((key) => isUnder(chosen, key)))) {
      onText(chosen.path);
    }
  });
  return chosen;
}

function firstField(forms: HTMLElement | null): HTMLElement | null {
  return forms?.querySelector<HTMLElement>("input, select, textarea") ?? null;
}

function isThere(network: Network, target: DrawnTarget | null): boolean {
  return target !== null && targetsOf(network).some((one) => keyOf(one) === keyOf(target));
}

interface VerbsProps extends Omit<DrawingProps, "chosen"> {
  chosen: DrawnTarget | null;
  take: (step: Step) => void;
  remove: (target: DrawnTarget) => void;
}

function Verbs(props: VerbsProps) {
  const { text, network, steps, undo, redo, chosen, take, remove } = props;
  const near = chosen?.kind === "zone" ? chosen.id : undefined;
  const isEmpty = network.zones.length === 0;
  const pair = pairWithout(text, near);
  const add = (kind: "store" | "gateway") => (): void => {
    take(addNode(text, kind, near ?? emptiest(network, kind)));
  };
  return (
    <div className={css.verbs} role="toolbar" aria-label={t("Draw")}>
      <Button small onClick={() => take(addZone(text))}>
        {t("Add zone")}
      </Button>
      <Button small disabled={isEmpty} onClick={add("store")}>
        {t("Add store")}
      </Button>
      <Button small disabled={isEmpty} onClick={add("gateway")}>
        {t("Add gateway")}
      </Button>
      <Button small disabled={pair === null} onClick={() => pair && take(addLink(text, ...pair))}>
        {t("Add link")}
      </Button>
      <Button
        small
        disabled={chosen === null}
        aria-keyshortcuts="Delete"
        onClick={() => chosen && remove(chosen)}
      >
        {t("Delete")}
      </Button>
      <Button small disabled={!steps.undo} aria-keyshortcuts="Control+Z" onClick={undo}>
        {t("Undo")}
      </Button>
      <Button small disabled={!steps.redo} aria-keyshortcuts="Control+Y" onClick={redo}>
        {t("Redo")}
      </Button>
      {chosen !== null && (
        <span className="sr-only">
          {t("{thing} is chosen.", { thing: titleOf(chosen, network) })}
        </span>
      )}
    </div>
  );
}

/** The zone with the fewest of a kind, the first of them. */
function emptiest({ zones, nodes }: Network, kind: "store" | "gateway"): string {
  const countIn = (zone: string): number =>
    nodes.filter((node) => node.kind === kind && node.zone === zone).length;
  const counts = zones.map(({ id }) => countIn(id));
  return zones[counts.indexOf(Math.min(...counts))]?.id ?? "";
}

/** What stands in no zone has no place on the map. */
function Astray({
  network,
  onChoose,
}: {
  network: Network;
  onChoose: (target: DrawnTarget) => void;
}) {
  const astray = network.nodes.filter(({ zone }) => network.zones.every(({ id }) => id !== zone));
  if (astray.length === 0) return null;
  return (
    <div className="bad row wrap strip gap-snug type-1">
      <span>{t("In no zone:")}</span>
      {astray.map(({ id, path }) => (
        <Button key={path.join(" ")} small onClick={() => onChoose({ kind: "node", id })}>
          {id}
        </Button>
      ))}
    </div>
  );
}
