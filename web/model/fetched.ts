/**
 * A text from beside the page, or a sentence that says why there is none. Must not know what it says.
 */

import { t } from "@/language/words";

export type Fetched<T> = { ok: true; value: T } | { ok: false; message: string };

export async function fetchText(address: string): Promise<Fetched<string>> {
  try {
    const response = await fetch(address);
    if (response.ok) return { ok: true, value: await response.text() };
    return {
      ok: false,
      message: t("{address} answered {status}.", { address, status: response.status }),
    };
  } catch {
    return { ok: false, message: t("{address} could not be fetched.", { address }) };
  }
}
