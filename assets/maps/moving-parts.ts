/** Shapes and keys of brushes that move: wheels, fans, rails, and what sets them going. */

import { type BrushPlan, prismBrush, ring, type Vec3 } from "../../src/compile/generate/brush.ts";
import { type Keys, type VmfBuilder, vectorText } from "../../src/compile/generate/rooms.ts";
import { block } from "./demo-parts.ts";
import { DARK_METAL, NODRAW, ORANGE_METAL, TRIGGER } from "./surfaces.ts";

type Point = readonly [number, number];

/** An output's target: `send("door", "Open", 2)` is "door,Open,,2,-1". */
export const send = (target: string, input: string, delay = 0, parameter = ""): string =>
  `${target},${input},${parameter},${delay},-1`;

// Spawnflags of func_rotating.
export const ROTATING_STARTS_ON = 1;
export const ROTATING_BACKWARDS = 2;
export const ROTATING_ABOUT_X = 4;
export const ROTATING_ABOUT_Y = 8;
export const ROTATING_ACCELERATES = 16;
const ROTATING_IS_NOT_SOLID = 64;

export interface RotatingKeys {
  readonly name?: string;
  readonly flags: number;
  /** Degrees a second. */
  readonly speed: number;
  /** Percent by which it speeds up. */
  readonly friction?: number;
  /** File that it plays while it turns. */
  readonly sound?: string;
}

/** Adds brushes that turn about an axis through `origin`. */
export function addRotating(
  map: VmfBuilder,
  origin: Vec3,
  { name, flags, speed, friction = 20, sound }: RotatingKeys,
  brushes: readonly BrushPlan[],
): void {
  const keys: Keys = {
    ...(name === undefined ? {} : { targetname: name }),
    origin: vectorText(origin),
    angles: "0 0 0",
    spawnflags: flags | ROTATING_IS_NOT_SOLID,
    maxspeed: speed,
    fanfriction: friction,
    dmg: 0,
    volume: 8,
    ...(sound === undefined ? {} : { message: sound }),
  };
  map.addEntity("func_rotating", keys, brushes);
}

/** Turns a brush's z axis into x (and x into y, y into z), or into y. */
function stand(plan: BrushPlan, axis: "x" | "y"): BrushPlan {
  return plan.map((side) => ({
    ...side,
    corners: side.corners.map(([x, y, z]): Vec3 => (axis === "x" ? [z, x, y] : [y, z, x])),
  }));
}

export interface Gear {
  /** Middle of the near face; the gear is `thickness` thick along x. */
  readonly center: Vec3;
  readonly radius: number;
  readonly thickness: number;
  readonly teeth: number;
}

const TOOTH = 6;

/** Builds a gear that turns about x: a disc with teeth. */
export function gear({ center: [x, y, z], radius, thickness, teeth }: Gear): BrushPlan[] {
  // The far face lies against the machine.
  const surfaces = { wall: ORANGE_METAL, up: NODRAW, down: ORANGE_METAL };
  const disc = prismBrush(ring(y, z, radius, 12), x, x + thickness, surfaces);
  const dark = { wall: DARK_METAL, up: NODRAW, down: DARK_METAL };
  const hub = prismBrush(ring(y, z, 8, 6), x - 4, x, dark);
  const brushes = [disc, hub];
  for (let i = 0; i < teeth; i++) {
    const angle = ((i + 0.5) * 2 * Math.PI) / teeth;
    const [along, across] = [Math.cos(angle), Math.sin(angle)];
    const at = (out: number, aside: number): Point => [
      Math.round(y + along * out - across * aside),
      Math.round(z + across * out + along * aside),
    ];
    const wide = (radius * Math.PI) / teeth / 2;
    const outline = [
      at(radius - 4, -wide),
      at(radius + TOOTH, -wide * 0.6),
      at(radius + TOOTH, wide * 0.6),
      at(radius - 4, wide),
    ];
    brushes.push(prismBrush(outline, x + 1, x + thickness - 1, surfaces));
  }
  return brushes.map((plan) => stand(plan, "x"));
}

/** Builds blades in a circle: about z for a ceiling fan, about y for one in a wall. */
export function blades(
  center: Vec3,
  axis: "y" | "z",
  {
    radius,
    count,
    width,
  }: { readonly radius: number; readonly count: number; readonly width: number },
): BrushPlan[] {
  // `stand` permutes axes, so the outline is drawn where it puts them back.
  const [x, y, z] = axis === "z" ? center : [center[2], center[0], center[1]];
  const surfaces = { wall: DARK_METAL, up: DARK_METAL, down: DARK_METAL };
  const brushes = [prismBrush(ring(x, y, 10, 6), z - 5, z + 5, surfaces)];
  for (let i = 0; i < count; i++) {
    const angle = ((i + 0.25) * 2 * Math.PI) / count;
    const [along, across] = [Math.cos(angle), Math.sin(angle)];
    const at = (out: number, aside: number): Point => [
      Math.round(x + along * out - across * aside),
      Math.round(y + across * out + along * aside),
    ];
    const outline = [
      at(6, -width / 4),
      at(radius, -width / 2),
      at(radius, width / 2),
      at(6, width / 4),
    ];
    brushes.push(prismBrush(outline, z - 1, z + 1, surfaces));
  }
  return axis === "z" ? brushes : brushes.map((plan) => stand(plan, "y"));
}

/** Moves each corner of a counter-clockwise polygon outwards, so that its sides move by `by`. */
function widen(points: readonly Point[], by: number): Point[] {
  const normal = (a: Point, b: Point): Point => {
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
  };
  return points.map((point, i) => {
    const before = normal(points.at(i - 1)!, point);
    const after = normal(point, points[(i + 1) % points.length]);
    const scale = by / (1 + before[0] * after[0] + before[1] * after[1]);
    return [
      Math.round(point[0] + (before[0] + after[0]) * scale),
      Math.round(point[1] + (before[1] + after[1]) * scale),
    ];
  });
}

/** Builds the two rails of a closed track through points, counter-clockwise seen from above. */
export function rails(points: readonly Point[], gauge: number, height: number): BrushPlan[] {
  const surfaces = { wall: DARK_METAL, up: DARK_METAL, down: NODRAW };
  return [-gauge / 2, gauge / 2].flatMap((aside) => {
    const [near, far] = [widen(points, aside - 2), widen(points, aside + 2)];
    return points.map((_, i) => {
      const next = (i + 1) % points.length;
      return prismBrush([near[i], far[i], far[next], near[next]], 0, height, surfaces);
    });
  });
}

/** Adds a trigger that players fire. */
export function addTrigger(
  map: VmfBuilder,
  box: readonly [number, number, number, number, number, number],
  keys: Keys,
  outputs: readonly (readonly [string, string])[],
): void {
  const all = { spawnflags: 1, wait: 1, StartDisabled: 0, ...keys };
  map.addEntity("trigger_multiple", all, [block(box, TRIGGER)], outputs);
}
