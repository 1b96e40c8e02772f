/** What the counts of a frame are read from, and what has to be known to read them. */

import { PULLED_ARGS_WORDS } from "../ordered/ordered-props.ts";
import { SKY_DRAWS } from "../sky/sky-pass.ts";
import type { FrameStats, RenderSettings } from "../types.ts";
import type { MapDraws } from "../views/map-draws.ts";
import type { ViewDraws } from "../views/view-draws.ts";
import { BATCH_ARGS, PROP_ARGS_WORDS } from "../world/batch-args.ts";

/** Buffers of a view whose words are read: the world's draws, props', chunks' and meshes' in order. */
const SOURCES_PER_VIEW = 4;

export interface CountedFrame {
  index: number;
  map: MapDraws | null;
  /** The camera's and the skybox's; null: not drawn. */
  readonly views: (ViewDraws | null)[];
  /** The camera's has one. */
  hasLatePhase: boolean;
  /** Draws that are always drawn: the sky's, the screen's. */
  otherDraws: number;
  /** The camera's draws of the world are drawn again, as lines. */
  hasWireframe: boolean;
  /** `SOURCES_PER_VIEW` a view, in the order in which their words are read. */
  readonly sources: (GPUBuffer | null)[];
  byteLength: number;
}

export function createCountedFrame(): CountedFrame {
  return {
    index: 0,
    map: null,
    views: [null, null],
    hasLatePhase: false,
    otherDraws: 0,
    hasWireframe: false,
    sources: new Array(SOURCES_PER_VIEW * 2).fill(null),
    byteLength: 0,
  };
}

export function copyCountedFrame(to: CountedFrame, from: CountedFrame): void {
  to.index = from.index;
  to.map = from.map;
  to.hasLatePhase = from.hasLatePhase;
  to.otherDraws = from.otherDraws;
  to.hasWireframe = from.hasWireframe;
  for (let i = 0; i < from.views.length; i++) to.views[i] = from.views[i];
  for (let i = 0; i < from.sources.length; i++) to.sources[i] = from.sources[i];
  to.byteLength = from.byteLength;
}

/** What a frame is about to draw. */
export function setCountedFrame(
  frame: CountedFrame,
  map: MapDraws | null,
  skybox: ViewDraws | null,
  settings: RenderSettings,
  hasLatePhase: boolean,
  screenDraws: number,
): void {
  frame.index++;
  frame.map = map;
  frame.views[0] = map;
  frame.views[1] = skybox;
  frame.hasLatePhase = hasLatePhase;
  frame.otherDraws = screenDraws + (map !== null && settings.sky ? SKY_DRAWS : 0);
  frame.hasWireframe = settings.wireframe;
  frame.byteLength = 0;
  for (let i = 0; i < frame.views.length; i++) {
    const view = frame.views[i];
    const props = view !== null && settings.props ? view.props : null;
    const ordered = view !== null && settings.translucent ? view.ordered : null;
    const { sources } = frame;
    const at = i * SOURCES_PER_VIEW;
    sources[at] = view === null ? null : view.world.args;
    sources[at + 1] = props === null ? null : props.args;
    sources[at + 2] = ordered === null ? null : ordered.chunks.args;
    sources[at + 3] = ordered === null || ordered.props === null ? null : ordered.props.args;
  }
  for (let i = 0; i < frame.sources.length; i++) frame.byteLength += frame.sources[i]?.size ?? 0;
}

/** Whether what was counted is still there: parts that came meanwhile have freed it. */
export function hasSources(frame: CountedFrame, map: MapDraws | null): boolean {
  if (frame.map !== map) return false;
  if (map === null) return true;
  return (
    frame.sources[0] === map.world.args &&
    (frame.views[1] === null || frame.views[1] === map.skybox)
  );
}

/** Adds up what a frame drew. */
export function readCounts(stats: FrameStats, words: Uint32Array, frame: CountedFrame): void {
  stats.countedFrame = frame.index;
  stats.chunks = 0;
  stats.props = 0;
  stats.worldTriangles = 0;
  stats.triangles = 0;
  stats.worldDraws = 0;
  stats.propDraws = 0;
  let start = 0;
  let lineDraws = 0;
  for (let i = 0; i < frame.views.length; i++) {
    const view = frame.views[i];
    if (view === null) continue;
    const phases = i === 0 && frame.hasLatePhase ? 2 : 1;
    const { world, props, ordered } = view;
    const { chunks, props: meshes } = ordered;
    const orderedRows = chunks.sets.count * chunks.slotCount;
    for (let part = 0; part < SOURCES_PER_VIEW; part++) {
      const source = frame.sources[i * SOURCES_PER_VIEW + part];
      if (source === null) continue;
      if (part === 0) readBatchRows(stats, words, start, world.batches.count * phases);
      else if (part === 1 && props !== null)
        readPropRows(stats, words, start, props.batches, phases);
      else if (part === 2) readBatchRows(stats, words, start, orderedRows);
      else if (part === 3 && meshes !== null) {
        readPulledRows(stats, words, start, meshes.sets.count * chunks.slotCount);
      }
      start += source.size / 4;
    }
    if (i === 0) lineDraws = frame.hasWireframe ? stats.worldDraws : 0;
  }
  stats.draws = stats.worldDraws + stats.propDraws + lineDraws + frame.otherDraws;
}

function readBatchRows(stats: FrameStats, words: Uint32Array, start: number, rows: number): void {
  for (let row = 0; row < rows; row++) {
    const at = start + row * BATCH_ARGS.strideWords;
    const count = words[at + BATCH_ARGS.indexCount];
    if (count === 0) continue;
    stats.worldDraws++;
    stats.chunks += words[at + BATCH_ARGS.rowCount];
    stats.worldTriangles += count / 3;
    stats.triangles += count / 3;
  }
}

function readPropRows(
  stats: FrameStats,
  words: Uint32Array,
  start: number,
  batches: { readonly drawCount: number; readonly isBucketFirst: Uint8Array },
  phases: number,
): void {
  const { drawCount, isBucketFirst } = batches;
  for (let row = 0; row < drawCount * phases; row++) {
    const at = start + row * PROP_ARGS_WORDS;
    const instances = words[at + 1];
    if (instances === 0) continue;
    stats.propDraws++;
    // All meshes of a bucket show the same instances.
    if (isBucketFirst[row % drawCount] === 1) stats.props += instances;
    stats.triangles += (instances * words[at]) / 3;
  }
}

function readPulledRows(stats: FrameStats, words: Uint32Array, start: number, rows: number): void {
  for (let row = 0; row < rows; row++) {
    const at = start + row * PULLED_ARGS_WORDS;
    if (words[at] === 0) continue;
    stats.propDraws++;
    stats.props += words[at + 4];
    stats.triangles += words[at] / 3;
  }
}
