/**
 * Handles windows of area portals. Each draws the model of its target, nearly invisible up close
 * and solid far away, and its portal is closed where the window is solid. Source:
 * `game/server/func_areaportalwindow.cpp` and `game/client/c_func_areaportalwindow.cpp`. Loaded
 * with the first map that has one.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import type { MaterialSet } from "../../map/material.ts";
import {
  MAX_MOTION_OPS,
  type MaterialMotion,
  MOTION_ALPHA,
  MOTION_OP,
  MOTION_OP_WORDS,
} from "../../map/motion/material-motion.ts";
import { type Value, ValueGraph } from "../materials/proxies/value-graph.ts";
import { type ModelPlacement, matrixOf, modelOf, parseVector } from "./brush-models.ts";
import type { MaterialVariants } from "./material-variants.ts";
import { isPlain, type Modulation, parseInteger, readModulation } from "./render-properties.ts";
import { type AreaWindow, WINDOW_FADE } from "./window-fade.ts";

// Opacity of windows, by `GetDistanceBlend` of `c_func_areaportalwindow.cpp`: a program for each of
// their materials, which the material-motion pass runs with the camera of the frame.

/** Limit for the operations of all windows together: far more than maps have, and 4 MiB. */
const MAX_FADE_OPS = 2 ** 18;

/** Returns the distance from the camera to a box in inches; 0 inside. */
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

/**
 * `RemapValClamped` of mathlib.h: maps the distances of a `WINDOW_FADE` to opacities from its least
 * to 1.
 */
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

/**
 * Returns the operations that compute and store a window's opacity. Operands are indexes into the
 * operations.
 */
function emitOpacity(fade: readonly number[]): number[] {
  const graph = new ValueGraph();
  const words = graph.emit([[MOTION_ALPHA, opacityOf(graph, fade)]], () => 1);
  // The length never varies and is below the limit.
  return words ?? [];
}

interface Program {
  readonly words: readonly number[];
  /** True if the program begins with the material's own operations and these set its opacity. */
  readonly hasAlpha: boolean;
}

/**
 * Appends a window's operations to those of an animated material; `null` if both together exceed
 * the limit.
 */
