/**
 * The fly-through page.
 *
 * `window.visleaf` is the viewer, for scripts and the console: `visleaf.camera` may be written,
 * `visleaf.settings` switches the frame, `visleaf.stats` and `visleaf.timing` are of the last
 * frames, `visleaf.map` and `visleaf.summary` say what is shown, `visleaf.open({name, url})` opens
 * a map and `visleaf.screenshot()` gives a PNG.
 */

import type { ContentSpec } from "../content/types.ts";
import { createViewer, type Viewer } from "../viewer/viewer.ts";
import { byId } from "./dom.ts";
import { createPage } from "./page.ts";
import { parseQuery } from "./query.ts";
import { showUnsupported } from "./unsupported.ts";

declare global {
  interface Window {
    visleaf?: Viewer;
  }
}

const query = parseQuery(location.search, location.href);
const content: ContentSpec[] = query.content.map((base) => ({ kind: "url", base }));

try {
  const viewer = await createViewer({
    canvas: byId<HTMLCanvasElement>("view"),
    present: query.present,
    side: query.side,
    keyTarget: window,
    content,
  });
  window.visleaf = viewer;
  createPage(viewer, query);
} catch (error) {
  showUnsupported(error);
}
