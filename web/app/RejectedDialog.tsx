/**
 * A file that was not opened, while the running scenario goes on. Must not know why it was not.
 */

import { sim } from "@/store/simClient";
import { useSim } from "@/store/simStore";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import css from "./Notice.module.css";

export function RejectedDialog({ running }: { running: string }) {
  const rejected = useSim((state) => state.rejected);
  return (
    <Dialog
      open={rejected !== null}
      onClose={sim.dismissRejected}
      title={`${rejected?.name ?? "The file"} was not opened`}
    >
      <div className={css.panel}>
        <pre className={css.why}>{rejected?.message}</pre>
        <p>“{running}” goes on as it was.</p>
        <Button kind="primary" onClick={sim.dismissRejected}>
          Go on
        </Button>
      </div>
    </Dialog>
  );
}
