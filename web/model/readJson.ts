/** Reads a JSON file by its shape; what is wrong comes back as a sentence that names the place. */

import * as v from "valibot";
import { t } from "@/language/words";
import type { Fetched } from "./fetched";

export function readJson<T>(
  shape: v.GenericSchema<unknown, T>,
  file: string,
  text: string,
): Fetched<T> {
  try {
    const read = v.safeParse(shape, JSON.parse(text));
    if (read.success) return { ok: true, value: read.output };
    const [issue] = read.issues;
    const place = v.getDotPath(issue) ?? t("the file");
    return { ok: false, message: `${file}, ${place}: ${issue.message}` };
  } catch {
    return { ok: false, message: t("{file} is not JSON.", { file }) };
  }
}
