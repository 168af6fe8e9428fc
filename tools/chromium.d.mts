/** The path of the Chromium that runs the browser tests, or null. */
export function findChromium(): string | null;
