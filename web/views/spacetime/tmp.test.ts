import fs from "node:fs";
import { test } from "vitest";
import { ROW } from "@/lib/trace";
import { loadEngine, textOf } from "@/test/realEngine";
import { messagesOf, rowsOf, type MessageRow, type RowShape } from "@/test/messages";
import { Composer } from "./compose";
import { svgOf } from "./exportPicture";
import { SHOW_ALL } from "./shown";

const css = fs.readFileSync("web/app/theme.css", "utf8");
export function lookOf(theme: string) {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"]`));
  const colours = new Map<string, string>();
  for (const [, n, v] of block.slice(0, block.indexOf("}")).matchAll(/--([\w-]+): ([^;]+);/g)) colours.set(n!, v!);
  return { colour: (r: string) => colours.get(r) ?? "#f0f", font: "Inter, DejaVu Sans, sans-serif", weight: 400, strong: 620 };
}
test("svg", () => {
  const { engine } = loadEngine();
  for (const [id, until, from, to] of [["first-look", 3_000_000, 1.0e6, 2.2e6], ["stale-leader", 12_000_000, 4e6, 6e6],["five-replicas", 6_000_000, 2e6, 2.4e6]] as const) {
    const p = new engine.Playground(textOf(id), "", undefined);
    const world = p.world();
    const seen = new Map<number, MessageRow>();
    const rows: RowShape[] = [];
    const roles = new Map<number, string>();
    let told: any[] = [];
    let frame = p.frame({ range: 0, notable_after: 0, series_after: -1 });
    while (p.now_us() < until) {
      p.step();
      frame = p.frame({ range: 0, notable_after: told.at(-1)?.id ?? 0, series_after: 1e9 });
      told = told.concat(frame.notables);
      const f = frame.flights;
      for (let i = 0; i < f.count; i++) if (!seen.has(f.id[i]!)) seen.set(f.id[i]!, { flight: f.id[i]!, sentUs: f.sent_us[i]!, endUs: f.arrive_us[i]!, from: f.from[i]!, to: f.to[i]!, type: f.type[i]!, kind: f.kind[i]!, outcome: f.fate[i] === 0 ? 1 : f.fate[i]! + 1, range: f.range[i]!, bytes: f.bytes[i]!, reject: f.reject[i]!, request: f.request[i]! });
      const r = frame.replicas;
      for (let i = 0; i < r.count; i++) { const k = `${r.role[i]} ${r.term[i]}`; if (roles.get(r.node[i]!) !== k) { roles.set(r.node[i]!, k); rows.push({ us: frame.now_us, what: ROW.ROLE, range: 0, node: r.node[i]!, flags: r.role[i]! << 16, a: r.term[i]! }); }
        const c = `c${i}`; if (roles.get(c as any) !== String(r.commit[i])) { roles.set(c as any, String(r.commit[i])); rows.push({ us: frame.now_us, what: ROW.COMMITTED, range: 0, node: r.node[i]!, a: r.commit[i]! }); } }
    }
    const messages = messagesOf([...seen.values()].sort((a, b) => a.flight! - b.flight!));
    const composer = new Composer();
    const sources = { world, messages, rows: rowsOf(rows), rowCount: rows.length, version: 1, recordedFromUs: 0, recordedFromEvent: 0, knownToUs: frame.now_us, range: 0, replicas: frame.replicas, told, actions: [] };
    for (const [name, w, h, theme, scale, tp] of [["wide", 1280, 300, "light", 1, 12], ["dark", 1280, 140, "dark", 1, 12], ["narrow", 390, 300, "light", 1, 12]] as const) {
      const asked = { filter: SHOW_ALL, folds: true, width: w, height: h, textPx: tp, scale };
      const reach = composer.reach(sources, asked);
      const { zoomToFit, lineOf, placeOf, instantAt } = require0;
      const k = zoomToFit(reach.gaps, from, to, reach.widthPx);
      const { picture } = composer.compose(sources, asked, { leftUs: from, usPerPx: k });
      fs.writeFileSync(`/tmp/space-${id}-${name}.svg`, svgOf(picture, { nowUs: from + (to - from) * 0.7, selected: [], isPath: false, hovered: -1, nodes: [] }, lookOf(theme)));
      console.log(id, name, messages.count, k, reach.gaps.count);
    }
    p.free();
  }
});
import * as require0 from "./timeScale";
