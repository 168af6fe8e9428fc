/** The scenario as a text, beside the map: written, checked by the engine's reader, run, kept. */

import { type ComponentType, useEffect, useRef, useState } from "react";

import { msg, spoken, t } from "@/language/words";
import type { BuildFrame, BuildProblem } from "@/model/builder/part";
import { spotsOf } from "@/model/jsonSpots";
import { type Checked, checkText, type PlacedProblem } from "@/session/editing/checker";
import {
  changeDraft,
  draftOfRun,
  draftWithActions,
  keepDraft,
  putAside,
  runDraft,
  saveDraft,
  showDraftAs,
  takeDraft,
} from "@/session/editing/drafts";
import type { Draft, Surface as Shown } from "@/session/editing/editorStore";
import { closeEditor, editorStore, isUnkept, useEditor } from "@/session/editing/editorStore";
import { followRun, keepWhenLeft } from "@/session/editing/left";
import { NAME_MAX } from "@/session/editing/shelf";
import { draftOfTemplate, type TemplateName } from "@/session/editing/templates";
import { pageStore } from "@/session/pageStore";
import { sim } from "@/session/simClient";
import { simStore, useSim } from "@/session/simStore";
import { Button, IconButton } from "@/ui/Button";
import { TextField } from "@/ui/Fields";
import { CloseIcon } from "@/ui/icons";
import { ActionMenu } from "@/ui/Menu";
import { Segmented } from "@/ui/Segmented";
import css from "./editor.module.css";
import type { Steps, Surface } from "./surface";
import { TextSurface } from "./TextSurface";

keepWhenLeft();

const SURFACES: readonly { value: Shown; label: string }[] = [
  { value: "map", label: msg("Map") },
  { value: "text", label: msg("Text") },
];

interface EditorPanelProps {
  drawing: ComponentType<BuildFrame>;
  /** Without it something around the panel closes it. */
  onClose?: () => void;
}

export function EditorPanel({ drawing: Drawing, onClose }: EditorPanelProps) {
  const draft = useEditor((editor) => editor.draft);
  const isDrawn = useEditor((editor) => editor.surface === "map");
  useEffect(() => followRun(), []);
  // Nobody sees what runs meanwhile.
  useEffect(() => {
    if (isDrawn) sim.pause();
  }, [isDrawn]);
  const running = useSim(({ session }) => session?.text);
  const surface = useRef<Surface | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [steps, setSteps] = useState<Steps>({ undo: false, redo: false });
  const [chosen, setChosen] = useState<BuildProblem | null>(null);
  if (draft === null) return null;
  const check = async (text: string) => {
    const found = await checkText(text);
    setChecked(found);
    return found.kind === "checked" ? found.problems : [];
  };
  const choose = (problem: BuildProblem): void => {
    if (isDrawn) setChosen({ ...problem });
    else surface.current?.show(problem.span);
  };
  const showText = (path: string): void => {
    const [span] = spotsOf(draft.text, [{ path, text: "" }]);
    showDraftAs("text");
    // It has no size yet while it is hidden.
    if (span !== undefined) requestAnimationFrame(() => surface.current?.show(span));
  };
  const run = (): void => void tryToRun(setChecked, choose);
  const keep = (): void => void keepNow();
  return (
    <div className={css.panel} data-surface={isDrawn ? "map" : "text"}>
      <div className={css.head}>
        {onClose && (
          <div className={css.title}>
            <h2 className="ink type-2">{t("Edit the scenario")}</h2>
            <IconButton label={t("Close the editor")} kind="quiet" small onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
        )}
        <Segmented
          label={t("Shown as")}
          small
          options={spoken(SURFACES)}
          value={isDrawn ? "map" : "text"}
          onChange={showDraftAs}
        />
        <div className={css.name}>
          <TextField
            label={t("Name")}
            value={draft.name}
            maxLength={NAME_MAX}
            onChange={(name) => changeDraft({ name })}
          />
        </div>
        <p className="small" data-testid="draft-state">
          {stateText(draft, running)}
        </p>
        <div className="wrap gap-snug">
          <Button kind="primary" small aria-keyshortcuts="Control+Enter" onClick={run}>
            {t("Run it")}
          </Button>
          <Button small aria-keyshortcuts="Control+S" disabled={draft.name === ""} onClick={keep}>
            {t("Keep")}
          </Button>
          <Button small onClick={() => saveDraft(draft)}>
            {t("Save file")}
          </Button>
          <Button
            small
            disabled={!isUnkept(draft) || draft.base === ""}
            onClick={() => changeDraft({ text: draft.base })}
          >
            {t("Revert")}
          </Button>
          <NewMenu />
          <Button small onClick={() => pageStore.openDialog("open")}>
            {t("My scenarios")}
          </Button>
        </div>
      </div>
      {isDrawn && (
        <Drawing
          text={draft.text}
          change={(text) => changeDraft({ text })}
          problems={checked?.kind === "checked" ? checked.problems : []}
          steps={steps}
          undo={() => surface.current?.undo()}
          redo={() => surface.current?.redo()}
          chosen={chosen}
          onText={showText}
        />
      )}
      <TextSurface
        text={draft.text}
        hidden={isDrawn}
        onSteps={setSteps}
        surface={surface}
        label={t("Scenario, as JSON. Tab indents; Escape, then Tab, leaves the text.")}
        onChange={(text) => changeDraft({ text })}
        check={check}
        run={run}
        keep={keep}
      />
      <Problems checked={checked} onChoose={choose} />
      {!isDrawn && (
        <p className={css.keys} data-level="3">
          {t(
            "Ctrl+Space completes, Ctrl+Enter runs, F8 goes to the next problem. Tab indents; Escape, then Tab, leaves the text.",
          )}
        </p>
      )}
    </div>
  );
}

