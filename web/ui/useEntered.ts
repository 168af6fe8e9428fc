/** What is being entered in the place of a value. Knows nothing of Raft. */

import { useState } from "react";

/** The text in a field; the value's own again as soon as that is another one. */
export function useEntered(value: string): readonly [string, (text: string) => void] {
  const [entered, setEntered] = useState({ value, text: value });
  if (entered.value !== value) setEntered({ value, text: value });
  return [entered.text, (text) => setEntered({ value, text })];
}
