/** The statistics of a frame, kept in one object for the renderer's life. */

import type { RenderContext } from "../context/render-context.ts";
import type { FrameStats } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { FRAME_PASSES } from "./frame-passes.ts";

/**
 * JavaScript steps outside the passes. Before them: finding and uploading what the view sees. After
 * them: ending the command buffer, submitting it, and requesting the read-back.
 */
const FRAME_STEPS = ["view", "finish", "submit", "read back"] as const;

export function createFrameStats(): FrameStats {
  return {
    frame: 0,
    leaf: 0,
    cluster: -1,
    visibleClusters: 0,
    clusterCount: 0,
    chunkCount: 0,
    cpuMs: 0,
    passNames: FRAME_PASSES.map(({ name }) => name),
    passCpuMs: new Float32Array(FRAME_PASSES.length),
    stepNames: FRAME_STEPS,
    stepCpuMs: new Float32Array(FRAME_STEPS.length),
    samples: 1,
    bufferBytes: 0,
    textureBytes: 0,
    countedFrame: 0,
    chunks: 0,
    props: 0,
    details: 0,
    sprites: 0,
    decals: 0,
    shadows: 0,
    ropeSegments: 0,
    triangles: 0,
    worldTriangles: 0,
    worldDraws: 0,
    propDraws: 0,
    draws: 0,
    gpuMs: -1,
    passGpuMs: new Float32Array(FRAME_PASSES.length).fill(-1),
  };
}

/** Writes the numbers that the CPU knows; `readCounts` writes those that the GPU counts. */
export function writeFrameStats(
  stats: FrameStats,
  { gpu, sampled }: Pick<RenderContext, "gpu" | "sampled">,
  map: MapDraws | null,
): void {
  stats.frame++;
  stats.samples = sampled.samples;
  stats.bufferBytes = gpu.memory.bufferBytes;
  stats.textureBytes = gpu.memory.textureBytes;
  stats.leaf = map === null ? 0 : map.cameras[0].view.leaf;
  stats.cluster = map === null ? -1 : map.cameras[0].view.cluster;
  stats.visibleClusters = map === null ? 0 : map.cameras[0].view.visibleClusters;
  stats.clusterCount = map?.scene.pvs?.clusterCount ?? 0;
  stats.chunkCount = map === null ? 0 : map.scene.chunks.count;
}
