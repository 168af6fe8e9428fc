/** After a change of variant: figures of the run before beside those of this one. */

import type { World } from "@/engine/types";
import { msg, t, translate } from "@/language/words";
import { type RunFigures, runFigures } from "@/model/earlier";
import { formatBytes, formatCount, formatDuration, formatMoney } from "@/model/units";
import { usePaced } from "@/session/paced";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import type { EarlierRun } from "@/session/simState";
import { Button } from "@/ui/Button";
import { Table } from "@/ui/Table";
import css from "./story.module.css";

const ROWS: readonly { name: string; of: keyof RunFigures; text: (value: number) => string }[] = [
  { name: msg("Answered"), of: "answered", text: formatCount },
  { name: msg("Without an answer"), of: "unanswered", text: formatCount },
  { name: msg("Stale reads"), of: "stale", text: formatCount },
  { name: msg("Between zones"), of: "crossed", text: formatBytes },
  { name: msg("Cost"), of: "usd", text: formatMoney },
];

export function Earlier() {
  const earlier = usePaced((state) => state.earlier);
  const world = usePaced((state) => state.world);
  const frame = usePaced((state) => state.frame);
  if (earlier === null || world === null || frame === null) return null;
  return (
    <div className={css.earlier}>
      <Figures earlier={earlier} world={world} />
      {earlier.met === null && <p className="hint">{hintOf(earlier.frame.now_us, frame.now_us)}</p>}
      <Ways earlier={earlier} nowUs={frame.now_us} />
    </div>
  );
}

/** Of one instant, by one way of counting. */
function Figures({ earlier, world }: { earlier: EarlierRun; world: World }) {
  const isOnWire = usePage((state) => state.framing);
  const was = runFigures(earlier.world, earlier.frame, isOnWire);
  const is = earlier.met && runFigures(world, earlier.met, isOnWire);
  const own = translate(world.variants.find(({ id }) => id === world.variant)?.title ?? "");
  return (
    <Table
      rows="ruled"
      showsCaption
      aria-label={t("The previous variant and this one")}
      caption={t("From 0 s to {now}", { now: formatDuration(earlier.frame.now_us) })}
    >
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t("Figure")}</span>
          </th>
          <th scope="col">{titleOf(earlier)}</th>
          <th scope="col">{own}</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ name, of, text }) => (
          <tr key={of}>
            <th scope="row">
              {t(name)}
              {of === "crossed" && (isOnWire ? t(", on the wire") : t(", payload"))}
            </th>
            <td>{text(was[of])}</td>
            <td>{is === null ? "–" : text(is[of])}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function hintOf(us: number, nowUs: number): string {
  const time = formatDuration(us);
  return nowUs < us
    ? t("The figures of this variant follow when it has reached {time}.", { time })
    : t("This variant began after {time}: go there to compare.", { time });
}

function Ways({ earlier, nowUs }: { earlier: EarlierRun; nowUs: number }) {
  const { now_us } = earlier.frame;
  return (
    <p className="wrap">
      {nowUs !== now_us && (
        <Button small onClick={() => void sim.seek(now_us)}>
          {t("To {time} too", { time: formatDuration(now_us) })}
        </Button>
      )}
      <Button
        small
        onClick={() => void sim.startBeside({ kind: "variant", variant: earlier.world.variant })}
      >
        {t("Compare on the map")}
      </Button>
    </p>
  );
}

function titleOf({ world }: EarlierRun): string {
  return translate(world.variants.find(({ id }) => id === world.variant)?.title ?? "");
}
