/** Draws a map's overview with a separate renderer, while the viewer keeps running. */

import { type CannotTell, isCannotTell } from "../../analysis/cannot-tell.ts";
import type { ContentSpec } from "../../content/types.ts";
import { CancelledError } from "../../core/errors.ts";
import type { GpuError } from "../../gpu/errors.ts";
import { createFileReader } from "../file/file-reader.ts";
import type { OverviewPlan } from "../file/serve-overview.ts";
import { openRenderer } from "../frame/open-renderer.ts";
import { applyLoadEvent } from "../load/apply-load-event.ts";
import { MapLoader } from "../load/map-loader.ts";
import { absoluteSource, type MapSource } from "../load/map-source.ts";
import type { Pixels } from "./average-samples.ts";
import {
  drawTopPicture,
  TOP_SETTINGS,
  targetEdge,
  topPictureOf,
  withoutFades,
} from "./draw-top-picture.ts";

/** Pixels along an edge, as in games. */
const SIZE = 1024;

/** Texture memory, in addition to the viewer's. */
const TEXTURE_BYTES = 256 * 2 ** 20;

export interface TopView {
  readonly plan: OverviewPlan;
  readonly pixels: Pixels;
}

/**
 * Rejects with FormatError, if the map cannot be read any more, with GpuError if it does not fit,
 * and with CancelledError.
 * @param onStage called with a short description of each stage
 */
export async function drawTopView(
  source: MapSource,
  content: readonly ContentSpec[],
  onStage: (words: string) => void,
  signal: AbortSignal,
): Promise<TopView | CannotTell> {
  const map = absoluteSource(source, location.href);
  onStage("Finding the walkable floors …");
  const plan = await findPlan({ map, content }, signal);
  if (isCannotTell(plan)) return plan;
  onStage("Loading the map …");
  const faults: GpuError[] = [];
  const open = await openRenderer(null, { isShared: true, onFault: (e) => faults.push(e) });
  const loader = new MapLoader();
  const onAbort = (): void => loader.cancel();
  signal.addEventListener("abort", onAbort);
  try {
    if (signal.aborted) throw new CancelledError();
    const { gpu, renderer } = open;
    const edge = targetEdge(SIZE);
    renderer.resize(edge, edge);
    Object.assign(renderer.settings, TOP_SETTINGS);
    const options = {
      name: source.name,
      side: "hdr",
      textureCompressionBc: gpu.features.textureCompressionBc,
      maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
      textureBudgetBytes: TEXTURE_BYTES,
    } as const;
    await loader.load({ type: "load", map, content, options }, (event) =>
      applyLoadEvent(renderer, withoutFades(event), () => !signal.aborted),
    );
    onStage("Drawing …");
    const { frame, clusters } = plan;
    const pixels = await drawTopPicture(
      renderer,
      topPictureOf(frame, plan, clusters, SIZE),
      SIZE,
      0,
    );
    if (faults.length > 0) throw faults[0];
    if (signal.aborted) throw new CancelledError();
    return { plan, pixels };
  } finally {
    signal.removeEventListener("abort", onAbort);
    loader.destroy();
    open.destroy();
  }
}

function findPlan(
  asked: { readonly map: MapSource; readonly content: readonly ContentSpec[] },
  signal: AbortSignal,
): Promise<OverviewPlan | CannotTell> {
  const reader = createFileReader();
  return new Promise<OverviewPlan | CannotTell>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new CancelledError()));
    reader.ask("overview", asked).then(resolve, reject);
  }).finally(() => reader.close());
}
