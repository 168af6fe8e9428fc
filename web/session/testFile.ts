/** A session as a Playwright test for the package @raft-atlas/replay. */

import type { LoggedAction } from "@/engine/types";
import { plural } from "@/model/units";
import { logOf, type Session } from "./session";

/** The run up to an instant, whose digest is known. */
export interface TestedInstant {
  title: string;
  us: number;
  digest: string;
}

export function writeTest(session: Session, { title, us, digest }: TestedInstant): string {
  const { source, text, variant, seed } = session;
  const done = logOf(session).filter(({ at_us }) => at_us <= us);
  const isOwn = source.kind === "builtin";
  const opening = [
    isOwn ? `scenario: ${JSON.stringify(source.id)}` : "text: JSON.stringify(SCENARIO)",
    ...(variant === "" ? [] : [`variant: ${JSON.stringify(variant)}`]),
    `seed: ${seed}`,
  ].join(", ");
  return [
    `// ${plural(done.length, "action")} by hand; run it with the package @raft-atlas/replay.`,
    "",
    'import { expect, test } from "@raft-atlas/replay";',
    "",
    ...(isOwn ? [] : [`const SCENARIO = ${JSON.stringify(JSON.parse(text), null, 2)};`, ""]),
    `test(${JSON.stringify(title)}, async ({ atlas }) => {`,
    `  await atlas.open({ ${opening} });`,
    ...done.flatMap(stepsOf),
    `  await atlas.at(${instant(us)});`,
    `  await expect(atlas).toHaveDigest(${JSON.stringify(digest)});`,
    "});",
    "",
  ].join("\n");
}

/** What is done by hand happens one microsecond after the instant shown. */
function stepsOf({ at_us, action, text }: LoggedAction): string[] {
  return [
    `  // ${text.replaceAll("\n", " ")}`,
    `  await atlas.at(${instant(at_us - 1)});`,
    `  await atlas.act(${JSON.stringify(action)});`,
  ];
}

function instant(us: number): string {
  const [unit, of] =
    us % 1_000_000 === 0 ? ["s", 1_000_000] : us % 1_000 === 0 ? ["ms", 1_000] : ["us", 1];
  return `"${us / Number(of)}${unit}"`;
}
