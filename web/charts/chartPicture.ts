/** The page's charts, every SVG with `data-chart`, as pictures of their own. */

/** What a picture needs of its styles outside the page. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "visibility",
  "display",
] as const;

/** Pixels of a PNG for each of the page's. */
const SCALE = 2;

export function chartNames(): string[] {
  return charts().map((chart) => chart.dataset.chart ?? "");
}

/** A chart as a picture of its own: its styles go with it. */
export function chartSvg(name: string): string {
  const chart = charts().find(({ dataset }) => dataset.chart === name);
  if (chart === undefined) throw new Error(`The chart ${name} is not shown.`);
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const originals = [chart, ...chart.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [place, original] of originals.entries()) inline(original, copies[place]);
  const { x, y, width, height } = placeOf(chart);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  copy.setAttribute("width", `${width}`);
  copy.setAttribute("height", `${height}`);
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  ground.setAttribute("x", `${x}`);
  ground.setAttribute("y", `${y}`);
  ground.setAttribute("width", `${width}`);
  ground.setAttribute("height", `${height}`);
  ground.setAttribute("fill", groundOf(chart));
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

export async function chartPng(name: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([chartSvg(name)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (blob === null) throw new Error("The picture could not be made.");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

function charts(): SVGSVGElement[] {
  return [...document.querySelectorAll<SVGSVGElement>("svg[data-chart]")];
}

function inline(original: Element, copy: Element | undefined): void {
  if (copy === undefined) return;
  const style = getComputedStyle(original);
  for (const name of STYLES) copy.setAttribute(name, style.getPropertyValue(name));
  copy.removeAttribute("class");
}

/** Its own box and what stands over it, as the words of an axis do. */
function placeOf(chart: SVGSVGElement): { x: number; y: number; width: number; height: number } {
  const own = chart.getBoundingClientRect();
  const drawn = chart.getBBox();
  const x = Math.floor(Math.min(0, drawn.x));
  const y = Math.floor(Math.min(0, drawn.y));
  const right = Math.ceil(Math.max(own.width, drawn.x + drawn.width));
  const low = Math.ceil(Math.max(own.height, drawn.y + drawn.height));
  return { x, y, width: right - x, height: low - y };
}

function groundOf(chart: Element): string {
  for (let at: Element | null = chart; at !== null; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor;
    if (colour !== "rgba(0, 0, 0, 0)") return colour;
  }
  return "white";
}
