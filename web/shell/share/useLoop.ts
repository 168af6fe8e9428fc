/** Makes the file of six seconds: plays them again, shows each picture on the card and writes it. */

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { t } from "@/language/words";
import { tempoAt } from "@/model/beats";
import type { RunReport } from "@/model/reportFigures";
import { download } from "@/session/download";
import { loopInstants, PICTURE_S, playLoop } from "@/session/sharing/loop";
import { makeLink } from "@/session/simClient";
import type { SimState } from "@/session/simState";
import { canvasOf, paint } from "./cardFile";

export type Kind = "webm" | "gif";

export interface Making {
  drawn: number;
}

interface Seen {
  state: SimState;
  report: RunReport | null;
}

/** A GIF has no codec to speak of: it is half as wide. */
const SHARE: Record<Kind, number> = { webm: 1, gif: 0.5 };

export function useLoop(state: SimState, drawn: () => SVGSVGElement | null) {
  const [seen, setSeen] = useState<Seen | null>(null);
  const [making, setMaking] = useState<Making | null>(null);
  const [why, setWhy] = useState("");
  // Which of those that were asked for is wanted.
  const wanted = useRef(0);

  const cancel = (): void => {
    wanted.current += 1;
    setMaking(null);
    setSeen(null);
  };

  const write = async (file: LoopFile, canvas: HTMLCanvasElement, isWanted: () => boolean) => {
    const { session, frame, world, speed } = state;
    if (session === null || frame === null || world === null) return "";
    let count = 0;
    const each = async (at: SimState, report: RunReport | null): Promise<void> => {
      // The picture is drawn before it is read.
      flushSync(() => {
        setSeen({ state: at, report });
        setMaking({ drawn: count });
      });
      const drawing = drawn();
      if (drawing !== null) await paint(drawing, canvas);
      await file.add();
      count += 1;
    };
    // As it plays by itself, or at the speed that stands where nothing sets one.
    const paceAt = (us: number) => tempoAt(world.show.beats, us) ?? speed;
    const instants = loopInstants(frame.now_us, world.duration_us, paceAt);
    const deps = { makeLink, isWanted, each };
    const played = await playLoop(session, instants, deps);
    if (isWanted()) setMaking({ drawn: count });
    return played;
  };

  const make = async (kind: Kind, name: string): Promise<void> => {
    const number = wanted.current + 1;
    wanted.current = number;
    const isWanted = (): boolean => wanted.current === number && drawn() !== null;
    setWhy("");
    setMaking({ drawn: 0 });
    const canvas = canvasOf(SHARE[kind]);
    try {
      const file = await (kind === "webm" ? webmFile : gifFile)(canvas, PICTURE_S);
      if (file === undefined) {
        setWhy(t("This browser cannot write WebM. A GIF works everywhere."));
        return;
      }
      const written = await write(file, canvas, isWanted);
      if (!isWanted()) return;
      if (written === "") download(`${name}.${kind}`, await file.end());
      setWhy(written);
    } catch (error) {
      if (isWanted()) setWhy(t("The file could not be made: {why}", { why: String(error) }));
    } finally {
      if (isWanted()) cancel();
    }
  };

  return { seen, making, why, make, cancel };
}

interface LoopFile {
  /** The picture as it stands on the canvas. */
  add(): Promise<void>;
  end(): Promise<Blob>;
}

/** Undefined where the browser has no encoder for it. */
async function webmFile(
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

async function gifFile(canvas: HTMLCanvasElement, pictureS: number): Promise<LoopFile> {
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
