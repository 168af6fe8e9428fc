/** Instants that somebody wants to find again. Must not know the worker, nor how they are shown. */

import { t } from "@/language/words";
import { formatInstant } from "@/model/units";
import { bookmarksHere } from "./branches";
import type { Deps } from "./deps";
import {
  BOOKMARKS_MAX,
  type Bookmark,
  NAME_LENGTH_MAX,
  NOTE_LENGTH_MAX,
  type Session,
} from "./session";

type BookmarksDeps = Pick<Deps, "run" | "page" | "seek" | "switchTo" | "save">;

export class Bookmarks {
  private readonly deps: BookmarksDeps;

  constructor(deps: BookmarksDeps) {
    this.deps = deps;
  }

  /** At the instant shown, once for each. */
  add(): void {
    const { session, frame } = this.deps.run.getState();
    if (session === null || frame === null) return;
    const us = frame.now_us;
    const there = bookmarksHere(session).find((mark) => mark.us === us);
    if (there !== undefined) {
      this.deps.page.notify(
        t("This instant is marked already, as “{name}”.", { name: there.name }),
      );
      return;
    }
    if (session.bookmarks.length >= BOOKMARKS_MAX) {
      const text = t("This session already holds {most} bookmarks. Delete one to add another.", {
        most: BOOKMARKS_MAX,
      });
      this.deps.page.notify(text, true);
      return;
    }
    const name = t("Bookmark {id}", { id: nextId(session) });
    this.addAt(us, name);
    this.deps.page.notify(t("{name} added at {at}.", { name, at: formatInstant(us) }));
  }

  /** Where there is room for it and no other one of this instant and name. */
  addAt(us: number, name: string): void {
    const { session } = this.deps.run.getState();
    if (session === null || session.bookmarks.length >= BOOKMARKS_MAX) return;
    const given = name.slice(0, NAME_LENGTH_MAX);
    if (bookmarksHere(session).some((mark) => mark.us === us && mark.name === given)) return;
    const mark = { id: nextId(session), name: given, us, branch: session.current, note: "" };
    this.change([...session.bookmarks, mark]);
  }

  async jump(id: number): Promise<void> {
    const { session } = this.deps.run.getState();
    const mark = session?.bookmarks.find((known) => known.id === id);
    if (session === null || mark === undefined) return;
    if (bookmarksHere(session).includes(mark)) await this.deps.seek(mark.us);
    else await this.deps.switchTo(mark.branch, mark.us);
  }

  rename(id: number, name: string): void {
    const { session } = this.deps.run.getState();
    const given = name.trim().slice(0, NAME_LENGTH_MAX);
    if (session === null || given === "") return;
    this.change(
      session.bookmarks.map((mark) => (mark.id === id ? { ...mark, name: given } : mark)),
    );
  }

  /** What a presenter wants to say there. */
  annotate(id: number, note: string): void {
    const { session } = this.deps.run.getState();
    if (session === null) return;
    const said = note.trim().slice(0, NOTE_LENGTH_MAX);
    this.change(session.bookmarks.map((mark) => (mark.id === id ? { ...mark, note: said } : mark)));
  }

  remove(id: number): void {
    const { session } = this.deps.run.getState();
    if (session !== null) this.change(session.bookmarks.filter((mark) => mark.id !== id));
  }

  private change(bookmarks: Bookmark[]): void {
    const sorted = bookmarks.toSorted((a, b) => a.us - b.us || a.id - b.id);
    this.deps.run.note({ bookmarks: sorted });
    this.deps.save();
  }
}

function nextId({ bookmarks }: Session): number {
  return bookmarks.reduce((most, mark) => Math.max(most, mark.id), 0) + 1;
}
