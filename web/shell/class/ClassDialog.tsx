/** The class, for a teacher, for a student, and for everybody else. */

import { useState } from "react";
import { useStore } from "zustand";
import { leaveClass, sayName } from "@/classroom/classSession";
import { classStore } from "@/classroom/classStore";
import { classAddress, readableCode } from "@/classroom/place";
import { NAME_LENGTH_MAX } from "@/classroom/protocol";
import { Rich } from "@/language/Rich";
import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { TextField } from "@/ui/Fields";
import css from "./class.module.css";
import { EndPart, LastClass } from "./EndPart";
import { forgetClass } from "./joining";
import { TeacherPart } from "./TeacherPart";

export function ClassDialog({ onClose }: DialogProps) {
  const inClass = usePage((stage) => stage.inClass);
  const isLeading = inClass === "leads";
  const mayLead = useStore(classStore, (state) => state.mayLead);
  const presenting = usePage((stage) => stage.presenting);
  const kind = presenting ? "full" : mayLead ? "wide" : "dialog";
  return (
    <Dialog open onClose={onClose} title={t("Class")} kind={kind}>
      <div className={css.parts} data-room={presenting}>
        {mayLead && <TeacherPart />}
        {(inClass === "follows" || inClass === "own") && !mayLead && <StudentPart />}
        {inClass === "none" && <JoinPart onClose={onClose} />}
        <Dropped />
        {isLeading && <EndPart onClose={onClose} />}
        {inClass !== "none" && !isLeading && <Leave onClose={onClose} />}
      </div>
    </Dialog>
  );
}

/** For whoever is in no class. */
function JoinPart({ onClose }: DialogProps) {
  const [typed, setTyped] = useState("");
  const [server, setServer] = useState("");
  const [said, setSaid] = useState("");
  const join = (): void => {
    const page = location.origin + location.pathname;
    const address = classAddress(typed, server, page);
    if (address === null) {
      setSaid(t("This is neither a link to a class nor a code of eight letters and digits."));
      return;
    }
    onClose();
    location.assign(address);
  };
  return (
    <>
      <form
        className="grid"
        aria-label={t("Join a class")}
        onSubmit={(event) => {
          event.preventDefault();
          join();
        }}
      >
        <h3>{t("Join")}</h3>
        <TextField label={t("Link or code")} value={typed} onChange={setTyped} />
        <TextField
          label={t("Server, with a code: where the teacher’s page is")}
          hint={location.host}
          value={server}
          onChange={setServer}
        />
        <div className="verbs">
          <Button type="submit" kind="primary" disabled={typed.trim() === ""}>
            {t("Join")}
          </Button>
          <p role="status">{said}</p>
        </div>
      </form>
      <section className="grid">
        <h3>{t("Teach")}</h3>
        <p>
          <Rich
            text={t(
              "A class needs a server: <0>npm run class</0> in a copy of this project starts one and prints two links, yours and your students’. Whatever you then do here is seen in their pages, and their predictions come back to you.",
            )}
            parts={[(command) => <code>{command}</code>]}
          />
        </p>
      </section>
      <LastClass />
    </>
  );
}

function StudentPart() {
  const { code, name: said, namesAsked } = useStore(classStore);
  const [name, setName] = useState(said);
  return (
    <>
      <p>
        {t(
          "You are in the class {code}. Your teacher sees how many predict what and who is there, by number; nothing else that you do is sent.",
          { code: readableCode(code) },
        )}
      </p>
      {namesAsked && (
        <form
          className="grid"
          aria-label={t("Your name")}
          onSubmit={(event) => {
            event.preventDefault();
            sayName(name);
          }}
        >
          <TextField
            label={t("Your name, for the teacher; leave it empty to stay a number")}
            value={name}
            maxLength={NAME_LENGTH_MAX}
            onChange={setName}
          />
          <div className="verbs">
            <Button type="submit" kind="primary">
              {said === "" ? t("Send it") : t("Change it")}
            </Button>
            <p role="status">{said !== "" && t("Your teacher sees “{said}”.", { said })}</p>
          </div>
        </form>
      )}
    </>
  );
}

/** What somebody sent that is no message of a class. */
function Dropped() {
  const dropped = useStore(classStore, (state) => state.dropped);
  if (dropped === 0) return null;
  return (
    <p className="small" data-testid="class-dropped">
      {t("{n, plural, one {# message was} other {# messages were}} not understood, and dropped.", {
        n: dropped,
      })}
    </p>
  );
}

function Leave({ onClose }: DialogProps) {
  const leave = (): void => {
    forgetClass();
    onClose();
    void leaveClass();
  };
  return (
    <div className="verbs">
      <Button onClick={leave}>{t("Leave the class")}</Button>
    </div>
  );
}
