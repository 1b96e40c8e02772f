/** Runs `visleaf shot` on a map. */

import type { Warning } from "../../core/diagnostics.ts";
import type { LightSideName } from "../../map/types.ts";
import type { FrameStats } from "../../render/types.ts";
import { DEFAULT_FOV } from "../../viewer/camera/camera.ts";
import { listMissing } from "../content/missing-content.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { readMapWith } from "../files/map-file.ts";
import { openHeadlessRenderer } from "../render/headless-renderer.ts";
import { loadMapFile } from "../render/load-map-file.ts";
import { printJson } from "../terminal.ts";
import { type ShotRequest, writeShot, writeWarnings } from "./shot-request.ts";
import { watchShot } from "./watch-shot.ts";

export async function shotMap(request: ShotRequest, side: LightSideName): Promise<void> {
  const { path, width, height, camera, settings, textureBudget, limits } = request;
  const content = await openContent(request.content);
  printProblems(content);
  const map = await readMapWith(path, content.sources);
  const headless = await openHeadlessRenderer(width, height);
  const watch = watchShot(path);
  try {
    const { renderer } = headless;
    Object.assign(renderer.settings, settings);
    const { scene, warnings } = await loadMapFile(headless, map, side, textureBudget, limits);
    if (request.marks.names.length > 0) {
      const { showMarks } = await import("./shot-marks.ts");
      await showMarks(renderer, map, request);
    }
    await writeShot(headless, watch, request, camera ?? { ...scene.start, fov: DEFAULT_FOV });
    writeWarnings(warnings);
    if (request.printsStats) printJson(summarizeShot(await renderer.readStats(), warnings));
  } finally {
    watch.stop();
    headless.close();
  }
}

/** Returns the data of `--stats`. */
function summarizeShot(stats: FrameStats, warnings: readonly Warning[]) {
  const { leaf, cluster, visibleClusters, chunks, triangles, draws } = stats;
  const { props, details, decals, shadows, sprites, ropeSegments } = stats;
  const missing = listMissing(warnings);
  return {
    leaf,
    cluster,
    visibleClusters,
    chunks,
    triangles,
    draws,
    props,
    details,
    decals,
    shadows,
    sprites,
    ropeSegments,
    missing,
  };
}
