/** Places detail props on faces. Rules from Valve's public `detailobjects.cpp`. */

import { cross, scale as scaled, subtract } from "../../../../math/vec3.ts";
import type { Random } from "../../../generate/random.ts";
import { type DispGrid, triangleNormal } from "../displacements/disp-grid.ts";
import type { DetailGroup, DetailModel, DetailType } from "./detail-types.ts";

/** Place of a detail prop, with its model. */
export interface PlacedDetail {
  readonly model: DetailModel;
  readonly point: readonly [number, number, number];
  /** Normal of the ground, unit length. */
  readonly normal: readonly [number, number, number];
  /** Degrees: pitch, yaw, roll. */
  readonly angles: readonly [number, number, number];
  readonly scale: number;
}

/** Unit of density: props per million square inches. */
const DENSITY_UNIT = 1e-6;
/** Alpha of a flat face. */
const FULL_ALPHA = 255;

/** Places details on a flat face. @param polygon 3 numbers a vertex, clockwise from the front */
export function placeOnPolygon(
  polygon: ArrayLike<number>,
  type: DetailType,
  random: Random,
): PlacedDetail[] {
  const placed: PlacedDetail[] = [];
  const corner = (i: number): Vector => [polygon[i * 3], polygon[i * 3 + 1], polygon[i * 3 + 2]];
  const first = corner(0);
  for (let i = 1; i + 1 < polygon.length / 3; i++) {
    const e1 = subtract(corner(i), first);
    const e2 = subtract(corner(i + 1), first);
    const normal = triangleNormal(polygon, 0, i, i + 1);
    const samples = Math.trunc((length(cross(e1, e2)) / 2) * type.density * DENSITY_UNIT);
    for (let sample = 0; sample < samples; sample++) {
      let u = random.next();
      let v = random.next();
      if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
      }
      const point = addScaled(addScaled(first, e1, u), e2, v);
      placeSample(placed, type, { point, normal, alpha: FULL_ALPHA }, random);
    }
  }
  return placed;
}

/**
 * Places details on a displacement, by alpha. Their number depends on the area of the flat side.
 */
export function placeOnGrid(grid: DispGrid, type: DetailType, random: Random): PlacedDetail[] {
  const placed: PlacedDetail[] = [];
  const corner = (i: number): Vector => [
    grid.corners[i * 3],
    grid.corners[i * 3 + 1],
    grid.corners[i * 3 + 2],
  ];
  const diagonal = subtract(corner(2), corner(0));
  const area =
    (length(cross(subtract(corner(1), corner(0)), diagonal)) +
      length(cross(diagonal, subtract(corner(3), corner(0))))) /
    2;
  const samples = Math.trunc(area * type.density * DENSITY_UNIT);
  for (let sample = 0; sample < samples; sample++) {
    const surface = pointOnGrid(grid, random.next(), random.next());
    placeSample(placed, type, surface, random);
  }
  return placed;
}

interface SurfacePoint {
  readonly point: Vector;
  readonly normal: Vector;
  /** 0..255 */
  readonly alpha: number;
}

/** Returns the surface at u across the columns and v along the rows, 0..1. */
export function pointOnGrid(
  { edge, position, alpha }: DispGrid,
  u: number,
  v: number,
): SurfacePoint {
  const cells = edge - 1;
  const column = Math.min(cells - 1, Math.floor(u * cells));
  const row = Math.min(cells - 1, Math.floor(v * cells));
  const s = u * cells - column;
  const t = v * cells - row;
  const a = row * edge + column;
  const b = a + edge;
  // Splits the cell like `listCellTriangles`. Weights are those of the triangle's corners.
  let triangle: [number, number, number];
  let weights: Vector;
  if (a % 2 === 1) {
    const isFirst = s + t <= 1;
    triangle = isFirst ? [a, b, a + 1] : [a + 1, b, b + 1];
    weights = isFirst ? [1 - s - t, t, s] : [1 - t, 1 - s, s + t - 1];
  } else {
    const isFirst = t >= s;
    triangle = isFirst ? [a, b, b + 1] : [a, b + 1, a + 1];
    weights = isFirst ? [1 - t, t - s, s] : [1 - s, t, s - t];
  }
  const point: Vector = [0, 0, 0];
  let blended = 0;
  for (let k = 0; k < 3; k++) {
    for (let axis = 0; axis < 3; axis++) {
      point[axis] += position[triangle[k] * 3 + axis] * weights[k];
    }
    blended += alpha[triangle[k]] * weights[k];
  }
  return { point, normal: triangleNormal(position, ...triangle), alpha: blended };
}

