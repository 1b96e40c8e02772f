/**
 * Brushes in memory: convex polygons with a material each, converted to the sides of a VMF solid.
 * Inches, Z up.
 */

import type { TextureAxis, VmfDispInfo, VmfSide, VmfSolid } from "../../formats/vmf/types.ts";

export type Vec3 = readonly [x: number, y: number, z: number];
/** x0, y0, z0, x1, y1, z1: the lower corner first. */
export type Box = readonly [number, number, number, number, number, number];

/** Surface of one side. */
export interface Surface {
  readonly material: string;
  /** Inches per texel. */
  readonly textureScale?: number;
  /** Inches per luxel. */
  readonly lightmapScale?: number;
}

export interface SidePlan {
  /** Three corners or more, clockwise seen from outside. */
  readonly corners: readonly Vec3[];
  readonly surface: Surface;
  readonly smoothingGroups?: number;
  readonly dispInfo?: VmfDispInfo;
}

/** Brush without ids, which `VmfBuilder` assigns. */
export type BrushPlan = readonly SidePlan[];

/** Surfaces of a box by the direction they face. */
export interface BoxSurfaces {
  readonly east: Surface;
  readonly west: Surface;
  readonly north: Surface;
  readonly south: Surface;
  readonly up: Surface;
  readonly down: Surface;
}

export const DEFAULT_TEXTURE_SCALE = 0.25;
export const DEFAULT_LIGHTMAP_SCALE = 16;

export const allSides = (surface: Surface): BoxSurfaces => ({
  east: surface,
  west: surface,
  north: surface,
  south: surface,
  up: surface,
  down: surface,
});

/** Returns a box brush. */
export function boxBrush(box: Box, surfaces: BoxSurfaces): BrushPlan {
  const [x0, y0, z0, x1, y1, z1] = box;
  const side = (surface: Surface, ...corners: Vec3[]): SidePlan => ({ corners, surface });
  return [
    side(surfaces.up, [x0, y0, z1], [x0, y1, z1], [x1, y1, z1], [x1, y0, z1]),
    side(surfaces.down, [x0, y1, z0], [x0, y0, z0], [x1, y0, z0], [x1, y1, z0]),
    side(surfaces.east, [x1, y0, z0], [x1, y0, z1], [x1, y1, z1], [x1, y1, z0]),
    side(surfaces.west, [x0, y1, z0], [x0, y1, z1], [x0, y0, z1], [x0, y0, z0]),
    side(surfaces.north, [x1, y1, z0], [x1, y1, z1], [x0, y1, z1], [x0, y1, z0]),
    side(surfaces.south, [x0, y0, z0], [x0, y0, z1], [x1, y0, z1], [x1, y0, z0]),
  ];
}

/**
 * Returns a prism between two heights over a polygon that is counter-clockwise seen from above.
 * `top` may move the upper corners, for slopes and truncated cones.
 */
export function prismBrush(
  outline: readonly (readonly [x: number, y: number])[],
  z0: number,
  z1: number,
  surfaces: { readonly wall: Surface; readonly up: Surface; readonly down: Surface },
  top: readonly (readonly [x: number, y: number])[] = outline,
): BrushPlan {
  const count = outline.length;
  const low = outline.map(([x, y]): Vec3 => [x, y, z0]);
  const high = top.map(([x, y]): Vec3 => [x, y, z1]);
  const walls = low.map((corner, i): SidePlan => {
    const next = (i + 1) % count;
    return { corners: [corner, high[i], high[next], low[next]], surface: surfaces.wall };
  });
  return [
    { corners: [...high].reverse(), surface: surfaces.up },
    { corners: low, surface: surfaces.down },
    ...walls,
  ];
}

/** Returns a regular polygon, counter-clockwise seen from above. */
export function ring(
  x: number,
  y: number,
  radius: number,
  count: number,
): readonly (readonly [number, number])[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = ((i + 0.5) * 2 * Math.PI) / count;
    // Rounds to whole inches, because planes that meet in whole corners are exact.
    return [Math.round(x + radius * Math.cos(angle)), Math.round(y + radius * Math.sin(angle))];
  });
}

/** Returns the outward unit normal of a side. */
export function normalOf(corners: readonly Vec3[]): Vec3 {
  const [a, b, c] = corners;
  const u = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const v = [c[0] - b[0], c[1] - b[1], c[2] - b[2]];
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(n[0], n[1], n[2]);
  return [n[0] / length, n[1] / length, n[2] / length];
}

/** Returns the editor's world-aligned texture axes: the two axes most parallel to the side. */
function worldAxes(normal: Vec3, scale: number): { uaxis: TextureAxis; vaxis: TextureAxis } {
  const [x, y, z] = normal.map(Math.abs);
  const axis = (ax: number, ay: number, az: number): TextureAxis => ({
    ...{ x: ax, y: ay, z: az },
    shift: 0,
    scale,
  });
  if (z >= x && z >= y) return { uaxis: axis(1, 0, 0), vaxis: axis(0, -1, 0) };
  if (x >= y) return { uaxis: axis(0, 1, 0), vaxis: axis(0, 0, -1) };
  return { uaxis: axis(1, 0, 0), vaxis: axis(0, 0, -1) };
}

/** Builds the VMF side of a planned side. */
export function buildSide(plan: SidePlan, id: number): VmfSide {
  const { corners, surface } = plan;
  const scale = surface.textureScale ?? DEFAULT_TEXTURE_SCALE;
  return {
    id,
    line: 0,
    points: Float64Array.from(corners.slice(0, 3).flat()),
    material: surface.material,
    ...worldAxes(normalOf(corners), scale),
    lightmapScale: surface.lightmapScale ?? DEFAULT_LIGHTMAP_SCALE,
    smoothingGroups: plan.smoothingGroups ?? 0,
    dispInfo: plan.dispInfo ?? null,
  };
}

export function buildSolid(plan: BrushPlan, nextId: () => number): VmfSolid {
  return { id: nextId(), line: 0, sides: plan.map((side) => buildSide(side, nextId())) };
}
