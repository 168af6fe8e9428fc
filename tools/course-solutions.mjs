/**
 * Solutions of the challenges for teachers: the recorded runs that the project's tests play, with what
 * each comes to. It is written beside the checkout and never into a built page.
 */

import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./steps.mjs";

const CHALLENGES = path.join(ROOT, "public", "challenges");
const RECORDED = path.join(ROOT, "core", "run", "testdata");

/**
 * Each challenge with its solutions and wrong tries, as `{ name, acts, solved, stars, value, digest }`.
 * @returns {{ id: string, challenge: object, solutions: object[], wrong: object[] }[]}
 */
export function readSolutions() {
  const outcomes = readOutcomes();
  return readJson(path.join(CHALLENGES, "index.json")).map(({ id }) => {
    const recorded = readJson(path.join(RECORDED, "challenges", `${id}.json`));
    const runs = (kind) =>
      Object.entries(recorded[kind]).map(([name, acts]) => {
        const outcome = outcomes.get(`${id} ${name}`);
        if (outcome === undefined) {
          throw new Error(`core/run/testdata/challenges.txt: found no line for ${id} ${name}`);
        }
        return { name, acts, ...outcome };
      });
    const challenge = readJson(path.join(CHALLENGES, `${id}.json`));
    return { id, challenge, solutions: runs("solutions"), wrong: runs("wrong") };
  });
}

/** Best first, as Markdown. `site`: the page's address with a slash at its end, or "". */
export function asSolutions({ site }) {
  const head = [
    "# Solutions of the challenges",
    "For teachers. A page that `npm run build` makes does not have this file. The runs are those that the" +
      " project’s tests play, so each digest is what a report of that run has.",
    "To try one, write its acts into a file: `raft-atlas challenge public/challenges/ID.json --actions FILE`.",
  ];
  return `${[...head, ...readSolutions().map((one) => section(one, site))].join("\n\n")}\n`;
}

function section({ id, challenge, solutions, wrong }, site) {
  const { title, ask, why, acts, score } = challenge;
  const limit = acts === undefined ? [] : [`At most ${acts} acts.`];
  const stars =
    score.stars === undefined
      ? []
      : [`Score: ${measured(score)}. Two stars at ${score.stars[0]}, three at ${score.stars[1]}.`];
  return [
    `## ${title}`,
    `\`${site}?scenario=challenge.${id}\``,
    ask,
    [...limit, ...stars].join(" "),
    `**Why it works.** ${why}`,
    ...[...solutions].sort((a, b) => b.stars - a.stars).map((run) => part(run)),
    "### Tries that do not solve it",
    ...wrong.map(({ name, acts: tried }) => `**${spaced(name)}**\n\n${listed(tried)}`),
  ]
    .filter((text) => text !== "")
    .join("\n\n");
}

/** By what a run is scored. */
function measured({ metric, better, points }) {
  if (metric !== undefined) return `\`${metric}\`, ${better} is better`;
  return points === undefined ? "the number of acts, less is better" : "points, more is better";
}

function part({ name, acts, stars, value, digest }) {
  const earned = `${"★".repeat(stars)}${"☆".repeat(3 - stars)} ${stars} of 3`;
  return [
    `### ${spaced(name)}`,
    `${earned}; value ${value}; digest \`${digest}\``,
    listed(acts),
  ].join("\n\n");
}

/** A list that the command line takes as it stands, an act a line. */
function listed(acts) {
  const lines = acts.map((act) => `  ${JSON.stringify(act)}`);
  return `\`\`\`json\n[\n${lines.join(",\n")}\n]\n\`\`\``;
}

function spaced(name) {
  const words = name.replaceAll("-", " ");
  return words[0].toUpperCase() + words.slice(1);
}

/** What each recorded run comes to, by "challenge name". */
function readOutcomes() {
  const text = fs.readFileSync(path.join(RECORDED, "challenges.txt"), "utf8");
  const lines = text.trim().split("\n");
  return new Map(
    lines.map((line) => {
      const [id, name, solved, stars, value, digest] = line.split(" ");
      return [`${id} ${name}`, { solved: solved === "true", stars: Number(stars), value, digest }];
    }),
  );
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, "utf8"));
}
