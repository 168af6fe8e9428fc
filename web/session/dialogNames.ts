/** The dialogs of the page by name; each has its row in `dialogTable.ts`. */
export type DialogName =
  | "open"
  | "share"
  | "help"
  | "about"
  | "fidelity"
  | "beside"
  | "export"
  | "report"
  | "check"
  | "sweeps"
  | "advice"
  | "import"
  | "class"
  | "lessons"
  | "challenges"
  | "record"
  | "palette";
