/** Lines for relations of entities: outputs, paths, and directions of view at spawns. */

import { kindRow, MARK_KINDS } from "../../map/mark-kinds.ts";
import { writeForward } from "../../math/angles.ts";
import { parseVector } from "../../scene/brushes/brush-models.ts";
import { EntityNames, listOutputs } from "../entity-names.ts";
import { boxEdges } from "./convex.ts";
import { iconOf, placeOf } from "./entity-markers.ts";
import type { MarkBuilder } from "./mark-builder.ts";
import type { MarkMap } from "./mark-map.ts";

const LINK = kindRow("link");
const BROKEN = kindRow("broken");
const PATH = kindRow("path");
const CONE = kindRow("cone");

/** Keys that name the next entity of a chain, by class prefix. */
const NEXT_KEYS: readonly (readonly [start: string, keys: readonly string[]])[] = [
  ["path_", ["target", "altpath"]],
  ["keyframe_", ["nextkey"]],
  ["move_rope", ["nextkey"]],
  ["func_train", ["target"]],
  ["func_track", ["target"]],
  ["point_viewcontrol", ["moveto"]],
];

/** Hull of a standing player: `VEC_HULL_MIN` and `VEC_HULL_MAX` of the public gamerules. */
const HULL = [-16, -16, 0, 16, 16, 72];
const EYES = 64;
const CONE_LENGTH = 64;
/** Length of a link without a target, in inches. */
const STUB = 40;
const ARROW = 10;

type Point = readonly [number, number, number];

export function addEntityLines(map: MarkMap, out: MarkBuilder): void {
  const { entities } = map.world;
  const names = new EntityNames(entities);
  const places = entities.map((entity) => placeOf(map, entity));
  for (const [row, entity] of entities.entries()) {
    const from = places[row];
    const className = (entity.get("classname") ?? "").toLowerCase();
    // Entities without a place, such as the world, have no lines.
    if (from === null) continue;
    addLinks(row, from);
    const keys = NEXT_KEYS.find(([start]) => className.startsWith(start))?.[1] ?? [];
    for (const key of keys) {
      for (const next of names.find(entity.get(key) ?? "")) {
        const to = places[next];
        if (to === null || next === row) continue;
        const facts = { kind: PATH, color: MARK_KINDS[PATH].color, entity: row };
        out.add({ ...facts, name: `${className}: ${key}` }, [], arrow(from, to));
      }
    }
    const looks =
      iconOf(className)[0] === "start" || /camera|viewcontrol|intermission/.test(className);
    if (looks) {
      const facts = { kind: CONE, color: MARK_KINDS[CONE].color, entity: row };
      const [pitch, yaw] = parseVector(entity.get("angles"));
      const isStart = className.startsWith("info_") && !className.includes("intermission");
      out.add({ ...facts, name: className }, [], looking(from, pitch, yaw, isStart));
    }
  }

  function addLinks(row: number, from: Point): void {
    for (const { name: output, target, input, parameter, delay } of listOutputs(entities[row])) {
      const found = names.findTarget(target, row);
      if (found === null) continue;
      const what = parameter === "" ? input : `${input}(${parameter})`;
      const after = delay > 0 ? `, ${delay} s later` : "";
      const name = `${output}: ${target}.${what}${after}`;
      if (found.length === 0) {
        const color = MARK_KINDS[BROKEN].color;
        const facts = { kind: BROKEN, color, entity: row, name: `${name}: no such target` };
        out.add(facts, [], stub(from));
        continue;
      }
      for (const next of found) {
        const to = places[next];
        if (to === null || next === row) continue;
        const facts = { kind: LINK, color: delayColor(delay), entity: row, name };
        out.add(facts, [], arrow(from, to));
      }
    }
  }
}

/** Returns green for no delay, yellow up to a second, then orange and violet. */
export function delayColor(delay: number): number {
  if (delay <= 0) return MARK_KINDS[LINK].color;
  if (delay <= 1) return 0xf0f040;
  return delay <= 5 ? 0xff9830 : 0xd060ff;
}

/** Returns a line with an arrowhead, 6 numbers a line. */
export function arrow(from: Point, to: Point): number[] {
  const along = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(...along);
  const lines = [...from, ...to];
  if (length < 1) return lines;
  const head = Math.min(ARROW, length / 3);
  const unit = along.map((value) => value / length);
  // Two axes perpendicular to the line.
  const flat = Math.hypot(unit[0], unit[1]);
  const aside = flat > 1e-3 ? [-unit[1] / flat, unit[0] / flat, 0] : [1, 0, 0];
  const up = [
    unit[1] * aside[2] - unit[2] * aside[1],
    unit[2] * aside[0] - unit[0] * aside[2],
    unit[0] * aside[1] - unit[1] * aside[0],
  ];
  for (const axis of [aside, up]) {
    for (const side of [head / 2, -head / 2]) {
      lines.push(...to);
      for (let k = 0; k < 3; k++) lines.push(to[k] - unit[k] * head + axis[k] * side);
    }
  }
  return lines;
}

/** Returns a post with a cross on top. */
function stub([x, y, z]: Point): number[] {
  const top = z + STUB;
  const s = 6;
  return [
    ...[x, y, z, x, y, top],
    ...[x - s, y, top - s, x + s, y, top + s],
    ...[x - s, y, top + s, x + s, y, top - s],
    ...[x, y - s, top - s, x, y + s, top + s],
    ...[x, y - s, top + s, x, y + s, top - s],
  ];
}

/** Returns a view pyramid, with the player's hull at spawns. */
function looking([x, y, z]: Point, pitch: number, yaw: number, isStart: boolean): number[] {
  const lines = isStart
    ? boxEdges([x + HULL[0], y + HULL[1], z + HULL[2]], [x + HULL[3], y + HULL[4], z + HULL[5]])
    : [];
  const eye = [x, y, z + (isStart ? EYES : 0)];
  const ahead = new Float32Array(3);
  writeForward(ahead, pitch, yaw);
  const aside = [-Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180), 0];
  const up = [
    ahead[1] * aside[2] - ahead[2] * aside[1],
    ahead[2] * aside[0] - ahead[0] * aside[2],
    ahead[0] * aside[1] - ahead[1] * aside[0],
  ];
  const corners = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([u, v]) =>
    eye.map((value, k) => value + CONE_LENGTH * (ahead[k] + aside[k] * u * 0.5 + up[k] * v * 0.3)),
  );
  for (let i = 0; i < 4; i++) {
    lines.push(...eye, ...corners[i]);
    lines.push(...corners[i], ...corners[(i + 1) % 4]);
  }
  return lines;
}
