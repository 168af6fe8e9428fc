/** A lesson of three steps, for tests: a question with two right answers, a goal alone, one to read. */

import type { LmsContent } from "@/model/lms/record";

export const LESSON: LmsContent = {
  kind: "lesson",
  id: "old-leader",
  title: "The old leader",
  steps: [
    {
      id: "ask",
      title: "Before it answers",
      question: {
        text: "What must s1 do\nbefore it answers?",
        answers: [
          { text: "Check how long ago it was elected.", right: false },
          { text: "Hear from a majority.", right: true },
          { text: "Append the read to the log.", right: true },
        ],
      },
      hasGoal: true,
    },
    { id: "cut", title: "After the cut", question: null, hasGoal: true },
    { id: "end", title: "What it costs", question: null, hasGoal: false },
  ],
};

export const CHALLENGE: LmsContent = {
  kind: "challenge",
  id: "lease-lie",
  title: "Make a lease lie",
  steps: [],
};
