/** Why a request was served where it was: its read time, and the gateway's reasons. */

import type { World } from "@/engine/types";
import { t } from "@/language/words";
import { routeText, timestampText } from "@/model/readWords";
import type { RequestStory } from "@/model/requests/story";
import { nodeId } from "@/model/requests/words";
import css from "./waterfall.module.css";

export function Reasons({ story, world }: { story: RequestStory; world: World }) {
  const { timestamp, routings } = story;
  if (timestamp === 0 && routings.length === 0) return null;
  return (
    <div className={css.reasons}>
      {timestamp > 0 && (
        <p>{t("Its timestamp is {timestamp}.", { timestamp: timestampText(timestamp) })}</p>
      )}
      {routings.length > 0 && (
        <ol aria-label={t("Why it was served there")}>
          {routings.map(({ to, why, figure, limit }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reasons are only ever appended
            <li key={place}>
              {t("To {node}: {why}.", {
                node: nodeId(world, to),
                why: routeText(why, figure, limit),
              })}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
