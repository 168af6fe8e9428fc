/** The small label that names the message under the pointer, or the selected one. */
import type { Frame, World } from "@/engine/types";
import { highlight, type Point } from "@/model/map/geometry";
import type { Lanes } from "@/model/map/linkPaths";
import type { PageState } from "@/session/pageState";
import { usePage } from "@/session/pageStore";
import type { SimState } from "@/session/simState";
import { useSim } from "@/session/simStore";
import { useMap } from "./mapContext";
import { placeOnWay, progressOf } from "./marks";
import css from "./messages.module.css";
import { indexOfMessage, messageWords } from "./messageWords";

export function MessageTip() {
  const { world, layout, lanes, scale } = useMap();
  const page = usePage(({ hover, selection, reducedMotion }) => ({
    hover,
    selection,
    reducedMotion,
  }));
  const tip = useSim((s) => tipOf(s, page, world, lanes));
  if (!tip) return null;
  const w = 190 * scale;
  const h = 46 * scale;
  const right = tip.x + 14 + w < layout.width;
  const below = tip.y + 14 + h < layout.height;
  return (
    <div
      className={css.tip}
      data-testid="message-tip"
      data-at={`${tip.x} ${tip.y}`}
      style={{
        left: right ? tip.x + 14 : Math.max(4, tip.x - 14 - w),
        top: below ? tip.y + 14 : tip.y - 14 - h,
        width: w,
      }}
    >
      <b>{tip.title}</b>
      <span className="quiet">{tip.text}</span>
    </div>
  );
}

type Pointing = Pick<PageState, "hover" | "selection" | "reducedMotion">;

function tipOf(state: SimState, page: Pointing, world: World, lanes: Lanes) {
  const { frame } = state;
  if (!frame || state.world !== world) return null;
  for (const target of [page.hover, page.selection]) {
    if (!target || !("message" in target)) continue;
    const index = indexOfMessage(frame, target.message);
    if (index < 0) continue;
    const at = placeOfMessage(frame, index, lanes, page.reducedMotion);
    return { ...messageWords(world, frame, index), x: Math.round(at.x), y: Math.round(at.y) };
  }
  return null;
}

function placeOfMessage(frame: Frame, index: number, lanes: Lanes, reduced: boolean): Point {
  const f = frame.flights;
  const route = lanes.route(f.from[index] ?? 0, f.to[index] ?? 0);
  const progress = progressOf(frame.now_us, f.sent_us[index] ?? 0, f.arrive_us[index] ?? 0);
  return highlight(route, placeOnWay(progress, f.fate[index] !== 0, reduced));
}
