/** Keeps the session as it changes: at once, then now and then, and when the page is left. */

import { t } from "@/language/words";
import { settledBranches } from "../branches";
import type { Platform } from "../deps";
import { holdsWork, type SavedSession, SESSION_FORMAT } from "../session";
import { newName } from "./tabs";

const PAUSE_MS = 400;
/** What lessons set themselves begins so. */
const LESSON_MARK = /^Goal (met|missed)/;

type KeeperDeps = Pick<Platform, "run" | "page" | "storage" | "shelf" | "wallMs" | "later">;

export interface Origin {
  /** Of a session that goes on; without one it is a new one. */
  id?: string | undefined;
  /** Actions that it began with, which are nobody's work. */
  actions?: number;
  /** A lesson opened it, and would open it again. */
  ofLesson?: boolean;
}

export class Keeper {
  private readonly deps: KeeperDeps;
  private isPausing = false;
  private isWanted = false;
  private hasFailed = false;
  private origin: Origin = {};
  private begun = 0;

  constructor(deps: KeeperDeps) {
    this.deps = deps;
  }

  begin(origin: Origin): void {
    this.origin = { ...origin, id: origin.id ?? this.newId() };
  }

  /** Another tab goes on with the same session: this one is a session of its own from here on. */
  part(): void {
    this.origin = { ...this.origin, id: this.newId() };
  }

  private newId(): string {
    this.begun += 1;
    return `${this.deps.wallMs().toString(36)}-${this.begun}-${newName().slice(0, 4)}`;
  }

  get id(): string {
    return this.origin.id ?? "";
  }

  /** Now, or at the end of the pause when there was one just before. */
  save(): void {
    if (this.isPausing) {
      this.isWanted = true;
      return;
    }
    this.isPausing = true;
    void this.saveNow();
    this.deps.later(() => {
      this.isPausing = false;
      if (!this.isWanted) return;
      this.isWanted = false;
      this.save();
    }, PAUSE_MS);
  }

  /** The page is being left: an asynchronous save may not come to its end. */
  leave(): void {
    const session = this.current();
    if (session === undefined) return;
    this.deps.storage.saveAtOnce(session);
    void this.saveNow();
  }

  /**
   * Another session is about to be shown: puts this one, as it is now, on the shelf if it holds
   * anybody's work. What was put there.
   */
  async shelve(): Promise<SavedSession | undefined> {
    const session = this.settled();
    if (session === undefined || !this.isWork(session)) return undefined;
    return this.putOnShelf(session);
  }

  /** One that lies in storage and is about to be written over. */
  async shelveStored(): Promise<SavedSession | undefined> {
    if (!this.deps.shelf.isThere()) return undefined;
    const stored = await this.deps.storage.load();
    if (stored.kind !== "session" || !holdsWork(stored.saved)) return undefined;
    const { id } = stored.saved;
    const saved = id === "" ? { ...stored.saved, id: `stored-${stored.saved.saved_at_ms}` } : null;
    return this.putOnShelf(saved ?? stored.saved);
  }

  private async putOnShelf(session: SavedSession): Promise<SavedSession | undefined> {
    if (!this.deps.shelf.isThere()) return undefined;
    // A lesson that goes on elsewhere does not come back with it.
    if (await this.deps.shelf.put({ ...session, lesson: null })) return session;
    this.failed();
    return undefined;
  }

  private isWork(session: SavedSession): boolean {
    const { ofLesson = false, actions = 0 } = this.origin;
    if (!ofLesson) return holdsWork(session, actions);
    const own = session.bookmarks.filter(
      ({ name, note }) => note !== "" || !LESSON_MARK.test(name),
    );
    return own.length > 0 || session.branches.length > 1;
  }

  private async saveNow(): Promise<void> {
    const session = this.current();
    if (session === undefined) return;
    if (!(await this.deps.storage.save(session))) this.failed();
  }

  private failed(): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.deps.page.notify(
      t("This browser does not keep the session: a reload will start afresh."),
      true,
    );
  }

  /** Unless a shared run is shown while the person's own waits in storage. */
  private current(): SavedSession | undefined {
    return this.deps.page.getState().ownSessionParked ? undefined : this.settled();
  }

  private settled(): SavedSession | undefined {
    const { session, frame, furthestUs, speed, range } = this.deps.run.getState();
    const { lesson } = this.deps.page.getState();
    if (session === null || frame === null) return undefined;
    return {
      ...session,
      branches: settledBranches(session, furthestUs),
      format: SESSION_FORMAT,
      id: this.id,
      now_us: frame.now_us,
      furthest_us: furthestUs,
      saved_at_ms: this.deps.wallMs(),
      speed,
      range,
      lesson,
    };
  }
}
