/** What a teacher's link asks for and until when; whoever does it says a name, and begins. */

import { useState } from "react";
import { useStore } from "zustand";
import { challengePlayer } from "@/challenges/pageChallenges";
import { t } from "@/language/words";
import { askedSentences } from "@/model/assignment/words";
import { REPORT_NAME_MAX } from "@/model/report/report";
import { type Assigned, assignedStore, sayWho } from "@/session/assigned";
import { Button } from "@/ui/Button";
import { Dialog, type DialogProps } from "@/ui/Dialog";
import { TextField } from "@/ui/Fields";
import css from "../report/report.module.css";

export function AssignmentDialog({ onClose }: DialogProps) {
  const assigned = useStore(assignedStore, (state) => state.assigned);
  return (
    <Dialog open onClose={onClose} title={t("Assignment")} kind="wide">
      {assigned === null ? (
        <p>{t("This page was not opened by the link of an assignment.")}</p>
      ) : (
        <NameForm assigned={assigned} onClose={onClose} />
      )}
    </Dialog>
  );
}

function NameForm({ assigned, onClose }: { assigned: Assigned; onClose: () => void }) {
  const [name, setName] = useState(assigned.name);
  const { of, due_ms } = assigned.assignment;
  const isLate = due_ms !== null && Date.now() > due_ms;
  const begin = (): void => {
    sayWho(name.trim());
    if (of.kind === "challenge" && name.trim() !== assigned.name) void challengePlayer.begin(of.id);
    onClose();
  };
  return (
    <form
      className={css.report}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") begin();
      }}
    >
      <ul>
        {askedSentences(assigned.assignment).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isLate && <p className="bad">{t("By this device’s clock that date is over.")}</p>}
      <TextField
        label={t("Name, as your course knows you")}
        value={name}
        onChange={setName}
        maxLength={REPORT_NAME_MAX}
        required
      />
      <p className="small">
        {t("The name goes into your report only. With another name it is another run.")}
      </p>
      <div className="verbs">
        <Button type="submit" kind="primary" disabled={name.trim() === ""}>
          {t("Begin")}
        </Button>
      </div>
    </form>
  );
}
