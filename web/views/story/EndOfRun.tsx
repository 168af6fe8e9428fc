/** What is told of a run at its end: a line for each bound; and which actions could not be done. */

import { useEffect, useState } from "react";
import type { EndOfRun as End } from "@/engine/types";
import { t, translate } from "@/language/words";
import type { Fetched } from "@/model/fetched";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { BadgeMark } from "@/ui/Badge";
import { Section } from "@/ui/Section";
import { Expectations } from "./Expectations";
import css from "./story.module.css";

export function EndOfRun() {
  const session = useSim((state) => state.session);
  const endUs = useSim((state) => state.world?.duration_us ?? 0);
  const isEnd = useSim(({ frame, world }) => frame?.now_us === world?.duration_us);
  // Only what was refused may be told before the end: it is asked for anew when there is more.
  const moment = useSim(({ frame }) => (isEnd ? frame?.digest : `${frame?.refused}`));
  const [end, setEnd] = useState<{ moment: string; fetched: Fetched<End> } | null>(null);
  useEffect(() => {
    if (session === null || moment === undefined) return;
    let isWanted = true;
    void sim
      .endOfRun(session, isEnd ? endUs : null, () => isWanted)
      .then((fetched) => {
        if (isWanted && fetched !== undefined) setEnd({ moment, fetched });
      });
    return () => {
      isWanted = false;
    };
  }, [session, moment, isEnd, endUs]);
  if (end === null || end.moment !== moment) {
    return isEnd ? (
      <p className="hint">{t("The run is being judged…")}</p>
    ) : (
      <Expectations end={null} isEnd={false} />
    );
  }
  if (!end.fetched.ok) return <p className="hint">{end.fetched.message}</p>;
  const { refused } = end.fetched.value;
  return (
    <>
      <Expectations end={end.fetched.value} isEnd={isEnd} />
      {refused.length > 0 && (
        <Section title={t("Actions refused")}>
          <ul className={css.told}>
            {refused.map((line) => (
              <li key={line}>
                <BadgeMark shape="barred" />
                <span>{translate(line)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
