/**
 * The fly-through page; with `?bench`, the benchmark page; with `?support`, the support page.
 * `window.visleaf` is the viewer, for scripts and the browser's console: `visleaf.camera` is
 * writable, `visleaf.settings` switches parts of the frame, `visleaf.stats` and `visleaf.timing`
 * describe the last frames, `visleaf.map` and `visleaf.summary` describe the open map,
 * `visleaf.load(url)` opens a map, and `visleaf.screenshot()` returns a PNG.
 */

import { describeFailure } from "../component/failures.ts";
import { createViewer, mapNameFrom, type Viewer } from "../viewer/index.ts";
import { parseBenchQuery } from "./bench/bench-query.ts";
import { showInputKind } from "./controls/input-kind.ts";
import { byId, make, setText } from "./dom.ts";
import { DEMO, wantsStillness } from "./opening/demo.ts";
import { showPoster } from "./opening/load-display.ts";
import { createPage } from "./page.ts";
import { parseQuery } from "./query.ts";

// The page without WebGPU: what is missing, and advice.

/** Shows the film of the page. It moves, so that it is not shown to those who want less motion. */
function showFilm(): void {
  const film = byId("unsupported-film");
  film.hidden = wantsStillness();
  // The package is installed without the film.
  film.querySelector("img")!.addEventListener("error", () => {
    film.hidden = true;
  });
}

/** Replaces the start screen with the reason and advice. */
async function showUnsupported(error: unknown): Promise<void> {
  const { title, advice, detail } = await describeFailure(error, "the page");
  setText(byId("unsupported-title"), title);
  setText(byId("unsupported-reason"), detail);
  byId("unsupported-advice").replaceChildren(...advice.map((line) => make("li", {}, line)));
  const message = error instanceof Error ? error.message : String(error);
  setText(byId("unsupported-detail"), message === detail ? "" : message);
  showFilm();
  byId("unsupported").hidden = false;
  document.body.dataset.state = "unsupported";
}

/**
 * Shows focus rings from the first Tab until the next click. A browser would also show them when a
 * script moves the focus, for example to the map after loading.
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
  // The adapter request takes a moment, so the poster appears first.
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
  const { showSupportPage } = await import("./support-page.ts");
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
// Not awaited: modules loaded next may import this script, and would wait for it forever.
void start();
