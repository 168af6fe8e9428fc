/** What is not the map on narrow screens: the transport, and one sheet at a time. */

import type { ReactNode } from "react";
import { msg, t } from "@/language/words";
import { closeEditor, isDrawing, useDesk } from "@/session/editing/desk";
import type { SheetName } from "@/session/pageState";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { isLocked, lockReason } from "@/session/stage";
import { Boundary } from "@/ui/Boundary";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Lockable, LockNote } from "@/ui/Lockable";
import { Sheet } from "@/ui/Sheet";
import { Faults } from "@/views/story/Faults";
import { Story } from "@/views/story/Story";
import { Told } from "@/views/story/Told";
import { Timeline } from "@/views/timeline/Timeline";
import { Attempt, Conclusion } from "./Attempt";
import {
  Builder,
  ChallengePanel,
  EditorPanel,
  Inspector,
  Later,
  LessonPanel,
  PromisePanel,
  WhyButtons,
  WhyPanel,
} from "./later";
import css from "./NarrowFoot.module.css";
import { useViews } from "./useViews";

interface SheetKind {
  sheet: SheetName;
  /** Of a view its own; else the sheet's name. */
  id: string;
  label: string;
  content: ReactNode;
}

const LESSON: SheetKind = {
  sheet: "lesson",
  id: "lesson",
  label: msg("Lesson"),
  content: <LessonPanel />,
};

const CHALLENGE: SheetKind = {
  sheet: "challenge",
  id: "challenge",
  label: msg("Challenge"),
  content: <ChallengePanel />,
};

const CONTROLS: SheetKind = {
  sheet: "controls",
  id: "controls",
  label: msg("Controls"),
  content: <Controls />,
};

/** What stands on the left and in the head elsewhere. */
function Controls() {
  const locked = usePage(isLocked);
  const reason = usePage(lockReason);
  return (
    <>
      <LockNote reason={reason} />
      <Lockable locked={locked} onRefused={sim.sayLocked}>
        <Story />
        <Told />
        <Faults />
      </Lockable>
    </>
  );
}

export function NarrowFoot() {
  const asked = usePage(({ shown }) => (shown.sheet === "view" ? shown.view : shown.sheet));
  const learning = usePage((state) => state.lesson !== null);
  const challenged = usePage((state) => state.lesson === null && state.challenge !== null);
  const panels = usePage((stage) => stage.panels);
  const watching = usePage(({ lock }) => lock === "all");
  const views = useViews().map(
    ({ id, title, component: Shown }): SheetKind => ({
      sheet: "view",
      id,
      label: t(title),
      content: <Shown />,
    }),
  );
  const sheets: SheetKind[] = watching
    ? []
    : [
        ...(learning ? [LESSON] : []),
        ...(challenged ? [CHALLENGE] : []),
        ...(panels.includes("story") ? [CONTROLS] : []),
        ...views,
      ];
  const inspecting = usePage((state) => state.selection !== null);
  const asking = usePage((state) => state.asked !== null);
  const hushed = usePage((state) => state.hushed);
  const broken = useSim((state) => state.broken !== null) && !hushed;
  const editing = useDesk((desk) => desk.open);
  const drawing = useDesk(isDrawing);
  const open = editing ? undefined : sheets.find(({ id }) => id === asked);
  const told = inspecting && asked !== "shut";
  const isOpen = open !== undefined || told || asking || broken || editing;
  return (
    <div className={css.foot}>
      <div className={css.side} data-open={isOpen}>
        {asking && (
          <div className={css.sheet}>
            <Sheet title={t("Why")} onClose={() => sim.ask(null)}>
              <Later name={t("The answer")}>
                <WhyPanel />
              </Later>
            </Sheet>
          </div>
        )}
        {broken && open === undefined && !told && !asking && !editing && (
          <div className={css.sheet}>
            <Later name={t("The broken promise")}>
              <PromisePanel />
            </Later>
          </div>
        )}
        {editing && !asking && (
          <div
            className={cx(css.sheet, drawing ? css.whole : css.tall)}
            role={drawing ? "main" : undefined}
          >
            <Sheet title={t("Edit the scenario")} onClose={closeEditor}>
              <Later name={t("The editor")}>
                <EditorPanel drawing={Builder} />
              </Later>
            </Sheet>
          </div>
        )}
        {open === undefined && told && !asking && !editing && (
          <div className={css.sheet}>
            <Sheet title={t("Selected")} onClose={() => sim.select(null)}>
              <Later name={t("The questions")}>
                <WhyButtons />
              </Later>
              <Later name={t("The inspector")}>
                <Inspector />
              </Later>
            </Sheet>
          </div>
        )}
        {open !== undefined && !asking && (
          <div className={css.sheet}>
            <Sheet
              key={open.id}
              title={t(open.label)}
              named
              onClose={() => sim.showSheet("selected")}
            >
              <Later name={t(open.label)}>{open.content}</Later>
            </Sheet>
          </div>
        )}
        {!isOpen && (
          <div className={css.notes}>
            <Attempt />
            <Conclusion />
          </div>
        )}
        <nav
          className={css.nav}
          aria-label={t("Sheets")}
          data-sheets=""
          hidden={sheets.length === 0 || drawing}
        >
          {sheets.map(({ sheet, id, label }) => (
            <Button
              key={id}
              kind="quiet"
              className={css.open}
              aria-expanded={open?.id === id}
              onClick={() => {
                closeEditor();
                if (open?.id === id) sim.showSheet("selected");
                else sim.showSheet(sheet, sheet === "view" ? id : undefined);
              }}
            >
              {t(label)}
            </Button>
          ))}
        </nav>
      </div>
      {panels.includes("time") && !drawing && (
        <section className={css.transport} aria-label={t("Time")} data-time="">
          <Boundary name={t("The transport")}>
            <Timeline />
          </Boundary>
        </section>
      )}
    </div>
  );
}
