/** Pictures one after the other as a file that moves: WebM, or GIF. */

export interface LoopFile {
  /** The picture as it stands on the canvas. */
  add(): Promise<void>;
  end(): Promise<Blob>;
}

/** Undefined where the browser has no encoder for it. */
export async function webmFile(
  canvas: HTMLCanvasElement,
  pictureS: number,
): Promise<LoopFile | undefined> {
  const { BufferTarget, CanvasSource, canEncodeVideo, Output, QUALITY_HIGH, WebMOutputFormat } =
    await import("mediabunny");
  const { width, height } = canvas;
  const codec = (await canEncodeVideo("vp9", { width, height })) ? "vp9" : "vp8";
  if (!(await canEncodeVideo(codec, { width, height }))) return undefined;
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new CanvasSource(canvas, { codec, quality: QUALITY_HIGH });
  output.addVideoTrack(source, { frameRate: Math.round(1 / pictureS) });
  await output.start();
  let count = 0;
  return {
    add: () => source.add(count++ * pictureS, pictureS),
    end: async () => {
      await output.finalize();
      return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: "video/webm" });
    },
  };
}

/** Few colours are in a picture: sea, paper, ink, terms, and the edges between them. */
const GIF_COLOURS = 96;

export async function gifFile(canvas: HTMLCanvasElement, pictureS: number): Promise<LoopFile> {
  const { Encoder } = await import("modern-gif");
  const { width, height } = canvas;
  const encoder = new Encoder({ width, height, maxColors: GIF_COLOURS });
  return {
    add: async () => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, width, height).data;
      if (data !== undefined) await encoder.encode({ data, delay: Math.round(pictureS * 1000) });
    },
    end: async () => new Blob([await encoder.flush("arrayBuffer")], { type: "image/gif" }),
  };
}
