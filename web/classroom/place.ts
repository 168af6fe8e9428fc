/** Where a class is: the part of an address that leads to it, and what a person types instead. */

/** As a link writes it. */
const FRAGMENT = /^class=([2-9B-DF-HJ-NP-TV-XZ]{8})(?:\.([0-9a-f]{32}))?$/;

export interface ClassPlace {
  code: string;
  /** Only the teacher has it. */
  token: string | null;
}

/** Null: this is no link to a class. */
export function readClassFragment(fragment: string): ClassPlace | null {
  const found = FRAGMENT.exec(fragment);
  return found?.[1] === undefined ? null : { code: found[1], token: found[2] ?? null };
}

export function classFragment({ code, token }: ClassPlace): string {
  return token === null ? `class=${code}` : `class=${code}.${token}`;
}

/** A code as a person types it: in any case, with spaces or hyphens. */
export function typedCode(typed: string): string {
  return typed.toUpperCase().replace(/[\s-]/g, "");
}

/** In two halves, to be read aloud. */
export function readableCode(code: string): string {
  return `${code.slice(0, 4)} ${code.slice(4)}`;
}

/** What a person typed into “link or code”: the address of the class, or null. */
export function classAddress(typed: string, server: string, page: string): string | null {
  const link = typed.trim();
  if (/^https?:\/\//i.test(link)) {
    if (!URL.canParse(link)) return null;
    const { hash, href } = new URL(link);
    return readClassFragment(hash.slice(1)) === null ? null : href;
  }
  const fragment = classFragment({ code: typedCode(link), token: null });
  if (readClassFragment(fragment) === null) return null;
  const at = server.trim() === "" ? page : withScheme(server.trim());
  if (!URL.canParse(at)) return null;
  const url = new URL(at);
  url.hash = fragment;
  return url.href;
}

/** People type a host and a port. */
function withScheme(server: string): string {
  return /^https?:\/\//i.test(server) ? server : `http://${server}`;
}

/** The WebSocket beside the page: no other place, for the page's policy names none. */
export function socketOf(page: string): string {
  const url = new URL("class", page);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.search = "";
  url.hash = "";
  return url.href;
}
