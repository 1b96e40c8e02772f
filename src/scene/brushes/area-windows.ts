/**
 * Windows of area portals: each draws the model of its target, from nearly unseen to solid with distance, and its
 * portal is closed where it is solid. Source: `game/server/func_areaportalwindow.cpp` and
 * `game/client/c_func_areaportalwindow.cpp`. Fetched with the first map that has one.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import type { Ledger } from "../../core/ledger.ts";
import type { BspWorld, Entity } from "../../formats/bsp/types.ts";
import { type ModelPlacement, matrixOf, modelOf, parseVector } from "./brush-models.ts";
import { isPlain, type Modulation, parseInteger, readModulation } from "./render-properties.ts";
import { type AreaWindow, WINDOW_FADE } from "./window-fade.ts";

export { fadeWindows } from "./fade-windows.ts";

/** `MAX_MAP_AREAPORTALS` of bspfile.h: more portals than this no window can name. */
const MAX_WINDOWS = 1024;

/** The number that a value begins with, as `atof` reads it. */
function parseFloatKey(value: string | undefined): number {
  const number = Math.fround(Number.parseFloat(value ?? ""));
  return Number.isFinite(number) ? number : 0;
}

/** Rows of the first entity of each name, by which the engine finds them: a name may end in a star. */
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

/** Those of which a target with a model is there, in the map's order. */
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
          // It is nothing that is met, so that the box never turns (`GetCollisionAngles`).
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

/** What the colour of a window makes of its materials; its opacity is its distance's alone. */
function tintOf(entity: Entity): Modulation | null {
  const get = (key: string) =>
    key === "renderamt" || key === "renderfx" ? undefined : entity.get(key);
  const isSeen = readModulation({ ...entity, get });
  return isSeen && { ...isSeen, alpha: 1 };
}

/** The models that windows show, in their places. What has no room is left out with a warning. */
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
        // Both stand where the target does, turned as the window is.
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
