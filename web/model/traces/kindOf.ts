/** Which files are histories, logs with vector clocks or logs of servers, by how they begin. */

export type TraceKind = "history" | "clocks" | "roles";

/** So much of a file tells. */
export const BEGIN_BYTES_READ = 20_000;

const CLOCK = /^\S*\s*\{\s*"[^"]+"\s*:\s*\d+[^{}]*\}\s*$/;
/** The first line of a log that says how its lines are to be read. */
const OWN_RULE = "(?<clock>";
const TIKV = /^\[\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d[^\]]*\] \[[A-Z]+\]/;
const OLD_ETCD = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\S* [A-Z] \| /;

/** Null: it is none of them. */
export function traceKindOf(begin: string): TraceKind | null {
  const lines = begin.trimStart().split(/\r?\n/).slice(0, 200);
  const [first = ""] = lines;
  if (isHistory(begin, first)) return "history";
  if (first.includes(OWN_RULE)) return "clocks";
  if (first.includes('"format":"raft-atlas')) return null;
  if (lines.some((line) => isServer(line.trim()))) return "roles";
  return lines.some((line) => CLOCK.test(line) && !line.includes('"msg"')) ? "clocks" : null;
}

function isHistory(begin: string, first: string): boolean {
  if (first.includes('"raft-atlas-facts/')) return true;
  if (first.startsWith("{") && first.includes('"ClientId"') && first.includes('"Call"'))
    return true;
  if (/^\s*[{[(#;]/.test(begin)) return begin.includes(":process") && begin.includes(":type");
  return /jepsen\.util.*:invoke/.test(begin);
}

function isServer(line: string): boolean {
  if (TIKV.test(line) || OLD_ETCD.test(line)) return true;
  return line.startsWith("{") && ['"level"', '"ts"', '"msg"'].every((key) => line.includes(key));
}
