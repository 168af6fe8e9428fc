/**
 * `npm run bench -- ray`: what Ray costs, how it scales, what a large sweep takes of memory, and what
 * follows for a thousand nodes. python/bench/figures.py measures; here is what it is told like.
 */

import path from "node:path";
import { findPython, installPackage, pythonProgram, pythonReady } from "./python.mjs";
import { EXE, environment, output, ROOT, Stop } from "./steps.mjs";

/** @param {string} target cargo's folder, in which the command line of a release build stands */
export async function benchRay(target) {
  const found = await findPython();
  if (found === null) throw new Stop("Python 3.10 or newer is missing (PYTHON may name one).");
  await pythonReady(found);
  await installPackage("wheel");
  const env = environment({ RAFT_ATLAS: path.join(target, "release", `raft-atlas${EXE}`) });
  const script = path.join(ROOT, "python", "bench", "figures.py");
  const { code, out, err } = await output(pythonProgram("python"), [script], { env });
  if (code !== 0) throw new Stop(`The figures of Ray could not be measured: ${err}`);
  return rows(JSON.parse(out));
}

function rows({ overhead, scaling, memory, model }) {
  const all = (seconds) => seconds.map((one) => one.toFixed(1)).join(", ");
  const ms = (figure) => `${figure.toFixed(2)} ms`;
  return [
    {
      what: `Ray over the local sweep, ${overhead.runs} runs, two workers`,
      value: `${overhead.ratio.toFixed(2)} (${all(overhead.ray_s)} s against ${all(overhead.local_s)} s)`,
      goal: "under 1.25",
    },
    {
      what: "Ray, one worker over two",
      value: `${scaling.ratio.toFixed(2)} (${all(scaling.one_s)} s against ${all(scaling.two_s)} s)`,
      goal: "at least 1.8",
    },
    {
      what: "memory, a sweep of 100,000 points, local and Ray’s driver",
      value: `${memory.local_mib.toFixed(0)} and ${memory.driver_mib.toFixed(0)} MiB`,
      goal: "under 1,000 MB",
    },
    {
      what: "Ray, what a task costs the driver, a part of 64 rows written",
      value: `${ms(model.driver_ms_a_task)}, of which ${ms(model.write_ms)} to write it`,
      goal: "",
    },
    {
      what: "1,000 nodes of 16: tasks as long as that for one driver to keep up",
      value: `${model.task_s_that_1000_nodes_need.toFixed(0)} s; of 2 s it keeps ${model.processors_kept_busy_by_tasks_of_2_s.toFixed(0)} processors busy`,
      goal: "",
    },
  ];
}
