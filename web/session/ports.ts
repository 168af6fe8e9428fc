/** What the rooms above hand in as the page starts: ways into lessons and challenges, and views. */

import type { Action } from "@/engine/types";
import { msg, t } from "@/language/words";
import type { LessonPlace } from "./session";

export interface LessonPort {
  /** At a step, or where it was left; the run becomes the lesson's. `isHeld`: it stands still. */
  open(id: string, step?: string | null, isHeld?: boolean): Promise<void>;
  /** The first of the page's list, from its beginning or where it was left. */
  openFirst(): Promise<void>;
  /** A lesson file of the person. Null when it is opened, else a sentence that says why not. */
  openText(name: string, text: string): Promise<string | null>;
  /** The open lesson ends, so that it judges no run that is not its own; its progress is kept. */
  leave(): Promise<void>;
  /** At a step, with the run that is shown. False when there is no such lesson or step. */
  resume(place: LessonPlace): Promise<boolean>;
}

export interface ChallengePort {
  /** Why the challenge that is played does not allow an act now, in a sentence; null: it does. */
  refusal(action: Action): Promise<string | null>;
}

const NONE = msg("This page plays no lessons.");

interface Ports {
  lessons: LessonPort;
  challenges: ChallengePort;
  /** In their order. */
  views: readonly KnownView[];
}

/** `forTwo`: it speaks of two runs, and no link can open it alone. */
interface KnownView {
  readonly id: string;
  /** What people call it, in English. */
  readonly title: string;
  readonly forTwo?: true;
}

/** A page without a player. */
let lessonPort: LessonPort = {
  open: async () => {},
  openFirst: async () => {},
  openText: async () => t(NONE),
  leave: async () => {},
  resume: async () => false,
};

/** A page that plays none allows everything. */
let challengePort: ChallengePort = { refusal: async () => null };

let views: readonly KnownView[] = [];

export function connectPorts(ports: Partial<Ports>): void {
  lessonPort = ports.lessons ?? lessonPort;
  challengePort = ports.challenges ?? challengePort;
  views = ports.views ?? views;
}

export function knownViews(): readonly KnownView[] {
  return views;
}

export const lessons: LessonPort = {
  open: (id, step) => lessonPort.open(id, step),
  openFirst: () => lessonPort.openFirst(),
  openText: (name, text) => lessonPort.openText(name, text),
  leave: () => lessonPort.leave(),
  resume: (place) => lessonPort.resume(place),
};

export const challenges: ChallengePort = {
  refusal: (action) => challengePort.refusal(action),
};
