/**
 * Content Security Policy of the page, which limits what a bug in it, or a name from a file that
 * ends up in it, can do: only its own scripts and styles, no inline ones, no `eval`, no frames, no
 * forms, no plugins, no other base.
 *
 * `connect-src` is open: the page's purpose is that `?map=` and `?content=` may name any host. Data
 * from there is only parsed; no script, style, picture or worker is loaded from it.
 */

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  // The load worker is a file of the page.
  "worker-src 'self'",
  "style-src 'self'",
  // The icon is inline; screenshots, and posters from them, are blobs.
  "img-src 'self' data: blob:",
  "media-src blob:",
  // Small files of the page, such as the demo's flight, are inlined as data.
  "connect-src 'self' https: http: data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Policy in the page's HTML, on any host. Hosts decide about frames. */
export const PAGE_POLICY = DIRECTIVES.join("; ");

const NO_FRAMES = "frame-ancestors 'none'";

/** Policy of the page and its worker on this machine's server: no other page may frame it. */
const SERVED_PAGE_POLICY = `${PAGE_POLICY}; ${NO_FRAMES}`;

/** Policy of data files, in case a browser shows one as a page. */
export const DATA_POLICY = `default-src 'none'; sandbox; base-uri 'none'; ${NO_FRAMES}`;

/** Adds to a policy that no other page may frame its page. */
export const withoutFrames = (policy: string): string => `${policy}; ${NO_FRAMES}`;

/**
 * Returns the policy for an answer's type. A worker has the policy of its script, not of the page.
 */
export function servedPolicy(type: string): string {
  return /^text\/(html|javascript)\b/.test(type) ? SERVED_PAGE_POLICY : DATA_POLICY;
}