function placeSample(
  placed: PlacedDetail[],
  type: DetailType,
  { point, normal, alpha }: SurfacePoint,
  random: Random,
): void {
  const group = chooseGroup(type.groups, alpha / FULL_ALPHA, random);
  const model = group && chooseModel(group, random);
  if (!model || !growsOnSlope(model, normal[2], random)) return;
  const turn = random.next() * 360;
  const angles: Vector = model.isUpright ? [0, turn, 0] : anglesOnSlope(normal, turn);
  const scale =
    model.scaleDeviation === 0 ? 1 : Math.abs(1 + gaussian(random) * model.scaleDeviation);
  placed.push({ model, point, normal, angles, scale });
}

/** Chooses one of the two groups around an alpha, with higher probability for the closer one. */
function chooseGroup(
  groups: readonly DetailGroup[],
  alpha: number,
  random: Random,
): DetailGroup | null {
  if (groups.length === 0) return null;
  let start = 0;
  while (start + 1 < groups.length && alpha >= groups[start + 1].alpha) start++;
  const end = Math.min(start + 1, groups.length - 1);
  if (start === end) return groups[start];
  const range = groups[end].alpha - groups[start].alpha;
  const part = range === 0 ? 0 : (alpha - groups[start].alpha) / range;
  return random.next() < part ? groups[end] : groups[start];
}

function chooseModel(group: DetailGroup, random: Random): DetailModel | null {
  const number = random.next();
  return group.models.find((model) => number < model.amountEnd) ?? null;
}

function growsOnSlope(model: DetailModel, normalZ: number, random: Random): boolean {
  if (normalZ >= model.fullNormalZ) return true;
  if (normalZ < model.minNormalZ) return false;
  const range = model.fullNormalZ - model.minNormalZ;
  return random.next() <= (normalZ - model.minNormalZ) / range;
}

/** Returns pitch, yaw and roll of an object along a normal, rotated about it. */
function anglesOnSlope(up: Vector, turnDegrees: number): Vector {
  const aside: Vector = Math.abs(up[0]) > 0.999 ? [0, 1, 0] : [1, 0, 0];
  const y = normalize(cross(up, aside));
  const x = normalize(cross(y, up));
  const turn = (turnDegrees * Math.PI) / 180;
  const forward = addScaled(scaled(x, Math.cos(turn)), y, Math.sin(turn));
  const left = addScaled(scaled(y, Math.cos(turn)), x, -Math.sin(turn));
  const level = Math.hypot(forward[0], forward[1]);
  const degrees = (y: number, x: number) => (Math.atan2(y, x) * 180) / Math.PI;
  const pitch = degrees(-forward[2], level);
  // For a vertical direction yaw and roll are equivalent, so all rotation is yaw.
  if (level < 1e-3) return [pitch, degrees(-left[0], left[1]), 0];
  return [pitch, degrees(forward[1], forward[0]), degrees(left[2], up[2])];
}

/** Returns a normally distributed number with mean 0 and deviation 1 (Box and Muller). */
function gaussian(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

type Vector = [number, number, number];

const addScaled = (a: Vector, b: Vector, s: number): Vector => [
  a[0] + b[0] * s,
  a[1] + b[1] * s,
  a[2] + b[2] * s,
];
const length = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
const normalize = (a: Vector): Vector => scaled(a, 1 / length(a));
