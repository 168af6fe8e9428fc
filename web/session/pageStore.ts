/** The page's store: what a person set and looks at, and how the page stands. */

import { createContext, useContext } from "react";
import type { Comparison, Target } from "@/engine/types";
import type { ActKind } from "@/model/acts/act";
import type { Interval } from "@/model/interval";
import type { MapPlace } from "@/model/placesInText";
import { sameTarget } from "@/model/targets";
import type { Prices } from "@/model/traffic";
import { withOne, withTwo } from "./beside/besideLayout";
import type { DialogName } from "./dialogNames";
import { onScreen, withLesson, withView } from "./pageLayout";
import {
  type BesideState,
  INITIAL_PAGE,
  type LinkReport,
  type Notice,
  type PageLayout,
  type PageState,
  type Rejected,
  type SheetName,
  type Side,
  type Staging,
  type Theme,
  type ThemeChoice,
  type WhyAsked,
} from "./pageState";
import type { LessonPlace } from "./session";
import { derived, type Readable, Store } from "./store";
import { useRead } from "./useRead";

export class PageStore extends Store<PageState> {
  private notices = 0;

  constructor(state: PageState = INITIAL_PAGE) {
    super(state);
  }

  /** Another run stands: what was said, pointed at and asked of the one before is over. */
  opened(challenge: string | null, framing: boolean): void {
    const { challenge: before, layout } = this.getState();
    const sheet = challenge === null ? "selected" : "challenge";
    this.set({
      rejected: null,
      notice: null,
      selection: null,
      hover: null,
      highlightedPlace: null,
      pointedKind: null,
      whyAsked: null,
      interval: null,
      sharedRunKey: "",
      challenge,
      // Who begins a challenge wants to read it.
      layout: challenge === before ? layout : { ...layout, sheet },
      framing,
    });
  }

  // --- what is said ---------------------------------------------------------------------------------

  notify(text: string, alert = false, offer?: Notice["offer"]): void {
    this.notices += 1;
    this.set({ notice: { id: this.notices, text, alert, offer } });
  }

  readonly dismissNotice = (): void => this.set({ notice: null });
  readonly reject = (rejected: Rejected | null): void => this.set({ rejected });
  readonly reportLink = (linkReport: LinkReport | null): void => this.set({ linkReport });
  readonly openDialog = (dialog: DialogName | null): void => this.set({ dialog });

  // --- what is looked at ----------------------------------------------------------------------------

  /** The form shows this act, open and in sight. */
  askForAct(act: ActKind): void {
    const { sentTo, layout } = this.getState();
    this.set({ sentTo: { act, turn: sentTo.turn + 1 } });
    if (layout.narrow) this.showSheet("controls");
  }

  /** False where it was selected already. */
  select(selection: Target | null): boolean {
    const isOther = !sameTarget(this.getState().selection, selection);
    if (isOther) this.set({ selection });
    return isOther;
  }

  readonly hover = (hover: Target | null): void => this.set({ hover });
  readonly highlight = (highlightedPlace: MapPlace | null): void => this.set({ highlightedPlace });
  readonly pointAtKind = (pointedKind: number | null): void => this.set({ pointedKind });
  readonly ask = (whyAsked: WhyAsked | null): void => this.set({ whyAsked });
  readonly follow = (followed: number | null): void => this.set({ followed });
  readonly setSide = (side: Side): void => this.set({ side });
  readonly lookAt = (interval: Interval | null): void => this.set({ interval });

  // --- layout ---------------------------------------------------------------------------------------

  /** A view of the dock; it opens when it was closed, or has the size that is asked for. */
  showView(view: string, size?: PageLayout["size"]): void {
    this.set({ layout: withView(this.getState().layout, view, size) });
  }

  sizeDock(size: PageLayout["size"]): void {
    this.set({ layout: { ...this.getState().layout, size } });
  }

  showSheet(sheet: SheetName, view = this.getState().layout.view): void {
    this.set({ layout: { ...this.getState().layout, sheet, view } });
  }

  setNarrow(narrow: boolean): void {
    this.set({ layout: onScreen(this.getState(), narrow) });
  }

  readonly stage = (staging: Partial<Staging>): void => this.set(staging);

  // --- what holds for every figure --------------------------------------------------------------------

  readonly setPrices = (prices: Prices | null): void => this.set({ prices });
  readonly setFraming = (framing: boolean): void => this.set({ framing });
  readonly setTheme = (theme: ThemeChoice): void => this.set({ theme });

  /** What the theme comes to, and whether the person asks for stillness. */
  resolveTheme(resolvedTheme: Theme, reducedMotion: boolean): void {
    this.set({ resolvedTheme, reducedMotion });
  }

  // --- what is played, and what stands beside ---------------------------------------------------------

  setLesson(lesson: LessonPlace | null): void {
    this.set(withLesson(this.getState(), lesson));
  }

  lessonBegan(us: number): void {
    const { lesson } = this.getState();
    if (lesson !== null) this.set({ lesson: { ...lesson, began_us: us } });
  }

  readonly setHideVerdicts = (hideVerdicts: boolean): void => this.set({ hideVerdicts });
  readonly setOpenSwitchGroup = (openSwitchGroup: string | null): void =>
    this.set({ openSwitchGroup });

  leaveChallenge(): void {
    this.set({ challenge: null, layout: { ...this.getState().layout, sheet: "selected" } });
  }

  readonly setOwnSessionParked = (ownSessionParked: boolean): void =>
    this.set({ ownSessionParked });

  /** The run of a link or a file, as it came. */
  readonly setSharedRunKey = (sharedRunKey: string): void => this.set({ sharedRunKey });

  /** `choices` of a view when it was asked for. */
  besideBegan(beside: BesideState, choices: number): void {
    this.set({ beside, layout: withTwo(this.getState().layout, choices) });
  }

  besideEnded(): void {
    this.set({ beside: null, layout: withOne(this.getState().layout) });
  }

  compared(comparison: Comparison): void {
    const { beside } = this.getState();
    if (beside !== null) this.set({ beside: { ...beside, comparison } });
  }
}

export const pageStore = new PageStore();

/**
 * The page as a part that shows the second run reads it. Messages and requests have other numbers
 * there, and what is pointed at is a thing of the first.
 */
export const besidePage = derived(pageStore, (page) => {
  const { selection } = page;
  const isShared = selection !== null && ("node" in selection || "link" in selection);
  const pointed = { hover: null, highlightedPlace: null, pointedKind: null, followed: null };
  return { ...page, ...pointed, beside: null, selection: isShared ? selection : null };
});

export const PageContext = createContext<Readable<PageState>>(pageStore);

/** The store itself, for canvases and for reading at the moment of an event. */
export function usePageStore(): Readable<PageState> {
  return useContext(PageContext);
}

export function usePage<T>(select: (page: PageState) => T): T {
  return useRead(usePageStore(), select);
}
