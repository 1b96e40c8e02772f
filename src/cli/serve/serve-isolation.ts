/**
 * Which page is isolated from other origins. Isolated pages get a clock of 5 microseconds instead of
 * 100, which the benchmark times by; but pictures from other hosts, and a window's opener, are lost to
 * them, so the fly-through is not.
 */

import type { IncomingMessage } from "node:http";

export const ISOLATING_HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** Whether the request is for the benchmark's page: `/?bench`, `/index.html?size=…&bench=URL`. */
export function isBenchPage(url: string): boolean {
  const [path, query = ""] = url.split("?", 2);
  return /(?:^|\/)(?:index\.html)?$/.test(path) && new URLSearchParams(query).has("bench");
}

/** What goes with the answer to a request, so that the page it may be is isolated. */
export function isolationFor({ url }: IncomingMessage): Readonly<Record<string, string>> {
  return isBenchPage(url ?? "/") ? ISOLATING_HEADERS : {};
}
