/**
 * Opacity of area portals' windows, by `GetDistanceBlend` of `c_func_areaportalwindow.cpp`: a program for each of
 * their materials, which the pass that moves materials runs with the camera of the frame.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { MaterialSet } from "../../map/material.ts";
import {
  MAX_MOTION_OPS,
  type MaterialMotion,
  MOTION_ALPHA,
  MOTION_OP,
  MOTION_OP_WORDS,
} from "../../map/motion/material-motion.ts";
import { type Value, ValueGraph } from "../materials/proxies/value-graph.ts";
import type { MaterialVariants } from "./material-variants.ts";

/** Operations of all windows together: far more than maps have, and 4 MiB. */
const MAX_FADE_OPS = 2 ** 18;

/** Inches from the camera to a box; 0 inside. */
function distanceTo(graph: ValueGraph, box: readonly number[]): Value {
  let sum = graph.constant(0);
  for (let axis = 0; axis < 3; axis++) {
    const at = graph.camera(axis);
    const before = graph.apply("SUBTRACT", graph.constant(box[axis]), at);
    const behind = graph.apply("SUBTRACT", at, graph.constant(box[axis + 3]));
    const outside = graph.apply("MAX", before, behind);
    const away = graph.apply("MAX", outside, graph.constant(0));
    sum = graph.apply("ADD", sum, graph.apply("MULTIPLY", away, away));
  }
  return graph.apply("SQRT", sum);
}

/** `RemapValClamped` of mathlib.h, from the distances of a `WINDOW_FADE` to its least opacity and 1. */
function opacityOf(graph: ValueGraph, fade: readonly number[]): Value {
  const [start, end, least] = fade.slice(6);
  const distance = distanceTo(graph, fade);
  const number = (value: number) => graph.constant(value);
  if (start === end) {
    const isNear = graph.apply("LESS_OR_EQUAL", number(end), distance);
    return graph.apply("SELECT", isNear, number(1), number(least));
  }
  const passed = graph.apply("SUBTRACT", distance, number(start));
  const share = graph.apply("DIVIDE", passed, number(end - start));
  const clamped = graph.apply("MIN", graph.apply("MAX", share, number(0)), number(1));
  return graph.apply("ADD", number(least), graph.apply("MULTIPLY", clamped, number(1 - least)));
}

/** Operations that end with the opacity of a window, by its own place in them. */
function emitOpacity(fade: readonly number[]): number[] {
  const graph = new ValueGraph();
  const words = graph.emit([[MOTION_ALPHA, opacityOf(graph, fade)]], () => 1);
  // A window's is always as long, and short enough.
  return words ?? [];
}

interface Program {
  readonly words: readonly number[];
  /** Whether it begins with what the material does by itself, and that says its opacity. */
  readonly hasAlpha: boolean;
}

/** The operations of a window behind those of a material that moves by itself, if there is room for both. */
function appendOpacity(own: Uint32Array, window: readonly number[]): Program | null {
  const words = [...own];
  const first = own.length / MOTION_OP_WORDS;
  let ownAlpha = -1;
  for (let i = 0; i < own.length; i += MOTION_OP_WORDS) {
    if (own[i] === MOTION_OP.STORE && own[i + 1] === MOTION_ALPHA) ownAlpha = own[i + 2];
  }
  // What these have is no place of a result.
  const sources: readonly number[] = [MOTION_OP.CONSTANT, MOTION_OP.CAMERA];
  const last = window.length - MOTION_OP_WORDS;
  for (let i = 0; i < last; i += MOTION_OP_WORDS) {
    const moved = sources.includes(window[i]) ? 0 : first;
    words.push(window[i], ...window.slice(i + 1, i + MOTION_OP_WORDS).map((at) => at + moved));
  }
  let result = first + window[last + 2];
  if (ownAlpha >= 0) {
    words.push(MOTION_OP.MULTIPLY, result, ownAlpha, 0);
    result = words.length / MOTION_OP_WORDS - 1;
  }
  words.push(MOTION_OP.STORE, MOTION_ALPHA, result, 0);
  const fits = words.length <= MAX_MOTION_OPS * MOTION_OP_WORDS;
  return fits ? { words, hasAlpha: ownAlpha >= 0 } : null;
}

/** A set with its variants, in which those of windows fade with distance. */
export function fadeWindows(
  set: MaterialSet,
  { source, modulation }: MaterialVariants,
  diagnostics: Diagnostics,
): MaterialSet {
  const old = set.motion;
  const rowOf = new Map([...(old?.material ?? [])].map((material, row) => [material, row]));
  const material = [...(old?.material ?? [])];
  const firstOp = [...(old?.firstOp ?? [])];
  const opCount = [...(old?.opCount ?? [])];
  const scale = [...(old?.scale ?? [])];
  const ops = [...(old?.ops ?? [])];
  const oldOps = ops.length;
  /** Windows of one look share what they run. */
  const known = new Map<string, Program & { readonly first: number }>();
  let stopped = 0;
  let leftOut = 0;
  for (let variant = 0; variant < source.length; variant++) {
    const look = modulation[variant];
    if (!look?.fade) continue;
    const own = rowOf.get(variant);
    const begin = own === undefined ? 0 : firstOp[own] * MOTION_OP_WORDS;
    const end = own === undefined ? 0 : begin + opCount[own] * MOTION_OP_WORDS;
    const key = `${begin} ${end} ${look.fade}`;
    let program = known.get(key);
    if (program === undefined) {
      // There is no room for more: nothing is made for the rest.
      if (leftOut > 0) {
        leftOut++;
        continue;
      }
      const window = emitOpacity(look.fade);
      const moving = appendOpacity(Uint32Array.from(ops.slice(begin, end)), window);
      if (moving === null) stopped++;
      const made = moving ?? { words: window, hasAlpha: false };
      if ((ops.length - oldOps + made.words.length) / MOTION_OP_WORDS > MAX_FADE_OPS) {
        leftOut++;
        continue;
      }
      program = { ...made, first: ops.length / MOTION_OP_WORDS };
      for (const word of made.words) ops.push(word);
      known.set(key, program);
    }
    const row = own ?? material.length;
    material[row] = variant;
    firstOp[row] = program.first;
    opCount[row] = program.words.length / MOTION_OP_WORDS;
    scale.splice(row * 4, 4, ...look.tint, program.hasAlpha ? 1 : set.alpha[source[variant]]);
  }
  const warn = (count: number, why: string) => {
    if (count > 0) diagnostics.warn("over-budget", "LUMP_ENTITIES", `${count} ${why}`);
  };
  warn(stopped, "looks of area portals' windows stand still: their proxies are too many.");
  warn(leftOut, "looks of area portals' windows do not fade: there are too many.");
  if (material.length === 0) return set;
  const motion: MaterialMotion = {
    count: material.length,
    material: Uint32Array.from(material),
    firstOp: Uint32Array.from(firstOp),
    opCount: Uint32Array.from(opCount),
    scale: Float32Array.from(scale),
    ops: Uint32Array.from(ops),
  };
  return { ...set, motion };
}
