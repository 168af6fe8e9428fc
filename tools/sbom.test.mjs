/** The bill of materials names what is shipped, the same each time. */

import { beforeAll, describe, expect, it } from "vitest";
import { crateComponent, sbom, withCrates } from "./sbom.mjs";

/** It asks npm and cargo, which may have to wait for other work of the machine. */
const TWO_PROGRAMS_MS_MAX = 60_000;

describe("the bill of materials", () => {
  let document;

  beforeAll(async () => {
    document = await sbom();
  }, TWO_PROGRAMS_MS_MAX);

  it("is of the project and its version", () => {
    expect(document).toMatchObject({
      bomFormat: "CycloneDX",
      specVersion: "1.5",
      metadata: { component: { name: "raft-atlas" } },
    });
  });

  it("names what is linked and bundled, and nothing that only builds or tests", () => {
    const names = document.components.map(({ purl }) => purl.replace(/@[^@]*$/, ""));
    expect(names).toEqual(
      expect.arrayContaining(["pkg:cargo/raft", "pkg:npm/react", "pkg:cargo/clap"]),
    );
    expect(names.filter((name) => /vite$|playwright|cargo\/(?:sim|syn)$/.test(name))).toEqual([]);
  });

  it("names each component once, with its licence", () => {
    const refs = document.components.map((one) => one["bom-ref"]);
    expect(refs.filter((ref, i) => refs.indexOf(ref) !== i)).toEqual([]);
    const bare = document.components.filter(({ licenses }) => (licenses ?? []).length === 0);
    expect(bare.map(({ purl }) => purl)).toEqual([]);
  });

  it("leads from the project to what it needs, and to nothing that it does not name", () => {
    const refs = new Set(document.components.map((one) => one["bom-ref"]));
    const root = document.dependencies.find(
      ({ ref }) => ref === document.metadata.component["bom-ref"],
    );
    expect(root.dependsOn).toContain("pkg:cargo/raft@0.7.0");
    expect(
      document.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((to) => !refs.has(to)),
    ).toEqual([]);
  });

  it("has nothing that differs from one making to the next", () => {
    expect(document).not.toHaveProperty("serialNumber");
    expect(document.metadata).not.toHaveProperty("timestamp");
  });
});

describe("a crate in it", () => {
  it("says OR as SPDX does", () => {
    expect(
      crateComponent({ name: "a", version: "1.2.3", licence: "MIT/Apache-2.0" }),
    ).toMatchObject({
      purl: "pkg:cargo/a@1.2.3",
      licenses: [{ expression: "MIT OR Apache-2.0" }],
    });
  });

  it("hangs on the project", () => {
    const document = {
      serialNumber: "urn:uuid:1",
      metadata: { timestamp: "now", component: { "bom-ref": "p@1", name: "folder" } },
      components: [],
      dependencies: [{ ref: "p@1", dependsOn: [] }],
    };
    expect(withCrates(document, { name: "p", version: "1" }, [{ "bom-ref": "c" }])).toEqual({
      metadata: { component: { "bom-ref": "p@1", name: "p", version: "1" } },
      components: [{ "bom-ref": "c" }],
      dependencies: [{ ref: "p@1", dependsOn: ["c"] }],
    });
  });
});
