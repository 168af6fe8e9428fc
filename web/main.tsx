/** Where the page starts: styles, theme, the first scenario or the kept session, and React. */

import { onLanguage, speak, textsOf } from "@/language/speaking";
import { type Language, language, msg, t } from "@/language/words";
import { firstLanguage } from "./shell/languages";
import "./shell/font.css";
import "./shell/theme.css";
import "./ui/shared.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { pageStore } from "@/session/pageStore";
import { NARROW } from "@/ui/screens";
import { challengePort } from "./challenges/port";
import { lessonPort } from "./lessons/port";
import { keepNothing } from "./session/keep/storage";
import { keptLevel } from "./session/level";
import { connectPorts } from "./session/ports";
import { fetchScenarioList } from "./session/scenarioList";
import { noteSeen } from "./session/seen";
import { sim } from "./session/simClient";
import { simStore } from "./session/simStore";
import { PANELS, type Panel } from "./session/stage";
import { tried } from "./session/trying";
import { App } from "./shell/App";
import { ownPlace, problemsText, readAddress } from "./shell/address";
import type { Address } from "./shell/addressTypes";
import { followLinks, openedByLink } from "./shell/links";
import { keptPresenting } from "./shell/present/presentingHere";
import { followTheme } from "./shell/theme";
import { Boundary } from "./ui/Boundary";
import { VIEWS } from "./views/registry";

const FIRST_SCENARIO = "first-look";
const LESSON_IS_FREE = msg(
  "The address asks for a lesson and locks the controls. A lesson needs them, so nothing is locked.",
);
/** What an embedded page shows where its address does not choose. */
const EMBEDDED: readonly Panel[] = ["map", "time"];

/** `embed.html` is this page within somebody else's: index.html does not let itself be framed. */
const embedded = document.documentElement.dataset.embed !== undefined;

connectPorts({ lessons: lessonPort, challenges: challengePort, views: VIEWS });
if (embedded) keepNothing();
simStore.subscribe(({ session }, before) => {
  if (session !== before.session && session?.source.kind === "builtin") noteSeen(session.source.id);
});
followTheme();
followScreen();
const first = firstLanguage();
// English waits for nothing.
const isSpoken = first === language() || (await speakAtFirst(first));
sim.wake();
void begin();

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no #root.");
const root = createRoot(place);
draw();
onLanguage(draw);

/** With the texts that the first picture shows. */
async function speakAtFirst(spoken: Language): Promise<boolean> {
  void textsOf("scenarios");
  void textsOf("engine");
  return speak(spoken);
}

/** All of it anew where the language is another one: whatever was said is said again. */
function draw(): void {
  root.render(
    <StrictMode>
      <Boundary name={t("The page")}>
        <App key={language()} />
      </Boundary>
    </StrictMode>,
  );
}

/** What a shared link carries; else `?scenario=stale-leader&seed=7`; else the kept session. */
async function begin(): Promise<void> {
  const read = await tried(() => readAddress(ownPlace(), embedded));
  const asked = read.lms === null ? read : await tried(() => launched(read));
  const { scenario, variant, seed, lesson, step, panels, lock, theme } = asked;
  const shown = panels ?? (embedded ? EMBEDDED : PANELS);
  // A lesson asks for things to be done.
  const isPlayed = lesson !== null && !asked.handout;
  // What is asked for by name stands among the instruments.
  const isPlain = panels === null && !embedded;
  pageStore.stage({
    embedded,
    lock: isPlayed ? "none" : lock,
    panels: shown,
    level: isPlain ? (asked.level ?? keptLevel()) : "instruments",
  });
  if (theme !== null) pageStore.setTheme(theme);
  // A reload goes on presenting.
  const presents = asked.present || (!embedded && keptPresenting() !== null);
  // What fails so early is tried again once the run stands.
  const early = Promise.allSettled([asked.origin && host(asked.origin), presents && present()]);
  // Movement that a person did not ask for is not started for them.
  const play = !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.addEventListener("pagehide", () => sim.leave());
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") sim.leave();
  });
  // Known by the time that a kept session stands, too: what it says of the run moves nothing then.
  void fetchScenarioList();
  const { choices } = pageStore.getState().layout;
  followLinks();
  const isLinked = await tried(() => openedByLink(asked.fragment));
  if (!isLinked) {
    const options = {
      play: play && !asked.paused,
      eased: true,
      // What shall stand still until somebody plays it, stands at its start.
      ...(asked.paused ? { untilUs: 0 } : {}),
      ...(variant === null ? {} : { variant }),
      ...(seed === null ? {} : { seed }),
    };
    const first = scenario ?? FIRST_SCENARIO;
    await tried(() => sim.start(first, scenario !== null, options));
  }
  // What somebody left half done is not gone on with where nothing can be done.
  if (lock !== "none" && !isLinked && !isPlayed) pageStore.setLesson(null);
  const left = pageStore.getState().lesson;
  if (lesson !== null && asked.handout) pageStore.stage({ handout: lesson });
  else if (lesson !== null && !isLinked)
    await tried(() => lessonPort.open(lesson, step, asked.paused));
  else if (left !== null && !isLinked) await tried(() => lessonPort.resume(left));
  if (lock !== "none" && (isPlayed || pageStore.getState().lesson !== null)) {
    if (!presents) pageStore.stage({ lock: "none" });
    sim.notify(t(LESSON_IS_FREE), true);
  }
  const { beside, origin } = asked;
  if (beside !== null) await tried(() => sim.startBeside(beside, choices));
  const { assignment } = asked;
  if (assignment !== null && !embedded)
    (await tried(() => import("./shell/assignment/opened"))).openAssignment(assignment);
  await early;
  if (origin !== null) await tried(() => host(origin));
  if (presents) await tried(beginSlides);
  if (!isSpoken) sim.notify(t("The texts of this language could not be fetched."), true);
  if (asked.problems.length > 0)
    sim.notify(problemsText(asked, simStore.getState().session?.seed ?? 0), true);
  // The picture stands; what keeps the page on the device takes nothing from it.
  if (!import.meta.env.PROD || embedded || asked.lms !== null) return;
  void (await tried(() => import("./shell/offline"))).keepOnDevice();
}

/** A learning platform opened the page, and is told what is done. */
async function launched(read: Address): Promise<Address> {
  return (await import("./shell/lms/visit")).beginVisit(read);
}

let isHost = false;

/** Speaks with the page around this one, or with what a tool runs in it. */
async function host(origin: string): Promise<void> {
  const { beginHosting } = await import("./shell/embed/hosting");
  if (isHost) return;
  isHost = true;
  beginHosting(origin === "self" ? location.origin : origin);
}

/** Nobody pressed anything, so the whole screen is not asked for. */
async function present(): Promise<void> {
  (await import("./shell/present/presenting")).beginPresenting({ whole: false });
}

/** Once the run stands: a presentation begins at its first slide. */
async function beginSlides(): Promise<void> {
  await present();
  (await import("./shell/present/presenting")).showSlideAtFirst();
}

/** At once and at every change, for as long as the page lives. */
function followScreen(): void {
  const narrow = window.matchMedia(NARROW);
  const apply = (): void => pageStore.setNarrow(narrow.matches);
  apply();
  narrow.addEventListener("change", apply);
}
