/**
 * Isolates the benchmark's page from other origins. Isolated pages get a clock of 5 microseconds
 * instead of 100 for its measurements. But they lose pictures from other hosts and the window's
 * opener, so the viewer's page is not isolated.
 */

import type { IncomingMessage } from "node:http";

export const ISOLATING_HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
};

/** True if the request is for the benchmark's page: `/?bench`, `/index.html?size=…&bench=URL`. */
export function isBenchPage(url: string): boolean {
  const [path, query = ""] = url.split("?", 2);
  return /(?:^|\/)(?:index\.html)?$/.test(path) && new URLSearchParams(query).has("bench");
}

/** Returns the headers that isolate the page of a request, if it is to be isolated. */
export function isolationFor({ url }: IncomingMessage): Readonly<Record<string, string>> {
  return isBenchPage(url ?? "/") ? ISOLATING_HEADERS : {};
}
