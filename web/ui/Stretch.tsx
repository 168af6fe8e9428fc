/** Says that only a stretch of the run is spoken of, and ends that when it is pressed. */

import { t } from "@/language/words";
import { Button } from "./Button";
import { CloseIcon } from "./icons";

export function Stretch({ text, onEnd }: { text: string; onEnd: () => void }) {
  return (
    <Button small aria-label={t("Only {text}: show all again", { text })} onClick={onEnd}>
      {text} <CloseIcon />
    </Button>
  );
}
