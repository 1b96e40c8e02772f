/**
 * The statistics of a frame, kept in one object for the renderer's life: numbers that the CPU knows,
 * and counts that the GPU writes as the draws' arguments.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import { createBuffer, destroyBuffer } from "../../gpu/resources.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { CullTable } from "../cull/cull-table.ts";
import type { IndirectDraws } from "../draws/draw-set.ts";
import type { FrameStats, RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
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

// Views of a frame whose draws are counted, with what is needed to read their counts.

export interface CountedFrame {
  index: number;
  /** Views that share a table are neighbours. */
  readonly views: ViewDraws[];
  /** Of each view: `ViewDraws.onSets` and `COUNTED_*` bits. */
  readonly drawn: number[];
  /** Number of views added so far. */
  filled: number;
  /** Draws that do not depend on the view: those of the sky and the screen. */
  otherDraws: number;
}

/** Bits above the sets': late draws, translucent draws, and edges are drawn. */
const COUNTED_LATE = 1 << 16;
const COUNTED_LIST = 1 << 17;
const COUNTED_EDGES = 1 << 18;

export function createCountedFrame(): CountedFrame {
  return { index: 0, views: [], drawn: [], filled: 0, otherDraws: 0 };
}

export function copyCountedFrame(to: CountedFrame, from: CountedFrame): void {
  to.index = from.index;
  to.otherDraws = from.otherDraws;
  to.filled = from.filled;
  for (let i = 0; i < from.filled; i++) {
    to.views[i] = from.views[i];
    to.drawn[i] = from.drawn[i];
  }
  endCountedFrame(to);
}

/** Starts the next frame. The lists keep their length until `endCountedFrame`. */
export function restartCountedFrame(frame: CountedFrame): void {
  frame.index++;
  frame.filled = 0;
  frame.otherDraws = 0;
}

/**
 * Truncates the lists to the added views. Most frames add as many as the one before, and nothing is
 * allocated.
 */
export function endCountedFrame(frame: CountedFrame): void {
  const { filled } = frame;
  if (frame.views.length === filled) return;
  frame.views.length = filled;
  frame.drawn.length = filled;
}

/**
 * Adds the draws of a view.
 * @param phases 2 if it has a late phase
 * @param hasEdges whether sets with edges are drawn again as lines
 */
export function addCountedView(
  frame: CountedFrame,
  view: ViewDraws,
  settings: RenderSettings,
  phases: number,
  hasEdges: boolean,
): void {
  const at = frame.filled++;
  frame.views[at] = view;
  frame.drawn[at] =
    view.onSets |
    (phases === 2 ? COUNTED_LATE : 0) |
    (settings.translucent ? COUNTED_LIST : 0) |
    (hasEdges ? COUNTED_EDGES : 0);
}

/**
 * Returns true if everything that was counted still exists: parts loaded since may have freed it.
 */
export function isCountable(frame: CountedFrame): boolean {
  const { views } = frame;
  for (let i = 0; i < views.length; i++) if (views[i].isFreed) return false;
  return true;
}

/** Returns the tables of the frame's views, whose arguments follow each other when read back. */
export function countedTables({ views }: CountedFrame): CullTable[] {
  return [...new Set(views.map(({ table }) => table))];
}

/** Sums up what a frame drew. */
export function readCounts(stats: FrameStats, words: Uint32Array, frame: CountedFrame): void {
  stats.countedFrame = frame.index;
  stats.chunks = 0;
  stats.props = 0;
  stats.details = 0;
  stats.sprites = 0;
  stats.decals = 0;
  stats.shadows = 0;
  stats.ropeSegments = 0;
  stats.worldTriangles = 0;
  stats.triangles = 0;
  stats.worldDraws = 0;
  stats.propDraws = 0;
  stats.draws = frame.otherDraws;
  const starts = new Map<CullTable, number>();
  let end = 0;
  for (const table of countedTables(frame)) {
    starts.set(table, end);
    end += table.drawn.argsLength;
  }
  frame.views.forEach(({ table, sets, translucent }, i) => {
    const drawn = frame.drawn[i];
    const start = starts.get(table) ?? 0;
    const add = (draws: IndirectDraws, phases: number) => {
      const weight = (drawn & COUNTED_EDGES) !== 0 && draws.edges !== null ? 2 : 1;
      stats.draws += draws.count(stats, words, start + draws.place.args, phases) * weight;
    };
    for (const set of sets) {
      if (((drawn >> set.number) & 1) === 1) add(set, (drawn & COUNTED_LATE) === 0 ? 1 : 2);
    }
    if ((drawn & COUNTED_LIST) === 0) return;
    for (const { draws } of translucent.parts) add(draws, 1);
  });
}

// Reads the draws' arguments back, some frames later and without waiting, to count what was drawn.
// A frame that finds no free buffer is not counted.

const RING_SIZE = 2;

interface CountReadback {
  /** Call after the last pass. */
  readonly encode: (encoder: GPUCommandEncoder, frame: CountedFrame) => void;
  /** Call after the frame was submitted. */
  readonly readBack: () => void;
  readonly destroy: () => void;
}

interface Slot {
  buffer: GPUBuffer | null;
  isFree: boolean;
  readonly frame: CountedFrame;
  readonly onMapped: () => void;
  readonly onFailed: () => void;
}

/** @param onCounts receives the words of a frame's draws, which are valid during the call only */
export function createCountReadback(
  gpu: Gpu,
  onCounts: (words: Uint32Array, frame: CountedFrame) => void,
): CountReadback {
  let current: Slot | null = null;
  const slots = Array.from({ length: RING_SIZE }, (): Slot => {
    const slot: Slot = {
      buffer: null,
      isFree: true,
      frame: createCountedFrame(),
      onMapped() {
        const { buffer, frame } = slot;
        if (buffer === null) return;
        onCounts(new Uint32Array(buffer.getMappedRange()), frame);
        buffer.unmap();
        slot.isFree = true;
      },
      // Mapping fails only if the buffer is invalid or destroyed, or the device lost. A frame that
      // copies into such a buffer is not drawn, so the slot stays in use.
      onFailed: () => undefined,
    };
    return slot;
  });

  /** Returns the slot's buffer, reallocated if it is too small. */
  const bufferOf = (slot: Slot, byteLength: number): GPUBuffer => {
    if (slot.buffer !== null && slot.buffer.size >= byteLength) return slot.buffer;
    if (slot.buffer !== null) destroyBuffer(gpu, slot.buffer);
    const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
    slot.buffer = createBuffer(gpu, "render/counts", "read-back", usage, byteLength);
    return slot.buffer;
  };

  return {
    encode(encoder, frame) {
      current = null;
      for (let i = 0; i < slots.length; i++) if (slots[i].isFree) current = slots[i];
      if (current === null) return;
      const tables = countedTables(frame);
      const words = tables.reduce((sum, { drawn }) => sum + drawn.argsLength, 0);
      if (words === 0) return;
      const buffer = bufferOf(current, words * 4);
      let offset = 0;
      for (const { drawn } of tables) {
        encoder.copyBufferToBuffer(drawn.buffer, 0, buffer, offset, drawn.argsLength * 4);
        offset += drawn.argsLength * 4;
      }
      copyCountedFrame(current.frame, frame);
      current.isFree = false;
    },
    readBack() {
      current?.buffer?.mapAsync(GPUMapMode.READ).then(current.onMapped, current.onFailed);
      current = null;
    },
    destroy() {
      for (const slot of slots) {
        if (slot.buffer !== null) destroyBuffer(gpu, slot.buffer);
        slot.buffer = null;
      }
    },
  };
}
