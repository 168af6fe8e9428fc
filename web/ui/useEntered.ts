/** What is being entered in the place of a value. Knows nothing of Raft. */

import { useState } from "react";

interface Entered {
  /** The text in the field; the value's own again as soon as that is another one. */
  text: string;
  setText: (text: string) => void;
  /** For the control: what is entered counts when it is left or on Enter. */
  counts: { onBlur: () => void; onKeyDown: (event: { key: string }) => void };
}

/** `enter`: the text counts now. Half of a word is no change, so it is not called for each letter. */
export function useEntered(value: string, enter: (text: string) => void = () => {}): Entered {
  const [entered, setEntered] = useState({ value, text: value });
  if (entered.value !== value) setEntered({ value, text: value });
  const { text } = entered;
  return {
    text,
    setText: (next) => setEntered({ value, text: next }),
    counts: {
      onBlur: () => enter(text),
      onKeyDown: ({ key }) => {
        if (key === "Enter") enter(text);
      },
    },
  };
}
