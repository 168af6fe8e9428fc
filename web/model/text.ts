/**
 * Small work on words. Pure.
 */

/** With a capital at its start. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How much room it takes, in letters: one of Chinese is as wide as two. */
export function columnsOf(text: string): number {
  return text.length + (text.match(/[\u2e80-\u9fff\uff00-\uff60]/g)?.length ?? 0);
}
