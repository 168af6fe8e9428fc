/**
 * What a real etcd cluster can play of a scenario: a plan for the program in tools/real, with a
 * sentence for all that is left out. Where the rest would be another run, it refuses, and says which
 * place of the file asks for what etcd has not. Must not know how a plan is played.
 */

import { actionOf } from "./real-faults.mjs";
import { bitsPerSecond, durationUs } from "./real-units.mjs";
import { Stop } from "./steps.mjs";

/** The longest run: a cluster beside the other work of a machine is not measured for hours. */
const DURATION_US_MAX = 120_000_000;
/** The most rows that are written before a run. */
const ROWS_MAX = 20_000;
/** A JSON merge patch (RFC 7396), as variants are. */
function merged(base, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const own = base !== null && typeof base === "object" && !Array.isArray(base);
  const result = own ? { ...base } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  }
  return result;
}

/** The scenario as a variant has it. `run` is the only one of a scenario without variants. */
export function variantOf(scenario, name) {
  const variants = scenario.variants ?? {};
  const known = Object.keys(variants);
  const id = name ?? known[0] ?? "run";
  if (known.length === 0 && id === "run") return { id, scenario };
  if (variants[id] === undefined) {
    const expected = known.length === 0 ? "run" : known.join(", ");
    throw new Stop(`--variant: found ${id}, expected one of: ${expected}.`);
  }
  const { title: _title, text: _text, ...patch } = variants[id];
  const { variants: _variants, ...base } = scenario;
  return { id, scenario: merged(base, patch) };
}

/** Settings that etcd has one way of: what it must be, and why. */
const ONE_WAY = {
  check_quorum: [true, "an etcd leader always steps down when it hears from no majority"],
  withhold_votes: [true, "an etcd member never votes while it hears from its leader"],
  follower_replication: [false, "an etcd leader sends entries to each member itself"],
  group_commit: [false, "etcd commits by majority alone"],
  hibernate: [false, "an etcd leader always sends heartbeats"],
  timestamps: ["none", "etcd has no timestamp oracle"],
  compression: ["none", "etcd does not compress Raft messages"],
  delta_encoding: [false, "etcd sends entries as they are"],
  split_merge: [false, "etcd keeps all keys in one Raft group"],
  location_affinity: [false, "etcd moves no leader by itself"],
  balance_replicas: [false, "etcd moves no member by itself"],
  hot_learners: [false, "etcd adds no learner by itself"],
  neighbour_snapshots: [false, "an etcd member gets its snapshot from the leader"],
  index_by_lease: [false, "an etcd leader asks a majority for each read index"],
  read_index_cache: [false, "etcd asks for a read index each time"],
  apply_delay: ["0us", "an etcd member applies at once"],
};

/** Settings that change nothing of what is measured here, or that etcd does in its own way. */
const OWN_WAY = {
  skip_commit_broadcast: "etcd tells its followers at once what is committed",
  batch_read_index: "etcd always lets reads that wait share a round to the majority",
};

/** How etcd can serve reads, by the read mode of a scenario. */
const READ_MODES = {
  leader: "leader",
  follower: "follower",
  local: "local",
};

const OPS = new Set(["get", "scan", "put"]);

/** Keys of the file, of stores and of links that are not carried over, with what is so instead. */
const LEFT_OUT = {
  costs: "Core times are this machine’s own.",
  reads: "Limits and intervals of reads are etcd’s own.",
  schedule: "There is no placement driver.",
};
const LEFT_OUT_STORE = {
  cores: "All members share the cores of this machine.",
  disk: "All members share the disk of this machine.",
  fsync: "An fsync takes what it takes here; the result says how long.",
  clock_offset: "All members go by one clock.",
  clock_drift_ppm: "All members go by one clock.",
};
const LEFT_OUT_LINK = {
  connections: "A gateway has one connection to each member.",
  window: "The windows of TCP are this machine’s own.",
  buffer: "What waits at a full line is not lost.",
};
const LEFT_OUT_RAFT = {
  max_inflight: "Appends in flight are bounded as etcd bounds them.",
  max_size_per_msg: "The size of an append is bounded as etcd bounds it.",
  log_keep: "etcd keeps 5,000 entries of its log.",
};

/** Collects what is wrong and what is left out, so that a person learns all of it at once. */
class Findings {
  refused = [];
  leftOut = [];

  refuse(place, found, expected, why) {
    const text = typeof found === "string" ? found : JSON.stringify(found);
    this.refused.push(`${place}: found ${text}, expected ${expected}: ${why}.`);
  }

  leave(place, sentence) {
    const line = `${place}: ${sentence}`;
    if (!this.leftOut.includes(line)) this.leftOut.push(line);
  }

  /** Leaves out each key of a table that is there. */
  leaveKeys(place, value, table) {
    for (const [key, sentence] of Object.entries(table)) {
      if (value?.[key] !== undefined) this.leave(`${place}${key}`, sentence);
    }
  }
}

