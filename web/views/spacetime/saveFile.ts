/**
 * Hands the picture to the person as a file: the same vectors as SVG, or painted as PNG.
 * Must not know how the picture is made.
 */
import { downloadBlob } from "@/lib/download";
import type { World } from "@/protocol/engine";
import { svgOf } from "./exportPicture";
import type { SpaceTimeScene } from "./SpaceTimeScene";

/** A PNG is for slides and print. */
const PNG_RATIO = 2;

export async function saveSvg(scene: SpaceTimeScene, world: World): Promise<void> {
  const text = textOf(scene);
  if (text !== null)
    downloadBlob(`${nameOf(world)}.svg`, new Blob([text], { type: "image/svg+xml" }));
}

export async function savePng(scene: SpaceTimeScene, world: World): Promise<void> {
  const text = textOf(scene);
  if (text === null) return;
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * PNG_RATIO;
    canvas.height = image.naturalHeight * PNG_RATIO;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob !== null) downloadBlob(`${nameOf(world)}.png`, blob);
  } finally {
    URL.revokeObjectURL(address);
  }
}

function textOf(scene: SpaceTimeScene): string | null {
  const { picture } = scene;
  if (picture === null) return null;
  return svgOf(picture, scene.over(picture), scene.lookNow());
}

/** Letters that every file system takes. */
function nameOf(world: World): string {
  const words = `${world.title} ${world.variant}`.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.join("-")}-space-time`;
}
