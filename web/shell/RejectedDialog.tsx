/** A file that was not opened: what is wrong with it, line by line, and a way to mend it. */

import { useEffect, useState } from "react";
import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { pressed } from "@/session/trying";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import css from "./Notice.module.css";

export function RejectedDialog({ running }: { running: string }) {
  const rejected = usePage((state) => state.rejected);
  const name = rejected?.name ?? t("The file");
  const text = rejected?.text;
  const lines = useLines(text);
  return (
    <Dialog
      open={rejected !== null}
      onClose={sim.dismissRejected}
      title={t("{name} was not opened", { name })}
    >
      <div className={css.panel}>
        <pre className={css.why}>{lines ?? rejected?.message}</pre>
        <p>{t("“{running}” goes on as it was.", { running })}</p>
        <div className="wrap">
          <Button kind="primary" onClick={sim.dismissRejected}>
            {t("Continue")}
          </Button>
          {text !== undefined && (
            <Button
              onClick={() => {
                sim.dismissRejected();
                pressed(() => mend(name, text));
              }}
            >
              {t("Fix it in the editor")}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** What the editor needs is fetched by who mends something. */
async function mend(name: string, text: string): Promise<void> {
  const { editText } = await import("@/session/editing/drafts");
  await editText(name, text);
}

/** The problems with their lines; null until they are known, and where they cannot be. */
function useLines(text: string | undefined): string | null {
  const [lines, setLines] = useState<string | null>(null);
  useEffect(() => {
    let wanted = true;
    setLines(null);
    if (text === undefined) return;
    linesOf(text).then(
      (found) => {
        if (wanted) setLines(found);
      },
      // Without the part that knows lines the message stands as it is.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  return lines;
}

async function linesOf(text: string): Promise<string | null> {
  const { checkText } = await import("@/session/editing/checker");
  const checked = await checkText(text);
  if (checked.kind === "unchecked" || checked.problems.length === 0) return null;
  const lines = checked.problems.map(({ span, path, text: said }) => {
    const place = path === "" ? "" : t("{path}: ", { path });
    return t("Line {line}: {place}{said}", { line: span.line, place, said });
  });
  return lines.join("\n");
}