function membersOf({ topology, data }, findings) {
  const wanted = data?.stores ?? [];
  const stores = topology.stores.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const replicas = data?.replicas ?? 3;
  if (stores.length !== 3 && stores.length !== 5) {
    findings.refuse("topology.stores", stores.length, "3 or 5", "a cluster here has as many");
  }
  if (replicas !== stores.length) {
    findings.refuse("data.replicas", replicas, stores.length, "each etcd member has all rows");
  }
  if ((data?.ranges ?? 1) !== 1) {
    findings.refuse("data.ranges", data.ranges, "1", ONE_WAY.split_merge[1]);
  }
  for (const [at, store] of topology.stores.entries()) {
    findings.leaveKeys(`topology.stores[${at}].`, store, LEFT_OUT_STORE);
    for (const key of ["election_ticks", "apply_delay"]) {
      if (store[key] === undefined) continue;
      const place = `topology.stores[${at}].${key}`;
      findings.refuse(place, store[key], "none", "all etcd members have the same");
    }
  }
  for (const key of ["balancers", "hosts"]) {
    if (topology[key]?.length > 0) {
      findings.refuse(`topology.${key}`, topology[key].length, "none", "there are none here");
    }
  }
  if (topology.pd !== undefined) findings.leave("topology.pd", LEFT_OUT.schedule);
  return stores.map(({ id, zone }) => ({ id, zone }));
}

/** Each direction between two zones, and inside each. */
function linksOf({ topology }, findings) {
  const { same_zone = {}, cross_zone = {}, between = [] } = topology.links ?? {};
  const lines = [];
  const ids = topology.zones.map(({ id }) => id);
  for (const from of ids) {
    for (const to of ids) {
      const common = from === to ? { rtt: "0.3ms", ...same_zone } : { rtt: "1ms", ...cross_zone };
      const own = between.find(({ zones: [a, b] }) => sorted(a, b) === sorted(from, to)) ?? {};
      const link = { ...common, ...own };
      const rttUs = durationUs(link.rtt, "rtt");
      const thereUs = link.there === undefined ? rttUs / 2 : durationUs(link.there, "there");
      const isFirst = own.zones === undefined || own.zones[0] === from;
      if (link.vanish > 0) {
        const why = "what TCP carries does not vanish";
        findings.refuse("topology.links, vanish", link.vanish, "0", why);
      }
      findings.leaveKeys("topology.links, ", link, LEFT_OUT_LINK);
      lines.push({
        from,
        to,
        delay_us: Math.round(isFirst ? thereUs : rttUs - thereUs),
        jitter_us: link.jitter === undefined ? 0 : durationUs(link.jitter, "jitter"),
        loss: link.loss ?? 0,
        bits_per_second: link.bandwidth === undefined ? 0 : bitsPerSecond(link.bandwidth),
      });
    }
  }
  return lines;
}

const sorted = (a, b) => [a, b].sort().join("\n");

function checkSettings(settings, findings) {
  for (const [key, [only, why]] of Object.entries(ONE_WAY)) {
    const found = settings[key];
    if (found === undefined || found === only) continue;
    if (key === "apply_delay" && durationUs(found) === 0) continue;
    findings.refuse(`settings.${key}`, found, JSON.stringify(only), why);
  }
  for (const [key, sentence] of Object.entries(OWN_WAY)) {
    if (settings[key] !== undefined) findings.leave(`settings.${key}`, `${sentence}.`);
  }
}

function raftOf({ raft = {} }, findings) {
  const tickUs = durationUs(raft.tick ?? "100ms", "raft.tick");
  const heartbeatTicks = raft.heartbeat_ticks ?? 1;
  const electionTicks = raft.election_ticks ?? 10;
  findings.leaveKeys("raft.", raft, LEFT_OUT_RAFT);
  if (heartbeatTicks > 1) {
    findings.leave(
      "raft.heartbeat_ticks",
      `An etcd leader sends a heartbeat each tick, so a tick is ${heartbeatTicks} of the scenario’s, and an election timeout is drawn in such steps.`,
    );
  }
  const [heartbeatUs, electionUs] = [tickUs * heartbeatTicks, tickUs * electionTicks];
  if (electionUs < 5 * heartbeatUs) {
    const why = "etcd refuses less";
    findings.refuse("raft.election_ticks", electionTicks, `${5 * heartbeatTicks} or more`, why);
  }
  if (heartbeatUs % 1000 !== 0) {
    findings.refuse("raft.tick", raft.tick, "whole milliseconds", "etcd counts in these");
  }
  return { tick_us: heartbeatUs, election_us: electionUs };
}

/** What of a workload has no counterpart at all. */
const REFUSED_OF_LOAD = ["mix", "retry", "ramp", "through", "spread", "statements", "fetches"];

