/**
 * Fetches a module of the page, which lies on the host packed with xz: a fifth less to load than
 * with the packing of most hosts, and as little from one that packs nothing. It is unpacked while
 * it comes, and compiled while it is unpacked. Must not know which module it is.
 */

import { XzReadableStream } from "xz-decompress";

/** The module's bytes as they would come from the host, were it not packed. */
export async function fetchModule(url: string): Promise<Response> {
  const packed = await fetch(url);
  if (!packed.ok || packed.body === null) {
    throw new Error(`${nameOf(url)} was not found (status ${packed.status})`);
  }
  return new Response(new XzReadableStream(packed.body), {
    headers: { "Content-Type": "application/wasm" },
  });
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
