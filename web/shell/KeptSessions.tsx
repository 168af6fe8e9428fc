/** Sessions that others took the place of or that closed tabs left: gone on with, or removed. */

import { useEffect, useState } from "react";
import { t, translate } from "@/language/words";
import { whenText } from "@/language/written";

import { formatInstant } from "@/model/units";
import { type SavedSession, titleOf, workOf } from "@/session/session";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Row, Rows } from "@/ui/Rows";
import { goOnWith } from "./keptSession";
import css from "./OpenDialog.module.css";

export function KeptSessions({ onClose }: { onClose: () => void }) {
  const [kept, setKept] = useState<SavedSession[]>([]);
  useEffect(() => {
    let wanted = true;
    void sim.keptSessions().then((listed) => {
      if (wanted) setKept(listed);
    });
    return () => {
      wanted = false;
    };
  }, []);
  if (kept.length === 0) return null;
  const remove = async (id: string): Promise<void> => {
    await sim.forgetSession(id);
    setKept(await sim.keptSessions());
  };
  return (
    <section aria-labelledby="kept-sessions">
      <h3 id="kept-sessions">{t("Your sessions")}</h3>
      <p className="quiet">
        {t("Runs that you left for another one or in a closed tab, stored on this device.")}
      </p>
      <Rows>
        {kept.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            goOn={() => {
              onClose();
              void goOnWith(session.id);
            }}
            onRemove={() => void remove(session.id)}
          />
        ))}
      </Rows>
    </section>
  );
}

interface SessionRowProps {
  session: SavedSession;
  goOn: () => void;
  onRemove: () => void;
}

function SessionRow({ session, goOn, onRemove }: SessionRowProps) {
  const title = translate(titleOf(session));
  const { variant, seed, now_us, saved_at_ms } = session;
  const what = t("{title}, left {when}", { title, when: whenText(saved_at_ms) });
  return (
    <Row
      verbs={
        <>
          <Button aria-label={t("Continue {what}", { what })} onClick={goOn}>
            {t("Continue")}
          </Button>
          <Button
            kind="danger"
            aria-label={t("Remove the session of {what}", { what })}
            onClick={onRemove}
          >
            {t("Remove")}
          </Button>
        </>
      }
    >
      <h4>{title}</h4>
      <p className={css.facts} data-level="3">
        {variant === "" ? "" : t("{variant}, ", { variant })}
        {t("seed {seed}, at {at}: {work}. Left {when}.", {
          seed,
          at: formatInstant(now_us),
          work: workOf(session),
          when: whenText(saved_at_ms),
        })}
      </p>
    </Row>
  );
}
