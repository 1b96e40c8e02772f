/**
 * What the page may load and run (Content Security Policy), so that a fault in it, or a name out of a
 * file that ends up in it, can do nothing else: its own scripts and styles, no inline ones, no `eval`, no
 * frames, no forms, no plugins, no other base.
 *
 * `connect-src` is open: `?map=` and `?content=` may name any host, which is what the page is for. What
 * comes from there is read as data; no script, style, picture or worker does.
 */

import { createHash } from "node:crypto";

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  // The load worker is a file of the page's own.
  "worker-src 'self'",
  "style-src 'self'",
  // The icon is in the page; a picture that was taken, and a poster out of one, are blobs.
  "img-src 'self' data: blob:",
  "media-src blob:",
  // Small files of the page's own, the demo's flight, are built into it as data.
  "connect-src 'self' https: http: data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Of the page, wherever it is hosted: it stands in its HTML. Frames are for whoever hosts it to allow. */
export const PAGE_POLICY = DIRECTIVES.join("; ");

const NO_FRAMES = "frame-ancestors 'none'";

/** Of the page and its worker, from this machine's own server: nobody else has it in a frame. */
const SERVED_PAGE_POLICY = `${PAGE_POLICY}; ${NO_FRAMES}`;

/** Of what is data, should a browser show it as a page after all. */
export const DATA_POLICY = `default-src 'none'; sandbox; base-uri 'none'; ${NO_FRAMES}`;

/** Of a page of links with one style sheet in it. */
export function listPolicy(style: string): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; ${NO_FRAMES}`;
}

/** By the type of an answer: a worker has the policy of its script, not that of the page. */
export function servedPolicy(type: string): string {
  return /^text\/(html|javascript)\b/.test(type) ? SERVED_PAGE_POLICY : DATA_POLICY;
}
