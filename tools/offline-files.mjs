/**
 * `offline.json` of a built page: what one file that plays without a network has to carry. The page
 * reads it when somebody saves such a file (web/shell/share/offlineFile.ts).
 */

import fs from "node:fs";
import path from "node:path";

const FOLDERS = ["assets", "lessons", "scenarios", "challenges", "zh-CN"];
const FILES = ["fidelity.json", "outcomes.json", "icon.svg", "notices.txt"];
const KINDS = /\.(?:js|css|json|svg|txt|wasm|woff2)$/;

export function offlineFiles(folder) {
  const html = fs.readFileSync(path.join(folder, "index.html"), "utf8");
  const entry = [...html.matchAll(/<script type="module"[^>]* src="\.\/([^"]+)"/g)];
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/g)];
  const first = styles.map(([, name]) => name);
  const found = FOLDERS.flatMap((name) =>
    fs
      .readdirSync(path.join(folder, name), { recursive: true })
      .map((file) => `${name}/${file.replaceAll("\\", "/")}`),
  )
    .filter((file) => KINDS.test(file) && !first.includes(file))
    .sort();
  const files = [...first, ...FILES, ...found];
  const made = { entry: entry.map(([, name]) => name), files };
  fs.writeFileSync(path.join(folder, "offline.json"), JSON.stringify(made));
}
