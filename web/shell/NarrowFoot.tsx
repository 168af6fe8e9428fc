/** What is not the map on narrow screens: the transport, and one sheet at a time. */

import type { ReactNode } from "react";
import { msg, t } from "@/language/words";
import { closeEditor, isDrawing, useEditor } from "@/session/editing/editorStore";
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
import { RunEnd } from "@/views/story/RunEnd";
import { Story } from "@/views/story/Story";
import { Timeline } from "@/views/timeline/Timeline";
import { Attempt, Conclusion } from "./Attempt";
import {
  Builder,
  ChallengePanel,
  EditorPanel,
  Inspector,
  Lazy,
  LessonPanel,
  PromisePanel,
  WhyButtons,
  WhyPanel,
} from "./lazyParts";
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
        <RunEnd />
        <Faults />
      </Lockable>
    </>
  );
}

export function NarrowFoot() {
  const asked = usePage(({ layout }) => (layout.sheet === "view" ? layout.view : layout.sheet));
  const learning = usePage((state) => state.lesson !== null);
  const challenged = usePage((state) => state.lesson === null && state.challenge !== null);
  const panels = usePage((stage) => stage.panels);
  const watching = usePage(({ lock }) => lock === "all");
  const views = useViews().map(
    ({ id, title, component: View }): SheetKind => ({
      sheet: "view",
      id,
      label: t(title),
      content: <View />,
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
  const asking = usePage((state) => state.whyAsked !== null);
  const hideVerdicts = usePage((state) => state.hideVerdicts);
  const broken = useSim((state) => state.broken !== null) && !hideVerdicts;
  const editing = useEditor((editor) => editor.open);
  const drawing = useEditor(isDrawing);
  const open = editing ? undefined : sheets.find(({ id }) => id === asked);
  const inspected = inspecting && asked !== "shut";
  const isOpen = open !== undefined || inspected || asking || broken || editing;
  return (
    <div className={css.foot}>
      <div className={css.side} data-open={isOpen}>
        {asking && (
          <div className={css.sheet}>
            <Sheet title={t("Why")} onClose={() => sim.ask(null)}>
              <Lazy name={t("The answer")}>
                <WhyPanel />
              </Lazy>
            </Sheet>
          </div>
        )}
        {broken && open === undefined && !inspected && !asking && !editing && (
          <div className={css.sheet}>
            <Lazy name={t("The broken promise")}>
              <PromisePanel />
            </Lazy>
          </div>
        )}
        {editing && !asking && (
          <div
            className={cx(css.sheet, drawing ? css.whole : css.tall)}
            role={drawing ? "main" : undefined}
          >
            <Sheet title={t("Edit the scenario")} onClose={closeEditor}>
              <Lazy name={t("The editor")}>
                <EditorPanel drawing={Builder} />
              </Lazy>
            </Sheet>
          </div>
        )}
        {open === undefined && inspected && !asking && !editing && (
          <div className={css.sheet}>
            <Sheet title={t("Selected")} onClose={() => sim.select(null)}>
              <Lazy name={t("The questions")}>
                <WhyButtons />
              </Lazy>
              <Lazy name={t("The inspector")}>
                <Inspector />
              </Lazy>
            </Sheet>
          </div>
        )}
        {open !== undefined && !asking && (
          <div className={css.sheet}>
            <Sheet
              key={open.id}
              title={t(open.label)}
              isNamed
              onClose={() => sim.showSheet("selected")}
            >
              <Lazy name={t(open.label)}>{open.content}</Lazy>
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
