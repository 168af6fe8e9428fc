/**
 * Whether a class kept what docs/class.md promises, by the log of what each saw. Pure.
 */

/** What is promised, with the time that a watcher who looks five times a second may add. */
const LOOKED_MS = 500;
export const COUNTED_MS = 10_000;
export const SILENT_MS = 5_000;
/** A page that ran ahead of a slower one goes back by less than this, as a picture that stutters. */
const STUTTER_US = 500_000;
/** A word is near a jump, or an act is its cause, within this. */
const NEAR_MS = 6_000;

/**
 * @typedef {{ ms: number, who: string, kind: string, text?: string, is?: boolean, [more: string]: unknown }} Entry
 * one line of the log, in order of time
 * @typedef {{ promise: string, kept: boolean, found: string }} Verdict
 */

/**
 * @param {readonly Entry[]} log
 * @param {readonly Record<string, string>[]} rows of the file of answers
 * @returns {Verdict[]}
 */
export function judge(log, rows) {
  return [
    jumps(log),
    counts(log),
    silences(log),
    exported(log, rows),
    once(rows),
    ended(log),
    { promise: "no page had an error", ...none(log.filter(({ kind }) => kind === "error")) },
  ];
}

/** A page that was moved knows why: the leading page moved, its words changed, or its person acted. */
function jumps(log) {
  const isCause = ({ kind }) => ["act", "jump", "step", "run", "actions", "stands"].includes(kind);
  const moved = log.filter(({ kind, who }) => kind === "jump" && !isTeacher(who));
  const jumped = moved.filter(({ from, to }) => Math.abs(to - from) >= STUTTER_US);
  const silent = jumped.filter(({ ms, who }) => {
    const near = log.filter((one) => Math.abs(one.ms - ms) <= NEAR_MS);
    const own = near.some((one) => one.who === who && ["says", "notice", "act"].includes(one.kind));
    return !own && !near.some((one) => isTeacher(one.who) && isCause(one));
  });
  return {
    promise: "nobody jumped without a word",
    ...none(
      silent,
      `${jumped.length} jumps, each with its cause; ${moved.length - jumped.length} under half a second`,
    ),
  };
}

/** How many a teacher's words count; null: they do not lead. */
export function counted(text) {
  if (!/^You lead/.test(text)) return null;
  const [, follow] = /: (\d+) students? follows?/.exec(text) ?? [];
  const [, alone = 0] = /, (\d+) on their own/.exec(text) ?? [];
  return Number(follow) + Number(alone);
}

/** Between changes of who is there, the leading page's count is right from 10 s on. */
function counts(log) {
  const there = new Set();
  let isUp = true;
  let isOver = false;
  let changedMs = Number.POSITIVE_INFINITY;
  const shown = new Map();
  const wrong = [];
  let looked = 0;
  let latestMs = 0;
  /** Since the last change the right count was shown. */
  let isRight = true;
  const look = (ms) => {
    if (!isUp || isOver || ms - changedMs <= COUNTED_MS + LOOKED_MS) return;
    for (const [who, count] of shown) {
      if (count === null) continue;
      looked += 1;
      if (count !== there.size) wrong.push({ ms, who, text: `${count}, not ${there.size}` });
    }
  };
  for (const entry of log) {
    look(entry.ms);
    const { ms, who, kind } = entry;
    if (kind === "there") {
      if (entry.is) there.add(who);
      else there.delete(who);
    }
    if (kind === "server") isUp = entry.is === true;
    if (kind === "gone") shown.delete(who);
    if (kind === "ends") isOver = true;
    const isCount = kind === "says" && isTeacher(who);
    if (isCount) {
      const count = counted(entry.text ?? "");
      if (count === null) shown.delete(who);
      else {
        if (!shown.has(who)) {
          changedMs = ms;
          isRight = false;
        }
        shown.set(who, count);
        if (count === there.size && !isRight) latestMs = Math.max(latestMs, ms - changedMs);
        if (count === there.size) isRight = true;
      }
    }
    if (kind === "there" || kind === "server") {
      changedMs = ms;
      isRight = !isUp || [...shown.values()].every((count) => count === there.size);
    }
  }
  return {
    promise: "counts are right within 10 s",
    ...none(wrong, `${looked} looks; the latest change shown after ${seconds(latestMs)}`),
  };
}

