/** A text from beside the page, or a sentence that says why there is none. */

import { beside } from "@/language/beside";
import { t } from "@/language/words";

export type Fetched<T> = { ok: true; value: T } | { ok: false; message: string };

/** By key, each read once; what failed is read again when it is next asked for. */
export class FetchedOnce<T> {
  private readonly read: (key: string) => Promise<Fetched<T>>;
  private known = new Map<string, Promise<Fetched<T>>>();

  constructor(read: (key: string) => Promise<Fetched<T>>) {
    this.read = read;
  }

  of(key: string): Promise<Fetched<T>> {
    const { known } = this;
    const there = known.get(key);
    if (there !== undefined) return there;
    const asked = this.read(key);
    known.set(key, asked);
    const fail = (): unknown => known.delete(key);
    asked.then(({ ok }) => ok || fail(), fail);
    return asked;
  }

  forget(): void {
    this.known = new Map();
  }
}

export async function fetchText(address: string): Promise<Fetched<string>> {
  try {
    const response = await fetch(beside(address));
    if (response.ok) return { ok: true, value: await response.text() };
    return {
      ok: false,
      message: t("{address} answered {status}.", { address, status: response.status }),
    };
  } catch {
    return { ok: false, message: t("{address} could not be fetched.", { address }) };
  }
}
