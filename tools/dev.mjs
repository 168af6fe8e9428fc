/** `npm run dev`: set up, build the module, then Vite's own server with hot reload. */

import { buildWasm } from "./build-wasm.mjs";
import { setup } from "./setup.mjs";
import { main, runPackage } from "./steps.mjs";

await main(async (args) => {
  await setup();
  await buildWasm();
  await runPackage("vite", args);
});
