/** What a view says of itself; all that tabs, sheets, palette and shared links know of it. */

import type { ComponentType } from "react";

import type { Panel } from "@/session/stage";
import { lazily } from "@/ui/lazily";

export interface ViewWords {
  /** What links and the page's address call it. */
  readonly id: string;
  readonly title: string;
  readonly place: Panel;
  /** It stands among the last: what few look for. */
  readonly isRare?: true;
  /** It needs a second run beside this one; no link can open it alone. */
  readonly forTwo?: true;
}

export interface View extends ViewWords {
  readonly load: () => Promise<ComponentType>;
  /** Fetched when it is first shown. */
  readonly component: ComponentType;
  /** What is chosen for it, beside its name; fetched with it. */
  readonly aside?: ComponentType;
}

export function view(
  words: ViewWords,
  load: () => Promise<ComponentType>,
  loadAside?: () => Promise<ComponentType>,
): View {
  const component = lazily(async () => ({ default: await load() }));
  if (loadAside === undefined) return { ...words, load, component };
  const aside = lazily(async () => ({ default: await loadAside() }));
  return { ...words, load, component, aside };
}
