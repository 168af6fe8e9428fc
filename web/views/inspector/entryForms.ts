/** A log entry's command as it stands in the log or as delta encoding sends it. */

import type { CommandForm } from "@/engine/types";

export type Span = CommandForm["spans"][number];
export type Field = Span["field"];

/** How many bytes of a form say one thing. */
export function bytesOf(form: CommandForm, field: Field): number {
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
export function linesOf(form: CommandForm, width: number, count: number): Line[] {
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
