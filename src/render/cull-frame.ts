/** The cull pass: finds what a frame draws and uploads the lists that its draws read. */

import type { Gpu } from "../gpu/gpu.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT, CHUNK_FACE } from "../map/world.ts";
import { cullBoxes } from "../visibility/cull.ts";
import { writeLeafOrder } from "../visibility/leaf-walk.ts";
import type { MapDraws } from "./map-draws.ts";
import { gatherInstances } from "./prop-batches.ts";
import { uploadPropDraws } from "./prop-pass.ts";
import { sortTranslucent } from "./translucent-pass.ts";
import type { Camera, RenderSettings } from "./types.ts";
import { updateView } from "./view.ts";
import { gatherChunks } from "./world-batches.ts";
import { uploadWorldDraws } from "./world-pass.ts";

/** By `CHUNK_*`; written anew each frame. */
const isKindDrawn = new Uint8Array(3);

export function cullFrame(
  gpu: Gpu,
  map: MapDraws,
  camera: Camera,
  settings: RenderSettings,
  width: number,
  height: number,
): void {
  const { scene } = map.geometry;
  const { view } = map;
  updateView(view, scene.tree, scene.pvs, camera, settings, width, height);
  const frustum = settings.frustum ? view.frustum : null;

  isKindDrawn[CHUNK_FACE] = 1;
  isKindDrawn[CHUNK_DISPLACEMENT] = settings.displacements ? 1 : 0;
  isKindDrawn[CHUNK_BRUSH_MODEL] = settings.brushModels ? 1 : 0;
  const chunkCount = cullBoxes(scene.chunks, view.visible, frustum, map.visibleChunks);
  const { batches } = map.world;
  const { indices } = scene.world;
  gatherChunks(batches, scene.chunks, indices, map.visibleChunks, chunkCount, isKindDrawn);
  uploadWorldDraws(gpu, map.world);

  const props = settings.props ? map.props : null;
  if (props !== null) {
    const count = cullBoxes(props.cullable, view.visible, frustum, map.visibleInstances);
    gatherInstances(
      props.batches,
      props.set,
      map.visibleInstances,
      count,
      camera.x,
      camera.y,
      camera.z,
      view.lodMetricPerInch,
    );
    uploadPropDraws(gpu, props);
  }

  map.translucent.count = 0;
  const orderedCount = batches.orderedCount + (props === null ? 0 : props.batches.orderedCount);
  if (settings.translucent && orderedCount > 0) {
    writeLeafOrder(scene.tree, camera.x, camera.y, camera.z, map.leafRank);
    sortTranslucent(map.translucent, camera, map.leafRank, scene.chunks, batches, props);
  }
}
