/** The person's own scenarios, as they are kept on this device: opened, edited or removed. */

import { useEffect, useState } from "react";
import { t } from "@/language/words";
import { whenText } from "@/language/written";

import { editText } from "@/session/editing/drafts";
import { type Listed, listOwn, type OwnScenario, removeOwn } from "@/session/editing/shelf";
import { sim } from "@/session/simClient";
import { Button } from "@/ui/Button";
import { Row, Rows } from "@/ui/Rows";
import css from "./OpenDialog.module.css";

export function OwnScenarios({ onClose }: { onClose: () => void }) {
  const [listed, setListed] = useState<Listed | null>(null);
  useEffect(() => {
    let wanted = true;
    void listOwn().then((found) => {
      if (wanted) setListed(found);
    });
    return () => {
      wanted = false;
    };
  }, []);
  const remove = async (own: OwnScenario): Promise<void> => {
    const problem = await removeOwn(own.name);
    if (problem !== null) sim.notify(problem, true);
    setListed(await listOwn());
  };
  if (listed === null || isNothing(listed)) return null;
  return (
    <section aria-labelledby="own-scenarios">
      <h3 id="own-scenarios">{t("My scenarios")}</h3>
      <p className="quiet">{hintOf(listed)}</p>
      {listed.ok && listed.scenarios.length > 0 && (
        <Rows>
          {listed.scenarios.map((own) => (
            <OwnRow key={own.name} own={own} onClose={onClose} onRemove={() => void remove(own)} />
          ))}
        </Rows>
      )}
    </section>
  );
}

interface OwnRowProps {
  own: OwnScenario;
  onClose: () => void;
  onRemove: () => void;
}

function OwnRow({ own: { name, text, keptAtMs }, onClose, onRemove }: OwnRowProps) {
  const open = (): void => {
    void sim.open({ kind: "file", name, text }, { play: true, eased: true });
    onClose();
  };
  const edit = (): void => {
    void editText(name, text);
    onClose();
  };
  return (
    <Row
      verbs={
        <>
          <Button aria-label={t("Open {name}", { name })} onClick={open}>
            {t("Open")}
          </Button>
          <Button aria-label={t("Edit {name}", { name })} onClick={edit}>
            {t("Edit")}
          </Button>
          <Button kind="danger" aria-label={t("Remove {name}", { name })} onClick={onRemove}>
            {t("Remove")}
          </Button>
        </>
      }
    >
      <h4>{name}</h4>
      <p className={css.facts} data-level="3">
        {t("Kept {when}", { when: whenText(keptAtMs) })}
      </p>
    </Row>
  );
}

function isNothing(listed: Listed): boolean {
  return listed.ok && listed.scenarios.length === 0 && listed.unreadable === 0;
}

function hintOf(listed: Listed): string {
  if (!listed.ok) return listed.message;
  const { unreadable } = listed;
  if (unreadable === 0) return t("Kept on this device.");
  return t("Kept on this device. {unreadable} of what is kept cannot be read, and is left out.", {
    unreadable,
  });
}
