/** The page: which region stands where, on wide screens and on narrow ones. */

import { type CSSProperties, useEffect, useRef } from "react";
import { followChallenge } from "@/challenges/port";
import { t } from "@/language/words";
import { closeEditor, isDrawing, useEditor } from "@/session/editing/editorStore";
import { isOnlyWatched } from "@/session/level";
import { pageStore, usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { useSim } from "@/session/simStore";
import { isLocked, lockReason, stands } from "@/session/stage";
import { tried } from "@/session/trying";
import { useTypeScale } from "@/session/typeScale";
import { Boundary } from "@/ui/Boundary";
import { Lockable, LockNote, Sealed } from "@/ui/Lockable";
import { TipProvider } from "@/ui/Tip";
import { MapView } from "@/views/map/MapView";
import { meters } from "@/views/meters/view";
import { Faults } from "@/views/story/Faults";
import { RunEnd } from "@/views/story/RunEnd";
import { Story } from "@/views/story/Story";
import css from "./App.module.css";
import { Attempt, Conclusion } from "./Attempt";
import { Aside, Recording } from "./Bars";
import { useCommandKeys } from "./commands/useCommandKeys";
import { Dock } from "./Dock";
import { afterFirstMinute } from "./firstMinute";
import { Header } from "./Header";
import { LiveRegion } from "./LiveRegion";
import {
  Builder,
  ChallengePanel,
  EditorPanel,
  fetchForTrouble,
  Handout,
  Inspector,
  Lazy,
  LessonPanel,
  NoticeBar,
  PresentBar,
  PromisePanel,
  SlideNote,
  TwinMaps,
  WhyButtons,
  WhyPanel,
} from "./lazyParts";
import { NarrowFoot } from "./NarrowFoot";
import { OpenDialog, Rejected, Report } from "./OverPage";
import { ProblemPanel } from "./ProblemPanel";
import { SkipLinks } from "./SkipLinks";
import { TimeBar } from "./TimeBar";
import { useDrop } from "./useDrop";
import { Reading } from "./watch/Reading";
import { Watch } from "./watch/Watch";

export function App() {
  const narrow = usePage(({ layout }) => layout.narrow);
  const beside = usePage((state) => state.beside !== null);
  const dropping = useDrop();
  useCommandKeys();
  const presenting = usePage((stage) => stage.presenting);
  const scale = useTypeScale();
  const embedded = usePage((stage) => stage.embedded);
  const handout = usePage((stage) => stage.handout);
  useEffect(() => afterFirstMinute(fetchForTrouble), []);
  useChallenge();
  const watches = useWatches();
  const reads = usePage(({ lesson }) => lesson !== null);
  const Plain = reads ? Reading : Watch;
  return (
    <TipProvider>
      <div
        className={narrow ? css.narrow : css.wide}
        data-two-maps={beside}
        data-presenting={presenting}
        style={presenting ? sizesAt(scale) : undefined}
      >
        <SkipLinks />
        {presenting && (
          <div className={css.presentHead}>
            <Lazy name={t("The presenter’s bar")}>
              <PresentBar />
            </Lazy>
            <Recording />
          </div>
        )}
        {embedded && (
          <header className="sr-only">
            <h1>Raft Atlas</h1>
          </header>
        )}
        {!presenting && !embedded && (
          <div className={css.head}>
            <Header />
            <Aside />
            <Recording />
          </div>
        )}
        {watches ? (
          <Plain note={<Note />}>
            <MapRegion brief />
          </Plain>
        ) : narrow ? (
          <NarrowBody />
        ) : (
          <>
            <WideBody />
            <Time />
          </>
        )}
      </div>
      <LiveRegion />
      <OpenDialog />
      <Rejected />
      {handout !== null && (
        <Lazy name={t("The handout")}>
          <Handout id={handout} onClose={closeHandout} />
        </Lazy>
      )}
      <Report />
      {dropping && <div className={css.drop}>{t("Drop the file to open it")}</div>}
    </TipProvider>
  );
}

/** Where time may stand, and no drawing stands in its place. */
function Time() {
  const hasTime = usePage(stands("time"));
  const drawing = useEditor(isDrawing);
  return hasTime && !drawing ? <TimeBar /> : null;
}

/** Whether the map with one sentence or a lesson is all: nothing is written or compared. */
function useWatches(): boolean {
  const isWriting = useEditor((editor) => editor.open);
  const isWatched = usePage(isOnlyWatched);
  return isWatched && !isWriting;
}

/** The player of challenges goes with the run; it is fetched with the first. */
function useChallenge(): void {
  const challenge = usePage((state) => state.challenge);
  const hasPlayed = useRef(false);
  useEffect(() => {
    if (challenge === null && !hasPlayed.current) return;
    hasPlayed.current = true;
    void tried(() => followChallenge(challenge));
  }, [challenge]);
}

/** To a room, type goes by the height of the screen; in px, since canvases read it too. */
function sizesAt(scale: number): CSSProperties {
  const px = (normal: number) => `${Math.round(normal * scale)}px`;
  return {
    "--t1": px(12),
    "--t2": px(14),
    "--t3": px(26),
    "--control": px(27),
    "--target": px(26),
  } as CSSProperties;
}

function closeHandout(): void {
  pageStore.stage({ handout: null });
}

function WideBody() {
  const learning = usePage((state) => state.lesson !== null);
  const challenged = usePage((state) => state.lesson === null && state.challenge !== null);
  const stopped = useSim((state) => state.phase === "panicked");
  const locked = usePage(isLocked);
  const watching = usePage(({ lock }) => lock === "all");
  const reason = usePage(lockReason);
  const hasStory = usePage(stands("story"));
  const hasMap = usePage(stands("map"));
  // The map keeps its place whatever is selected, as long as the views have room beside them.
  const isOpen = usePage(({ layout }) => layout.size !== "closed");
  const hasViews = usePage(stands("dock")) && isOpen;
  const editing = useEditor((editor) => editor.open);
  const drawing = useEditor(isDrawing);
  return (
    <div className={css.middle} data-lesson={learning || challenged}>
      {editing && (
        <section
          className={css.editor}
          // A drawing is what the page is about meanwhile; what runs is put away.
          role={drawing ? "main" : "complementary"}
          aria-label={t("Edit the scenario")}
          data-drawn={drawing}
        >
          <Lazy name={t("The editor")}>
            <EditorPanel drawing={Builder} onClose={closeEditor} />
          </Lazy>
          {drawing && <Notices />}
        </section>
      )}
      {hasStory && (
        <aside className={css.left} aria-label={t("Controls")} inert={stopped} hidden={editing}>
          <div
            className="scroll rest"
            // Nothing in it takes the focus while it is locked, and keys must be able to scroll it.
            tabIndex={locked ? 0 : undefined}
          >
            <LockNote reason={reason} />
            {learning && (
              <Lockable className={css.lesson} locked={watching} onRefused={sim.sayLocked}>
                <Lazy name={t("The lesson")}>
                  <LessonPanel />
                </Lazy>
              </Lockable>
            )}
            {challenged && (
              <Lockable className={css.lesson} locked={watching} onRefused={sim.sayLocked}>
                <Lazy name={t("The challenge")}>
                  <ChallengePanel />
                </Lazy>
              </Lockable>
            )}
            <Lockable locked={locked} onRefused={sim.sayLocked}>
              <Boundary name={t("The controls")}>
                <Story>
                  <Attempt />
                </Story>
              </Boundary>
              {learning && <RunEnd />}
            </Lockable>
          </div>
          {/* What comes and goes with the run: controls keep their places above it, and scroll. */}
          <div className={css.outcome}>
            <Lockable locked={locked} onRefused={sim.sayLocked}>
              <Boundary name={t("Active faults")}>
                <Faults />
              </Boundary>
              {!learning && (
                <>
                  <Conclusion />
                  <Boundary name={t("What came of the run")}>
                    <RunEnd />
                  </Boundary>
                </>
              )}
            </Lockable>
          </div>
        </aside>
      )}
      <div className={css.stage} hidden={drawing}>
        <div className={css.picture}>
          {hasMap && <MapRegion />}
          {!hasViews && <Beside />}
        </div>
        <Note />
        <Dock>{hasViews && <Beside />}</Dock>
      </div>
    </div>
  );
}

/** What is selected, asked or broken; and the metrics, where no view can show them. */
function Beside() {
  const inspecting = usePage((state) => state.selection !== null);
  const asking = usePage((state) => state.whyAsked !== null);
  const hideVerdicts = usePage((state) => state.hideVerdicts);
  const broken = useSim((state) => state.broken !== null) && !hideVerdicts;
  const watching = usePage(({ lock }) => lock === "all");
  const hasMeters = usePage(({ panels }) => panels.includes("meters") && !panels.includes("dock"));
  if (!(hasMeters || inspecting || asking || broken)) return null;
  return (
    <aside
      className={css.right}
      aria-label={t("Details")}
      // It must scroll without a pointer.
      tabIndex={watching ? 0 : undefined}
    >
      <Lockable locked={watching} onRefused={sim.sayLocked}>
        {broken && (
          <Lazy name={t("The broken promise")}>
            <PromisePanel />
          </Lazy>
        )}
        {asking && (
          <Lazy name={t("The answer")}>
            <WhyPanel />
          </Lazy>
        )}
        {inspecting && (
          <div className="ruled-below">
            <Lazy name={t("The questions")}>
              <WhyButtons />
            </Lazy>
            <Lazy name={t("The inspector")}>
              <Inspector />
            </Lazy>
          </div>
        )}
        {hasMeters && (
          <Lazy name={t("The metrics")}>
            <meters.component />
          </Lazy>
        )}
      </Lockable>
    </aside>
  );
}

function NarrowBody() {
  const drawing = useEditor(isDrawing);
  return (
    <>
      {!drawing && <MapRegion />}
      <Note />
      <NarrowFoot />
    </>
  );
}

function Note() {
  const isSlide = usePage(({ slide }) => slide !== null);
  if (!isSlide) return null;
  return (
    <Lazy name={t("The note")}>
      <SlideNote />
    </Lazy>
  );
}

function MapRegion({ brief = false }: { brief?: boolean }) {
  const ready = useSim((state) => state.world !== null);
  const busy = useSim((state) => state.busy);
  const beside = usePage((state) => state.beside);
  const hasProblem = useSim((state) => state.problem !== null);
  const watching = usePage(({ lock }) => lock === "all");
  return (
    <main className={css.map} tabIndex={-1}>
      {ready ? (
        <Sealed locked={watching} onRefused={sim.sayLocked} className={css.maps}>
          <Lazy name={t("The map")}>
            {beside === null ? <MapView brief={brief} /> : <TwinMaps beside={beside} />}
          </Lazy>
        </Sealed>
      ) : (
        <p className={css.loading}>{busy ?? t("Loading the engine…")}</p>
      )}
      {hasProblem && (
        <Lazy name={t("What happened")}>
          <ProblemPanel />
        </Lazy>
      )}
      <Notices />
    </main>
  );
}

function Notices() {
  const hasNotice = usePage((state) => state.notice !== null);
  if (!hasNotice) return null;
  return (
    <Lazy name={t("The notice")}>
      <NoticeBar />
    </Lazy>
  );
}
