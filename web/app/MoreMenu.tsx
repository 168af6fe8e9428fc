/**
 * The menu of what concerns the whole page and is not needed at every moment. Fetched when the
 * button is first pressed, and open then. Must not know what the dialogs show.
 */

import { openEditor } from "@/store/editing/desk";
import { Button } from "@/ui/Button";
import { ActionMenu } from "@/ui/Menu";
import type { HeaderVerbs } from "./Header";
import { beginPresenting } from "./present/presenting";

export function MoreMenu({ openExport, openAbout }: HeaderVerbs) {
  return (
    <ActionMenu
      trigger={<Button>More</Button>}
      actions={[
        { label: "Edit the scenario…", run: openEditor },
        { label: "Export…", run: openExport },
        { label: "Present", run: () => beginPresenting() },
        { label: "What is real", run: openAbout },
      ]}
      defaultOpen
    />
  );
}
