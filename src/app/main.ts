/**
 * The fly-through page; with `?bench`, the benchmark's; with `?support`, what this browser can do.
 *
 * `window.visleaf` is the viewer, for scripts and the console: `visleaf.camera` may be written,
 * `visleaf.settings` switches the frame, `visleaf.stats` and `visleaf.timing` are of the last
 * frames, `visleaf.map` and `visleaf.summary` say what is shown, `visleaf.load(url)` opens
 * a map and `visleaf.screenshot()` gives a PNG.
 */

import { createViewer, mapNameFrom, type Viewer } from "../viewer/index.ts";
import { parseBenchQuery } from "./bench/bench-query.ts";
import { bindFocusRing } from "./controls/focus-ring.ts";
import { showInputKind } from "./controls/input-kind.ts";
import { byId } from "./dom.ts";
import { DEMO } from "./opening/demo.ts";
import { showPoster } from "./opening/poster.ts";
import { createPage } from "./page.ts";
import { parseQuery } from "./query.ts";
import { showUnsupported } from "./support/unsupported.ts";

declare global {
  interface Window {
    visleaf?: Viewer;
  }
}

const query = parseQuery(location.search, location.href);
const { content } = query;

const benchQuery = parseBenchQuery(location.search, location.href);

async function startFlyThrough(): Promise<void> {
  // The adapter takes a moment: meanwhile the page says what is on its way.
  if (query.map !== null) showPoster({ name: mapNameFrom(query.map) });
  else if (query.start === "demo") showPoster(DEMO);
  const viewer = await createViewer(byId<HTMLCanvasElement>("view"), {
    present: query.present,
    side: query.side,
    keyTarget: window,
    content,
  });
  window.visleaf = viewer;
  createPage(viewer, query);
}

async function startBench(): Promise<void> {
  const { createBenchPage } = await import("./bench/bench-page.ts");
  createBenchPage(
    benchQuery!,
    content.map((base) => ({ kind: "url", base })),
  );
}

async function startSupport(): Promise<void> {
  const { showSupportPage } = await import("./support/support-page.ts");
  await showSupportPage();
}

async function start(): Promise<void> {
  try {
    if (query.isSupport) await startSupport();
    else if (benchQuery) await startBench();
    else await startFlyThrough();
  } catch (error) {
    await showUnsupported(error);
  }
}

bindFocusRing();
showInputKind();
// Not awaited: what is loaded next may import from this script, which would then wait for itself.
void start();
