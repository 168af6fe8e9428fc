/** A number for a text: what was made of the text is found by it (tools/prepare-scenarios.mjs). */

/** cyrb53, as 14 hex digits. Not against forgery: whoever can change the page can change both. */
export function stampOf(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  const number = 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
  return number.toString(16).padStart(14, "0");
}
