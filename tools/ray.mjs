/**
 * `npm run ray -- sweep FILE --out DIR`, or `swarm …`, or nothing: a Ray cluster of two nodes on
 * this machine, for as long as the command runs, with the package in python/ built for use.
 */

import { findPython, installPackage, pythonProgram, pythonReady } from "./python.mjs";
import { setup } from "./setup.mjs";
import { main, run, Stop } from "./steps.mjs";

await main(async (args) => {
  const found = await findPython();
  if (found === null) throw new Stop("Python 3.10 or newer is missing (PYTHON may name one).");
  await setup();
  await pythonReady(found);
  console.log("The package for Python; the first time this takes some minutes …");
  await installPackage("wheel");
  const module = ["-m", "raft_atlas.local_cluster", "--", ...args];
  await run(pythonProgram("python"), module, { sentence: "The command did not end well." });
});
