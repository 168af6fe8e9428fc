/**
 * The text that is edited: CodeMirror in a shadow root, where its styles are constructed sheets,
 * which the page's policy allows. One imperative leaf below React, as canvases are. Must not know
 * the store, nor what the text means: checking, completion and meanings are handed in.
 */

import { autocompletion, closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
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
  keymap,
  lineNumbers,
} from "@codemirror/view";

import type { Span } from "@/model/jsonSpots";
import type { SchemaBook } from "@/model/schemaBook";
import { completionFrom } from "./complete";
import { hoverFrom } from "./hover";
import { surfaceTheme } from "./surfaceTheme";

/** A problem and where it stands. */
export interface Placed {
  span: Span;
  path: string;
  text: string;
}

export interface SurfaceWishes {
  text: string;
  /** What is read out as its name. */
  label: string;
  changed(text: string): void;
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
  /** Checks again what did not change. */
  recheck(): void;
  destroy(): void;
}

/** Typing pauses this long before a text is checked. */
const PAUSE_MS = 250;

export function openSurface(host: HTMLElement, wishes: SurfaceWishes): Surface {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: wishes.text, extensions: extensionsFor(wishes) }),
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
      if (text === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    recheck: () => forceLinting(view),
    destroy: () => view.destroy(),
  };
}

function extensionsFor({ label, changed, check, book, run, keep }: SurfaceWishes) {
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
      if (docChanged) changed(state.doc.toString());
    }),
    surfaceTheme,
  ];
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
