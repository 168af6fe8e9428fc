/**
 * Keeps the page on the device by the service worker that the build makes (vite.config.ts). A
 * newer version never takes over a running session unless the person says so.
 */

import { t } from "@/language/words";
import { sim } from "@/session/simClient";

const IDLE_BY_MS = 10_000;

/** Without one (an old browser, a page that is not served safely) the page works with a network. */
export async function keepOnDevice(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  // All of the folder is fetched now, which shall hold up nobody.
  await idle();
  try {
    const registration = await navigator.serviceWorker.register("./sw.js", { scope: "./" });
    tellOfNewer(registration);
  } catch {
    // Refused by the browser's settings: nothing is lost but the way without a network.
  }
}

/** The page has nothing to do, or has been busy for long. */
function idle(): Promise<void> {
  return new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => done(), { timeout: IDLE_BY_MS });
    else setTimeout(done, IDLE_BY_MS);
  });
}

function tellOfNewer(registration: ServiceWorkerRegistration): void {
  const told = (): void => {
    const { waiting } = registration;
    if (waiting === null || navigator.serviceWorker.controller === null) return;
    sim.notify(
      t("A newer version of this page is here. It opens when its tabs are closed."),
      false,
      {
        label: t("Open it now"),
        take: () => openNewer(waiting),
      },
    );
  };
  told();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", told);
  });
}

/** The session is kept; it goes on in the newer page. */
function openNewer(waiting: ServiceWorker): void {
  sim.leave();
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), {
    once: true,
  });
  waiting.postMessage({ type: "SKIP_WAITING" });
}
