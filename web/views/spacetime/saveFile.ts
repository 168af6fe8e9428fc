/** Hands the picture to the person as a file: the same painting as vectors or as pixels. */

import type { World } from "@/engine/types";
import { download } from "@/session/download";
import { CanvasPainter } from "./canvasPainter";
import { paintSheet, sheetSize, svgOf } from "./exportPicture";
import type { SpaceTimeScene } from "./SpaceTimeScene";

/** A PNG is for slides and print. */
const PNG_RATIO = 2;

export function saveSvg(scene: SpaceTimeScene, world: World): void {
  const { picture } = scene;
  if (picture === null) return;
  const text = svgOf(picture, scene.over(picture), scene.lookNow());
  download(`${nameOf(world)}.svg`, new Blob([text], { type: "image/svg+xml" }));
}

export function savePng(scene: SpaceTimeScene, world: World): void {
  const { picture } = scene;
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (picture === null || context === null) return;
  const { width, height } = sheetSize(picture);
  canvas.width = width * PNG_RATIO;
  canvas.height = height * PNG_RATIO;
  context.scale(PNG_RATIO, PNG_RATIO);
  const look = scene.lookNow();
  context.fillStyle = look.colour("panel");
  context.fillRect(0, 0, width, height);
  paintSheet(new CanvasPainter(context, look), picture, scene.over(picture));
  canvas.toBlob((blob) => {
    if (blob !== null) download(`${nameOf(world)}.png`, blob);
  }, "image/png");
}

/** Letters that every file system takes. */
function nameOf(world: World): string {
  const words = `${world.title} ${world.variant}`.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.join("-")}-space-time`;
}
