/**
 * The editor: CodeMirror with Python, in a shadow root, so that its styles need no leave of the page's policy. Its
 * colours are the page's tokens.
 */

import * as cm from "codemirror";
import { _ } from "lib/messages.js";

const { EditorState, EditorView, tags } = cm;

const LABEL = _("The bot’s program. Escape, then Tab, leaves the editor.");

const colours = cm.HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: "var(--code-keyword)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null, tags.self], color: "var(--code-number)" },
  { tag: [tags.comment, tags.docString], color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], color: "var(--code-name)", fontWeight: "600" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: "var(--code-name)" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

const button = {
  minHeight: "2.25rem",
  padding: "0 var(--space-3)",
  border: "1px solid var(--control)",
  borderRadius: "var(--radius)",
  background: "var(--surface-raised)",
  color: "var(--ink)",
  font: "inherit",
  cursor: "pointer",
};

const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--surface-raised)", fontSize: "0.9375rem", borderRadius: "var(--radius)" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", borderRadius: "inherit" },
  ".cm-content": { padding: "var(--space-2) 0", caretColor: "var(--ink)" },
  ".cm-cursor, .cm-dropCursor": { borderLeft: "2px solid var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--surface-raised)", color: "var(--ink-soft)", border: "0" },
  ".cm-activeLine": { backgroundColor: "transparent", boxShadow: "inset 0 0 0 1px var(--line)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)", fontWeight: "600" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-selectionMatch": { backgroundColor: "transparent", boxShadow: "inset 0 -2px 0 var(--control)" },
  ".cm-searchMatch": { backgroundColor: "var(--warn-soft)", outline: "1px solid var(--warn)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--warn-soft)", outline: "2px solid var(--warn)" },
  "&.cm-focused .cm-matchingBracket, .cm-matchingBracket": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket": { backgroundColor: "var(--bad-soft)", outline: "1px solid var(--bad)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--surface-sunken)", border: "1px solid var(--control)", color: "var(--ink)" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2.25em" },
  ".cm-panels": { backgroundColor: "var(--surface-sunken)", color: "var(--ink)", border: "0" },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panel.cm-search": { display: "flex", flexWrap: "wrap", gap: "var(--space-1)", alignItems: "center", padding: "var(--space-2)", fontSize: "var(--text-s)" },
  ".cm-panel.cm-search br": { display: "none" },
  ".cm-panel.cm-search label": { display: "inline-flex", gap: "var(--space-1)", alignItems: "center", margin: "0", fontSize: "var(--text-s)" },
  ".cm-textfield": { ...button, margin: "0", cursor: "text", fontSize: "var(--text-s)" },
  ".cm-textfield::placeholder": { color: "var(--ink-soft)", opacity: "1" },
  ".cm-button": { ...button, margin: "0", backgroundImage: "none", fontSize: "var(--text-s)" },
  ".cm-button:focus-visible, .cm-textfield:focus-visible, .cm-panel button:focus-visible": { outline: "3px solid var(--focus)", outlineOffset: "1px" },
  ".cm-panel.cm-search [name=close]": { position: "static", minWidth: "2.25rem", minHeight: "2.25rem", marginLeft: "auto", color: "var(--ink)", fontSize: "var(--text-l)", cursor: "pointer" },
  ".cm-tooltip": { maxWidth: "min(40rem, 90vw)", border: "1px solid var(--control)", borderRadius: "var(--radius)", backgroundColor: "var(--surface-raised)", color: "var(--ink)", boxShadow: "var(--shadow)" },
  ".cm-diagnostic": { padding: "var(--space-2) var(--space-3)", borderLeft: "4px solid var(--bad)", fontFamily: "var(--font)", fontSize: "var(--text-s)" },
  ".cm-lintRange-error": { backgroundImage: "none", backgroundColor: "var(--bad-soft)", textDecoration: "underline wavy var(--bad)", textUnderlineOffset: "3px" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--bad)" },
  ".cm-gutter-lint": { width: "1.1em" },
  ".cm-lint-marker-error": { content: '""', width: "0.7em", height: "0.7em", marginTop: "0.4em", borderRadius: "2px", backgroundColor: "var(--bad)", transform: "rotate(45deg)" },
});

/** A file being written. */
export class Editor {
  /**
   * @param {HTMLElement} host whose shadow root the editor fills
   * @param {string} text
   * @param {() => void} onChange hears of each change of the text
   */
  constructor(host, text, onChange) {
    const root = host.attachShadow({ mode: "open" });
    this.onChange = onChange;
    this.view = new EditorView({ root, parent: root, state: this.begun(text, true) });
  }

  /** What stands at the start; only Python is coloured. @param {string} text @param {boolean} python */
  begun(text, python) {
    return EditorState.create({
      doc: text,
      extensions: [
        cm.lintGutter(),
        cm.lineNumbers(),
        cm.foldGutter(),
        cm.highlightActiveLine(),
        cm.highlightActiveLineGutter(),
        cm.history(),
        cm.drawSelection(),
        cm.indentOnInput(),
        cm.bracketMatching(),
        cm.highlightSelectionMatches(),
        cm.search({ top: true }),
        python ? cm.pythonLanguage : [],
        cm.syntaxHighlighting(colours),
        cm.indentUnit.of("    "),
        EditorState.tabSize.of(4),
        cm.keymap.of([cm.indentWithTab, cm.searchKeymap, cm.historyKeymap, cm.foldKeymap, cm.lintKeymap, cm.defaultKeymap].flat()),
        EditorView.contentAttributes.of({ "aria-label": LABEL, tabindex: "0", autocapitalize: "off", autocorrect: "off", spellcheck: "false" }),
        EditorView.updateListener.of((update) => update.docChanged && this.onChange()),
        look,
      ],
    });
  }

  /** Begin anew with a text in another language. @param {string} text @param {boolean} python */
  begin(text, python) {
    this.view.setState(this.begun(text, python));
  }

  /** What is written. */
  get text() {
    return this.view.state.doc.toString();
  }

  /** Put another text in its place; undo brings the old one back. @param {string} text */
  replace(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    this.mark([]);
  }

  /** Mark the lines where the bot failed. @param {{line: number, sentence: string}[]} problems */
  mark(problems) {
    const { state } = this.view;
    /** @type {Parameters<typeof cm.setDiagnostics>[1][number][]} */
    const found = problems.map(({ line: number, sentence }) => {
      const line = state.doc.line(Math.max(1, Math.min(number, state.doc.lines)));
      const from = line.from + line.text.length - line.text.trimStart().length;
      return { from: Math.min(from, line.to), to: line.to, severity: "error", message: sentence };
    });
    this.view.dispatch(cm.setDiagnostics(state, found.sort((one, other) => one.from - other.from)));
  }

  /** Put the cursor at a line, and the line in sight. @param {number} number from 1 */
  goTo(number) {
    const { doc } = this.view.state;
    const line = doc.line(Math.min(number, doc.lines));
    this.view.dispatch({
      selection: cm.EditorSelection.cursor(line.to),
      effects: EditorView.scrollIntoView(line.from, { y: "center" }),
    });
    this.view.focus();
  }
}
