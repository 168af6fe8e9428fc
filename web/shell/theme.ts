/** Puts the theme on <html> and follows what the person's system asks for. */

import { msg } from "@/language/words";
import { loadTheme } from "@/session/keep/storage";
import type { Theme, ThemeChoice } from "@/session/pageState";
import { pageStore } from "@/session/pageStore";

export const THEMES: readonly { value: ThemeChoice; label: string }[] = [
  { value: "system", label: msg("System") },
  { value: "light", label: msg("Light") },
  { value: "dark", label: msg("Dark") },
  { value: "projector", label: msg("Projector") },
];

/** Applies the kept choice at once and every later change, for as long as the page lives. */
export function followTheme(): void {
  const kept = THEMES.find(({ value }) => value === loadTheme());
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const apply = (): void => {
    const { theme } = pageStore.getState();
    const resolvedTheme: Theme = theme === "system" ? (dark.matches ? "dark" : "light") : theme;
    document.documentElement.dataset.theme = resolvedTheme;
    pageStore.resolveTheme(resolvedTheme, still.matches);
  };
  if (kept !== undefined) pageStore.setTheme(kept.value);
  apply();
  dark.addEventListener("change", apply);
  still.addEventListener("change", apply);
  pageStore.subscribe((state, before) => {
    if (state.theme !== before.theme) apply();
  });
}
