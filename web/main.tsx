/**
 * Where the page starts: styles, theme, the first scenario or the kept session, and React.
 */

import "./app/font.css";
import "./app/theme.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app/App";
import { followTheme } from "./app/theme";
import { sim } from "./store/simClient";

const FIRST_SCENARIO = "first-look";

followTheme();
void forTests();
begin();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

/** What tests may do is fetched for them alone. */
async function forTests(): Promise<void> {
  const asked = new URLSearchParams(location.search).has("e2e");
  if (!asked && import.meta.env.VITE_E2E !== "1") return;
  (await import("./app/simApi")).exposeSimApi();
}

/** `?scenario=stale-leader&variant=…&seed=7` opens that run; without it the kept session. */
function begin(): void {
  const asked = new URLSearchParams(location.search);
  const seed = Number(asked.get("seed") ?? Number.NaN);
  const variant = asked.get("variant");
  // Movement that a person did not ask for is not started for them.
  const play = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  void sim.start(asked.get("scenario") ?? FIRST_SCENARIO, asked.has("scenario"), {
    play: play && !asked.has("e2e"),
    ...(variant === null ? {} : { variant }),
    ...(Number.isSafeInteger(seed) ? { seed } : {}),
  });
  window.addEventListener("pagehide", () => sim.leave());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") sim.leave();
  });
}
