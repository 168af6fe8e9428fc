/** The page's store: what a person set and looks at, and how the page stands. */

import { createContext, useContext } from "react";
import type { Comparison, Target } from "@/engine/types";
import type { ActKind } from "@/model/acts/act";
import type { Interval } from "@/model/interval";
import type { Named } from "@/model/named";
import { sameTarget } from "@/model/targets";
import type { Prices } from "@/model/traffic";
import { withOne, withTwo } from "./beside/twoShown";
import type { DialogName } from "./dialogNames";
import {
  type Asked,
  type BesideState,
  INITIAL_PAGE,
  type LinkReport,
  type Notice,
  type PageState,
  type Rejected,
  type SheetName,
  type Shown,
  type Side,
  type Staging,
  type Theme,
  type ThemeChoice,
} from "./pageState";
import type { LessonPlace } from "./session";
import { onScreen, withLesson, withView } from "./shown";
import { derived, type Readable, Store } from "./store";
import { useRead } from "./useRead";

export class PageStore extends Store<PageState> {
  private notices = 0;

  constructor(state: PageState = INITIAL_PAGE) {
    super(state);
  }

  /** Another run stands: what was said, pointed at and asked of the one before is over. */
  opened(challenge: string | null, framing: boolean): void {
    const { challenge: before, shown } = this.getState();
    const sheet = challenge === null ? "selected" : "challenge";
    this.set({
      rejected: null,
      notice: null,
      selection: null,
      hover: null,
      named: null,
      pointedKind: null,
      asked: null,
      interval: null,
      given: "",
      challenge,
      // Who begins a challenge wants to read it.
      shown: challenge === before ? shown : { ...shown, sheet },
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
    const { sentTo, shown } = this.getState();
    this.set({ sentTo: { act, turn: sentTo.turn + 1 } });
    if (shown.narrow) this.showSheet("controls");
  }

  /** False where it was selected already. */
  select(selection: Target | null): boolean {
    const isOther = !sameTarget(this.getState().selection, selection);
    if (isOther) this.set({ selection });
    return isOther;
  }

  readonly hover = (hover: Target | null): void => this.set({ hover });
  readonly pointAt = (named: Named | null): void => this.set({ named });
  readonly pointAtKind = (pointedKind: number | null): void => this.set({ pointedKind });
  readonly ask = (asked: Asked | null): void => this.set({ asked });
  readonly follow = (followed: number | null): void => this.set({ followed });
  readonly setSide = (side: Side): void => this.set({ side });
  readonly lookAt = (interval: Interval | null): void => this.set({ interval });

  // --- layout ---------------------------------------------------------------------------------------

  /** A view of the dock; it opens when it was closed, or has the size that is asked for. */
  showView(view: string, size?: Shown["size"]): void {
    this.set({ shown: withView(this.getState().shown, view, size) });
  }

  sizeDock(size: Shown["size"]): void {
    this.set({ shown: { ...this.getState().shown, size } });
  }

  showSheet(sheet: SheetName, view = this.getState().shown.view): void {
    this.set({ shown: { ...this.getState().shown, sheet, view } });
  }

  setNarrow(narrow: boolean): void {
    this.set({ shown: onScreen(this.getState(), narrow) });
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

  readonly hush = (hushed: boolean): void => this.set({ hushed });
  readonly setFold = (fold: string | null): void => this.set({ fold });

  leaveChallenge(): void {
    this.set({ challenge: null, shown: { ...this.getState().shown, sheet: "selected" } });
  }

  readonly setAside = (aside: boolean): void => this.set({ aside });

  /** The run of a link or a file, as it came. */
  readonly setGiven = (given: string): void => this.set({ given });

  /** `choices` of a view when it was asked for. */
  besideBegan(beside: BesideState, choices: number): void {
    this.set({ beside, shown: withTwo(this.getState().shown, choices) });
  }

  besideEnded(): void {
    this.set({ beside: null, shown: withOne(this.getState().shown) });
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
  const pointed = { hover: null, named: null, pointedKind: null, followed: null };
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
