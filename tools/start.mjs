/** `npm start`: set up, build what changed, serve, and say where. */

import { build } from "./build.mjs";
import { portOf } from "./serve.mjs";
import { setup } from "./setup.mjs";
import { StaticHost } from "./static-host.mjs";
import { main } from "./steps.mjs";

await main(async (args) => {
  const port = portOf(args);
  await setup();
  await build({ onlyWhenChanged: true });
  const address = await new StaticHost().start({ port });
  console.log(`\n  Raft Atlas is at ${address}\n  Ctrl+C stops it.\n`);
});
