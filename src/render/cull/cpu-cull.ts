/** Culling by the CPU reference, for benchmarks to compare: what it finds is uploaded. */

import type { Gpu } from "../../gpu/gpu.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT, CHUNK_FACE } from "../../map/world.ts";
import { cullBoxes } from "../../visibility/cull.ts";
import { gatherInstances } from "../props/gather-instances.ts";
import { uploadGatheredInstances } from "../props/prop-pass.ts";
import type { RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { gatherChunks } from "../world/gather-chunks.ts";
import { uploadGathered } from "../world/world-pass.ts";

/** By `CHUNK_*`; written anew each frame. */
const isKindDrawn = new Uint8Array(3);
/** Rows found; grows with the largest map seen. */
let rows = new Uint32Array(1024);

export function cullOnCpu(gpu: Gpu, map: MapDraws, settings: RenderSettings): void {
  const { chunks, world } = map.geometry.scene;
  const { view, props } = map;
  const instanceCount = props === null ? 0 : props.geometry.set.instanceCount;
  const rowCount = Math.max(chunks.count, instanceCount);
  if (rows.length < rowCount) rows = new Uint32Array(rowCount);
  const frustum = settings.frustum ? view.frustum : null;

  isKindDrawn[CHUNK_FACE] = 1;
  isKindDrawn[CHUNK_DISPLACEMENT] = settings.displacements ? 1 : 0;
  isKindDrawn[CHUNK_BRUSH_MODEL] = settings.brushModels ? 1 : 0;
  const { batches, gathered } = map.world;
  const found = cullBoxes(chunks, view.visible, frustum, rows);
  gatherChunks(gathered, batches, chunks, world.indices, rows, found, isKindDrawn);
  uploadGathered(gpu, map.world);

  if (props === null || !settings.props) return;
  const { set, cullable } = props.geometry;
  const instances = cullBoxes(cullable, view.visible, frustum, rows);
  gatherInstances(props.gathered, set, props.batches, rows, instances, view);
  uploadGatheredInstances(gpu, props);
}
