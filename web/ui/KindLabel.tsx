/** A byte kind's name with its mark: the same shape and colour as on the map. */

import { type KindId, kindColor, kindMark, type MarkShape } from "@/model/kinds";
import css from "./KindLabel.module.css";

export function KindLabel({ id, label }: { id: KindId; label: string }) {
  return (
    <span className="inline-row gap-snug">
      <KindGlyph id={id} />
      {label}
    </span>
  );
}

function KindGlyph({ id }: { id: KindId }) {
  return (
    <svg className={css.glyph} viewBox="-6 -6 12 12" aria-hidden style={{ color: kindColor(id) }}>
      {shapeOf(kindMark(id).shape)}
    </svg>
  );
}

function shapeOf(shape: MarkShape) {
  const hollow = { fill: "none", stroke: "currentColor", strokeWidth: 2 };
  switch (shape) {
    case "disc":
      return <circle r="5" fill="currentColor" />;
    case "ring":
      return <circle r="4" {...hollow} />;
    case "dot":
      return <circle r="2.5" fill="currentColor" />;
    case "diamond":
      return <path d="M0-5.5 5.5 0 0 5.5-5.5 0Z" fill="currentColor" />;
    case "triangle":
      return <path d="M0-5 5.5 4.5H-5.5Z" fill="currentColor" />;
    case "square":
      return <path d="M-4.5-4.5h9v9h-9Z" fill="currentColor" />;
    case "open-square":
      return <path d="M-4-4h8v8h-8Z" {...hollow} />;
    case "folded":
      return <path d="M-5-5h6l4 4v6h-10Z" fill="currentColor" />;
  }
}
