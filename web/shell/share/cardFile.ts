/** The card of an instant as a file, with the page's colours and fonts in it. */

import inter from "../inter-page.woff2?url";
import newsreader from "../newsreader-page.woff2?url";

const SIZE = { w: 1200, h: 630 };
const FONTS = { "Inter Variable": inter, "Newsreader Variable": newsreader };

export async function cardSvg(drawn: SVGSVGElement): Promise<string> {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("width", String(SIZE.w));
  copy.setAttribute("height", String(SIZE.h));
  for (const sign of copy.querySelectorAll("[class]")) inlined(drawn, copy, sign);
  const root = getComputedStyle(document.documentElement);
  const text = new XMLSerializer()
    .serializeToString(copy)
    .replace(/var\((--[\w-]+)\)/g, (_, name: string) =>
      root.getPropertyValue(name).trim().replaceAll('"', "'"),
    );
  return text.replace(/(<svg[^>]*>)/, `$1<style>${await fontFaces()}</style>`);
}

export async function cardPng(drawn: SVGSVGElement): Promise<Blob> {
  const canvas = canvasOf(1);
  await paint(drawn, canvas);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (blob === null) throw new Error("The picture could not be made.");
  return blob;
}

/** A canvas for the card at this share of its size. */
export function canvasOf(share: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = SIZE.w * share;
  canvas.height = SIZE.h * share;
  return canvas;
}

export async function paint(drawn: SVGSVGElement, canvas: HTMLCanvasElement): Promise<void> {
  const file = new Blob([await cardSvg(drawn)], { type: "image/svg+xml" });
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    // A GIF reads it back, picture by picture.
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  } finally {
    URL.revokeObjectURL(address);
  }
}

const STYLED = ["fill", "stroke", "stroke-width"] as const;

/** What has its colours from a style sheet takes them along. */
function inlined(drawn: SVGSVGElement, copy: SVGSVGElement, sign: Element): void {
  const place = [...copy.querySelectorAll("[class]")].indexOf(sign);
  const original = drawn.querySelectorAll("[class]")[place];
  if (original === undefined) return;
  const style = getComputedStyle(original);
  for (const name of STYLED) sign.setAttribute(name, style.getPropertyValue(name));
}

let faces: Promise<string> | undefined;

/** Read once: they are the same in each picture of a loop. */
function fontFaces(): Promise<string> {
  faces ??= readFaces();
  return faces;
}

async function readFaces(): Promise<string> {
  const read = await Promise.all(
    Object.entries(FONTS).map(async ([name, address]) => {
      const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
      const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      return `@font-face{font-family:"${name}";font-weight:400 700;src:url(data:font/woff2;base64,${data})}`;
    }),
  );
  return read.join("");
}
