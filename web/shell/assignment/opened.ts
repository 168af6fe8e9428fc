/** The page was opened by an assignment's link: what is asked is said, and who does it is asked. */

import { readToken } from "@/model/assignment/assignment";
import { assign } from "@/session/assigned";
import { pageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";

export function openAssignment(token: string): void {
  const read = readToken(token);
  if (!read.ok) {
    sim.notify(read.message, true);
    return;
  }
  assign(token, read.value);
  pageStore.openDialog("assignment");
}
