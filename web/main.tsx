/**
 * Where the page starts: styles, theme, the first scenario or the kept session, and React.
 */

import "./app/font.css";
import "./app/theme.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app/App";
import { exposeSimApi } from "./app/simApi";
import { followTheme } from "./app/theme";
import { sim } from "./store/simClient";

const FIRST_SCENARIO = "first-look";

followTheme();
exposeSimApi();
begin();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

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
