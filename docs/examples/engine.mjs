/**
 * The engine without the page, in Node: a link is cut, and what happens is told. Run it in a folder
 * where @raft-atlas/engine is installed: `node engine.mjs`.
 */

import { loadEngine } from "@raft-atlas/engine";
import firstLook from "@raft-atlas/engine/scenarios/first-look.json" with { type: "json" };

const engine = await loadEngine();
const run = engine.open(firstLook, { seed: 7 });
run.advanceTo(3_000_000);
console.log(run.act({ do: "cut", from: "Oregon", to: "Ohio" }).text);
run.advanceTo(8_000_000);
for (const { at_us, text } of run.frame().notables) console.log(`${at_us / 1e6} s  ${text}`);
console.log(`digest ${run.digest()}`);
run.close();
