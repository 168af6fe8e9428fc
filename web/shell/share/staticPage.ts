/** The static page of what is shown: a short address with a picture where it is sent. */

import type { Share } from "@/model/share/share";

/** What is known besides of what is shared. */
export interface Beginning {
  /** The scenario's first variant; "" where it has none. */
  variant: string;
  /** The scenario's own seed. */
  seed: number;
  /** Where the step of the lesson began; what was done before belongs to it. */
  beganUs: number;
}

export interface StaticPage {
  /** Below the page's own folder. */
  path: string;
  /** What the page there asks for: it is read back by this. */
  asks: string;
}

/** Null where something was done by hand, or where what is open is a file of one's own. */
export function staticPageOf(share: Share, beginning: Beginning): StaticPage | null {
  const { scenario, lesson, actions, expects, variant, seed } = share;
  const fromUs = lesson === null ? -1 : beginning.beganUs;
  if (actions.some(({ at_us }) => at_us > fromUs) || expects.length > 0) return null;
  if (lesson !== null) {
    const { id, step } = lesson;
    return { path: `story/${id}/${step}/`, asks: `lesson=${id}&step=${step}` };
  }
  if (scenario.kind !== "builtin") return null;
  const chosen = new URLSearchParams();
  if (variant !== "" && variant !== beginning.variant) chosen.set("variant", variant);
  if (seed !== null && seed !== beginning.seed) chosen.set("seed", String(seed));
  const query = chosen.size === 0 ? "" : `?${chosen}`;
  return { path: `s/${scenario.id}/${query}`, asks: `scenario=${scenario.id}` };
}

/** Its address, once it was found there: a page in a file, or in a package, has none beside it. */
export async function foundStaticPage(
  page: StaticPage,
  home: string,
  read: (address: string) => Promise<Response>,
): Promise<string | null> {
  const address = new URL(page.path, home);
  if (!address.protocol.startsWith("http")) return null;
  try {
    const answer = await read(address.href);
    const text = answer.ok ? await answer.text() : "";
    const asks = page.asks.replaceAll("&", "&amp;");
    return text.includes(` data-go="${asks}"`) ? address.href : null;
  } catch {
    return null;
  }
}
