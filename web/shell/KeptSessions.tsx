/**
 * Sessions that others took the place of, with what is in them: gone on with, or removed. Must not
 * know how they are kept.
 */

import { useEffect, useState } from "react";

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
      <h3 id="kept-sessions">Your sessions</h3>
      <p className={css.hint}>Runs that you left for another one, kept on this device.</p>
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
  const title = titleOf(session);
  const { variant, seed, now_us, saved_at_ms } = session;
  const what = `${title}, left ${new Date(saved_at_ms).toLocaleString()}`;
  return (
    <Row
      verbs={
        <>
          <Button aria-label={`Continue ${what}`} onClick={goOn}>
            {" "}
            Continue{" "}
          </Button>
          <Button kind="danger" aria-label={`Remove the session of ${what}`} onClick={onRemove}>
            Remove
          </Button>
        </>
      }
    >
      <h4>{title}</h4>
      <p className={css.facts} data-level="3">
        {variant === "" ? "" : `${variant}, `}seed {seed}, at {formatInstant(now_us)}:{" "}
        {workOf(session)}. Left {new Date(saved_at_ms).toLocaleString()}.
      </p>
    </Row>
  );
}
