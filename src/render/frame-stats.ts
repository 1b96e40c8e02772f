/** The numbers of a frame, one object for the renderer's life. */

import type { Gpu } from "../gpu/gpu.ts";
import type { GpuTimer } from "../gpu/timer.ts";
import { FRAME_PASSES } from "./frame-passes.ts";
import type { MapDraws } from "./map-draws.ts";
import { SKY_DRAWS } from "./sky-pass.ts";
import type { FrameStats, RenderSettings } from "./types.ts";

const NO_MAP = {
  leaf: 0,
  cluster: -1,
  visibleClusters: 0,
  clusterCount: 0,
  chunks: 0,
  chunkCount: 0,
  triangles: 0,
  draws: 0,
  props: 0,
} as const;

export function createFrameStats(timer: GpuTimer): FrameStats {
  return {
    ...NO_MAP,
    cpuMs: 0,
    gpuMs: -1,
    passNames: FRAME_PASSES,
    passGpuMs: timer.passMs,
    bufferBytes: 0,
    textureBytes: 0,
  };
}

/** Counts what a frame drew. */
export function writeFrameStats(
  stats: FrameStats,
  gpu: Gpu,
  timer: GpuTimer,
  map: MapDraws | null,
  settings: RenderSettings,
  isPresented: boolean,
): void {
  stats.gpuMs = timer.frameMs;
  stats.bufferBytes = gpu.memory.bufferBytes;
  stats.textureBytes = gpu.memory.textureBytes;
  const screenDraws = isPresented ? 2 : 1;
  if (map === null) {
    Object.assign(stats, NO_MAP);
    stats.draws = screenDraws;
    return;
  }
  const { view, translucent, geometry } = map;
  const { batches } = map.world;
  const props = settings.props && map.props !== null ? map.props.batches : null;
  const orderedChunks = settings.translucent ? batches.orderedCount : 0;
  stats.leaf = view.leaf;
  stats.cluster = view.cluster;
  stats.visibleClusters = view.visibleClusters;
  stats.clusterCount = geometry.scene.pvs?.clusterCount ?? 0;
  stats.chunkCount = geometry.scene.chunks.count;
  stats.chunks = batches.drawnChunks + orderedChunks;
  stats.props = props === null ? 0 : props.drawnInstances;
  stats.draws =
    batches.drawnBatches +
    (props === null ? 0 : props.drawnDraws) +
    translucent.count +
    (settings.sky ? SKY_DRAWS : 0) +
    (settings.wireframe ? batches.drawnBatches + orderedChunks : 0) +
    screenDraws;
  stats.triangles =
    (batches.drawnIndices +
      (props === null ? 0 : props.drawnIndices) +
      (translucent.count > 0 ? translucent.drawnIndices : 0)) /
    3;
}
