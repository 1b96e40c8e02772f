/**
 * The look of the element and what lies over its picture. A constructed sheet: a page's Content
 * Security Policy may forbid styles in markup.
 */

import css from "./overlay.css?inline";

/** A sheet belongs to one document. */
const sheets = new WeakMap<Document, CSSStyleSheet>();

export function adoptOverlayStyle(root: ShadowRoot): void {
  const { ownerDocument } = root.host;
  const { defaultView } = ownerDocument;
  if (defaultView === null) return;
  let sheet = sheets.get(ownerDocument);
  if (sheet === undefined) {
    sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(ownerDocument, sheet);
  }
  root.adoptedStyleSheets = [sheet];
}
