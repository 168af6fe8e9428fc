/**
 * The strip of a class, quiet: who leads and who follows, and the way to try something alone and
 * back. Must not know how a class is heard.
 */

import { useStore } from "zustand";

import { classStore } from "@/classroom/classStore";
import { followAgain, leaveClass, letMeTry } from "@/classroom/desk";
import { readableCode } from "@/classroom/place";
import { plural } from "@/model/units";
import { useStage } from "@/session/stage";
import { Button } from "@/ui/Button";
import css from "../AsideBar.module.css";
import { openDialog } from "../commands/dialogs";
import { forgetClass } from "./joining";

export function ClassBar() {
  const inClass = useStage((stage) => stage.inClass);
  const { isThere, trouble, code } = useStore(classStore);
  const isBegun = code !== "";
  return (
    <section className={css.bar} aria-label="Class">
      <p role="status" data-testid="class-says">
        {inClass === "leads" ? <Leading /> : <Learning follows={inClass === "follows"} />}
        {isBegun && !isThere && trouble === "" && " The server is not reached; it is tried again."}
        {trouble !== "" && ` ${trouble}`}
      </p>
      <div className={css.verbs}>
        <Verbs inClass={inClass} />
        <Button small kind="quiet" onClick={() => openDialog("class")}>
          Class…
        </Button>
      </div>
    </section>
  );
}

function Leading() {
  const code = useStore(classStore, (state) => state.code);
  const students = useStore(classStore, (state) => state.answers.students);
  const following = [...students.values()].filter(({ follows }) => follows).length;
  const alone = students.size - following;
  const others = alone === 0 ? "" : `, ${alone} on their own`;
  return (
    <>
      You lead the class {readableCode(code)}:{" "}
      {plural(following, "student follows", "students follow")}
      {others}.
    </>
  );
}

function Learning({ follows }: { follows: boolean }) {
  const { ended, hasRun, isThere, same, namesAsked, name } = useStore(classStore);
  if (ended) return "The class has ended. The run is yours.";
  if (!follows) return isThere ? "On your own. The class goes on." : "";
  if (!hasRun) return isThere ? "You are in the class. It has not begun." : "";
  const asked = namesAsked && name === "" ? " Your teacher asks for your name: “Class…”." : "";
  return `Following the class.${SAME[same]}${asked}`;
}

const SAME = {
  yes: "",
  "not-yet": "",
  healed: " This run had become another one; it was replayed and is the teacher’s again.",
  no: " This is not the teacher’s run, and was not when it was replayed: load the page again.",
} as const;

function Verbs({ inClass }: { inClass: string }) {
  const { ended, hasRun, isThere } = useStore(classStore);
  if (inClass === "leads") return null;
  if (ended) {
    const leave = (): void => {
      forgetClass();
      void leaveClass();
    };
    return (
      <Button small onClick={leave}>
        Leave the class
      </Button>
    );
  }
  if (!hasRun || !isThere) return null;
  if (inClass === "follows") {
    return (
      <Button small onClick={letMeTry}>
        Let me try
      </Button>
    );
  }
  return (
    <Button small kind="primary" onClick={() => void followAgain()}>
      Back to the class
    </Button>
  );
}
