/** The text that is edited: CodeMirror in a shadow root, whose styles the page's policy allows. */

import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  indentWithTab,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxTree,
} from "@codemirror/language";
import {
  type Diagnostic,
  forceLinting,
  linter,
  lintGutter,
  nextDiagnostic,
} from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";

import { t } from "@/language/words";
import { isValue, type Span } from "@/model/jsonSpots";
import type { SchemaBook } from "@/model/schemaBook";
import { completionFrom, infoOf } from "./complete";
import { levelsToValue } from "./cursor";
import { surfaceTheme } from "./surfaceTheme";

export interface Placed {
  span: Span;
  path: string;
  text: string;
}

/** Whether something can be undone, or done again. */
export interface Steps {
  undo: boolean;
  redo: boolean;
}

export interface SurfaceOptions {
  text: string;
  /** What is read out as its name. */
  label: string;
  changed(text: string): void;
  /** What can be undone or done again is another now. */
  stepped(steps: Steps): void;
  /** What is wrong with a text; it is asked once the typing pauses. */
  check(text: string): Promise<readonly Placed[]>;
  /** What a text of its kind may say; null while nobody knows. */
  book(text: string): SchemaBook | null;
  /** Ctrl or Cmd with Enter. */
  run(): void;
  /** Ctrl or Cmd with S. */
  keep(): void;
}

export interface Surface {
  focus(): void;
  show(span: Span): void;
  /** Another text; one step of what can be undone. */
  replace(text: string): void;
  /** The history is the text's own, whoever wrote: it is undone here for all. */
  undo(): void;
  redo(): void;
  recheck(): void;
  destroy(): void;
}

/** Typing pauses this long before a text is checked. */
const PAUSE_MS = 250;

export function openSurface(host: HTMLElement, options: SurfaceOptions): Surface {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: options.text, extensions: extensionsFor(options) }),
  });
  return {
    focus: () => view.focus(),
    show: ({ from, to }) => {
      const end = view.state.doc.length;
      const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
      view.dispatch({
        selection,
        effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }),
      });
      view.focus();
    },
    replace: (text) => {
      const changes = differenceOf(view.state.doc.toString(), text);
      if (changes !== null) view.dispatch({ changes, annotations: isolateHistory.of("full") });
    },
    undo: () => undo(view),
    redo: () => redo(view),
    recheck: () => forceLinting(view),
    destroy: () => view.destroy(),
  };
}

/** The one stretch in which two texts differ; null: they do not. */
function differenceOf(before: string, after: string) {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let end = 0;
  while (end < most - from && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

function extensionsFor(options: SurfaceOptions) {
  const { label, changed, stepped, check, book, run, keep } = options;
  const doing = (verb: () => void) => () => {
    verb();
    return true;
  };
  return [
    keymap.of([
      { key: "Mod-Enter", run: doing(run) },
      { key: "Mod-s", run: doing(keep) },
      { key: "F8", run: nextDiagnostic },
    ]),
    leaving,
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    EditorView.lineWrapping,
    EditorState.phrases.of(phrases()),
    EditorState.tabSize.of(2),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      indentWithTab,
    ]),
    json(),
    autocompletion({ override: [completionFrom(book)], icons: false }),
    hoverFrom(book),
    linter(async (view) => diagnosticsOf(view, await check(view.state.doc.toString())), {
      delay: PAUSE_MS,
    }),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0", spellcheck: "false" }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (!docChanged) return;
      changed(state.doc.toString());
      stepped({ undo: undoDepth(state) > 0, redo: redoDepth(state) > 0 });
    }),
    surfaceTheme,
  ];
}

/** What the editor's packages say themselves; `$` is a value. */
function phrases(): Record<string, string> {
  return {
    "Go to line": t("Go to line"),
    go: t("Go to it"),
    Find: t("Find"),
    Replace: t("Replace"),
    next: t("Next match"),
    previous: t("Previous match"),
    all: t("Select all matches"),
    "match case": t("match case"),
    regexp: t("regexp"),
    "by word": t("by word"),
    replace: t("Replace this match"),
    "replace all": t("Replace all matches"),
    close: t("Close"),
    "current match": t("Current match"),
    "on line": t("on line"),
    "replaced match on line $": t("replaced match on line $"),
    "replaced $ matches": t("replaced $ matches"),
    "Folded lines": t("Folded lines"),
    "Unfolded lines": t("Unfolded lines"),
    to: t("to"),
    "folded code": t("folded code"),
    unfold: t("Unfold"),
    "Fold line": t("Fold line"),
    "Unfold line": t("Unfold line"),
    "Selection deleted": t("Selection deleted"),
    "Control character": t("Control character"),
    Completions: t("Completions"),
    Diagnostics: t("Diagnostics"),
    "No diagnostics": t("No diagnostics"),
  };
}

/** Tab indents; after Escape it leaves, until something is written. */
const leaving = EditorView.domEventHandlers({
  keydown: ({ key }, view) => {
    if (key === "Escape") view.setTabFocusMode(true);
    else if (key.length === 1 || key === "Enter" || key === "Backspace")
      view.setTabFocusMode(false);
    return false;
  },
  focus: (_, view) => {
    view.setTabFocusMode(false);
  },
});

function diagnosticsOf(view: EditorView, placed: readonly Placed[]): Diagnostic[] {
  const end = view.state.doc.length;
  return placed.map(({ span, path, text }) => ({
    from: Math.min(span.from, end),
    to: Math.min(span.to, end),
    severity: "error",
    message: path === "" ? text : `${path}: ${text}`,
  }));
}

function hoverFrom(book: (text: string) => SchemaBook | null) {
  return hoverTooltip((view, pos, side) => {
    const text = view.state.doc.toString();
    const known = book(text);
    const node = syntaxTree(view.state).resolveInner(pos, side);
    const property = node.parent;
    const isWord = node.name === "PropertyName" || (isValue(node) && node.firstChild === null);
    if (known === null || !isWord || property?.name !== "Property") return null;
    const levels = levelsToValue(text, property, null);
    const schemas = known.at(levels);
    if (!schemas.some(({ description }) => description)) return null;
    return {
      pos: node.from,
      end: node.to,
      above: true,
      create: () => ({ dom: tipOf(infoOf(schemas, false)) }),
    };
  });
}

function tipOf(content: HTMLElement): HTMLElement {
  content.className = "cm-meaning";
  return content;
}
