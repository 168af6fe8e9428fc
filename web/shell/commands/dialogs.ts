/** Which dialog of the page is open: one at a time. Must not know any of them. */

import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { DialogName } from "../dialogNames";

const dialogStore = createStore<{ asked: DialogName | null }>(() => ({ asked: null }));

export function useDialog(): DialogName | null {
  return useStore(dialogStore, ({ asked }) => asked);
}

/** Whether one is open, or will be as soon as it is fetched. */
export function isDialogAsked(): boolean {
  return dialogStore.getState().asked !== null;
}

export function openDialog(asked: DialogName): void {
  dialogStore.setState({ asked });
}

export function closeDialog(): void {
  dialogStore.setState({ asked: null });
}
