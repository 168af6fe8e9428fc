/** Parts of the page that nobody sees at first, fetched when they are first asked for. */

import { type ReactNode, Suspense } from "react";

import { Boundary } from "@/ui/Boundary";
import { lazily } from "@/ui/lazily";

export const RejectedDialog = lazily(async () => ({
  default: (await import("./RejectedDialog")).RejectedDialog,
}));
export const NoticeBar = lazily(async () => ({
  default: (await import("./NoticeBar")).NoticeBar,
}));
export const LinkReportDialog = lazily(async () => ({
  default: (await import("./LinkReportDialog")).LinkReportDialog,
}));
export const SharedRunBar = lazily(async () => ({
  default: (await import("./SharedRunBar")).SharedRunBar,
}));
export const ClassBar = lazily(async () => ({
  default: (await import("./class/ClassBar")).ClassBar,
}));
export const RecordBar = lazily(async () => ({
  default: (await import("./record/record")).RecordBar,
}));
export const WhyPanel = lazily(async () => ({
  default: (await import("@/views/why/WhyPanel")).WhyPanel,
}));
export const WhyButtons = lazily(async () => ({
  default: (await import("@/views/why/WhyButtons")).WhyButtons,
}));
export const PresentBar = lazily(async () => ({
  default: (await import("./present/PresentBar")).PresentBar,
}));
export const SlideNote = lazily(async () => ({
  default: (await import("./present/SlideNote")).SlideNote,
}));
export const Handout = lazily(async () => ({
  default: (await import("@/lessons/handout/Handout")).Handout,
}));
export const MoreMenu = lazily(async () => ({
  default: (await import("./MoreMenu")).MoreMenu,
}));
export const Inspector = lazily(async () => ({
  default: (await import("@/views/inspector/Inspector")).Inspector,
}));
export const EditorPanel = lazily(async () => ({
  default: (await import("@/views/editor/EditorPanel")).EditorPanel,
}));
export const Builder = lazily(async () => ({
  default: (await import("@/views/builder/Builder")).Builder,
}));
export const BrokenNote = lazily(async () => ({
  default: (await import("./watch/BrokenNote")).BrokenNote,
}));
export const WatchedLane = lazily(async () => ({
  default: (await import("./watch/WatchedLane")).WatchedLane,
}));
export const TwinMaps = lazily(async () => ({
  default: (await import("./TwinMaps")).TwinMaps,
}));
export const PromisePanel = lazily(async () => ({
  default: (await import("@/views/promise/PromisePanel")).PromisePanel,
}));
export const LessonPanel = lazily(async () => ({
  default: (await import("@/lessons/LessonPanel")).LessonPanel,
}));

export const ChallengePanel = lazily(async () => ({
  default: (await import("@/challenges/ChallengePanel")).ChallengePanel,
}));

/**
 * Fetches what must be there when something goes wrong, for then the server may be gone too. On a
 * page that is kept on the device it is there anyway.
 */
export function fetchForTrouble(): void {
  void import("./RejectedDialog");
  void import("./NoticeBar");
}

interface LazyProps {
  /** What the part is called in a message. */
  name: string;
  /** Shown while it is fetched. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Around a part that is fetched. */
export function Lazy({ name, fallback = null, children }: LazyProps) {
  return (
    <Boundary name={name}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}
