/** Text as few letters that every program leaves alone; unpacking ends at a bound. */

export type Unpacked =
  | { kind: "whole"; text: string }
  /** What came before the bytes made no sense any more. */
  | { kind: "broken"; text: string }
  /** More than was allowed; nothing of it is kept. */
  | { kind: "too-long" };

/** Bytes that are unpacked at a time. */
const PIECE_BYTES = 1_024;

/** "deflate" ends with a check number, "deflate-raw" has none. */
export type Packing = "deflate" | "deflate-raw";

export async function pack(text: string, packing: Packing): Promise<string> {
  const stream = new CompressionStream(packing);
  const writer = stream.writable.getWriter();
  void writer.write(new TextEncoder().encode(text));
  void writer.close();
  const taken = await takeAll(stream.readable.getReader(), Number.POSITIVE_INFINITY);
  return toLetters(taken.bytes);
}

/** Never throws. */
export async function unpack(
  letters: string,
  packing: Packing,
  bytesMax: number,
): Promise<Unpacked> {
  const { packed, isWhole } = fromLetters(letters);
  const stream = new DecompressionStream(packing);
  const writer = stream.writable.getWriter();
  const fed = feed(writer, packed);
  const { bytes, end } = await takeAll(stream.readable.getReader(), bytesMax);
  await fed;
  if (end === "too-long") return { kind: "too-long" };
  return {
    kind: end === "end" && isWhole ? "whole" : "broken",
    text: new TextDecoder().decode(bytes),
  };
}

/** In small pieces, so that what is good is out before what is not is met. */
async function feed(
  writer: WritableStreamDefaultWriter<BufferSource>,
  packed: Uint8Array<ArrayBuffer>,
) {
  try {
    for (let at = 0; at < packed.length; at += PIECE_BYTES) {
      await writer.write(packed.subarray(at, at + PIECE_BYTES));
    }
    await writer.close();
  } catch {
    // The reading side hears of it, too, and says so.
  }
}

interface TakenBytes {
  bytes: Uint8Array;
  end: "end" | "broken" | "too-long";
}

async function takeAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  bytesMax: number,
): Promise<TakenBytes> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let end: TakenBytes["end"] = "end";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > bytesMax) {
        end = "too-long";
        await reader.cancel().catch(() => undefined);
        break;
      }
      pieces.push(value);
    }
  } catch {
    end = "broken";
  }
  if (end === "too-long") return { bytes: new Uint8Array(), end };
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, end };
}

function toLetters(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** As far as they are its letters. */
function fromLetters(letters: string): { packed: Uint8Array<ArrayBuffer>; isWhole: boolean } {
  const good = /^[A-Za-z0-9_-]*/.exec(letters)?.[0] ?? "";
  const used = good.length % 4 === 1 ? good.slice(0, -1) : good;
  const binary = atob(used.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) packed[i] = binary.charCodeAt(i);
  return { packed, isWhole: used.length === letters.length };
}
