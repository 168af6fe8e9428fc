/**
 * Goals and lesson files, through the worker that has the run. Must not know what they are for.
 */

import type { Fetched } from "@/lib/fetched";
import type { Judged, Lesson } from "@/protocol/engine";
import type { Link } from "./pairing";

/** What is so of goals, a JSON list; `others` has reports of other variants, by name. */
export async function judge(
  link: Link | undefined,
  goals: string,
  others: string,
): Promise<Fetched<Judged[]>> {
  const reply = await link?.send({ type: "judge", goals, others });
  if (reply?.type === "judged") return { ok: true, value: reply.judged };
  return { ok: false, message: reply?.type === "refused" ? reply.message : STOPPED };
}

/** A lesson from its file's text. */
export async function readLesson(link: Link | undefined, text: string): Promise<Fetched<Lesson>> {
  const reply = await link?.send({ type: "lesson", text });
  if (reply?.type === "lesson") return { ok: true, value: reply.lesson };
  return { ok: false, message: reply?.type === "refused" ? reply.message : STOPPED };
}

const STOPPED = "The engine stopped.";
