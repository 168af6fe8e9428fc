/**
 * Keeps the session as it changes: at once, then at most once in a while, and once more when the
 * page is left; and puts it on the shelf when another takes its place. Must not know the worker, nor
 * where sessions are kept.
 */

import { settledBranches } from "../branches";
import { holdsWork, type SavedSession, SESSION_FORMAT } from "../session";
import type { SimStore } from "../simStore";
import type { SessionShelf } from "./keptSessions";
import type { SessionStorage } from "./storage";
import { newName } from "./tabs";

const PAUSE_MS = 400;
/** What lessons set themselves begins so. */
const LESSON_MARK = /^Goal (met|missed)/;

export interface KeeperSurroundings {
  storage: SessionStorage;
  shelf: SessionShelf;
  store: SimStore;
  wallMs(): number;
  later(callback: () => void, ms: number): void;
  /** Called once, when storage turns out not to work. */
  onFailure(): void;
}

/** Where a session comes from. */
export interface Origin {
  /** Of a session that goes on; without one it is a new one. */
  id?: string | undefined;
  /** Actions that it began with, which are nobody's work. */
  actions?: number;
  /** A lesson opened it, and would open it again. */
  ofLesson?: boolean;
}

export class Keeper {
  private readonly around: KeeperSurroundings;
  private isPausing = false;
  private isWanted = false;
  private hasFailed = false;
  private origin: Origin = {};
  private begun = 0;

  constructor(around: KeeperSurroundings) {
    this.around = around;
  }

  /** Another session is shown. */
  begin(origin: Origin): void {
    this.origin = { ...origin, id: origin.id ?? this.newId() };
  }

  /** Another tab goes on with the same session: this one is a session of its own from here on. */
  part(): void {
    this.origin = { ...this.origin, id: this.newId() };
  }

  private newId(): string {
    this.begun += 1;
    return `${this.around.wallMs().toString(36)}-${this.begun}-${newName().slice(0, 4)}`;
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
    this.around.later(() => {
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
    this.around.storage.saveAtOnce(session);
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
    if (!this.around.shelf.isThere()) return undefined;
    const stored = await this.around.storage.load();
    if (stored.kind !== "session" || !holdsWork(stored.saved)) return undefined;
    const { id } = stored.saved;
    const saved = id === "" ? { ...stored.saved, id: `stored-${stored.saved.saved_at_ms}` } : null;
    return this.putOnShelf(saved ?? stored.saved);
  }

  private async putOnShelf(session: SavedSession): Promise<SavedSession | undefined> {
    if (!this.around.shelf.isThere()) return undefined;
    // A lesson that goes on elsewhere does not come back with it.
    if (await this.around.shelf.put({ ...session, lesson: null })) return session;
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
    if (!(await this.around.storage.save(session))) this.failed();
  }

  private failed(): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.around.onFailure();
  }

  /** Unless a shared run is shown while the person's own waits in storage. */
  private current(): SavedSession | undefined {
    return this.around.store.getState().aside ? undefined : this.settled();
  }

  private settled(): SavedSession | undefined {
    const { session, frame, furthestUs, speed, range, lesson } = this.around.store.getState();
    if (session === null || frame === null) return undefined;
    return {
      ...session,
      branches: settledBranches(session, furthestUs),
      format: SESSION_FORMAT,
      id: this.id,
      now_us: frame.now_us,
      furthest_us: furthestUs,
      saved_at_ms: this.around.wallMs(),
      speed,
      range,
      lesson,
    };
  }
}
