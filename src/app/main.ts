/**
 * The fly-through page; with `?bench`, the benchmark's; with `?support`, what this browser can do.
 *
 * `window.visleaf` is the viewer, for scripts and the console: `visleaf.camera` may be written,
 * `visleaf.settings` switches the frame, `visleaf.stats` and `visleaf.timing` are of the last
 * frames, `visleaf.map` and `visleaf.summary` say what is shown, `visleaf.load(url)` opens
 * a map and `visleaf.screenshot()` gives a PNG.
 */

import { describeFailure } from "../component/failures.ts";
import { createViewer, mapNameFrom, type Viewer } from "../viewer/index.ts";
import { parseBenchQuery } from "./bench/bench-query.ts";
import { showInputKind } from "./controls/input-kind.ts";
import { byId, make, setText } from "./dom.ts";
import { DEMO } from "./opening/demo.ts";
import { showPoster } from "./opening/poster.ts";
import { createPage } from "./page.ts";
import { parseQuery } from "./query.ts";

// The page without WebGPU: what is missing, and what to do about it.

/** Replaces the start screen. */
async function showUnsupported(error: unknown): Promise<void> {
  const { title, advice, detail } = await describeFailure(error, "the page");
  setText(byId("unsupported-title"), title);
  setText(byId("unsupported-reason"), detail);
  byId("unsupported-advice").replaceChildren(...advice.map((line) => make("li", {}, line)));
  const message = error instanceof Error ? error.message : String(error);
  setText(byId("unsupported-detail"), message === detail ? "" : message);
  byId("unsupported").hidden = false;
  document.body.dataset.state = "unsupported";
}

/**
 * Whether the ring around what has the focus is shown: from the first Tab until the next click. A browser
 * takes a focus that a script gives, as the map's when it comes, for one of the keyboard.
 */
function bindFocusRing(): void {
  const { dataset } = document.documentElement;
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === "Tab") dataset.focus = "tab";
  };
  const onPointer = (): void => {
    delete dataset.focus;
  };
  addEventListener("keydown", onKey, { capture: true });
  addEventListener("pointerdown", onPointer, { capture: true });
}

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
