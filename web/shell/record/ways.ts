/**
 * The command "Record what I do": it begins a recording, or leads to the review of the one that goes
 * on. Must not know what a recording is made of.
 */

import { recorder } from "@/session/recording/recorder";
import { beginRecording } from "@/session/recording/recording";
import { openDialog } from "../commands/dialogs";

export function recordOrStop(): void {
  if (recorder.getState().recording === null) beginRecording();
  else openDialog("record");
}
