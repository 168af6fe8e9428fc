/**
 * The scenario as a text, beside the map: written, checked by the engine's own reader while it is
 * written, run, kept. Must not know what a scenario means.
 */

import { useEffect, useRef, useState } from "react";

import { type Checked, checkText } from "@/session/editing/checker";
import type { Draft } from "@/session/editing/desk";
import { deskStore, isUnkept, useDesk } from "@/session/editing/desk";
import {
  changeDraft,
  draftOfRun,
  draftWithActions,
  keepDraft,
  putAside,
  runDraft,
  saveDraft,
} from "@/session/editing/drafts";
import { followRun, keepWhenLeft } from "@/session/editing/left";
import { NAME_MAX } from "@/session/editing/shelf";
import { draftOfTemplate, type TemplateName } from "@/session/editing/templates";
import { openList } from "@/session/provided";
import { sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { Button, IconButton } from "@/ui/Button";
import { TextField } from "@/ui/Fields";
import { CloseIcon } from "@/ui/icons";
import { ActionMenu } from "@/ui/Menu";
import css from "./editor.module.css";
import { Problems } from "./Problems";
import type { Surface } from "./surface";
import { TextSurface } from "./TextSurface";

keepWhenLeft();

interface EditorPanelProps {
  /** Without it something around the panel closes it. */
  onClose?: () => void;
}

export function EditorPanel({ onClose }: EditorPanelProps) {
  const draft = useDesk((desk) => desk.draft);
  useEffect(() => followRun(), []);
  const running = useSim(({ session }) => session?.text);
  const surface = useRef<Surface | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  if (draft === null) return null;
  const check = async (text: string) => {
    const found = await checkText(text);
    setChecked(found);
    return found.kind === "checked" ? found.problems : [];
  };
  const run = (): void => void tryToRun(surface.current, setChecked);
  const keep = (): void => void keepNow();
  return (
    <div className={css.panel}>
      <div className={css.head}>
        {onClose && (
          <div className={css.title}>
            <h2>Edit the scenario</h2>
            <IconButton label="Close the editor" kind="quiet" small onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
        )}
        <div className={css.name}>
          <TextField
            label="Name"
            value={draft.name}
            maxLength={NAME_MAX}
            onChange={(name) => changeDraft({ name })}
          />
        </div>
        <p className={css.state} data-testid="draft-state">
          {stateText(draft, running)}
        </p>
        <div className={css.verbs}>
          <Button kind="primary" small aria-keyshortcuts="Control+Enter" onClick={run}>
            Run it
          </Button>
          <Button small aria-keyshortcuts="Control+S" disabled={draft.name === ""} onClick={keep}>
            Keep
          </Button>
          <Button small onClick={() => saveDraft(draft)}>
            Save file
          </Button>
          <Button
            small
            disabled={!isUnkept(draft) || draft.base === ""}
            onClick={() => changeDraft({ text: draft.base })}
          >
            Revert
          </Button>
          <NewMenu />
          <Button small onClick={() => openList("open")}>
            My scenarios
          </Button>
        </div>
      </div>
      <TextSurface
        text={draft.text}
        surface={surface}
        label="Scenario, as JSON. Tab indents; Escape, then Tab, leaves the text."
        onChange={(text) => changeDraft({ text })}
        check={check}
        run={run}
        keep={keep}
      />
      <Problems checked={checked} onChoose={({ span }) => surface.current?.show(span)} />
      <p className={css.keys} data-level="3">
        Ctrl+Space completes, Ctrl+Enter runs, F8 goes to the next problem. Tab indents; Escape,
        then Tab, leaves the text.
      </p>
    </div>
  );
}

function NewMenu() {
  return (
    <ActionMenu
      trigger={<Button small>New…</Button>}
      actions={[
        { label: "From the scenario that runs", run: () => void begin("plain") },
        { label: "The same, with what I did", run: () => void begin("with actions") },
        { label: "A blank one: three zones", run: () => void begin("blank") },
        { label: "Zones by region, with delays", run: () => void begin("regions") },
      ]}
    />
  );
}

function stateText(draft: Draft, running: string | undefined): string {
  const runs = draft.text === running ? "This is what runs." : "This is not what runs.";
  return isUnkept(draft) ? `${runs} Changed, and not kept.` : runs;
}

/** Runs what is free of problems; else leads to the first. */
async function tryToRun(
  surface: Surface | null,
  onChecked: (checked: Checked) => void,
): Promise<void> {
  const { draft } = deskStore.getState();
  if (draft === null) return;
  const checked = await checkText(draft.text);
  onChecked(checked);
  const first = checked.kind === "checked" ? checked.problems[0] : undefined;
  if (first === undefined) await runDraft(draft);
  else surface?.show(first.span);
}

async function keepNow(): Promise<void> {
  const { draft } = deskStore.getState();
  if (draft !== null) await keepDraft(draft);
}

async function begin(how: "plain" | "with actions" | TemplateName): Promise<void> {
  const { draft } = deskStore.getState();
  const { session } = simStore.getState();
  if (session === null) return;
  if (draft !== null && isUnkept(draft) && !(await putAside(draft))) return;
  if (how !== "with actions") {
    deskStore.setState({ draft: how === "plain" ? draftOfRun(session) : draftOfTemplate(how) });
    return;
  }
  try {
    deskStore.setState({ draft: await draftWithActions(session) });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    sim.notify(`What you did was not written into a scenario. ${why}`, true);
  }
}
