/** What is shipped of others carries their licences, and what has none to carry is named. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  engineNotices,
  linkedCrates,
  noticesText,
  npmPackagesIn,
  packageFolder,
  pageNotices,
  placeholderIn,
  textsOf,
} from "./notices.mjs";
import { ROOT } from "./steps.mjs";

let folder = "";

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-notices-"));
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A package that brings these files. */
function packageWith(files, licence, authors = "") {
  const place = fs.mkdtempSync(path.join(folder, "package-"));
  for (const [name, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(place, name), text);
  }
  return { name: "some", version: "1.0.0", licence, authors, folder: place };
}

function module(name) {
  return path.join(ROOT, "node_modules", ...name.split("/"));
}

describe("the texts of one package", () => {
  it("are its own: of a choice the short one, of licences that hold together all, and NOTICE", () => {
    const choice = { "LICENSE-APACHE": "long", "LICENSE-MIT": "short" };
    expect(textsOf(packageWith(choice, "MIT OR Apache-2.0"))).toEqual(["short"]);
    expect(textsOf(packageWith(choice, "MIT AND Apache-2.0"))).toEqual(["long", "short"]);
    expect(textsOf(packageWith({ COPYING: "theirs", NOTICE: "named" }, null))).toEqual([
      "theirs",
      "named",
    ]);
  });

  it("are the standard ones with the authors' names where it brings none", () => {
    expect(textsOf(packageWith({}, "MIT", "Ada"))[0]).toMatch(/^Copyright \(c\) Ada\n/);
    expect(textsOf(packageWith({}, "Apache-2.0"))[0]).toMatch(/^Apache License/);
  });

  it("must be there", () => {
    expect(() => textsOf(packageWith({}, "OFL-1.1"))).toThrow(/some brings no text.*found OFL-1.1/);
  });
});

describe("the notices", () => {
  it("say equal licences once, below all that are under them", () => {
    const one = packageWith({ LICENSE: "Do as\nyou like." }, "MIT");
    const other = { ...packageWith({ LICENSE: "Do as you  like." }, "MIT"), name: "other" };
    const text = noticesText([other, one]);
    expect(text).toContain("other 1.0.0 (MIT)\nsome 1.0.0 (MIT)\n\nDo as you  like.\n");
    expect(text.match(/you\s+like/g)).toHaveLength(1);
  });

  it("of the modules name every crate that is linked, and none that only builds them", async () => {
    const names = (await linkedCrates(["wasm_engine", "wasm_tools"], "wasm32-unknown-unknown")).map(
      ({ name }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(["raft", "raft-proto", "protobuf", "serde"]));
    expect(names).not.toContain("serde_derive");
    expect(names).not.toContain("protobuf-codegen");
    const text = await engineNotices();
    for (const name of [...names, "The Rust standard library"]) expect(text).toContain(`${name} `);
  });

  it("of the page name the font, the libraries and what makes it work without a network", async () => {
    const text = await pageNotices([module("react"), module("radix-ui")]);
    for (const name of ["react ", "radix-ui ", "@fontsource-variable/inter ", "workbox-core "]) {
      expect(text).toContain(`\n${name}`);
    }
    expect(text).toContain("SIL OPEN FONT LICENSE");
    expect(text).toContain("Copyright 2026 The Raft Atlas maintainers");
    // What a bundler says of its own parts is no notice of ours.
    expect(text).not.toContain("Licenses of bundled dependencies");
  });

  it("find the package of a module", () => {
    expect(packageFolder("/x/node_modules/react/cjs/react.js?commonjs")).toBe(
      "/x/node_modules/react",
    );
    expect(packageFolder("/x/node_modules/a/node_modules/@b/c/i.js")).toBe(
      "/x/node_modules/a/node_modules/@b/c",
    );
    expect(packageFolder("/x/web/main.tsx")).toBe(null);
    const [react] = npmPackagesIn([module("react")]);
    expect(react).toMatchObject({ name: "react", licence: "MIT" });
  });
});

it("LICENSE names its holder, and a form that does not is found", () => {
  const own = fs.readFileSync(path.join(ROOT, "LICENSE"), "utf8");
  expect(placeholderIn(own)).toBe(null);
  expect(placeholderIn("Copyright [yyyy] [name of copyright owner]")).toBe(
    "[name of copyright owner]",
  );
});
