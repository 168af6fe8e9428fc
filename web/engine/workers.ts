/** Begins workers: the only way from the page to `engine/worker`. */

import { sayWithin } from "@/language/said";
import { onLanguage } from "@/language/speaking";
import { spokenRow } from "@/language/words";
import { KEEP_TEMPLATES } from "./templates";

/** For a run. */
export function startEngineWorker(): Worker {
  return speaking(
    new Worker(new URL("./worker/worker.ts", import.meta.url), { type: "module", name: "engine" }),
  );
}

/** For questions about a recorded run. */
export function startLensWorker(): Worker {
  return speaking(
    new Worker(new URL("./worker/lensWorker.ts", import.meta.url), {
      type: "module",
      name: "lens",
    }),
  );
}

/** For texts that are being written. */
export function startCheckWorker(): Worker {
  return speaking(
    new Worker(new URL("./worker/checkWorker.ts", import.meta.url), {
      type: "module",
      name: "checker",
    }),
  );
}

/** Those that say plain sentences of the source. */
let plain: WeakRef<Worker>[] = [];

onLanguage(() => {
  if (spokenRow().isSource) return;
  for (const one of plain) {
    const worker = one.deref();
    if (worker !== undefined) keepTemplates(worker);
  }
  plain = [];
});

function speaking(worker: Worker): Worker {
  if (spokenRow().isSource) {
    plain = plain.filter((one) => one.deref() !== undefined);
    plain.push(new WeakRef(worker));
  } else keepTemplates(worker);
  return worker;
}

/** Listens before anybody else does: who gets a reply reads it in the words of the page. */
function keepTemplates(worker: Worker): void {
  worker.postMessage(KEEP_TEMPLATES);
  worker.addEventListener("message", ({ data }) => sayWithin(data), { capture: true });
}
