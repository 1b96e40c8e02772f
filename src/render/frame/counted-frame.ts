/** Lists the draws of a frame that are counted, with what is needed to read their counts. */

import type { IndirectDraws } from "../draws/draw-set.ts";
import type { FrameStats, RenderSettings } from "../types.ts";
import type { ViewDraws } from "../views/view-draws.ts";

export interface CountedFrame {
  index: number;
  /** Draws of all views, in the order of their words. */
  readonly draws: IndirectDraws[];
  /** For each draw: its view, its number of phases, and the factor of its draw count. */
  readonly views: ViewDraws[];
  readonly phases: number[];
  readonly weights: number[];
  /** Number of draws added so far. */
  filled: number;
  /** Draws that do not depend on the view: those of the sky and the screen. */
  otherDraws: number;
  byteLength: number;
}

export function createCountedFrame(): CountedFrame {
  return {
    index: 0,
    draws: [],
    views: [],
    phases: [],
    weights: [],
    filled: 0,
    otherDraws: 0,
    byteLength: 0,
  };
}

export function copyCountedFrame(to: CountedFrame, from: CountedFrame): void {
  to.index = from.index;
  to.otherDraws = from.otherDraws;
  to.byteLength = from.byteLength;
  to.filled = from.filled;
  for (let i = 0; i < from.filled; i++) {
    to.draws[i] = from.draws[i];
    to.views[i] = from.views[i];
    to.phases[i] = from.phases[i];
    to.weights[i] = from.weights[i];
  }
  endCountedFrame(to);
}

/** Starts the next frame. The lists keep their length until `endCountedFrame`. */
export function restartCountedFrame(frame: CountedFrame): void {
  frame.index++;
  frame.filled = 0;
  frame.otherDraws = 0;
  frame.byteLength = 0;
}

/**
 * Truncates the lists to the added draws. Most frames add as many as the one before, and nothing is
 * allocated.
 */
export function endCountedFrame(frame: CountedFrame): void {
  const { filled } = frame;
  if (frame.draws.length === filled) return;
  frame.draws.length = filled;
  frame.views.length = filled;
  frame.phases.length = filled;
  frame.weights.length = filled;
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
  const { sets } = view;
  for (let i = 0; i < sets.length; i++) {
    if (sets[i].isOn(settings)) add(frame, view, sets[i], phases, hasEdges);
  }
  if (!settings.translucent) return;
  const { parts } = view.translucent;
  for (let i = 0; i < parts.length; i++) add(frame, view, parts[i].draws, 1, hasEdges);
}

function add(
  frame: CountedFrame,
  view: ViewDraws,
  draws: IndirectDraws,
  phases: number,
  hasEdges: boolean,
): void {
  const at = frame.filled++;
  frame.draws[at] = draws;
  frame.views[at] = view;
  frame.phases[at] = phases;
  frame.weights[at] = hasEdges && draws.edges !== null ? 2 : 1;
  frame.byteLength += draws.args.size;
}

/**
 * Returns true if everything that was counted still exists: parts loaded since may have freed it.
 */
export function isCountable(frame: CountedFrame): boolean {
  const { views } = frame;
  for (let i = 0; i < views.length; i++) if (views[i].isFreed) return false;
  return true;
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
  let start = 0;
  for (let i = 0; i < frame.draws.length; i++) {
    const draws = frame.draws[i];
    stats.draws += draws.count(stats, words, start, frame.phases[i]) * frame.weights[i];
    start += draws.args.size / 4;
  }
}
