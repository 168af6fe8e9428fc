/** Which dialog of the page is open: one at a time. Must not know any of them. */

import type { DialogName } from "@/session/dialogNames";
import { pageStore, usePage } from "@/session/pageStore";

export function useDialog(): DialogName | null {
  return usePage(({ dialog }) => dialog);
}

/** Whether one is open, or will be as soon as it is fetched. */
export function isDialogAsked(): boolean {
  return pageStore.getState().dialog !== null;
}

export function openDialog(asked: DialogName): void {
  typedAhead = "";
  pageStore.openDialog(asked);
}

/** What was typed since a dialog was asked for that is still being fetched. */
let typedAhead = "";

export function typeAhead(letter: string): void {
  typedAhead += letter;
}

/** For the field that it was meant for, however often that is drawn before it stands. */
export function allTypedAhead(): string {
  return typedAhead;
}

export function closeDialog(): void {
  pageStore.openDialog(null);
}
