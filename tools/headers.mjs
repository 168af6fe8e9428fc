/**
 * What the page is served with: its policy on content, which also stands in the page itself, and
 * the headers of a careful host. Must not know who serves it.
 */

/** Everything comes from the page's own origin; the engine is the one thing that is compiled. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Names with a hash of the content: what a browser has under one need not be asked for again. */
export const HASHED = /assets\/.*-[\w-]{8}\.\w+$/;

/** What others may put into their pages: it keeps nothing and hears only whom its address names. */
const EMBEDDED = /\/embed\.html$/;

/**
 * @param {string} pathname what was asked for
 * @returns {Record<string, string>}
 */
export function headersOf(pathname) {
  // A page cannot forbid its own framing, only a header can.
  const framing = EMBEDDED.test(pathname) ? "" : "; frame-ancestors 'none'";
  return {
    "Content-Security-Policy": `${POLICY}${framing}`,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": HASHED.test(pathname) ? "max-age=31536000, immutable" : "no-cache",
  };
}
