/** Points as marks on a canvas: shapes tell what they are, not colours alone. Must not know sweeps. */

export interface Placed {
  x: number;
  y: number;
  mark: "best" | "keeps" | "breaks";
  isChosen: boolean;
}

/** More points than this are drawn as little squares. */
const MARKS_MAX = 4_000;
const ORDER = ["breaks", "keeps", "best"] as const;
const ROLES = { breaks: "--bad", keeps: "--ink2", best: "--accent" };

export function drawPoints(
  canvas: HTMLCanvasElement,
  points: readonly Placed[],
  { width, height }: { width: number; height: number },
): void {
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const on = canvas.getContext("2d");
  if (on === null) return;
  on.setTransform(ratio, 0, 0, ratio, 0, 0);
  const style = getComputedStyle(canvas);
  const isMany = points.length > MARKS_MAX;
  for (const mark of ORDER) {
    const colour = style.getPropertyValue(ROLES[mark]).trim();
    on.fillStyle = colour;
    on.strokeStyle = colour;
    for (const isChosen of [false, true]) {
      on.globalAlpha = isChosen ? (isMany && mark !== "best" ? 0.5 : 1) : 0.18;
      on.beginPath();
      for (const point of points) {
        if (point.mark !== mark || point.isChosen !== isChosen || Number.isNaN(point.x + point.y))
          continue;
        if (isMany && mark !== "best") on.rect(point.x - 1, point.y - 1, 2, 2);
        else shape(on, point);
      }
      if (mark === "breaks" && !isMany) on.stroke();
      else on.fill();
    }
  }
}

function shape(on: CanvasRenderingContext2D, { x, y, mark }: Placed): void {
  if (mark === "best") {
    on.moveTo(x, y - 7);
    on.lineTo(x + 7, y);
    on.lineTo(x, y + 7);
    on.lineTo(x - 7, y);
    on.closePath();
  } else if (mark === "keeps") {
    on.moveTo(x + 3.5, y);
    on.arc(x, y, 3.5, 0, 2 * Math.PI);
  } else {
    on.moveTo(x - 3.5, y - 3.5);
    on.lineTo(x + 3.5, y + 3.5);
    on.moveTo(x + 3.5, y - 3.5);
    on.lineTo(x - 3.5, y + 3.5);
  }
}
