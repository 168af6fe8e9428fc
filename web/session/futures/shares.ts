/** A share of runs with its interval, which the lens knows. Must not know what is counted. */

import type { FutureShare } from "@/engine/lens";
import { startLensWorker } from "@/engine/workers";
import { t } from "@/language/words";
import { LensWorker } from "../advice/pool";

export async function shareOf(came: number, runs: number): Promise<FutureShare> {
  const asked = new LensWorker(startLensWorker());
  const reply = await asked.ask({ type: "shares", came: [came], runs: [runs] });
  asked.end("");
  const share = reply.type === "shares" ? reply.shares[0] : undefined;
  if (share !== undefined) return share;
  throw new Error(reply.type === "failed" ? reply.message : t("No answer came."));
}
