/** The histories and logs of the page. Must not know how they look. */

import { startLensWorker } from "@/engine/workers";
import { TraceReader } from "./reader";

export { traceKindOfFiles } from "./reader";

export const traces = new TraceReader(() => startLensWorker());
