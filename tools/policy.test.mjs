/** The checks of packages, crates and the module trip on what they forbid. */

import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { absencesBroken } from "./absences.mjs";
import { glueFaults, importFaults } from "./check-wasm.mjs";
import { advisoryFindings, isAllowed, licenceFaults } from "./licences.mjs";
import { ADVISORIES, LICENCES } from "./policy.mjs";
import { ROOT } from "./steps.mjs";

describe("licences", () => {
  it("reads expressions", () => {
    for (const fine of ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR GPL-3.0) AND ISC"]) {
      expect(isAllowed(fine), fine).toBe(true);
    }
    expect(isAllowed("Apache-2.0 WITH LLVM-exception OR GPL-2.0")).toBe(true);
    for (const bad of ["GPL-3.0", "MIT AND GPL-3.0", "", "SEE LICENSE IN x", "MIT MIT"]) {
      expect(isAllowed(bad), bad).toBe(false);
    }
  });

  it("names a package whose licence is foreign or not stated", () => {
    const version = "1.0.0";
    const packages = [
      { ecosystem: "npm", name: "a", version, licence: "AGPL-3.0" },
      { ecosystem: "crate", name: "b", version, licence: null },
      { ecosystem: "npm", name: "c", version, licence: "MIT" },
    ];
    expect(licenceFaults(packages)).toHaveLength(2);
  });

  it("says the same as deny.toml", () => {
    const deny = fs.readFileSync(path.join(ROOT, "deny.toml"), "utf8");
    const allow = /\[licenses\]\s+allow = \[([^\]]*)\]/.exec(deny)[1];
    const named = [...allow.matchAll(/"([^"]+)"/g)].map((match) => match[1]);
    expect(named.sort()).toEqual(Object.keys(LICENCES).sort());
    const ignored = [...deny.matchAll(/id = "(RUSTSEC-[^"]+)"/g)].map((match) => match[1]);
    const accepted = ADVISORIES.filter(({ accepted: reason }) => reason !== undefined);
    expect(ignored.sort()).toEqual(accepted.map(({ id }) => id).sort());
  });
});

describe("advisories", () => {
  const advisory = { id: "A-1", ecosystem: "npm", package: "a", what: "bad", fixed: "1.2.0" };
  const at = (version) => [{ ecosystem: "npm", name: "a", version }];

  it("trips on an affected version alone", () => {
    expect(advisoryFindings(at("1.1.9"), [advisory]).faults).toHaveLength(1);
    expect(advisoryFindings(at("1.2.0"), [advisory]).faults).toEqual([]);
    expect(advisoryFindings(at("0.9.0"), [{ ...advisory, from: "1.0.0" }]).faults).toEqual([]);
  });

  it("shows what is accepted, and asks to remove it when it is past", () => {
    const accepted = { ...advisory, accepted: "never called" };
    expect(advisoryFindings(at("1.0.0"), [accepted]).accepted).toHaveLength(1);
    expect(advisoryFindings(at("1.2.0"), [accepted]).faults[0]).toContain("remove it");
  });
});

describe("crate walls", () => {
  const kinds = [{ kind: null }];
  function metadata(edges) {
    const members = [
      "sim",
      "model",
      "kv",
      "pd",
      "cluster",
      "observe",
      "run",
      "wasm_engine",
      "wasm_tools",
      "cli",
    ];
    const names = [...members, "raft", "wasm-bindgen", "rand_pcg"];
    names.push("serde", "serde_json");
    return {
      packages: names.map((name) => ({ id: name, name })),
      workspace_members: members,
      resolve: {
        nodes: names.map((id) => ({
          id,
          deps: (edges[id] ?? []).map((pkg) => ({ pkg, dep_kinds: kinds })),
        })),
      },
    };
  }

  it("stand as drawn", () => {
    const edges = {
      sim: ["rand_pcg"],
      model: ["sim"],
      kv: ["model"],
      pd: ["sim", "model", "kv"],
      cluster: ["sim", "model", "kv", "pd", "raft"],
      observe: ["model", "sim"],
      run: ["cluster", "observe", "model", "sim"],
      wasm_engine: ["run", "wasm-bindgen"],
      wasm_tools: ["model", "wasm-bindgen"],
      cli: ["run"],
    };
    expect(absencesBroken(metadata(edges))).toEqual([]);
  });

  it("trip on each forbidden edge", () => {
    const broken = (edges) => absencesBroken(metadata(edges)).join("\n");
    expect(broken({ sim: ["raft"] })).toContain("generator only");
    expect(broken({ sim: ["serde", "rand_pcg"] })).toContain("generator only");
    expect(broken({ kv: ["serde"] })).toContain("may not name serde");
    expect(broken({ cluster: ["serde_json"] })).toContain("only format");
    expect(broken({ run: ["raft"] })).toContain("may not name raft");
    expect(broken({ cluster: ["raft"], raft: ["wasm-bindgen"] })).toContain("may not reach");
    expect(broken({ model: ["raft"] })).toContain("may not name raft");
    expect(broken({ kv: ["cluster"] })).toContain("may not depend on cluster");
    expect(broken({ pd: ["raft"] })).toContain("may not name raft");
    expect(broken({ pd: ["cluster"] })).toContain("may not depend on cluster");
    expect(broken({ model: ["cluster"] })).toContain("may not depend on cluster");
    expect(broken({ cluster: ["run"] })).toContain("may not depend on run");
    expect(broken({ wasm_engine: ["cluster"] })).toContain("may not depend on cluster");
    expect(broken({ wasm_tools: ["cluster"] })).toContain("may not depend on cluster");
    expect(broken({ observe: ["cluster"], cluster: ["raft"] })).toContain("may not reach raft");
    expect(broken({ cli: ["wasm-bindgen"] })).toContain("only wasm_engine and wasm_tools");
  });
});

describe("imports of the module", () => {
  const named = (...names) => names.map((name) => ({ module: "./engine_bg.js", name }));

  it("passes glue", () => {
    expect(importFaults(named("__wbg_set_3fda3bac07393de4", "__wbindgen_throw"))).toEqual([]);
  });

  it("trips on a clock, on randomness and on anything unread", () => {
    for (const name of ["__wbg_now_16f4b0d5a6b9c7e1", "__wbg_getRandomValues_1c61fac11405ffdc"]) {
      expect(importFaults(named(name))[0]).toContain("a clock, randomness");
    }
    expect(glueFaults("__wbg_new_0: function() { const ret = new Date(); }")).toHaveLength(1);
    expect(glueFaults("// Date\nconst ret = new Map();")).toEqual([]);
    expect(importFaults(named("__wbg_somethingNew_3fda3bac07393de4"))[0]).toContain("not in the");
  });
});
