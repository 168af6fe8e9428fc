/** Notable facts without words get their sentences on the way to the page. */

import type { Notable, World } from "@/engine/types";
import type { Link } from "@/engine/workerLink";
import { t } from "@/language/words";

/** The same link, with words in what comes back. */
export function worded(link: Link): Link {
  let world: World | null = null;
  return {
    send: async (command) => {
      const reply = await link.send(command);
      if (reply.type === "opened") world = reply.world;
      if (world !== null && "update" in reply) await word(world, reply.update.frame.notables);
      return reply;
    },
    close: (reason) => link.close(reason),
  };
}

async function word(world: World, notables: readonly Notable[]): Promise<void> {
  const wordless = notables.filter(({ fact }) => fact !== null);
  if (wordless.length === 0) return;
  const words = await import("@/model/decided").catch(() => null);
  for (const notable of wordless)
    notable.text = words?.notableSentence(world, notable) ?? t("Something was decided.");
}
