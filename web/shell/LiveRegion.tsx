/** Reads out what happens, for those who cannot see it: the newest sentence, not too often. */

import { useEffect, useState } from "react";

import { isSpoken, sayable } from "@/model/narration";
import { pageStore } from "@/session/pageStore";
import { useSimStore } from "@/session/simStore";

/** A sentence needs about this long to be heard. */
const PAUSE_MS = 2_500;

export function LiveRegion() {
  const text = useNewestSentence();
  return (
    <div className="sr-only" aria-live="polite" aria-atomic="true" data-testid="narration">
      {text}
    </div>
  );
}

function useNewestSentence(): string {
  const store = useSimStore();
  const [text, setText] = useState("");
  useEffect(() => {
    let waiting: string | undefined;
    let timer: number | undefined;
    const say = (sentence: string): void => {
      if (timer !== undefined) {
        waiting = sentence;
        return;
      }
      setText(sentence);
      timer = window.setTimeout(() => {
        timer = undefined;
        const next = waiting;
        waiting = undefined;
        if (next !== undefined) say(next);
      }, PAUSE_MS);
    };
    const stopNotices = pageStore.subscribe(({ notice }, before) => {
      if (notice !== before.notice && notice !== null) say(notice.text);
    });
    const stop = store.subscribe((state, before) => {
      if (state.narration === before.narration) return;
      const last = before.narration.at(-1)?.id ?? 0;
      const said = sayable(state.narration, pageStore.getState().hideVerdicts);
      const newest = said.findLast((notable) => notable.id > last && isSpoken(notable));
      if (newest !== undefined) say(newest.text);
    });
    return () => {
      stop();
      stopNotices();
      window.clearTimeout(timer);
    };
  }, [store]);
  return text;
}
