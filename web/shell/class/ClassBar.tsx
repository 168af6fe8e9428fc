/** The strip of a class: who leads and who follows, and the way to try something alone. */

import { useStore } from "zustand";
import { followAgain, leadFromHere, leaveClass, letMeTry } from "@/classroom/classSession";
import { classStore } from "@/classroom/classStore";
import { readableCode } from "@/classroom/place";
import { msg, t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { Button } from "@/ui/Button";
import { openDialog } from "../commands/dialogs";
import css from "../SharedRunBar.module.css";
import { forgetClass } from "./joining";

export function ClassBar() {
  const inClass = usePage((stage) => stage.inClass);
  const { isThere, trouble, code, mayLead, ended } = useStore(classStore);
  // Of a class that has ended nobody waits for the server.
  const isOn = code !== "" && !ended;
  return (
    <section className={css.bar} aria-label={t("Class")}>
      <p role="status" data-testid="class-says">
        {inClass === "leads" && <Leading />}
        {inClass !== "leads" && mayLead && <Second />}
        {inClass !== "leads" && !mayLead && <Learning follows={inClass === "follows"} />}
        {isOn && !isThere && trouble === "" && <Unreached leads={inClass === "leads"} />}
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

/** A teacher's page that does not lead: it asks before it takes over. */
function Second() {
  const { ended, isThere, leaderGone } = useStore(classStore);
  if (ended) return t("The class has ended. The run is yours.");
  if (!isThere) return "";
  return leaderGone
    ? t("The page that leads this class is gone. Lead from here?")
    : t("Another page leads this class. Lead from here? The other page then follows.");
}

/** What has not gone out yet is not lost: it waits. */
function Unreached({ leads }: { leads: boolean }) {
  const unsent = useStore(classStore, (state) => state.unsent);
  const again = t("The server is not reached; it is tried again.");
  if (unsent === 0) return ` ${again}`;
  const waiting = leads
    ? t("The class has not heard the last {n, plural, one {thing} other {# things}} you did.", {
        n: unsent,
      })
    : t("{n, plural, one {An answer of yours is} other {# answers of yours are}} not sent yet.", {
        n: unsent,
      });
  return ` ${again} ${waiting}`;
}

function Learning({ follows }: { follows: boolean }) {
  const { ended, hasRun, isThere, same, namesAsked, name, leaderGone } = useStore(classStore);
  if (ended) return t("The class has ended. The run is yours.");
  if (leaderGone) {
    return follows && hasRun
      ? t("Your teacher’s page is gone. Wait for it, or go on alone with “Let me try”.")
      : t("Your teacher’s page is gone. Go on alone; the class is here when it is back.");
  }
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
  const { ended, hasRun, isThere, mayLead } = useStore(classStore);
  if (inClass === "leads") return null;
  if (mayLead && !ended) {
    return isThere ? (
      <Button small kind="primary" onClick={() => void leadFromHere()}>
        {t("Lead from here")}
      </Button>
    ) : null;
  }
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