function appendOpacity(own: Uint32Array, window: readonly number[]): Program | null {
  const words = [...own];
  const first = own.length / MOTION_OP_WORDS;
  let ownAlpha = -1;
  for (let i = 0; i < own.length; i += MOTION_OP_WORDS) {
    if (own[i] === MOTION_OP.STORE && own[i + 1] === MOTION_ALPHA) ownAlpha = own[i + 2];
  }
  // Operands of these operations are values, not indexes of results, so they are not shifted.
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

/** Returns the set with programs that fade the variants of windows by distance. */
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
  /** Programs by look: windows of one look share a program. */
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
      // The limit is reached: no program is built for the rest.
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
  warn(stopped, "materials of area portals' windows are not animated: they have too many proxies.");
  warn(leftOut, "materials of area portals' windows do not fade: there are too many.");
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

/** `MAX_MAP_AREAPORTALS` of bspfile.h: windows cannot name more portals than this. */
const MAX_WINDOWS = 1024;

/** Reads the number that a value begins with, as `atof` does. */
function parseFloatKey(value: string | undefined): number {
  const number = Math.fround(Number.parseFloat(value ?? ""));
  return Number.isFinite(number) ? number : 0;
}

/**
 * Returns a lookup that gives the row of the first entity of a name, as the engine finds it. A name
 * may end in `*`.
 */
function createFinder(entities: readonly Entity[]): (name: string | undefined) => number {
  const names = entities.map((entity) => entity.get("targetname")?.toLowerCase() ?? "");
  const first = new Map<string, number>();
  for (let row = names.length - 1; row >= 0; row--) first.set(names[row], row);
  return (name = "") => {
    const key = name.toLowerCase();
    if (key === "") return -1;
    if (!key.endsWith("*")) return first.get(key) ?? -1;
    return names.findIndex((own) => own !== "" && own.startsWith(key.slice(0, -1)));
  };
}

/** Lists the windows whose target exists and has a model, in map order. */
export function listAreaWindows(bsp: BspWorld, diagnostics?: Diagnostics): AreaWindow[] {
  const { entities, models } = bsp;
  const find = createFinder(entities);
  const windows: AreaWindow[] = [];
  let missing = 0;
  let leftOut = 0;
  for (const [row, entity] of entities.entries()) {
    if (entity.get("classname")?.toLowerCase() !== "func_areaportalwindow") continue;
    const target = find(entity.get("target"));
    const model = target < 0 ? 0 : modelOf(bsp, entities[target]);
    if (model === 0) missing++;
    else if (windows.length === MAX_WINDOWS) leftOut++;
    else {
      const origin = parseVector(entities[target].get("origin"));
      const corner = (of: Float32Array) => origin.map((x, axis) => x + of[model * 3 + axis]);
      const behind = find(entity.get("backgroundbmodel"));
      windows.push({
        entity: row,
        target,
        background: behind >= 0 && modelOf(bsp, entities[behind]) > 0 ? behind : -1,
        portal: parseInteger(entity.get("portalnumber"), -1),
        fade: [
          // The window is not solid, so its box is never rotated (`GetCollisionAngles`).
          ...[...corner(models.mins), ...corner(models.maxs)],
          parseFloatKey(entity.get("fadestartdist")),
          parseFloatKey(entity.get("fadedist")),
          Math.min(Math.max(parseFloatKey(entity.get("translucencylimit")), 0), 1),
        ],
      });
    }
  }
  const warn = (count: number, code: "not-drawn" | "over-budget", why: string) => {
    if (count > 0) diagnostics?.warn(code, "LUMP_ENTITIES", `${count} ${why}`);
  };
  warn(missing, "not-drawn", "windows of area portals have no model to show, and stay open.");
  warn(leftOut, "over-budget", `windows of area portals are left out: ${MAX_WINDOWS} are shown.`);
  return windows;
}

/**
 * Returns a window's colour as a modulation; its opacity depends on distance alone. `null` if it is
 * hidden.
 */
function tintOf(entity: Entity): Modulation | null {
  const get = (key: string) =>
    key === "renderamt" || key === "renderfx" ? undefined : entity.get(key);
  const isSeen = readModulation({ ...entity, get });
  return isSeen && { ...isSeen, alpha: 1 };
}

/** Places the models that windows show. Models over the budget are left out with a warning. */
export function placeAreaWindows(
  bsp: BspWorld,
  diagnostics: Diagnostics,
  ledger: Ledger,
): ModelPlacement[] {
  const placements: ModelPlacement[] = [];
  let leftOut = 0;
  for (const window of listAreaWindows(bsp, diagnostics)) {
    const entity = bsp.entities[window.entity];
    const seen = tintOf(entity);
    if (seen === null) continue;
    const alpha = window.fade[WINDOW_FADE.least];
    const fading = alpha < 1 ? { ...seen, alpha, fade: window.fade } : seen;
    for (const [shown, look] of [
      [window.target, fading],
      [window.background, seen],
    ] as const) {
      if (shown < 0) continue;
      const model = modelOf(bsp, bsp.entities[shown]);
      if (!ledger.tryTake("surfaces", bsp.models.faceCount[model] + 1)) {
        leftOut++;
        continue;
      }
      placements.push({
        model,
        // Window and background take their origin from the target and their angles from the window.
        matrix: matrixOf(bsp.entities[window.target], entity),
        entity: window.entity,
        modulation: isPlain(look) ? null : look,
      });
    }
  }
  if (leftOut > 0) {
    const message = `${leftOut} models of windows are left out: they have too many faces.`;
    diagnostics.warn("over-budget", "LUMP_ENTITIES", message);
  }
  return placements;
}
