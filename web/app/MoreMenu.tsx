/**
 * The menu of what concerns the whole page and is not needed at every moment. Fetched when the
 * button is first pressed, and open then. Must not know what the dialogs show.
 */

import { NARROW } from "@/lib/screens";
import { openEditor } from "@/store/editing/desk";
import { stageStore } from "@/store/stage";
import { Button } from "@/ui/Button";
import { ActionMenu } from "@/ui/Menu";
import { useMedia } from "@/ui/useMedia";
import type { HeaderVerbs } from "./Header";
import { beginPresenting } from "./present/presenting";

export function MoreMenu({ openExport, openAbout, openFidelity, openShare }: HeaderVerbs) {
  // The head of a narrow screen has no room for it.
  const isNarrow = useMedia(NARROW);
  return (
    <ActionMenu
      trigger={<Button>More</Button>}
      actions={[
        { label: "Edit the scenario…", run: openEditor },
        ...(isNarrow ? [{ label: "Share…", run: openShare }] : []),
        { label: "Export…", run: openExport },
        { label: "Present", run: () => beginPresenting() },
        { label: "Take the tour", run: () => stageStore.setState({ touring: true }) },
        { label: "What is real", run: openAbout },
        { label: "Published figures", run: openFidelity },
      ]}
      defaultOpen
    />
  );
}
