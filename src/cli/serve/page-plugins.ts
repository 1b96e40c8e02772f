/** How Vite serves and builds the page, so that it is what `visleaf serve` serves. */

import type { Connect, Plugin } from "vite";
import { PAGE_POLICY } from "./page-policy.ts";
import { isolationFor } from "./serve-isolation.ts";

/** The benchmark's page, `?bench`, is isolated as `visleaf serve` does it, and no other. */
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
 * The built pages say themselves what they may load and run. Not those of the development server, which
 * puts scripts and styles into them.
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
