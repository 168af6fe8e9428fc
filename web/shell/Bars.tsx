/** The strips under the page's head: somebody else's run, a class, a recording. */

import { t } from "@/language/words";
import { usePage } from "@/session/pageStore";
import { useRecording } from "@/session/recording/recorder";
import { openDialog } from "./commands/dialogs";
import { ClassBar, Lazy, RecordBar, SharedRunBar } from "./lazyParts";

/** While somebody else's run is shown, or a class goes on. */
export function Aside() {
  const isAside = usePage((state) => state.ownSessionParked);
  const inClass = usePage((stage) => stage.inClass !== "none");
  if (inClass) {
    return (
      <Lazy name={t("The bar of the class")}>
        <ClassBar />
      </Lazy>
    );
  }
  if (!isAside) return null;
  return (
    <Lazy name={t("The bar of a shared run")}>
      <SharedRunBar />
    </Lazy>
  );
}

/** While what is done is recorded. */
export function Recording() {
  const isOn = useRecording() !== null;
  if (!isOn) return null;
  return (
    <Lazy name={t("The bar of a recording")}>
      <RecordBar onStop={() => openDialog("record")} />
    </Lazy>
  );
}