function loadOf(load, place, { scenario, settings, findings }) {
  const { topology, data = {} } = scenario;
  for (const key of REFUSED_OF_LOAD) {
    const value = load[key];
    if (value === undefined || value === false || value.length === 0) continue;
    findings.refuse(`${place}.${key}`, "one", "none", "clients here send plain requests");
  }
  if (load.running === false) {
    findings.refuse(`${place}.running`, false, "true", "a load here runs from its start on");
  }
  const op = load.op ?? "none";
  if (!OPS.has(op)) {
    findings.refuse(`${place}.op`, op, "get, scan or put", "clients here send plain requests");
  }
  if (op === "put" && (load.rows ?? 1) !== 1) {
    findings.refuse(`${place}.rows`, load.rows, "1", "a put here writes one row");
  }
  const gateways = topology.gateways ?? [];
  const gateway =
    gateways.find(({ id }) => id === load.from) ?? gateways.find(({ zone }) => zone === load.from);
  const asked = load.read_mode ?? gateway?.read_mode ?? settings.read_mode ?? "leader";
  if (op !== "put" && READ_MODES[asked] === undefined) {
    const where = load.read_mode === undefined ? "settings" : place;
    const known = Object.keys(READ_MODES).join(", ");
    findings.refuse(`${where}.read_mode`, asked, `one of ${known}`, "etcd has no other reads");
  }
  if (load.distribution !== undefined) {
    findings.leave(`${place}.distribution`, "Keys are drawn evenly.");
  }
  if (load.values !== undefined) findings.leave(`${place}.values`, "Values are one letter.");
  const [first, end] = load.keys ?? [0, data.rows ?? 10_000];
  const timeout = load.timeout ?? settings.request_timeout ?? "5s";
  return {
    id: load.id,
    gateway: gateway?.id ?? "",
    op,
    read_mode: READ_MODES[asked] ?? "leader",
    clients: load.rate === undefined ? (load.clients ?? 1) : 0,
    rate: load.rate ?? 0,
    think_us: load.think === undefined ? 0 : durationUs(load.think, `${place}.think`),
    timeout_us: durationUs(timeout, `${place}.timeout`),
    start_us: load.start === undefined ? 0 : durationUs(load.start, `${place}.start`),
    rows: load.rows ?? 1,
    value_bytes: load.value_bytes ?? data.row_bytes ?? 1000,
    first_key: first,
    end_key: end,
  };
}

/**
 * @param {object} whole a scenario file
 * @param {string | undefined} name the variant; the first one if none is named
 * @returns {{ variant: string, plan: object, leftOut: string[] }}
 * @throws {Stop} with a sentence for each place that asks for what a real etcd cluster has not
 */
export function planOf(whole, name) {
  const { id, scenario } = variantOf(whole, name);
  const findings = new Findings();
  const settings = scenario.settings ?? {};
  const members = membersOf(scenario, findings);
  const gateways = (scenario.topology.gateways ?? []).map(({ id, zone }) => ({ id, zone }));
  const nodes = [...members.map((node) => ({ ...node, isMember: true })), ...gateways];
  checkSettings(settings, findings);
  findings.leaveKeys("", scenario, LEFT_OUT);
  const links = linksOf(scenario, findings);
  const raft = raftOf(scenario, findings);
  const given = { scenario, settings, findings };
  const loads = (scenario.workload ?? []).map((load, at) => loadOf(load, `workload[${at}]`, given));
  const actions = (scenario.actions ?? []).map((action, at) =>
    actionOf(action, `actions[${at}]`, nodes, findings),
  );
  const rows = scenario.data?.rows ?? 10_000;
  if (rows > ROWS_MAX) {
    findings.refuse("data.rows", rows, `${ROWS_MAX} or fewer`, "all are written before a run");
  }
  const duration_us = durationUs(scenario.duration ?? "60s", "duration");
  if (duration_us > DURATION_US_MAX) {
    findings.refuse("duration", scenario.duration, "2m or less", "a run here takes as long");
  }
  if (findings.refused.length > 0) {
    throw new Stop(`A real cluster cannot play ${id}:\n  ${findings.refused.join("\n  ")}`);
  }
  const first = scenario.data?.leaders?.[0];
  const leader = members.find((one) => one.id === first || one.zone === first)?.id ?? "";
  const plan = {
    members,
    gateways,
    leader,
    ...raft,
    pre_vote: settings.pre_vote ?? true,
    links,
    rows,
    row_bytes: scenario.data?.row_bytes ?? 1000,
    duration_us,
    measure_from_us: durationUs(scenario.measure_from ?? "0us", "measure_from"),
    seed: scenario.seed ?? 1,
    loads,
    actions: actions.sort((a, b) => a.at_us - b.at_us),
  };
  return { variant: id, plan, leftOut: findings.leftOut };
}
