/**
 * The class: for a teacher the code, who is there and what they answered; for a student who they are
 * and the way out; for everybody else how a class begins and how one is joined.
 */

import { useState } from "react";
import { useStore } from "zustand";

import { classStore } from "@/classroom/classStore";
import { leaveClass, sayName } from "@/classroom/desk";
import { classAddress, readableCode } from "@/classroom/place";
import { NAME_LENGTH_MAX } from "@/classroom/protocol";
import { plural } from "@/model/units";
import { useStage } from "@/session/stage";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { TextField } from "@/ui/Fields";
import css from "./class.module.css";
import { forgetClass } from "./joining";
import { TeacherPart } from "./TeacherPart";

export function ClassDialog({ onClose }: DialogProps) {
  const inClass = useStage((stage) => stage.inClass);
  const isLeading = inClass === "leads";
  return (
    <Dialog open onClose={onClose} title="Class" kind={isLeading ? "wide" : "dialog"}>
      <div className={css.parts}>
        {isLeading && <TeacherPart />}
        {(inClass === "follows" || inClass === "own") && <StudentPart />}
        {inClass === "none" && <JoinPart onClose={onClose} />}
        <Dropped />
        {inClass !== "none" && <Leave isLeading={isLeading} onClose={onClose} />}
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
      setSaid("This is neither a link to a class nor a code of eight letters and digits.");
      return;
    }
    onClose();
    location.assign(address);
  };
  return (
    <>
      <form
        className={css.form}
        aria-label="Join a class"
        onSubmit={(event) => {
          event.preventDefault();
          join();
        }}
      >
        <h3>Join</h3>
        <TextField label="Link or code" value={typed} onChange={setTyped} />
        <TextField
          label="Server, with a code: where the teacher’s page is"
          hint={location.host}
          value={server}
          onChange={setServer}
        />
        <div className={css.verbs}>
          <Button type="submit" kind="primary" disabled={typed.trim() === ""}>
            Join
          </Button>
          <p role="status">{said}</p>
        </div>
      </form>
      <section>
        <h3>Teach</h3>
        <p>
          A class needs a server: <code>npm run class</code> in a copy of this project starts one
          and prints two links, yours and your students’. Whatever you then do here is seen in their
          pages, and their predictions come back to you.
        </p>
      </section>
    </>
  );
}

function StudentPart() {
  const { code, name: said, namesAsked } = useStore(classStore);
  const [name, setName] = useState(said);
  return (
    <>
      <p>
        You are in the class {readableCode(code)}. Your teacher sees how many predict what and who
        is there, by number; nothing else that you do is sent.
      </p>
      {namesAsked && (
        <form
          className={css.form}
          aria-label="Your name"
          onSubmit={(event) => {
            event.preventDefault();
            sayName(name);
          }}
        >
          <TextField
            label="Your name, for the teacher; leave it empty to stay a number"
            value={name}
            maxLength={NAME_LENGTH_MAX}
            onChange={setName}
          />
          <div className={css.verbs}>
            <Button type="submit" kind="primary">
              {said === "" ? "Send it" : "Change it"}
            </Button>
            <p role="status">{said !== "" && `Your teacher sees “${said}”.`}</p>
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
    <p className={css.small} data-testid="class-dropped">
      {plural(dropped, "message was", "messages were")} not understood, and dropped.
    </p>
  );
}

function Leave({ isLeading, onClose }: DialogProps & { isLeading: boolean }) {
  const leave = (): void => {
    forgetClass();
    onClose();
    void leaveClass();
  };
  return (
    <div className={css.verbs}>
      <Button onClick={leave}>{isLeading ? "End the class" : "Leave the class"}</Button>
    </div>
  );
}