/** Who hears nothing says so within 5 s. */
function silences(log) {
  const failures = log.filter(({ kind }) => kind === "deaf");
  const waits = failures.map(({ ms, who }) => {
    const said = log.find(
      (one) => one.who === who && one.ms >= ms - LOOKED_MS && isSilenceWord(one),
    );
    return { ms: said?.ms ?? ms, who, waitMs: said === undefined ? null : said.ms - ms };
  });
  const late = waits.filter(({ waitMs }) => waitMs === null || waitMs > SILENT_MS + LOOKED_MS);
  const most = Math.max(0, ...waits.map(({ waitMs }) => waitMs ?? 0));
  return {
    promise: "silence is told within 5 s",
    ...none(
      late.map((one) => ({ ...one, text: one.waitMs === null ? "never" : seconds(one.waitMs) })),
      `${waits.length} times; the latest after ${seconds(most)}`,
    ),
  };
}

function isSilenceWord({ kind, text = "" }) {
  return kind === "says" && /not reached|No class answers/.test(text);
}

/** Each first answer that was handed in is in the file, as it was given. */
function exported(log, rows) {
  const first = new Map();
  for (const { kind, who, lesson, step, answer } of log) {
    const key = `${who} ${lesson}/${step}`;
    if (kind === "answers" && !first.has(key)) first.set(key, answer);
  }
  const kept = new Map(
    rows.map(({ name, lesson, step, answer }) => [`${name} ${lesson}/${step}`, Number(answer) - 1]),
  );
  const lost = [...first].filter(([key, answer]) => kept.get(key) !== answer);
  return {
    promise: "all answers that were handed in are in the file",
    ...none(
      lost.map(([key, answer]) => ({
        who: key,
        text: `gave ${answer}, the file ${kept.get(key)}`,
      })),
      `${first.size} answers`,
    ),
  };
}

/** A student is one number and answers a question once. */
function once(rows) {
  const seen = new Set();
  const twice = [];
  const numbers = new Map();
  for (const { name, lesson, step, student } of rows) {
    const key = `${name} ${lesson}/${step}`;
    if (seen.has(key)) twice.push({ who: key, text: "twice" });
    seen.add(key);
    if (name !== "" && (numbers.get(name) ?? student) !== student)
      twice.push({ who: name, text: `is student ${student} and ${numbers.get(name)}` });
    numbers.set(name, student);
  }
  return { promise: "nobody’s answers are there twice", ...none(twice, `${rows.length} rows`) };
}

/** Whoever is there is told that the class has ended. */
function ended(log) {
  const end = log.find(({ kind }) => kind === "ends");
  const there = new Map();
  for (const { kind, who, is } of log) if (kind === "there") there.set(who, is);
  const untold = [...there]
    .filter(([, is]) => is)
    .filter(([who]) => !log.some((one) => one.who === who && /ended/.test(one.text ?? "")))
    .map(([who]) => ({ who, text: "was not told" }));
  if (end === undefined) untold.push({ who: "the class", text: "did not end" });
  return { promise: "everybody is told the end", ...none(untold, `${there.size} students`) };
}

function none(found, well = "none") {
  if (found.length === 0) return { kept: true, found: well };
  const some = found.slice(0, 5).map(({ who, ms, text, ...more }) => {
    const what = text ?? JSON.stringify(more);
    return `${who}${ms === undefined ? "" : ` at ${clock(ms)}`}: ${what}`;
  });
  return { kept: false, found: `${found.length}: ${some.join("; ")}` };
}

function isTeacher(who) {
  return who.startsWith("teacher");
}

function seconds(ms) {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Minutes, seconds and tenths. */
export function clock(ms) {
  const tenths = Math.round(ms / 100);
  const [minutes, rest] = [Math.floor(tenths / 600), tenths % 600];
  return `${String(minutes).padStart(2, "0")}:${(rest / 10).toFixed(1).padStart(4, "0")}`;
}
