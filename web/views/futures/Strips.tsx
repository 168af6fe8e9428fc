/** Futures beside each other: who believed to lead when; pressing one opens it as a branch. */

import { scaleLinear } from "d3-scale";
import { Fragment, type ReactNode } from "react";
import type { PlayedFuture } from "@/engine/lens";
import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { hueColor, hueOfLeader } from "@/model/map/hues";
import { leadingOf } from "@/model/series/leading";
import { formatInstant } from "@/model/units";
import { openFuture } from "@/session/futures/futures";
import type { FuturesQuestion, FuturesState } from "@/session/futures/futuresState";
import { usePage } from "@/session/pageStore";
import { useSim } from "@/session/simStore";
import { isLocked } from "@/session/stage";
import { Button } from "@/ui/Button";
import css from "./futures.module.css";

/** Of each kind so many are shown. */
const SHOWN = 12;
const WIDTH = 200;
/** A strip is no higher. */
const HEIGHT = 20;
const ROW_MAX = 5;

interface Props {
  state: FuturesState;
  question: FuturesQuestion;
  /** Place of the outcome that they are sorted by. */
  outcome: number;
}

export function Strips({ state, question, outcome }: Props) {
  const { own, played } = state;
  const world = useSim((run) => run.world);
  if (world === null || own === null) return null;
  const has = ({ answer }: PlayedFuture): boolean => answer.came[outcome] === true;
  const groups = [
    { key: "with", name: t("It came"), futures: played.filter(has) },
    { key: "without", name: t("It did not come"), futures: played.filter((one) => !has(one)) },
  ];
  return (
    <section className={css.strips} aria-label={t("Futures, one by one")}>
      <h3>{t("This run")}</h3>
      <Strip world={world} future={own} question={question} outcome={outcome} />
      {groups.map(({ key, name, futures }) => (
        <Fragment key={key}>
          <h3>
            {t("{name} in {n, plural, one {# future} other {# futures}}", {
              name,
              n: futures.length,
            })}
          </h3>
          <ul className={css.futures} data-futures={key}>
            {futures.slice(0, SHOWN).map((future) => (
              <li key={future.stream}>
                <Open future={future}>
                  <Strip world={world} future={future} question={question} outcome={outcome} />
                </Open>
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  );
}

function Open({ future, children }: { future: PlayedFuture; children: ReactNode }) {
  const locked = usePage(isLocked);
  return (
    <Button
      kind="quiet"
      className={css.open}
      disabled={locked}
      aria-label={t("Open future {n} as a branch", { n: future.stream })}
      data-tip={t("Future {n}: opens as a branch and plays", { n: future.stream })}
      onClick={() => void openFuture(future)}
    >
      {children}
    </Button>
  );
}

interface StripProps extends Omit<Props, "state"> {
  world: World;
  future: PlayedFuture;
}

function Strip({ world, future, question, outcome }: StripProps) {
  const { atUs, endUs } = question;
  const { leads, answer } = future;
  const byNode = leadingOf({ columns: leads }, endUs);
  const stores = world.nodes.filter(({ kind }) => kind === "store");
  const pitch = Math.min(ROW_MAX, HEIGHT / Math.max(1, stores.length));
  const x = scaleLinear([atUs, endUs], [0, WIDTH]).clamp(true);
  const cameUs = answer.came_us[outcome];
  return (
    <svg
      className={css.strip}
      viewBox={`0 0 ${WIDTH} ${pitch * stores.length}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={css.track} width={WIDTH} height={pitch * stores.length} />
      {stores.map(({ index }, row) =>
        (byNode.get(index) ?? [])
          .filter(({ toUs }) => toUs > atUs)
          .map(({ fromUs, toUs, term }) => (
            <rect
              key={`${index} ${fromUs}`}
              style={{ fill: hueColor(hueOfLeader(world, index, term)) }}
              x={x(fromUs)}
              width={Math.max(1, x(toUs) - x(fromUs))}
              y={row * pitch}
              height={pitch - 1}
            />
          )),
      )}
      {cameUs !== null && cameUs !== undefined && cameUs >= atUs && (
        <line className={css.came} x1={x(cameUs)} x2={x(cameUs)} y2={pitch * stores.length}>
          <title>{formatInstant(cameUs)}</title>
        </line>
      )}
    </svg>
  );
}
