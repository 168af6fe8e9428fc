/** Fetches a module of the page. Must not know which it is. */

/** Its bytes, told to be a module whatever the host says of them: so it is compiled as it comes. */
export async function fetchModule(url: string): Promise<Response> {
  const found = await fetch(url);
  if (!found.ok) throw new Error(`${nameOf(url)} was not found (status ${found.status})`);
  return new Response(found.body, { headers: { "Content-Type": "application/wasm" } });
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
