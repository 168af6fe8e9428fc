/**
 * The strip of a class, quiet: who leads and who follows, and the way to try something alone and
 * back. Must not know how a class is heard.
 */

import { useStore } from "zustand";

import { classStore } from "@/classroom/classStore";
import { followAgain, leaveClass, letMeTry } from "@/classroom/desk";
import { readableCode } from "@/classroom/place";
import { msg, t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { Button } from "@/ui/Button";
import css from "../AsideBar.module.css";
import { openDialog } from "../commands/dialogs";
import { forgetClass } from "./joining";

export function ClassBar() {
  const inClass = usePage((stage) => stage.inClass);
  const { isThere, trouble, code } = useStore(classStore);
  const isBegun = code !== "";
  return (
    <section className={css.bar} aria-label={t("Class")}>
      <p role="status" data-testid="class-says">
        {inClass === "leads" ? <Leading /> : <Learning follows={inClass === "follows"} />}
        {isBegun && !isThere && trouble === "" && (
          <> {t("The server is not reached; it is tried again.")}</>
        )}
        {trouble !== "" && ` ${trouble}`}
      </p>
      <div className={css.verbs}>
        <Verbs inClass={inClass} />
        <Button small kind="quiet" onClick={() => openDialog("class")}>
          {t("Class…")}
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
  const values = { code: readableCode(code), n: following };
  return alone === 0
    ? t(
        "You lead the class {code}: {n, plural, one {# student follows} other {# students follow}}.",
        values,
      )
    : t(
        "You lead the class {code}: {n, plural, one {# student follows} other {# students follow}}, {alone} on their own.",
        { ...values, alone },
      );
}

function Learning({ follows }: { follows: boolean }) {
  const { ended, hasRun, isThere, same, namesAsked, name } = useStore(classStore);
  if (ended) return t("The class has ended. The run is yours.");
  if (!follows) return isThere ? t("On your own. The class goes on.") : "";
  if (!hasRun) return isThere ? t("You are in the class. It has not begun.") : "";
  const following = t(SAME[same]);
  return namesAsked && name === ""
    ? t("{following} Your teacher asks for your name: “Class…”.", { following })
    : following;
}

const SAME = {
  yes: msg("Following the class."),
  "not-yet": msg("Following the class."),
  healed: msg(
    "Following the class. This run had become another one; it was replayed and is the teacher’s again.",
  ),
  no: msg(
    "Following the class. This is not the teacher’s run, and was not when it was replayed: load the page again.",
  ),
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
        {t("Leave the class")}
      </Button>
    );
  }
  if (!hasRun || !isThere) return null;
  if (inClass === "follows") {
    return (
      <Button small onClick={letMeTry}>
        {t("Let me try")}
      </Button>
    );
  }
  return (
    <Button small kind="primary" onClick={() => void followAgain()}>
      {t("Back to the class")}
    </Button>
  );
}
