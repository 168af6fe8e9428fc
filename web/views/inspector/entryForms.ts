/**
 * A log entry's command as it stands in the log and as delta encoding sends it: reads the engine's
 * numbers (core/run/src/playground/encodings.rs). Must not know how they are shown.
 */

/** What bytes say, in the order of `cluster::anatomy::Field`. */
export const FIELDS = ["shape", "form", "prefix", "row", "family", "timestamp", "value"] as const;
export type Field = (typeof FIELDS)[number];

export interface Span {
  field: Field;
  start: number;
  length: number;
}

export interface Form {
  /** Length of the whole form. */
  length: number;
  /** Its length when LZ4 compresses it alone. */
  compressed: number;
  spans: Span[];
  /** Its first bytes. */
  bytes: Uint8Array;
}

export interface Forms {
  full: Form;
  encoded: Form;
}

const HEAD = 6;
const SPAN = 3;
const SHOWN_MAX = 4096;

export function readForms(numbers: Float64Array): Forms {
  const read = (at: number): number => numbers[at] ?? 0;
  const bytesAt = HEAD + (read(4) + read(5)) * SPAN;
  const fullShown = Math.min(read(0), SHOWN_MAX);
  const encodedShown = Math.min(read(1), SHOWN_MAX);
  const bytes = (from: number, count: number): Uint8Array =>
    Uint8Array.from(numbers.subarray(from, from + count));
  const spans = (from: number, count: number): Span[] =>
    Array.from({ length: count }, (_, place) => {
      const at = from + place * SPAN;
      return { field: FIELDS[read(at)] ?? "shape", start: read(at + 1), length: read(at + 2) };
    });
  return {
    full: {
      length: read(0),
      compressed: read(2),
      spans: spans(HEAD, read(4)),
      bytes: bytes(bytesAt, fullShown),
    },
    encoded: {
      length: read(1),
      compressed: read(3),
      spans: spans(HEAD + read(4) * SPAN, read(5)),
      bytes: bytes(bytesAt + fullShown, encodedShown),
    },
  };
}

/** How many bytes of a form say one thing. */
export function bytesOf(form: Form, field: Field): number {
  const found = form.spans.filter((span) => span.field === field);
  return found.reduce((sum, { length }) => sum + length, 0);
}

/** A piece of a line: neighbouring bytes of one field. */
export interface Piece {
  /** Place of its first byte. */
  start: number;
  field: Field;
  hex: string;
  text: string;
}

export interface Line {
  at: number;
  pieces: Piece[];
}

/** The first `count` bytes in lines of `width`. */
export function linesOf(form: Form, width: number, count: number): Line[] {
  const end = Math.min(count, form.bytes.length);
  const lines: Line[] = [];
  let place = 0;
  for (let at = 0; at < end; at += width) {
    const pieces: Piece[] = [];
    for (let byte = at; byte < Math.min(at + width, end); ) {
      while (endOf(form.spans[place]) <= byte && place < form.spans.length) place += 1;
      const span = form.spans[place];
      const until = Math.min(endOf(span), at + width, end);
      const part = form.bytes.subarray(byte, until);
      const field = span?.field ?? "shape";
      pieces.push({ start: byte, field, hex: hexOf(part), text: textOf(part) });
      byte = until;
    }
    lines.push({ at, pieces });
  }
  return lines;
}

function endOf(span: Span | undefined): number {
  return span === undefined ? Number.POSITIVE_INFINITY : span.start + span.length;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

/** Printable ASCII as it is, all else as a dot. */
function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".",
  ).join("");
}
