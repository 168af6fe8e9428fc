/**
 * Which student a page is: a random number of its tab, kept until the tab is closed, so that who
 * loads the page again is not counted twice. It says nothing of the person. Must not know the server.
 */

import { isStudentId, newStudentId } from "./protocol";

const KEY = "raft-atlas/class-student";

/** The same one whenever this tab comes to this class; another one in each class. */
export function studentIdIn(
  code: string,
  kept: () => Pick<Storage, "getItem" | "setItem">,
): string {
  try {
    const storage = kept();
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
