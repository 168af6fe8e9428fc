/** A judged history as a trace: lanes of processes, and why operations have no order. */

import type { HistoryAnswer, HistoryOperation } from "@/engine/lens";
import { t } from "@/language/words";
import { type Detail, TONES, type Tone, type Trace } from "./trace";

const TONE_OF: Record<HistoryOperation["act"], Tone> = {
  read: "read",
  write: "write",
  append: "write",
  cas: "change",
  acquire: "lock",
  release: "lock",
};

export function historyTrace(answer: HistoryAnswer, files: readonly string[]): Trace {
  const { operations, keys } = answer;
  const processes = [...new Set(operations.map(({ process }) => process))].sort((a, b) => a - b);
  const laneOf = new Map(processes.map((process, lane) => [process, lane]));
  const tone = ({ act, end }: HistoryOperation) =>
    TONES.indexOf(end === "failed" ? "failed" : TONE_OF[act]);
  const details = (mark: number): readonly Detail[] => {
    const operation = operations[mark];
    return operation === undefined ? [] : detailsOf(operation, keys, files);
  };
  return {
    lanes: processes.map((process) => ({ name: t("process {process}", { process }), group: "" })),
    lane: Uint32Array.from(operations, ({ process }) => laneOf.get(process) ?? 0),
    start: Float64Array.from(operations, ({ call }) => call),
    end: Float64Array.from(operations, ({ ret }) => (ret === 0 ? Number.POSITIVE_INFINITY : ret)),
    tone: Uint8Array.from(operations, tone),
    open: Uint8Array.from(operations, ({ end }) => Number(end === "unknown")),
    loud: new Uint8Array(operations.length).fill(1),
    arrows: { from: new Uint32Array(), to: new Uint32Array() },
    isTime: false,
    short: (mark) => shortOf(operations[mark]),
    brief: (mark) => briefOf(operations[mark]),
    text: (mark) => {
      const operation = operations[mark];
      return operation === undefined
        ? ""
        : [didWhat(operation), shortOf(operation), keys[operation.key]].join("\n");
    },
    details,
  };
}

/** The value alone: what is done with it, the colour says. */
function briefOf(operation: HistoryOperation | undefined): string {
  if (operation === undefined || TONE_OF[operation.act] === "lock") return "";
  return operation.act === "read" && operation.end !== "ok" ? "" : operation.value;
}

/** "write 3", as it fits into a bar. */
function shortOf(operation: HistoryOperation | undefined): string {
  if (operation === undefined) return "";
  const { act, value, old } = operation;
  if (act === "acquire" || act === "release") return act;
  if (act === "cas") return `cas ${old} ${value}`;
  return act === "read" && operation.end !== "ok" ? act : `${act} ${value}`;
}

function detailsOf(
  operation: HistoryOperation,
  keys: readonly string[],
  files: readonly string[],
): readonly Detail[] {
  const key = keys[operation.key] ?? "";
  const events = { from: operation.call, to: operation.ret };
  return [
    [t("Operation"), didWhat(operation)],
    ...(key === "" ? [] : [[t("Key"), key] as const]),
    [
      t("Events"),
      operation.ret === 0
        ? t("{from}, without an end", { from: operation.call })
        : t("{from} to {to}", events),
    ],
    [t("Line"), placeOf(operation, files)],
  ];
}

/** Its line, with its file where there are several. */
export function placeOf({ file, line }: HistoryOperation, files: readonly string[]): string {
  return files.length > 1 ? `${files[file] ?? ""}:${line}` : String(line);
}

export function didWhat(operation: HistoryOperation): string {
  const { process, value, old, end } = operation;
  const values = { process, value, old };
  if (end === "failed") return t("{what} It did not happen.", { what: tried(operation) });
  if (end === "unknown")
    return t("{what} Nobody knows whether it happened.", { what: tried(operation) });
  if (end === "refused")
    return t("Process {process} expected {old} and found another value.", values);
  switch (operation.act) {
    case "read":
      return t("Process {process} read {value}.", values);
    case "write":
      return t("Process {process} wrote {value}.", values);
    case "append":
      return t("Process {process} appended {value}.", values);
    case "cas":
      return t("Process {process} replaced {old} by {value}.", values);
    case "acquire":
      return t("Process {process} acquired the lock.", values);
    case "release":
      return t("Process {process} released the lock.", values);
  }
}

function tried({ act, process, value, old }: HistoryOperation): string {
  const values = { process, value, old };
  switch (act) {
    case "read":
      return t("Process {process} asked for the value.", values);
    case "write":
      return t("Process {process} asked to write {value}.", values);
    case "append":
      return t("Process {process} asked to append {value}.", values);
    case "cas":
      return t("Process {process} asked to replace {old} by {value}.", values);
    case "acquire":
      return t("Process {process} asked for the lock.", values);
    case "release":
      return t("Process {process} asked to release the lock.", values);
  }
}

const writes = ({ act }: HistoryOperation): boolean => act === "write" || act === "cas";
const isBefore = (one: HistoryOperation, other: HistoryOperation): boolean =>
  one.ret !== 0 && one.ret < other.call;

export function whyNoOrder(answer: HistoryAnswer): string {
  const { offence, operations } = answer;
  const at = offence === null ? undefined : operations[offence.at];
  if (offence === null || at === undefined) return "";
  const part = offence.part.flatMap((place) => operations[place] ?? []);
  const others = part.filter((one) => one !== at);
  if (at.act === "read") return whyRead(at, others);
  if (at.act === "acquire") {
    const holder = others.find((one) => one.act === "acquire" && isBefore(one, at));
    if (holder !== undefined)
      return t(
        "Process {holder} had acquired the lock and not released it when process {process} acquired it.",
        { holder: holder.process, process: at.process },
      );
  }
  if (at.act === "release" && others.length === 0)
    return t("Process {process} released a lock that nobody held.", { process: at.process });
  return general();
}

function whyRead(read: HistoryOperation, others: readonly HistoryOperation[]): string {
  const writers = others.filter((one) => writes(one) && one.value === read.value);
  const values = { process: read.process, value: read.value };
  const [writer] = writers;
  // Whoever wrote another value in between, with no writer of this one beside or after.
  const over = others.find(
    (one) =>
      writes(one) &&
      one.value !== read.value &&
      isBefore(one, read) &&
      writers.every((writer) => isBefore(writer, one)),
  );
  if (over !== undefined)
    return writer === undefined
      ? t(
          "Process {process} read {value}, but the write of {other} had ended before this read began, and nobody wrote {value} after it.",
          { ...values, other: over.value },
        )
      : t(
          "Process {process} read {value}, but {value} had been replaced by {other}: that write began after {value} was written, and ended before this read began.",
          { ...values, other: over.value },
        );
  if (writer === undefined && others.length === 0)
    return t("Process {process} read {value}, which nobody had written.", values);
  const later = writers.every((one) => isBefore(read, one));
  if (writer !== undefined && later)
    return t("Process {process} read {value} before anybody began to write it.", values);
  return general();
}

function general(): string {
  return t(
    "Each operation takes effect at one instant between its call and its answer. Whichever of these comes first, another saw what it cannot have seen.",
  );
}
