/** Shapes shared by the demo's parts: columns, steps, frames, lamps, props. */

import {
  allSides,
  type Box,
  type BrushPlan,
  boxBrush,
  prismBrush,
  ring,
  type Surface,
  type Vec3,
} from "../../src/compile/generate/brush.ts";
import { type VmfBuilder, vectorText } from "../../src/compile/generate/rooms.ts";
import { STONE_SHAFT, TRIM } from "./surfaces.ts";

export const block = (box: Box, surface: Surface): BrushPlan => boxBrush(box, allSides(surface));

/** Builds a round shaft between a square base and a square top. */
export function column(x: number, y: number, z0: number, z1: number, radius: number): BrushPlan[] {
  const half = radius + 8;
  const surfaces = { wall: STONE_SHAFT, up: STONE_SHAFT, down: STONE_SHAFT };
  const square = (from: number, to: number, edge: number): BrushPlan =>
    block([x - edge, y - edge, from, x + edge, y + edge, to], TRIM);
  return [
    square(z0, z0 + 16, half),
    prismBrush(ring(x, y, radius, 12), z0 + 16, z1 - 24, surfaces),
    square(z1 - 24, z1 - 12, half - 4),
    square(z1 - 12, z1, half + 4),
  ];
}

/** Builds steps that rise in a direction over a rectangle. */
export function stairs(
  box: Box,
  direction: "north" | "south" | "east" | "west",
  count: number,
  surface: Surface,
): BrushPlan[] {
  const [x0, y0, z0, x1, y1, z1] = box;
  const rise = (z1 - z0) / count;
  return Array.from({ length: count }, (_, i): BrushPlan => {
    const top = z0 + rise * (i + 1);
    const bottom = z0 + rise * i;
    const near = i / count;
    // Each step extends under the steps above it.
    if (direction === "north")
      return block([x0, y0 + (y1 - y0) * near, bottom, x1, y1, top], surface);
    if (direction === "south")
      return block([x0, y0, bottom, x1, y1 - (y1 - y0) * near, top], surface);
    if (direction === "east")
      return block([x0 + (x1 - x0) * near, y0, bottom, x1, y1, top], surface);
    return block([x0, y0, bottom, x1 - (x1 - x0) * near, y1, top], surface);
  });
}

/**
 * Builds a frame of boards around an opening in a wall along x or y. The boards reach an inch into
 * the opening: their inner sides would lie in the planes of the wall's otherwise.
 */
export function frame(box: Box, along: "x" | "y", surface: Surface, hasSill = false): BrushPlan[] {
  const [x0, y0, z0, x1, y1, z1] = box;
  const [width, depth, lip] = [10, 4, 1];
  const boards: BrushPlan[] = [];
  const bottom = hasSill ? z0 - width : z0;
  const top = z1 + width;
  if (along === "x") {
    const [near, far] = [y0 - depth, y1 + depth];
    const [left, right] = [x0 + lip, x1 - lip];
    boards.push(block([x0 - width, near, bottom, left, far, top], surface));
    boards.push(block([right, near, bottom, x1 + width, far, top], surface));
    boards.push(block([left, near, z1 - lip, right, far, top], surface));
    if (hasSill) boards.push(block([left, near, bottom, right, far, z0 + lip], surface));
  } else {
    const [near, far] = [x0 - depth, x1 + depth];
    const [left, right] = [y0 + lip, y1 - lip];
    boards.push(block([near, y0 - width, bottom, far, left, top], surface));
    boards.push(block([near, right, bottom, far, y1 + width, top], surface));
    boards.push(block([near, left, z1 - lip, far, right, top], surface));
    if (hasSill) boards.push(block([near, left, bottom, far, right, z0 + lip], surface));
  }
  return boards;
}

export interface PropKeys {
  readonly yaw?: number;
  readonly pitch?: number;
  readonly skin?: number;
  /** Distance in inches at which the prop has faded out. */
  readonly fade?: number;
  /** True for plants, which are lit as a whole by the light at their origin. */
  readonly isPlant?: boolean;
}

