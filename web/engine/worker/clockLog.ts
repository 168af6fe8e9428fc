/**
 * Logs with vector clocks, as ShiViz and GoVector have them: each event is a host with its clock
 * as JSON, and what happened on the line below. A first line may hold another rule.
 */

import type { BadClockLog, ClockLog, ClockProblem, ProblemLine } from "../clocks";

/** Host and clock on a line, the event on the next. */
export const USUAL_RULE = String.raw`(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`;

export const PROBLEMS_MAX = 500;
const FOUND_MAX = 120;

interface Event {
  /** Its place among all events of the text. */
  at: number;
  host: number;
  /** By host; what is missing is 0. */
  clock: number[];
  own: number;
  line: number;
  text: string;
  clockText: string;
  values: string[];
}

class Problems {
  readonly list: ProblemLine[] = [];
  count = 0;

  add(line: number, problem: ClockProblem, found: string): void {
    this.count += 1;
    if (this.list.length >= PROBLEMS_MAX) return;
    this.list.push({ line, problem, found: found.slice(0, FOUND_MAX) });
  }
}

export function readClockLog(given: string, execution: number): ClockLog | BadClockLog {
  const text = given.replaceAll("\r\n", "\n");
  if (text.trim() === "") return { line: 0, bad: "empty", found: "" };
  const rules = rulesOf(text);
  if ("bad" in rules) return rules;
  const { executions, from, to } = partOf(text, rules, execution);
  const problems = new Problems();
  const hosts = new Map<string, number>();
  const { events, fields } = eventsOf(text.slice(0, to), from, rules.rule, hosts, problems);
  if (events.length === 0) {
    const line = lineAt(text, from);
    return { line, bad: "none", found: lineFrom(text, from) };
  }
  return ordered(events, [...hosts.keys()], fields, executions, problems);
}

interface Rules {
  rule: RegExp;
  parter: RegExp | null;
  /** Where the events begin. */
  from: number;
}

function rulesOf(text: string): Rules | BadClockLog {
  const usual: Rules = { rule: new RegExp(USUAL_RULE, "gm"), parter: null, from: 0 };
  const first = lineFrom(text, 0);
  if (!first.includes("(?<")) return usual;
  const missing = ["clock", "event"].find((group) => !first.includes(`(?<${group}>`));
  const rule = expression(first, "gm");
  if (rule === null || missing !== undefined) return { line: 1, bad: "rule", found: first };
  const second = lineFrom(text, first.length + 1).trim();
  const begin = first.length + 1;
  // Without a parter the second line is empty, or an event already.
  if (second === "") return { rule, parter: null, from: begin };
  if (new RegExp(rule.source, "m").exec(text.slice(begin))?.index === 0)
    return { rule, parter: null, from: begin };
  const parter = expression(second, "gm");
  if (parter === null) return { line: 2, bad: "parter", found: second };
  return { rule, parter, from: begin + second.length };
}

