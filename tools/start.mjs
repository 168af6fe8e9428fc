/** `npm start`: set up, build what changed, serve, and say where. */

import { build } from "./build.mjs";
import { numberAfter, serve } from "./serve.mjs";
import { setup } from "./setup.mjs";
import { main } from "./steps.mjs";

await main(async (args) => {
  const port = numberAfter(args, "--port", 4173);
  await setup();
  await build({ onlyWhenChanged: true });
  const address = await serve({ port });
  console.log(`\n  Raft Atlas is at ${address}\n  Ctrl+C stops it.\n`);
});
