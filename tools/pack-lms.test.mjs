/** Packages for learning platforms: their manifests, their policy, and how they are asked for. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DOMParser } from "@xmldom/xmldom";
import { strFromU8 } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POLICY } from "./headers.mjs";
import { cmi5Structure, nameOf, scorm12Manifest, scormManifest, tincan } from "./lms-manifests.mjs";
import { contents, packaged, pageFiles, readArgs } from "./pack-lms.mjs";

const QUOTED = POLICY.replaceAll("'", "&#39;");
const HTML = `<meta content="${QUOTED}"><link rel="manifest" href="./manifest.webmanifest"><p>x</p>`;

function xml(text) {
  const faults = [];
  const onError = (_, message) => faults.push(message);
  const read = new DOMParser({ onError }).parseFromString(text, "text/xml");
  expect(faults).toEqual([]);
  return read;
}

const all = (document, name) => [...document.getElementsByTagName(name)];
const named = (id) => contents().find((content) => content.id === id);

describe("imsmanifest.xml", () => {
  it("is of SCORM 2004's 4th edition, with one SCO that opens the lesson", () => {
    const made = xml(scormManifest(named("old-leader"), ["index.html", "assets/a&b.js"]));
    expect(all(made, "schemaversion")[0].textContent).toBe("2004 4th Edition");
    const [resource, ...others] = all(made, "resource");
    expect(others).toEqual([]);
    expect(resource.getAttribute("adlcp:scormType")).toBe("sco");
    expect(resource.getAttribute("href")).toBe("index.html");
    const [item] = all(made, "item");
    expect(item.getAttribute("identifierref")).toBe(resource.getAttribute("identifier"));
    expect(item.getAttribute("parameters")).toBe("?lms=scorm&lesson=old-leader");
    const files = all(made, "file").map((file) => file.getAttribute("href"));
    expect(files).toEqual(["assets/a&b.js", "index.html"]);
  });

  it("names each goal of the lesson, which the page says is met", () => {
    const made = xml(scormManifest(named("old-leader"), []));
    const objectives = all(made, "imsss:objective").map((one) => one.getAttribute("objectiveID"));
    expect(objectives).toEqual(["goal.two", "goal.lie", "goal.ask", "goal.check-quorum"]);
    const [controls] = all(made, "imsss:deliveryControls");
    expect(controls.getAttribute("objectiveSetByContent")).toBe("true");
    expect(all(made, "imsss:primaryObjective")[0].getAttribute("satisfiedByMeasure")).toBe("false");
  });

  it("has a name of its own, also where a lesson and a challenge have one id", () => {
    const names = contents().map(nameOf);
    expect(names).toEqual(expect.arrayContaining(["raft-atlas-one-message"]));
    expect(new Set(names).size).toBe(names.length);
  });

  it("can be made of every lesson and challenge", () => {
    expect(contents().length).toBeGreaterThan(15);
    for (const content of contents()) xml(scormManifest(content, ["index.html"]));
  });
});

it("imsmanifest.xml of SCORM 1.2 has one SCO, in the names of that version", () => {
  const made = xml(scorm12Manifest(named("old-leader"), ["index.html", "a.js"]));
  expect(all(made, "schemaversion")[0].textContent).toBe("1.2");
  const [resource, ...others] = all(made, "resource");
  expect(others).toEqual([]);
  expect(resource.getAttribute("adlcp:scormtype")).toBe("sco");
  expect(all(made, "item")[0].getAttribute("parameters")).toBe("?lms=scorm12&lesson=old-leader");
  expect(all(made, "file").map((file) => file.getAttribute("href"))).toEqual([
    "a.js",
    "index.html",
  ]);
  expect(made.documentElement.namespaceURI).toContain("imscp_rootv1p1p2");
  for (const content of contents()) xml(scorm12Manifest(content, ["index.html"]));
});

it("cmi5.xml is a course of one unit, which says when it is satisfied", () => {
  const lesson = xml(cmi5Structure(named("old-leader")));
  const [unit, ...others] = all(lesson, "au");
  expect(others).toEqual([]);
  expect(unit.getAttribute("id")).toBe("urn:raft-atlas:lesson:old-leader:unit");
  expect(unit.getAttribute("moveOn")).toBe("Passed");
  expect(all(lesson, "url")[0].textContent).toBe("index.html?lms=cmi5&lesson=old-leader");
  expect(all(lesson, "course")[0].getAttribute("id")).toBe(
    "urn:raft-atlas:lesson:old-leader:course",
  );
  const challenge = xml(cmi5Structure(named("lease-lie")));
  expect(all(challenge, "au")[0].getAttribute("moveOn")).toBe("CompletedOrPassed");
  for (const content of contents()) xml(cmi5Structure(content));
});

it("tincan.xml names the activity and what opens it", () => {
  const made = xml(tincan(named("lease-lie")));
  expect(all(made, "activity")[0].getAttribute("id")).toBe("urn:raft-atlas:challenge:lease-lie");
  expect(all(made, "launch")[0].textContent).toBe(
    "index.html?lms=xapi&scenario=challenge.lease-lie",
  );
});

describe("the packaged page", () => {
  let folder;
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "raft-atlas-lms-"));
    fs.writeFileSync(path.join(folder, "index.html"), HTML);
    fs.writeFileSync(path.join(folder, "icon.svg"), "<svg/>");
    fs.writeFileSync(path.join(folder, "card.png"), "not listed");
    fs.writeFileSync(path.join(folder, "offline.json"), '{"entry":[],"files":["icon.svg"]}');
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  it("has the files that the page needs, and no others", () => {
    const page = pageFiles(folder, null);
    expect(Object.keys(page)).toEqual(["index.html", "icon.svg"]);
    expect(strFromU8(page["index.html"])).not.toContain("manifest.webmanifest");
  });

  it("speaks with its own origin alone, or also with the store that was named", () => {
    expect(packaged(HTML, null)).toContain("connect-src &#39;self&#39;;");
    const wider = packaged(HTML, "https://lrs.example");
    expect(wider).toContain("connect-src &#39;self&#39; https://lrs.example;");
    expect(wider.replace(" https://lrs.example", "")).toBe(packaged(HTML, null));
    expect(() => packaged("<p>x</p>", "https://lrs.example")).toThrow("policy");
  });
});

describe("npm run pack -- lms", () => {
  it("packs all of it as SCORM unless words choose", () => {
    expect(readArgs([]).contents).toEqual(contents());
    expect(readArgs(["all"])).toMatchObject({ formats: ["scorm"], endpoint: null });
    const formats12 = ["--format", "scorm12", "--format", "cmi5"];
    expect(readArgs(formats12)).toMatchObject({ formats: ["scorm12", "cmi5"] });
    const some = ["--lesson", "leader", "--challenge", "lease-lie", "--format", "xapi"];
    const { contents: chosen, formats } = readArgs(some);
    expect(chosen.map(({ kind, id }) => [kind, id])).toEqual([
      ["lesson", "leader"],
      ["challenge", "lease-lie"],
    ]);
    expect(formats).toEqual(["xapi"]);
    expect(readArgs(["--help"])).toBeNull();
  });

  it.each([
    [["--lesson", "moon"], "--lesson: found moon; expected one of leader,"],
    [["--format", "aicc"], "found aicc"],
    [["--speed", "9"], "--speed"],
    [["--endpoint", "https://lrs.example/xapi"], "expected an origin"],
    [["--endpoint", "lrs; script-src *"], "expected an origin"],
  ])("says what is wrong: %s", (args, why) => expect(() => readArgs(args)).toThrow(why));
});
