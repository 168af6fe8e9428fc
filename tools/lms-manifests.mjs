/**
 * What tells a learning platform of a package: the manifest of each format, with what it opens
 * (docs/lms.md). Must not know the files of the page.
 */

import { DOMImplementation, XMLSerializer } from "@xmldom/xmldom";
import { versionOf } from "./version.mjs";

const CP = "http://www.imsglobal.org/xsd/imscp_v1p1";
const ADLCP = "http://www.adlnet.org/xsd/adlcp_v1p3";
const IMSSS = "http://www.imsglobal.org/xsd/imsss";
const CP_12 = "http://www.imsproject.org/xsd/imscp_rootv1p1p2";
const ADLCP_12 = "http://www.adlnet.org/xsd/adlcp_rootv1p2";
const TINCAN = "http://projecttincan.com/tincan.xsd";
const CMI5 = "https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd";
const XMLNS = "http://www.w3.org/2000/xmlns/";

/** Of each format: the name of its manifest, and its text. */
export const MANIFESTS = {
  scorm: (content, files) => ["imsmanifest.xml", scormManifest(content, files)],
  scorm12: (content, files) => ["imsmanifest.xml", scorm12Manifest(content, files)],
  xapi: (content) => ["tincan.xml", tincan(content)],
  cmi5: (content) => ["cmi5.xml", cmi5Structure(content)],
};

/** A lesson and a challenge may have the same id. */
export function nameOf({ kind, id }) {
  return kind === "lesson" ? `raft-atlas-${id}` : `raft-atlas-challenge-${id}`;
}

/** What the page is opened with. */
export function addressOf({ kind, id }, format) {
  const what = kind === "lesson" ? `lesson=${id}` : `scenario=challenge.${id}`;
  return `?lms=${format}&${what}`;
}

/** By which an xAPI store knows it; the page names its questions below it. */
export function activityOf({ kind, id }) {
  return `urn:raft-atlas:${kind}:${id}`;
}

/** One SCO: the platform takes completion and success as the page says them. */
export function scormManifest(content, files) {
  const { title, text, goals } = content;
  const { document, node } = xml(CP, "manifest");
  const root = document.documentElement;
  root.setAttribute("identifier", nameOf(content));
  root.setAttribute("version", versionOf());
  root.setAttributeNS(XMLNS, "xmlns:adlcp", ADLCP);
  root.setAttributeNS(XMLNS, "xmlns:imsss", IMSSS);
  const objectives = [
    node([IMSSS, "imsss:primaryObjective"], {
      objectiveID: goals.length > 0 ? "goals" : "solved",
      satisfiedByMeasure: "false",
    }),
    ...goals.map((goal) =>
      node([IMSSS, "imsss:objective"], {
        objectiveID: `goal.${goal}`,
        satisfiedByMeasure: "false",
      }),
    ),
  ];
  const sequencing = node([IMSSS, "imsss:sequencing"], {}, [
    node([IMSSS, "imsss:objectives"], {}, objectives),
    node([IMSSS, "imsss:deliveryControls"], {
      completionSetByContent: "true",
      objectiveSetByContent: "true",
    }),
  ]);
  const parameters = addressOf(content, "scorm");
  const item = node("item", { identifier: "item", identifierref: "page", parameters }, [
    node("title", {}, title),
    sequencing,
  ]);
  const resource = { identifier: "page", type: "webcontent", href: "index.html" };
  const entries = files.toSorted().map((href) => node("file", { href }));
  const page = node("resource", resource, entries);
  page.setAttributeNS(ADLCP, "adlcp:scormType", "sco");
  const parts = [
    document.createComment(` ${text.replaceAll("--", "-")} `),
    node("metadata", {}, [
      node("schema", {}, "ADL SCORM"),
      node("schemaversion", {}, "2004 4th Edition"),
    ]),
    node("organizations", { default: "organization" }, [
      node("organization", { identifier: "organization" }, [node("title", {}, title), item]),
    ]),
    node("resources", {}, [page]),
  ];
  for (const part of parts) root.appendChild(part);
  return written(document);
}

export function tincan(content) {
  const { document, node } = xml(TINCAN, "tincan");
  const type = content.kind === "lesson" ? "lesson" : "simulation";
  const activity = { id: activityOf(content), type: `http://adlnet.gov/expapi/activities/${type}` };
  document.documentElement.appendChild(
    node("activities", {}, [
      node("activity", activity, [
        node("name", {}, content.title),
        node("description", { lang: "en-US" }, content.text),
        node("launch", { lang: "en-US" }, `index.html${addressOf(content, "xapi")}`),
      ]),
    ]),
  );
  return written(document);
}

/** The same of SCORM 1.2, which most platforms run: it knows one status, and no sequencing. */
export function scorm12Manifest(content, files) {
  const { title, text } = content;
  const { document, node } = xml(CP_12, "manifest");
  const root = document.documentElement;
  root.setAttribute("identifier", nameOf(content));
  root.setAttribute("version", versionOf());
  root.setAttributeNS(XMLNS, "xmlns:adlcp", ADLCP_12);
  const parameters = addressOf(content, "scorm12");
  const item = node("item", { identifier: "item", identifierref: "page", parameters }, [
    node("title", {}, title),
  ]);
  const resource = { identifier: "page", type: "webcontent", href: "index.html" };
  const entries = files.toSorted().map((href) => node("file", { href }));
  const page = node("resource", resource, entries);
  page.setAttributeNS(ADLCP_12, "adlcp:scormtype", "sco");
  const parts = [
    document.createComment(` ${text.replaceAll("--", "-")} `),
    node("metadata", {}, [node("schema", {}, "ADL SCORM"), node("schemaversion", {}, "1.2")]),
    node("organizations", { default: "organization" }, [
      node("organization", { identifier: "organization" }, [node("title", {}, title), item]),
    ]),
    node("resources", {}, [page]),
  ];
  for (const part of parts) root.appendChild(part);
  return written(document);
}

/** A course of one unit. A lesson is done with its goals; a challenge also when it was tried. */
export function cmi5Structure(content) {
  const { document, node } = xml(CMI5, "courseStructure");
  const spoken = (name, text) => node(name, {}, [node("langstring", { lang: "en-US" }, text)]);
  const about = () => [spoken("title", content.title), spoken("description", content.text)];
  const type = content.kind === "lesson" ? "lesson" : "simulation";
  const unit = {
    id: `${activityOf(content)}:unit`,
    moveOn: content.kind === "lesson" ? "Passed" : "CompletedOrPassed",
    launchMethod: "AnyWindow",
    activityType: `http://adlnet.gov/expapi/activities/${type}`,
  };
  const url = node("url", {}, `index.html${addressOf(content, "cmi5")}`);
  const root = document.documentElement;
  root.appendChild(node("course", { id: `${activityOf(content)}:course` }, about()));
  root.appendChild(node("au", unit, [...about(), url]));
  return written(document);
}

/** A document, and how its elements are made; a name without a namespace has the document's. */
function xml(namespace, name) {
  const document = new DOMImplementation().createDocument(namespace, name);
  const node = (called, attributes = {}, inside = []) => {
    const [space, own] = typeof called === "string" ? [namespace, called] : called;
    const made = document.createElementNS(space, own);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    const children = typeof inside === "string" ? [document.createTextNode(inside)] : inside;
    for (const child of children) made.appendChild(child);
    return made;
  };
  return { document, node };
}

function written(document) {
  const text = new XMLSerializer().serializeToString(document);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
}