function NewMenu() {
  return (
    <ActionMenu
      trigger={<Button small>{t("New…")}</Button>}
      groups={[
        {
          actions: [
            { label: t("From the scenario that runs"), run: () => void begin("plain") },
            { label: t("The same, with what I did"), run: () => void begin("acted") },
            { label: t("A blank one: three zones"), run: () => void begin("blank") },
            { label: t("An empty one, to draw"), run: () => void beginDrawing() },
            { label: t("Zones by region, with delays"), run: () => void begin("regions") },
          ],
        },
      ]}
    />
  );
}

function stateText(draft: Draft, running: string | undefined): string {
  const runs = draft.text === running ? t("This is what runs.") : t("This is not what runs.");
  return isUnkept(draft) ? t("{runs} Changed, and not kept.", { runs }) : runs;
}

/** Runs what is free of problems; else leads to the first. A drawing makes room for what runs. */
async function tryToRun(
  onChecked: (checked: Checked) => void,
  choose: (problem: BuildProblem) => void,
): Promise<void> {
  const { draft } = editorStore.getState();
  if (draft === null) return;
  const checked = await checkText(draft.text);
  onChecked(checked);
  const first = checked.kind === "checked" ? checked.problems[0] : undefined;
  if (first !== undefined) return choose(first);
  if (!(await runDraft(draft)) || editorStore.getState().surface !== "map") return;
  closeEditor();
  sim.play();
}

async function keepNow(): Promise<void> {
  const { draft } = editorStore.getState();
  if (draft !== null) await keepDraft(draft);
}

async function beginDrawing(): Promise<void> {
  await begin("empty");
  showDraftAs("map");
}

async function begin(how: "plain" | "acted" | TemplateName): Promise<void> {
  const { draft } = editorStore.getState();
  const { session } = simStore.getState();
  if (session === null) return;
  if (draft !== null && isUnkept(draft) && !(await putAside(draft))) return;
  if (how !== "acted") {
    takeDraft(how === "plain" ? draftOfRun(session) : draftOfTemplate(how));
    return;
  }
  try {
    takeDraft(await draftWithActions(session));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    sim.notify(t("What you did was not written into a scenario. {why}", { why }), true);
  }
}

interface ProblemsProps {
  /** Null: not looked at yet. */
  checked: Checked | null;
  onChoose: (problem: PlacedProblem) => void;
}

function Problems({ checked, onChoose }: ProblemsProps) {
  const problems = checked?.kind === "checked" ? checked.problems : [];
  return (
    <section className="grid-1 ruled pads" aria-label={t("Problems")}>
      <p role="status" className={problems.length > 0 ? "bad strong" : "quiet"}>
        {sumText(checked)}
      </p>
      {problems.length > 0 && (
        <ul className={css.list}>
          {problems.map((problem) => (
            <li key={`${problem.path} ${problem.text}`}>
              <button type="button" className={css.problem} onClick={() => onChoose(problem)}>
                <span className="quiet">
                  {t("line {line}", { line: problem.span.line })}
                  {problem.path !== "" && <code> {problem.path}</code>}
                </span>
                <span>{problem.text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function sumText(checked: Checked | null): string {
  if (checked === null) return t("Being checked…");
  if (checked.kind === "unchecked") return t("Not checked. {why}", { why: checked.message });
  const { length } = checked.problems;
  return length === 0
    ? t("No problems: it can run.")
    : t("{n, plural, one {# problem} other {# problems}}", { n: length });
}
