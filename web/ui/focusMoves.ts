/** By what the focus came to where it is: keys, or a pointer. */

/** Keys that go to another control. */
const MOVES: ReadonlySet<string> = new Set([
  "Tab",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
]);

/** What Space presses once, as against what it switches or chooses. */
const BUTTON =
  "button:not([role=switch], [role=radio], [role=checkbox]), a, summary, [role=button], [role=tab]";
/** What lies over the page: what a person opened there is what they are about. */
const OVER = "[role=dialog], dialog, [role=menu], [role=listbox]";

let isByPointer = false;

/** Listens from now on; returns what ends it. */
export function watchFocusMoves(): () => void {
  const onPointer = (): void => {
    isByPointer = true;
  };
  // Moves within what lies over the page say nothing of who had the focus before, and gets it back.
  const onKey = ({ key, target }: KeyboardEvent): void => {
    if (MOVES.has(key) && !isOver(target)) isByPointer = false;
  };
  addEventListener("pointerdown", onPointer, true);
  addEventListener("keydown", onKey, true);
  return () => {
    removeEventListener("pointerdown", onPointer, true);
    removeEventListener("keydown", onKey, true);
  };
}

/** Whether the element is a button of the page that a pointer has left the focus on. */
export function isLeftByPointer(at: Element): boolean {
  return isByPointer && at.closest(BUTTON) !== null && at.closest(OVER) === null;
}

function isOver(target: EventTarget | null): boolean {
  return (target as Partial<Element> | null)?.closest?.(OVER) != null;
}
