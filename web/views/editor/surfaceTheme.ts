/** How the text is drawn: by the page's own colours and sizes, as variables. */

import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const MONO = 'ui-monospace, "DejaVu Sans Mono", monospace';
const BOX = {
  border: "1px solid var(--control-line)",
  borderRadius: "var(--radius)",
  backgroundColor: "var(--raised)",
  color: "var(--ink)",
};

const lines = EditorView.theme({
  "&": {
    height: "100%",
    fontSize: "var(--t1)",
    backgroundColor: "var(--panel)",
    color: "var(--ink)",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: MONO, lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", padding: "8px 0" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--accent)" },
  ".cm-gutters": {
    backgroundColor: "var(--panel)",
    color: "var(--ink3)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  ".cm-activeLineGutter": { color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    {
      backgroundColor: "var(--sel)",
    },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--control-line)",
  },
  ".cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket": {
    backgroundColor: "transparent",
    outline: "1px solid var(--bad)",
  },
  ".cm-searchMatch": { backgroundColor: "var(--sel)", outline: "1px solid var(--control-line)" },
  ".cm-searchMatch-selected": { outline: "2px solid var(--accent)" },
  ".cm-foldPlaceholder": { ...BOX, padding: "0 4px" },
});

const boxes = EditorView.theme({
  ".cm-tooltip": { ...BOX, maxWidth: "min(420px, calc(100vw - 24px))", zIndex: "var(--z-paper)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: MONO, maxHeight: "240px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px", color: "var(--ink)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--sel)",
    color: "var(--ink)",
  },
  ".cm-completionDetail": { color: "var(--ink2)", fontStyle: "normal" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "var(--strong)" },
  ".cm-tooltip.cm-completionInfo, .cm-meaning": {
    padding: "8px 12px",
    fontFamily: "var(--font)",
    fontSize: "var(--t1)",
    lineHeight: "1.45",
    maxWidth: "360px",
  },
  ".cm-completionInfo p, .cm-meaning p": { margin: "0" },
  ".cm-completionInfo p + p, .cm-meaning p + p": { marginTop: "4px", color: "var(--ink2)" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-search": { fontFamily: "var(--font)", fontSize: "var(--t1)" },
  ".cm-textfield": { ...BOX, fontSize: "var(--t1)" },
  ".cm-button": { ...BOX, backgroundImage: "none", fontSize: "var(--t1)", minHeight: "24px" },
  ".cm-panel.cm-search [name=close]": { color: "var(--ink)", fontSize: "var(--t2)" },
});

/** Problems are marked by a wave under the words and a sign beside the line; the list says them. */
const problems = EditorView.theme({
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy",
    textDecorationColor: "var(--bad)",
    textUnderlineOffset: "3px",
    backgroundColor: "var(--bad-soft)",
  },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--bad)" },
  ".cm-diagnostic": { fontFamily: "var(--font)", padding: "6px 12px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-gutter-lint": { width: "14px" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0" },
  ".cm-lint-marker-error": {
    content: "none",
    width: "8px",
    height: "8px",
    margin: "5px 3px",
    borderRadius: "50%",
    backgroundColor: "var(--bad)",
  },
});

const words = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink)", fontWeight: "var(--strong)" },
  { tag: tags.string, color: "var(--rows)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--index)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: "var(--ink3)" },
]);

export const surfaceTheme = [lines, boxes, problems, syntaxHighlighting(words)];
