/** The dialogs of the page, one row each; what opens one is a command. */

import type { ComponentType } from "react";
import type { DialogName } from "@/session/dialogNames";
import type { DialogProps } from "@/ui/Dialog";
import { lazily } from "@/ui/lazily";
import { DialogNotFetched } from "./DialogNotFetched";

type DialogComponent = ComponentType<DialogProps>;

/** Fetched when it is first asked for. */
function dialog(load: () => Promise<ComponentType<DialogProps>>): DialogComponent {
  return lazily(async () => ({ default: await load() }), DialogNotFetched);
}

export const DIALOGS = {
  open: dialog(async () => (await import("./OpenDialog")).OpenDialog),
  share: dialog(async () => (await import("./ShareDialog")).ShareDialog),
  help: dialog(async () => (await import("./HelpDialog")).HelpDialog),
  about: dialog(async () => (await import("./AboutDialog")).AboutDialog),
  fidelity: dialog(async () => (await import("./FidelityDialog")).FidelityDialog),
  beside: dialog(async () => (await import("./BesideDialog")).BesideDialog),
  export: dialog(async () => (await import("./ExportDialog")).ExportDialog),
  report: dialog(async () => (await import("./report/ReportDialog")).ReportDialog),
  check: dialog(async () => (await import("./report/CheckDialog")).CheckDialog),
  assign: dialog(async () => (await import("./assignment/AssignDialog")).AssignDialog),
  assignment: dialog(async () => (await import("./assignment/AssignmentDialog")).AssignmentDialog),
  sweeps: dialog(async () => (await import("./SweepsDialog")).SweepsDialog),
  advice: dialog(async () => (await import("./AdviceDialog")).AdviceDialog),
  import: dialog(async () => (await import("./ImportDialog")).ImportDialog),
  class: dialog(async () => (await import("./class/ClassDialog")).ClassDialog),
  lessons: dialog(async () => (await import("@/lessons/LessonsDialog")).LessonsDialog),
  challenges: dialog(async () => (await import("@/challenges/ChallengesDialog")).ChallengesDialog),
  record: dialog(async () => (await import("./record/record")).RecordDialog),
  palette: dialog(async () => (await import("./palette/Palette")).Palette),
} as const satisfies Readonly<Record<DialogName, DialogComponent>>;
