/** What a tab keeps of a class until it is closed: a random number, and the name that was given. */

import { isStudentId, newStudentId } from "./protocol";

const KEY = "raft-atlas/class-student";
const LEADER_KEY = "raft-atlas/class-leader";
const NAME_KEY = "raft-atlas/class-name";

type IdStorage = () => Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** One id whenever this tab comes to this class; another one in each class. */
export function studentIdIn(code: string, source: IdStorage): string {
  try {
    const storage = source();
    const [ofClass, known = ""] = (storage.getItem(KEY) ?? "").split(" ");
    if (ofClass === code && isStudentId(known)) return known;
    const id = newStudentId();
    storage.setItem(KEY, `${code} ${id}`);
    return id;
  } catch {
    // Nothing can be kept here: after a reload it is another student.
    return newStudentId();
  }
}

/**
 * Which page of a teacher it is. Taken out of the tab while the page is open, so that a copy of the
 * tab is another page; a page that goes puts it back (`keepLeaderId`), so that a reload is the same.
 */
export function takeLeaderId(code: string, source: IdStorage): string {
  const known = keptOf(code, LEADER_KEY, source);
  try {
    source().removeItem(LEADER_KEY);
  } catch {
    // Nothing can be kept here: after a reload it asks as another page does.
  }
  return isStudentId(known) ? known : newStudentId();
}

export function keepLeaderId(code: string, id: string, source: IdStorage): void {
  keep(code, LEADER_KEY, id, source);
}

/** What a student said in this tab to this class; "" before. */
export function keptName(code: string, source: IdStorage): string {
  return keptOf(code, NAME_KEY, source);
}

export function keepName(code: string, name: string, source: IdStorage): void {
  keep(code, NAME_KEY, name, source);
}

function keptOf(code: string, key: string, source: IdStorage): string {
  try {
    const text = source().getItem(key) ?? "";
    return text.startsWith(`${code} `) ? text.slice(code.length + 1) : "";
  } catch {
    return "";
  }
}

function keep(code: string, key: string, text: string, source: IdStorage): void {
  try {
    source().setItem(key, `${code} ${text}`);
  } catch {
    // Nothing can be kept here.
  }
}
