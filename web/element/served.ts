/** Whether the page to show is there at all: a server may answer with the application instead. */

const CURE =
  "Add raftAtlas() of @raft-atlas/element/vite to Vite’s plug-ins; with another bundler copy the package’s folder page/ to what is served and name its embed.html by the attribute page.";

/** What the page's document has and no other: it is told that it is embedded. */
const MARK = /<html[^>]*\bdata-embed\b/;

/** What Vite's server puts into documents that it serves as the application's own. */
const REWRITTEN = /\/@vite\/client/;

/**
 * A sentence that says what stands at the address in place of the page; null: the page, or it is of
 * another origin and cannot be looked at.
 */
export async function faultOf(
  address: string,
  origin: string,
  get: (address: string) => Promise<Response> = fetch,
): Promise<string | null> {
  const { protocol, origin: its, href } = withoutParts(address);
  if (protocol !== "http:" && protocol !== "https:") {
    return `The page of <raft-atlas> is not served: found ${href}, expected an address of a server. ${CURE}`;
  }
  if (its !== origin) return null;
  let response: Response;
  let text: string;
  try {
    response = await get(href);
    text = await response.text();
  } catch {
    // The policy of the page around it may forbid to look; the frame will show.
    return null;
  }
  if (!response.ok) {
    return `The page of <raft-atlas> is not there: ${href} answers ${response.status}. ${CURE}`;
  }
  if (MARK.test(text) && REWRITTEN.test(text)) {
    return `Vite’s server rewrites the page of <raft-atlas> at ${href}, so that its script would run twice. ${CURE}`;
  }
  if (MARK.test(text)) return null;
  return `The page of <raft-atlas> is not there: found another document at ${href}. ${CURE}`;
}

/** The document's own address: what it is asked for does not matter here. */
function withoutParts(address: string): URL {
  const url = new URL(address);
  url.search = "";
  url.hash = "";
  return url;
}
