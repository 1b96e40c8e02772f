/** Vite plugins that give the page the same headers and policy as `visleaf serve`. */

import type { Connect, Plugin } from "vite";
import { PAGE_POLICY } from "./page-policy.ts";
import { isolationFor } from "./serve-isolation.ts";

/** Isolates the benchmark's page (`?bench`), as `visleaf serve` does, and no other. */
export function benchIsolationPlugin(): Plugin {
  const isolate: Connect.NextHandleFunction = (request, response, next) => {
    for (const [name, value] of Object.entries(isolationFor(request))) {
      response.setHeader(name, value);
    }
    next();
  };
  return {
    name: "visleaf:bench-isolation",
    configureServer: ({ middlewares }) => void middlewares.use(isolate),
    configurePreviewServer: ({ middlewares }) => void middlewares.use(isolate),
  };
}

/**
 * Adds a content security policy to the built pages. Not to those of the development server, which
 * inserts scripts and styles.
 */
export function pagePolicyPlugin(): Plugin {
  return {
    name: "visleaf:page-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: PAGE_POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}
