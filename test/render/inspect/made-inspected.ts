/** A made map to be looked at by views: walls that face the eye or away from it, each another in what views tell apart. */

import { verticalFov } from "../../../src/math/projection.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../../src/render/types.ts";
import type { Rgb } from "../../oracle/light/color.ts";
import type { Quad, QuadLight, Vec3 } from "../make-world.ts";
import type { TestRenderer } from "../open-test-renderer.ts";

export const SIZE = 96;
/** From the origin along +x. */
export const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 } as const;

export const plainLight = (
  columns: number,
  rows: number,
  more: Partial<QuadLight> = {},
): QuadLight => ({
  columns,
  rows,
  styles: [0],
  sample: () => [128, 128, 128, 0],
  ...more,
});

/** 32 inches wide and high, 64 in front of the eye; its front is seen. */
export function wall(left: number, bottom: number, more: Partial<Quad> = {}): Quad {
  return {
    origin: [64, left, bottom],
    u: [0, -32, 0],
    v: [0, 0, 32],
    material: 0,
    repeats: [1, 1],
    ...more,
  };
}

/** Where the middle of such a wall is. */
export const middleOf = (left: number, bottom: number): Vec3 => [64, left - 16, bottom + 16];

/** The cosine of the angle that a place of a surface is seen at. */
export function cosineAt(place: Vec3, normal: Vec3): number {
  const dot = place[0] * normal[0] + place[1] * normal[1] + place[2] * normal[2];
  return dot / Math.hypot(...place) / Math.hypot(...normal);
}

/** The pixel that shows a place, and the place on the plane of x that its middle shows. */
export function pixelOf([x, y, z]: Vec3): { index: number; shown: Vec3 } {
  const edge = Math.tan(verticalFov(CAMERA.fov) / 2);
  const column = Math.floor(((1 - y / x / edge) / 2) * SIZE);
  const row = Math.floor(((1 - z / x / edge) / 2) * SIZE);
  const at = (pixel: number) => (1 - ((pixel + 0.5) / SIZE) * 2) * edge * x;
  return { index: row * SIZE + column, shown: [x, at(column), at(row)] };
}

/** Draws the renderer's map by a view. */
export async function drawView(
  { renderer }: TestRenderer,
  view: string,
  settings: Partial<RenderSettings> = {},
): Promise<(place: Vec3) => { color: Rgb; shown: Vec3 }> {
  Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, settings, { view });
  await renderer.settled();
  // What comes with a view is asked for by frames, too.
  renderer.render(CAMERA);
  await renderer.settled();
  renderer.render(CAMERA);
  const pixels = await renderer.readPixels();
  return (place) => {
    const { index, shown } = pixelOf(place);
    const [r, g, b] = pixels.subarray(index * 4, index * 4 + 3);
    return { color: [r, g, b], shown };
  };
}
