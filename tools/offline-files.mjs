/**
 * `offline.json` of a built page: what one file that plays without a network has to carry. The page
 * reads it when somebody saves such a file (web/shell/share/offlineFile.ts).
 */

import fs from "node:fs";
import path from "node:path";

const FOLDERS = ["assets", "lessons", "scenarios", "challenges", "zh-CN"];
const FILES = ["fidelity.json", "fidelity-ours.json", "outcomes.json", "icon.svg", "notices.txt"];
/** What makes place for the rest: a class needs a server, who writes scenarios has the page, WebM is large. */
const LEFT_OUT = ["advice", "field", "schema", "sweeps"].map((name) => `zh-CN/${name}.json`);
const LEFT_OUT_MODULES = [
  "web/classroom/classSession.ts",
  "web/views/editor/EditorPanel.tsx",
  "node_modules/mediabunny/dist/modules/src/index.js",
];
/** Letters that the page itself does not say: a browser has them in another font. */
const OTHER_LETTERS = /\/inter-latin-[^/]*\.woff2$/;
const KINDS = /\.(?:js|css|json|svg|txt|wasm|woff2)$/;

export function offlineFiles(folder) {
  const html = fs.readFileSync(path.join(folder, "index.html"), "utf8");
  const entry = [...html.matchAll(/<script type="module"[^>]* src="\.\/([^"]+)"/g)];
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/g)];
  const first = styles.map(([, name]) => name);
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, ".vite", "manifest.json"), "utf8"));
  const leftOut = new Set([...LEFT_OUT, ...LEFT_OUT_MODULES.map((name) => manifest[name].file)]);
  const isWanted = (file) =>
    KINDS.test(file) && !first.includes(file) && !leftOut.has(file) && !OTHER_LETTERS.test(file);
  const found = FOLDERS.flatMap((name) =>
    fs
      .readdirSync(path.join(folder, name), { recursive: true })
      .map((file) => `${name}/${file.replaceAll("\\", "/")}`),
  )
    .filter(isWanted)
    .sort();
  const files = [...first, ...FILES, ...found];
  const made = { entry: entry.map(([, name]) => name), files };
  fs.writeFileSync(path.join(folder, "offline.json"), JSON.stringify(made));
}
