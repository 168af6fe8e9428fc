/** All of a recording in one piece, so that the page names one thing to fetch. Holds nothing itself. */

export { beginRecording } from "@/session/recording/recording";
export { RecordBar } from "./RecordBar";
export { RecordDialog } from "./RecordDialog";