function expression(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

function partOf(text: string, { parter, from }: Rules, execution: number) {
  const begins: { name: string; from: number; to: number }[] = [];
  if (parter !== null) {
    parter.lastIndex = from;
    for (let hit = parter.exec(text); hit !== null; hit = parter.exec(text)) {
      const last = begins.at(-1);
      if (last !== undefined) last.to = hit.index;
      const name = hit.groups?.trace ?? hit[0].trim();
      begins.push({ name, from: hit.index + hit[0].length, to: text.length });
      if (hit[0] === "") parter.lastIndex += 1;
    }
  }
  const chosen = begins[execution] ?? begins[0];
  const executions = begins.map(({ name }) => name);
  return chosen === undefined
    ? { executions, from, to: text.length }
    : { executions, from: chosen.from, to: chosen.to };
}

function eventsOf(
  text: string,
  from: number,
  rule: RegExp,
  hosts: Map<string, number>,
  problems: Problems,
) {
  const events: Event[] = [];
  const place = lines(text);
  let fields: string[] = [];
  let after = from;
  rule.lastIndex = from;
  for (let hit = rule.exec(text); hit !== null; hit = rule.exec(text)) {
    unread(text, after, hit.index, place, problems);
    after = hit.index + hit[0].length;
    if (hit[0] === "") {
      rule.lastIndex += 1;
      continue;
    }
    const { host: named = "", clock = "", event = "", ...more } = hit.groups ?? {};
    if (events.length === 0) fields = Object.keys(more);
    const line = place(hit.index);
    const clockOf = counts(clock);
    if (clockOf === null) {
      problems.add(line, "clock", clock);
      continue;
    }
    // A rule without a host takes it from the clock, if that has one alone.
    const host = named === "" && clockOf.length === 1 ? (clockOf[0]?.[0] ?? "") : named;
    const own = clockOf.find(([name]) => name === host)?.[1];
    if (own === undefined) {
      problems.add(line, "own", host);
      continue;
    }
    const numbered: number[] = [];
    for (const [name, count] of clockOf) {
      const number = numberOf(hosts, name);
      // Without holes it stays a plain list of numbers.
      while (numbered.length <= number) numbered.push(0);
      numbered[number] = count;
    }
    events.push({
      at: events.length,
      host: numberOf(hosts, host),
      clock: numbered,
      own,
      line,
      text: event,
      clockText: clock,
      values: Object.values(more).map((value) => value ?? ""),
    });
  }
  unread(text, after, text.length, place, problems);
  return { events, fields };
}

function numberOf(hosts: Map<string, number>, name: string): number {
  const known = hosts.get(name);
  if (known !== undefined) return known;
  hosts.set(name, hosts.size);
  return hosts.size - 1;
}

/** Hosts with whole counts from 0 on; null = it is no clock. */
function counts(text: string): [string, number][] | null {
  try {
    const clock: unknown = JSON.parse(text);
    if (typeof clock !== "object" || clock === null || Array.isArray(clock)) return null;
    const pairs = Object.entries(clock) as [string, unknown][];
    const isCount = (count: unknown) => Number.isSafeInteger(count) && (count as number) >= 0;
    return pairs.every(([, count]) => isCount(count)) ? (pairs as [string, number][]) : null;
  } catch {
    return null;
  }
}

/** Lines between two events that are part of neither. */
function unread(
  text: string,
  from: number,
  to: number,
  place: (at: number) => number,
  problems: Problems,
): void {
  const between = text.slice(from, to);
  if (between.trim() === "") return;
  let at = from;
  for (const line of between.split("\n")) {
    if (line.trim() !== "") problems.add(place(at), "unread", line.trim());
    at += line.length + 1;
  }
}

/** Line numbers of rising places. */
function lines(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (at) => {
    while (next !== -1 && next < at) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}

function lineFrom(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(at, end === -1 ? text.length : end);
}

/** Events in an order that no arrow goes against. */
function ordered(
  events: readonly Event[],
  hosts: string[],
  fields: string[],
  executions: string[],
  problems: Problems,
): ClockLog {
  const byHost = sorted(events, hosts, problems);
  const senders = messages(byHost, hosts, events.length, problems);
  const { order, depth } = depths(byHost, senders, problems);
  const place = new Uint32Array(events.length);
  for (const [at, event] of order.entries()) place[event.at] = at;
  const from: number[] = [];
  const to: number[] = [];
  for (const [at, event] of order.entries())
    for (const sender of senders[event.at] ?? []) {
      from.push(place[sender.at] ?? 0);
      to.push(at);
    }
  return {
    hosts,
    host: Uint32Array.from(order, ({ host }) => host),
    depth: Float64Array.from(order, (event) => depth[event.at] ?? 0),
    line: Uint32Array.from(order, ({ line }) => line),
    texts: order.map(({ text }) => text),
    clocks: order.map(({ clockText }) => clockText),
    fields,
    values: fields.length === 0 ? [] : order.map(({ values }) => values),
    arrows: { from: Uint32Array.from(from), to: Uint32Array.from(to) },
    executions,
    problems: problems.list.sort((a, b) => a.line - b.line),
    problemCount: problems.count,
  };
}

/** By host its events in the order of its own count. */
function sorted(events: readonly Event[], hosts: readonly string[], problems: Problems): Event[][] {
  const byHost: Event[][] = hosts.map(() => []);
  for (const event of events) byHost[event.host]?.push(event);
  return byHost.map((list, host) => {
    list.sort((a, b) => a.own - b.own || a.line - b.line);
    return list.filter((event, place) => {
      const before = list[place - 1];
      if (before === undefined) return true;
      const name = `${hosts[host]}: ${event.own}`;
      if (before.own === event.own) problems.add(event.line, "repeated", name);
      else if (event.own !== before.own + 1) problems.add(event.line, "gap", name);
      return before.own !== event.own;
    });
  });
}

/** By event: of other hosts the last events that it knows and its host did not know before. */
function messages(
  byHost: readonly Event[][],
  hosts: readonly string[],
  count: number,
  problems: Problems,
): Event[][] {
  const byCount = byHost.map((list) => new Map(list.map((event) => [event.own, event])));
  const all: Event[][] = new Array(count);
  for (const list of byHost) {
    let before: readonly number[] = [];
    for (const event of list) {
      const { clock } = event;
      const senders: Event[] = [];
      for (let host = 0; host < clock.length; host++) {
        const known = clock[host] ?? 0;
        if (host === event.host || known <= (before[host] ?? 0)) continue;
        const sender = byCount[host]?.get(known);
        if (sender === undefined) problems.add(event.line, "unknown", `${hosts[host]}: ${known}`);
        else senders.push(sender);
      }
      before = clock;
      all[event.at] = senders.length < 2 ? senders : direct(senders);
    }
  }
  return all;
}

/** Without those of whom another sender knew already: that came by way of it. */
function direct(senders: readonly Event[]): Event[] {
  const isKnown = (one: Event): boolean =>
    senders.some((other) => other !== one && (other.clock[one.host] ?? 0) >= one.own);
  return senders.filter((one) => !isKnown(one));
}

/** How many events are before each on the longest way to it; a circle is cut where it is met. */
function depths(byHost: readonly Event[][], senders: readonly Event[][], problems: Problems) {
  const all = byHost.reduce((sum, list) => sum + list.length, 0);
  const depth = new Float64Array(senders.length).fill(-1);
  const next = byHost.map(() => 0);
  const order: Event[] = [];
  const take = (host: number, event: Event): void => {
    const before = byHost[host]?.[(next[host] ?? 0) - 1];
    let deep = before === undefined ? 0 : (depth[before.at] ?? 0) + 1;
    for (const { at } of senders[event.at] ?? []) deep = Math.max(deep, (depth[at] ?? -1) + 1);
    depth[event.at] = deep;
    order.push(event);
    next[host] = (next[host] ?? 0) + 1;
  };
  const isReady = (event: Event): boolean =>
    (senders[event.at] ?? []).every(({ at }) => (depth[at] ?? -1) >= 0);
  while (order.length < all) {
    const before = order.length;
    for (const [host, list] of byHost.entries()) {
      let event = list[next[host] ?? 0];
      while (event !== undefined && isReady(event)) {
        take(host, event);
        event = list[next[host] ?? 0];
      }
    }
    if (order.length > before) continue;
    const host = byHost.findIndex((list, at) => (next[at] ?? 0) < list.length);
    const event = byHost[host]?.[next[host] ?? 0];
    if (event === undefined) break;
    problems.add(event.line, "circle", event.text);
    take(host, event);
  }
  order.sort((a, b) => (depth[a.at] ?? 0) - (depth[b.at] ?? 0) || a.line - b.line);
  return { order, depth };
}
