/** Answers of a class as files, and as they are kept until the next class. */
import { describe, expect, it } from "vitest";

import { type Answers, NO_ANSWERS, withAnswer, withHere } from "./answers";
import { answersCsv, answersJson, keepAnswers, keptAnswers, type QuestionTextOf } from "./keeping";

const [ada, ben] = ["a".repeat(24), "b".repeat(24)] as [string, string];
const questionOf: QuestionTextOf = (lesson) =>
  lesson === "leader"
    ? { question: "Who leads, and why?", choices: ["One", "Nobody"] }
    : { question: "", choices: [] };

function answered(): Answers {
  let state = withHere(NO_ANSWERS, ada, { follows: true, same: "yes", name: "=Ada" }, 0);
  state = withAnswer(state, ben, { t: "answer", lesson: "leader", step: "one", answer: 1 });
  state = withAnswer(state, ada, { t: "answer", lesson: "leader", step: "one", answer: 0 });
  state = withAnswer(state, ada, { t: "goal", lesson: "leader", step: "one" });
  return withAnswer(state, ben, { t: "goal", lesson: "other", step: "two" });
}

function shelf() {
  const held = new Map<string, string>();
  const getItem = (key: string) => held.get(key) ?? null;
  const setItem = (key: string, value: string) => void held.set(key, value);
  return { getItem, setItem };
}

describe("answers as a file", () => {
  it("have a row for each student and question, and no formula", () => {
    expect(answersCsv(answered(), questionOf).split("\r\n")).toEqual([
      "lesson,step,question,student,name,answer,text,goal_reached",
      'leader,one,"Who leads, and why?",1,,2,Nobody,no',
      'leader,one,"Who leads, and why?",2,\'=Ada,1,One,yes',
      "other,two,,1,,,,yes",
      "",
    ]);
  });

  it("say the same as JSON", () => {
    const { format, code, answers } = JSON.parse(
      answersJson({ code: "BCDF2345", answers: answered() }, questionOf),
    );
    expect([format, code, answers.length]).toEqual(["raft-atlas-class/1", "BCDF2345", 3]);
    expect(answers[1]).toEqual({
      lesson: "leader",
      step: "one",
      question: "Who leads, and why?",
      student: 2,
      name: "=Ada",
      answer: 1,
      text: "One",
      goal_reached: true,
    });
  });
});

describe("answers that are kept", () => {
  it("are read back as they were, with the names, without who is there", () => {
    const storage = shelf();
    expect(keptAnswers(() => storage)).toBeNull();
    expect(keepAnswers({ code: "BCDF2345", answers: answered() }, () => storage)).toBe(true);
    const { students, ...rest } = answered();
    expect(students.size).toBe(1);
    expect(keptAnswers(() => storage)).toEqual({
      code: "BCDF2345",
      answers: { ...rest, students: new Map() },
    });
  });

  it("are none where what is kept is something else, or nothing can be kept", () => {
    const odd = { ...shelf(), getItem: () => '{"format":"raft-atlas-class/0"}' };
    expect(keptAnswers(() => odd)).toBeNull();
    const forbidden = () => {
      throw new Error("SecurityError");
    };
    expect(keptAnswers(forbidden)).toBeNull();
    expect(keepAnswers({ code: "x", answers: NO_ANSWERS }, forbidden)).toBe(false);
  });
});
