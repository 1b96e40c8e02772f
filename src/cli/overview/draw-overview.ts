/** Draws the layers of an overview. */

import type { OverviewFrame } from "../../analysis/overview/fit-picture.ts";
import type { OverviewSection } from "../../analysis/overview/sections.ts";
import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import type { LightSideName } from "../../map/types.ts";
import type { RenderSettings } from "../../render/types.ts";
import type { Pixels } from "../../viewer/overview/average-samples.ts";
import {
  drawTopPicture,
  TOP_SETTINGS,
  targetEdge,
  topPictureOf,
  withoutFades,
} from "../../viewer/overview/draw-top-picture.ts";
import type { MapFile } from "../files/map-file.ts";
import { openHeadlessRenderer } from "../render/headless-renderer.ts";
import { loadMapFile } from "../render/load-map-file.ts";

export interface OverviewDrawing {
  /** Edge of each picture, pixels. */
  readonly size: number;
  readonly frame: OverviewFrame;
  readonly sections: readonly OverviewSection[];
  /** See `TopPicture.clusters`. */
  readonly clusters: Uint32Array | null;
  readonly seconds: number;
  readonly side: LightSideName;
  readonly settings: Partial<RenderSettings>;
  /** In bytes. */
  readonly textureBudget: number | undefined;
  readonly limits: Limits;
}

/** One picture for each section, and the warnings. */
export interface DrawnOverview {
  readonly pictures: readonly Pixels[];
  readonly warnings: readonly Warning[];
}

/** @throws NoGpuError if there is no GPU */
export async function drawOverview(map: MapFile, drawing: OverviewDrawing): Promise<DrawnOverview> {
  const { size, frame, settings, side, textureBudget, limits } = drawing;
  const edge = targetEdge(size);
  const headless = await openHeadlessRenderer(edge, edge);
  try {
    const { renderer } = headless;
    Object.assign(renderer.settings, TOP_SETTINGS, settings);
    const loaded = await loadMapFile(headless, map, side, textureBudget, limits, withoutFades);
    const pictures: Pixels[] = [];
    for (const section of drawing.sections) {
      const picture = topPictureOf(frame, section, drawing.clusters, size);
      pictures.push(await drawTopPicture(renderer, picture, size, drawing.seconds));
    }
    await headless.drain();
    return { pictures, warnings: loaded.warnings };
  } finally {
    headless.close();
  }
}
