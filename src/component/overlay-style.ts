/**
 * The look of the element and what lies over its picture. A constructed sheet: a page's Content
 * Security Policy may forbid styles in markup.
 */

const CSS = `
:host {
  --_accent: var(--visleaf-accent, #f2a33a);
  --_text: var(--visleaf-text, #f3f1ec);
  --_panel: var(--visleaf-panel, rgb(18 21 26 / 88%));
  --_radius: var(--visleaf-radius, 8px);
  display: block;
  position: relative;
  aspect-ratio: 16 / 9;
  overflow: hidden;
  contain: content;
  container-type: inline-size;
  background: var(--visleaf-background, #14171c);
  color: var(--_text);
  font: 15px/1.45 var(--visleaf-font, system-ui, sans-serif);
  color-scheme: dark;
}
:host([hidden]), [hidden] { display: none !important; }
:host(:fullscreen) { aspect-ratio: auto; }
.canvas, .poster { position: absolute; inset: 0; width: 100%; height: 100%; display: block; }
.canvas { outline: none; }
.frame {
  position: absolute; inset: 0; pointer-events: none; border: 2px solid transparent;
}
.canvas:focus-visible:not(.pressed) ~ .frame { border-color: var(--_accent); }
.poster { object-fit: cover; pointer-events: none; transition: opacity 250ms; }
.poster.gone { opacity: 0; }
.layer { position: absolute; inset: 0; display: grid; pointer-events: none; }
.layer > * { pointer-events: auto; }
button {
  font: inherit; color: inherit; border: 0; border-radius: var(--_radius);
  background: var(--_panel); cursor: pointer; touch-action: manipulation;
}
button:hover { background: color-mix(in srgb, var(--_accent) 22%, #14171c); }
button:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
.start {
  display: grid; width: 100%; height: 100%; padding: 0; border-radius: 0; background: none;
}
.start:hover { background: rgb(0 0 0 / 15%); }
.start:focus-visible { outline-offset: -3px; }
.start > *, .start::before, .start::after { grid-area: 1 / 1; place-self: center; content: ""; }
.start::before {
  width: clamp(44px, 12cqw, 72px); aspect-ratio: 1; border-radius: 50%; background: var(--_panel);
}
.start::after {
  width: clamp(14px, 4cqw, 24px); aspect-ratio: 7 / 8; margin-left: clamp(3px, 1cqw, 6px);
  background: var(--_accent); clip-path: polygon(0 0, 100% 50%, 0 100%);
}
.name {
  max-width: calc(100% - 24px); box-sizing: border-box; padding: 4px 12px; margin: 12px;
  border-radius: var(--_radius); background: var(--_panel);
}
.start > .name { place-self: end start; }
.name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.progress {
  align-self: end; margin: 16px; padding: 10px 14px 12px; border-radius: var(--_radius);
  background: var(--_panel); max-width: 420px; pointer-events: none;
}
.progress-text { display: flex; justify-content: space-between; gap: 12px; font-size: 13px; }
.progress-text > * { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.stage { opacity: 0.75; }
.track { height: 4px; margin-top: 8px; border-radius: 2px; overflow: hidden; background: rgb(255 255 255 / 18%); }
.bar {
  height: 100%; background: var(--_accent); transform-origin: left; transition: transform 150ms;
}
:host(:dir(rtl)) .bar { transform-origin: right; }
.progress.thin { margin: 0; padding: 0; max-width: none; border-radius: 0; background: none; }
.progress.thin .progress-text { display: none; }
.progress.thin .track { height: 3px; margin: 0; border-radius: 0; }
.error {
  place-self: center; box-sizing: border-box; max-width: min(560px, calc(100% - 24px));
  max-height: calc(100% - 24px); overflow: auto; padding: 18px 22px; border-radius: var(--_radius);
  background: var(--_panel); user-select: text;
}
.error-title { margin: 0; font-size: 18px; font-weight: 600; overflow-wrap: anywhere; }
.error-detail { margin: 8px 0 0; overflow-wrap: anywhere; opacity: 0.8; font-size: 14px; }
.error-advice { margin: 12px 0 0; padding-left: 1.2em; }
.error-advice:empty { display: none; }
.actions { display: flex; gap: 10px; margin-top: 14px; }
.actions button { min-height: 40px; padding: 4px 18px; background: rgb(255 255 255 / 12%); }
.actions button:hover { background: rgb(255 255 255 / 22%); }
.toolbar { place-self: end; display: flex; gap: 8px; margin: 12px; }
.toolbar button { min-width: 40px; min-height: 40px; padding: 0 12px; font-size: 14px; }
.quiet {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; margin: 0;
}
@container (max-width: 420px) {
  .name { font-size: 14px; margin: 8px; padding: 2px 10px; }
  .error {
    padding: 12px 16px 24px;
    /* What is longer than the picture is high fades out where it goes on. */
    mask-image: linear-gradient(#000 calc(100% - 24px), transparent);
  }
  .error-title { font-size: 16px; }
  .error-detail, .error-advice { margin-top: 6px; font-size: 13px; }
  .toolbar { margin: 8px; }
}
@container (max-width: 260px) { .stage { display: none; } }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`;

/** A sheet belongs to one document. */
const sheets = new WeakMap<Document, CSSStyleSheet>();

export function adoptOverlayStyle(root: ShadowRoot): void {
  const { ownerDocument } = root.host;
  const { defaultView } = ownerDocument;
  if (defaultView === null) return;
  let sheet = sheets.get(ownerDocument);
  if (sheet === undefined) {
    sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(CSS);
    sheets.set(ownerDocument, sheet);
  }
  root.adoptedStyleSheets = [sheet];
}