export function addProp(map: VmfBuilder, name: string, origin: Vec3, keys: PropKeys = {}): void {
  const { yaw = 0, pitch = 0, skin = 0, fade, isPlant } = keys;
  map.addPoint("prop_static", origin, {
    model: `models/visleaf/${name}.mdl`,
    angles: `${pitch} ${yaw} 0`,
    skin,
    solid: 6,
    ...(isPlant ? { disablevertexlighting: 1 } : {}),
    ...(fade === undefined ? {} : { fademindist: fade * 0.8, fademaxdist: fade }),
  });
}

export type Rgb = readonly [number, number, number];

export interface LightKeys {
  readonly style?: number;
  readonly name?: string;
  /** Distance in inches at which the light ends. It costs faces beyond no separate style. */
  readonly reach?: number;
}

/** Adds a point light. `brightness` is the editor's fourth number. */
export function addLight(
  map: VmfBuilder,
  origin: Vec3,
  color: Rgb,
  brightness: number,
  { style, name, reach }: LightKeys = {},
): void {
  map.addPoint("light", origin, {
    _light: `${vectorText(color)} ${brightness}`,
    _lightHDR: "-1 -1 -1 1",
    ...(reach === undefined
      ? { _quadratic_attn: 1 }
      : {
          _fifty_percent_distance: reach * 0.4,
          _zero_percent_distance: reach,
          _hardfalloff: 1,
        }),
    ...(style === undefined ? {} : { style }),
    ...(name === undefined ? {} : { targetname: name }),
  });
}

/** Adds a spotlight, pointing down by default. Negative `pitch` points down. */
export function addSpot(
  map: VmfBuilder,
  origin: Vec3,
  color: Rgb,
  brightness: number,
  { pitch = -90, yaw = 0, inner = 30, outer = 50 } = {},
): void {
  map.addPoint("light_spot", origin, {
    angles: `0 ${yaw} 0`,
    pitch,
    _light: `${vectorText(color)} ${brightness}`,
    _lightHDR: "-1 -1 -1 1",
    _inner_cone: inner,
    _cone: outer,
    _exponent: 1,
    _quadratic_attn: 1,
  });
}

/** Adds a sign on a wall: a rectangle around `origin` that faces `normal`. */
export function addSign(
  map: VmfBuilder,
  material: string,
  origin: Vec3,
  normal: Vec3,
  width: number,
  height: number,
): void {
  const sides = map.findSides(origin, normal);
  if (sides.length === 0) throw new Error(`sign ${material} at ${origin} hangs on nothing`);
  // Right and up as seen by an observer who faces the wall.
  const isFloor = Math.abs(normal[2]) > 0.5;
  const u: Vec3 = isFloor ? [1, 0, 0] : [-normal[1], normal[0], 0];
  const v: Vec3 = isFloor ? [0, 1, 0] : [0, 0, 1];
  const [halfW, halfH] = [width / 2, height / 2];
  map.addPoint("info_overlay", origin, {
    material,
    sides: sides.join(" "),
    BasisOrigin: vectorText(origin),
    BasisU: vectorText(u),
    BasisV: vectorText(v),
    BasisNormal: vectorText(normal),
    StartU: 0,
    EndU: 1,
    // V is flipped as in the game's editor: texture rows run down, the basis runs up.
    StartV: 1,
    EndV: 0,
    uv0: `${-halfW} ${-halfH} 0`,
    uv1: `${-halfW} ${halfH} 0`,
    uv2: `${halfW} ${halfH} 0`,
    uv3: `${halfW} ${-halfH} 0`,
    RenderOrder: 0,
  });
}

export const WARM: Rgb = [255, 206, 140];
export const COOL: Rgb = [170, 205, 255];
export const RED: Rgb = [255, 84, 56];
export const GREEN: Rgb = [96, 255, 140];
export const AMBER: Rgb = [255, 168, 64];

/** Adds a lamp with its light, hanging from the ceiling at `z`. */
export function addHangingLamp(
  map: VmfBuilder,
  [x, y, z]: Vec3,
  color: Rgb,
  brightness: number,
  keys: LightKeys & { readonly skin?: number } = {},
): void {
  addProp(map, "lamp_hanging", [x, y, z], { skin: keys.skin ?? 0 });
  addLight(map, [x, y, z - 76], color, brightness, keys);
}
