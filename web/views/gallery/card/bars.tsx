/** Cards of figures: one in every variant, and every machine by what it has to do. */

import type { Rect } from "@/model/map/geometry";
import { inUnit } from "@/model/reportFigures";
import { NAME_MAX, shortened, Words } from "./Figure";
import { box } from "./strokes";
import type { Seen, Told } from "./told";

const NAMED_MAX = 4;
const VALUE_PX = 23;
/** What names at the left and values at the right take. */
const NAME_W = 216;
const VALUE_W = 118;

/** Bars that lie where there are few of them, with their names; many stand side by side. */
export function Bars({ told, room }: { told: Told; room: Rect }) {
  const { world, outcomes } = told;
  const rungs = world.variants.filter(({ id }) => outcomes !== undefined && id in outcomes);
  const value = (id: string) => (typeof outcomes?.[id] === "number" ? Number(outcomes[id]) : null);
  const most = Math.max(1e-9, ...rungs.map(({ id }) => value(id) ?? 0));
  const isNamed = rungs.length <= NAMED_MAX;
  const unit = world.conclusion?.figure.unit ?? "count";
  const said = (id: string) =>
    inUnit(outcomes?.[id], unit)
      ?.replace(/^violated.*/, "✗")
      .replace(/^ok$/, "✓") ?? "–";
  if (!isNamed)
    return (
      <Standing
        rungs={rungs.map(({ id }) => ({ id, share: (value(id) ?? 0) / most, text: said(id) }))}
        own={world.variant}
        room={room}
      />
    );
  const step = room.h / Math.max(1, rungs.length);
  return rungs.map(({ id, title }, i) => {
    const share = (value(id) ?? 0) / most;
    const isOwn = id === world.variant;
    const fill = isOwn ? "var(--term-1)" : "var(--term-1-mid)";
    const middle = Math.round(room.y + (i + 0.5) * step);
    const left = room.x + NAME_W;
    const w = Math.max(4, share * (room.w - NAME_W - VALUE_W));
    const h = Math.min(30, step * 0.66);
    return (
      <g key={id}>
        <text
          x={room.x}
          y={middle + 8}
          fontSize={VALUE_PX - 1}
          fill={isOwn ? "var(--ink)" : "var(--ink2)"}
          data-told={title}
          data-most={NAME_MAX}
        >
          {shortened(title, NAME_MAX)}
        </text>
        <path fill={fill} d={box({ x: left, y: middle - h / 2, w, h })} />
        <text
          x={Math.round(left + w + 10)}
          y={middle + 8}
          fontSize={VALUE_PX}
          fontWeight="600"
          fill="var(--ink)"
        >
          {said(id)}
        </text>
      </g>
    );
  });
}

interface StandingProps {
  rungs: readonly { id: string; share: number; text: string }[];
  own: string;
  room: Rect;
}

/** Many bars side by side; the run that is shown and the largest say their figures. */
function Standing({ rungs, own, room }: StandingProps) {
  const step = room.w / Math.max(1, rungs.length);
  const most = rungs.findIndex(({ share }) => share === 1);
  const bars = rungs.map(({ id, share, text }, i) => {
    const h = Math.max(3, share * room.h);
    const bar = { x: room.x + i * step, y: room.y + room.h - h, w: step * 0.72, h };
    return { id, text, bar, isSaid: id === own || i === most };
  });
  return (
    <>
      {bars.map(({ id, bar }) => (
        <path key={id} fill={id === own ? "var(--term-1)" : "var(--term-1-mid)"} d={box(bar)} />
      ))}
      {bars.map(
        ({ id, text, bar, isSaid }) =>
          isSaid && (
            <text
              key={id}
              x={Math.round(bar.x + bar.w / 2)}
              y={Math.round(bar.y - 8)}
              textAnchor="middle"
              fontSize={VALUE_PX}
              fontWeight="600"
              fill="var(--ink)"
            >
              {text}
            </text>
          ),
      )}
    </>
  );
}

const ROWS_MAX = 3;
const PER_ROW = 20;

/** Each kind of machine in a row of cells, filled by what is used; red where it is full. */
export function FleetCard({ world, frame, room }: Seen & { room: Rect }) {
  const kinds = new Map<string, { label: string; used: number[] }>();
  world.resources.forEach(({ kind, label }, place) => {
    if ((frame.resources.servers[place] ?? 0) === 0) return;
    const row = kinds.get(kind) ?? { label, used: [] };
    row.used.push(frame.resources.used_ppm[place] ?? 0);
    kinds.set(kind, row);
  });
  const rows = [...kinds.values()]
    .filter(({ used }) => Math.max(...used) > 0)
    .sort((a, b) => Math.max(...b.used) - Math.max(...a.used))
    .slice(0, ROWS_MAX);
  const step = room.h / Math.max(1, rows.length);
  return rows.map(({ label, used }, row) => {
    const top = room.y + row * step;
    const per = Math.min(PER_ROW, used.length);
    const across = Math.min(room.w / per, 90);
    const w = across * 0.78;
    const h = Math.min(64, (step - 44) / Math.ceil(used.length / per) - 4);
    const place = (i: number) => ({
      x: room.x + (i % per) * across,
      y: top + Math.floor(i / per) * (h + 5),
    });
    const full = (ppm: number) => ppm >= world.full_ppm;
    const bar = (i: number, tall: number) =>
      `M${Math.round(place(i).x + w / 2)} ${Math.round(place(i).y + h)}v-${Math.max(2, Math.round(tall))}`;
    const inked = (isFull: boolean) =>
      used
        .map((ppm, i) => (full(ppm) === isFull ? bar(i, Math.min(1, ppm / 1e6) * h) : ""))
        .join("");
    const foot = Math.round(top + Math.ceil(used.length / per) * (h + 5) + 22);
    return (
      <g key={label} strokeWidth={Math.round(w)}>
        <path stroke="var(--line)" d={used.map((_, i) => bar(i, h)).join("")} />
        <path stroke="var(--bad)" d={inked(true)} />
        <path stroke="var(--term-1)" d={inked(false)} />
        <Words
          x={room.x}
          y={foot}
          text={label}
          fill={used.some(full) ? "var(--bad)" : "var(--ink2)"}
        />
      </g>
    );
  });
}
