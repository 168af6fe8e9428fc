/** Names of the open tabs, each held by Web Locks; where there are none, other tabs are asked. */

export interface Tabs {
  /** Whether this page has the name from now on; else another open one has it. */
  take(name: string, waitMs?: number): Promise<boolean>;
  /** Which of these an open page has, this one among them. */
  held(names: readonly string[]): Promise<ReadonlySet<string>>;
}

const LOCK = "raft-atlas/tab/";
const CHANNEL = "raft-atlas/tabs";
/** An open tab answers sooner, one in the background too. */
const ASKED_MS = 150;

let opened: Tabs | undefined;

/** As this browser can. */
export function browserTabs(): Tabs {
  opened ??=
    "locks" in navigator
      ? tabsByLocks(navigator.locks)
      : tabsByAsking(new BroadcastChannel(CHANNEL));
  return opened;
}

export function tabsByLocks(locks: Pick<LockManager, "request" | "query">): Tabs {
  return {
    take: (name, waitMs = 0) =>
      new Promise((resolve) => {
        const how = waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) };
        const hold = (lock: Lock | null): Promise<void> | undefined => {
          resolve(lock !== null);
          // The browser gives it up with the page.
          return lock === null ? undefined : new Promise(() => {});
        };
        locks.request(LOCK + name, how, hold).catch(() => resolve(false));
      }),
    async held(names) {
      const state = await locks.query().catch(() => undefined);
      const known = state?.held?.map((lock) => lock.name);
      // Where the browser does not say, nothing is taken from anybody.
      return new Set(names.filter((name) => known?.includes(LOCK + name) ?? true));
    },
  };
}

/** Of two that ask for one name at once neither gets it. */
export function tabsByAsking(channel: BroadcastChannel): Tabs {
  const own = new Set<string>();
  const heard = new Set<string>();
  channel.onmessage = ({ data }: MessageEvent<{ asked?: string[]; held?: string[] }>) => {
    for (const name of data.held ?? []) heard.add(name);
    const held = (data.asked ?? []).filter((name) => own.has(name));
    if (held.length > 0) channel.postMessage({ held });
  };
  const ask = async (names: readonly string[]): Promise<void> => {
    for (const name of names) heard.delete(name);
    channel.postMessage({ asked: names });
    await new Promise((resolve) => setTimeout(resolve, ASKED_MS));
  };
  return {
    async take(name) {
      own.add(name);
      await ask([name]);
      if (heard.has(name)) own.delete(name);
      return own.has(name);
    },
    async held(names) {
      await ask(names);
      return new Set(names.filter((name) => own.has(name) || heard.has(name)));
    },
  };
}

/** One that no other page makes. */
export function newName(): string {
  return [...crypto.getRandomValues(new Uint32Array(2))].map((n) => n.toString(36)).join("");
}
