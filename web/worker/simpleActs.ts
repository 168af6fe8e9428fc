/**
 * What the build made of one of the page's own scenarios, in one file: the scenario as the engine
 * takes it, and the acts that a person does first (cut, isolate, crash and their ways back), read.
 * So the first minute needs no reader of texts. tools/prepare-scenarios.mjs writes these files, and
 * a test compares the two. Pure; must not know where a file comes from.
 */

/** An act that was read: as the engine takes it, and in words. */
export interface ReadAct {
  bytes: Uint8Array;
  text: string;
}

export interface Prepared {
  scenario: Uint8Array;
  /** By their keys. */
  acts: ReadonlyMap<string, ReadAct>;
}

/** A file begins with the length of the scenario in it. */
const LENGTH_BYTES = 4;

export function preparedOf(file: Uint8Array): Prepared {
  const length = new DataView(file.buffer, file.byteOffset).getUint32(0, true);
  const end = LENGTH_BYTES + length;
  const rows: [string, string, string][] = JSON.parse(new TextDecoder().decode(file.slice(end)));
  const acts = rows.map(([key, text, codes]): [string, ReadAct] => [
    key,
    { text, bytes: Uint8Array.from(codes, (code) => code.charCodeAt(0)) },
  ]);
  return { scenario: file.slice(LENGTH_BYTES, end), acts: new Map(acts) };
}

/** One text for all ways to write a simple act: keys in order, without what is not so. */
export function keyOf(action: object): string {
  const entries = Object.entries(action).filter(([, value]) => value !== false);
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
