/**
 * The style of the element and its overlay. A constructed sheet, because a page's Content Security
 * Policy may forbid inline styles.
 */

import css from "./overlay.css?inline";

/** Sheets by document; a constructed sheet cannot be shared between documents. */
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
