/** A generated map for debug views: walls that differ in one property each. */

import { expect } from "vitest";
import { verticalFov } from "../../../src/math/projection.ts";
import type { MakeSource } from "../../../src/render/draws/draw-set.ts";
import { findView } from "../../../src/render/inspect/view-list.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import {
  type Camera,
  DEFAULT_RENDER_SETTINGS,
  type RenderSettings,
} from "../../../src/render/types.ts";
import type { Rgb } from "../../oracle/light/color.ts";
import { decodeSrgb, mapRgb } from "../../oracle/light/color.ts";
import { bytesOf } from "../../oracle/screen/views.ts";
import { makeMaterials } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps, type TestInstance } from "../make-props.ts";
import type { Quad, QuadLight, Vec3 } from "../make-world.ts";
import type { TestRenderer } from "../open-test-renderer.ts";

export const SIZE = 128;
/** At the origin, looking along +x. */
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

/** Builds a wall 32 inches wide and high, 64 in front of the eye, seen from its front. */
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

/** Returns the middle of such a wall. */
export const middleOf = (left: number, bottom: number): Vec3 => [64, left - 16, bottom + 16];

/** Returns the cosine between a surface's normal and the direction to the eye. */
export function cosineAt(place: Vec3, normal: Vec3): number {
  const dot = place[0] * normal[0] + place[1] * normal[1] + place[2] * normal[2];
  return dot / Math.hypot(...place) / Math.hypot(...normal);
}

/** Returns the pixel of a position, and the point on its x plane that the pixel's centre shows. */
export function pixelOf([x, y, z]: Vec3): { index: number; shown: Vec3 } {
  const edge = Math.tan(verticalFov(CAMERA.fov) / 2);
  const column = Math.floor(((1 - y / x / edge) / 2) * SIZE);
  const row = Math.floor(((1 - z / x / edge) / 2) * SIZE);
  const at = (pixel: number) => (1 - ((pixel + 0.5) / SIZE) * 2) * edge * x;
  return { index: row * SIZE + column, shown: [x, at(column), at(row)] };
}

export const TOWARDS: Vec3 = [-1, 0, 0];

export function expectNear(color: Rgb, wanted: Rgb, allowed = 1.01): void {
  for (let i = 0; i < 3; i++) expect(Math.abs(color[i] - wanted[i])).toBeLessThanOrEqual(allowed);
}

/** Returns the linear colour of a legend row after its scale. */
export function kindLight(view: string, row: number): Rgb {
  const kinds = findView(view)!.legend.filter(({ at }) => at === undefined);
  return mapRgb(bytesOf(kinds[row].color), decodeSrgb);
}

/** Builds a model's quad at the place of a wall. */
export function modelAt(
  left: number,
  bottom: number,
  normal: Vec3 = TOWARDS,
  more: Partial<TestInstance> = {},
  switchPoints: readonly number[] = [0],
): MakeSource {
  const corner = (y: number, z: number) => ({ position: [64, y, z] as const, normal });
  const [top, right] = [bottom + 32, left - 32];
  const vertices = [
    ...[corner(left, bottom), corner(right, bottom)],
    ...[corner(right, top), corner(left, top)],
  ];
  const indices = [0, 1, 2, 0, 2, 3];
  const lods = switchPoints.map((switchPoint) => ({ switchPoint, material: 0, vertices, indices }));
  const box = [0, -64, -64, 128, 64, 64];
  const instance = { variant: 0, worldFromModel: IDENTITY_BONE, box, ...more };
  const variants = [{ bones: [IDENTITY_BONE], lods }];
  return propSource(makeProps(variants, [instance], makeMaterials([{ name: "model" }])));
}

/** Draws the renderer's map in a view. */
export async function drawView(
  { renderer }: TestRenderer,
  view: string,
  settings: Partial<RenderSettings> = {},
  camera: Camera = CAMERA,
): Promise<(place: Vec3) => { color: Rgb; shown: Vec3 }> {
  Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, settings, { view });
  await renderer.settled();
  // Code of a view is only loaded when a frame needs it.
  renderer.render(camera);
  await renderer.settled();
  renderer.render(camera);
  const pixels = await renderer.readPixels();
  return (place) => {
    const { index, shown } = pixelOf(place);
    const [r, g, b] = pixels.subarray(index * 4, index * 4 + 3);
    return { color: [r, g, b], shown };
  };
}
