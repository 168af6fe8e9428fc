/** Whether a challenge was solved by luck: the same acts again and again, with other chance. */

import { useEffect, useRef, useState } from "react";
import type { FutureShare } from "@/engine/lens";
import { t } from "@/language/words";
import { percentText } from "@/model/percent";
import { shareOf } from "@/session/futures/shares";
import { logOf } from "@/session/session";
import { makeLink } from "@/session/simClient";
import { simStore } from "@/session/simStore";
import { Button } from "@/ui/Button";
import { solvedFutures } from "./assigning";
import type { Ended } from "./challengeStore";

const FUTURES = 50;

export function Luck({ ended, challenge }: { ended: Ended; challenge: string }) {
  const [done, setDone] = useState<number | null>(null);
  const [share, setShare] = useState<FutureShare | null>(null);
  const [why, setWhy] = useState("");
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const play = async (): Promise<void> => {
    const { session } = simStore.getState();
    if (session === null) return;
    setDone(0);
    const { text: scenario, variant, seed } = session;
    const run = { challenge, scenario, variant, endUs: ended.run.end_us };
    const solution = { ...run, actions: logOf(session), stars: 0 };
    const deps = { makeLink, isWanted: () => isHere.current, say: setDone };
    const held = await solvedFutures(deps, solution, { seed, count: FUTURES });
    if (!isHere.current) return;
    if (held.ok) setShare(await shareOf(held.value, FUTURES));
    else setWhy(held.message);
    setDone(null);
  };
  if (share !== null)
    return (
      <p role="status" data-held={share.came}>
        {t(
          "Your acts solve it in {held} of {all} futures: with 95 % the probability lies between {low} and {high}.",
          {
            held: share.came,
            all: share.runs,
            low: percentText(share.low),
            high: percentText(share.high),
          },
        )}
      </p>
    );
  if (done !== null)
    return (
      <p className="row wrap">
        <progress aria-label={t("Futures played")} value={done} max={FUTURES} />
      </p>
    );
  return (
    <p className="row wrap">
      <Button small onClick={() => void play()}>
        {t("Was it luck? Play it {n} times with other chance", { n: FUTURES })}
      </Button>
      {why !== "" && <span role="alert">{why}</span>}
    </p>
  );
}
