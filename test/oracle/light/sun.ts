/**
 * `env_sun` by the engine's sources: `c_sun.cpp`, `c_sun.h`, `public/map_utils.cpp`,
 * `c_pixel_visibility.cpp`.
 */

import type { Vector } from "../placed/sprites.ts";
import type { Rgb } from "./color.ts";

/** Returns the reverse of `SetupLightNormalFromProps`. */
export function sunDirection(angles: Vector, angle: number, pitchKey: number): Vector {
  const degree = Math.PI / 180;
  let normal: [number, number, number] = [0, 0, 0];
  if (angle === -1) normal = [0, 0, 1];
  else if (angle === -2) normal = [0, 0, -1];
  else {
    const yaw = angle === 0 ? angles[1] : angle;
    normal = [Math.cos(yaw * degree), Math.sin(yaw * degree), 0];
  }
  const pitch = pitchKey === 0 ? angles[0] : pitchKey;
  normal[2] = Math.sin(pitch * degree);
  normal[0] *= Math.cos(pitch * degree);
  normal[1] *= Math.cos(pitch * degree);
  return [-normal[0], -normal[1], -normal[2]];
}

/** Returns the stored colours, 0 to 1, of the disk and the glow around it. */
export function sunColors(render: Rgb, overlay: Rgb): readonly [disk: Rgb, glow: Rgb] {
  const most = Math.max(...render);
  const disk: Rgb = most <= 0 ? [1, 1, 1] : [render[0] / most, render[1] / most, render[2] / most];
  const isSet = overlay[0] !== 0 || overlay[1] !== 0 || overlay[2] !== 0;
  return [disk, isSet ? [overlay[0] / 255, overlay[1] / 255, overlay[2] / 255] : disk];
}

/** Returns the factor of the glow's colour for the cosine between sun and view direction. */
export function glowAlpha(cosine: number): number {
  const alpha = 0.75 + ((0 - 0.75) * (cosine - 1)) / (0.9 - 1);
  return Math.min(Math.max(alpha, 0), 0.75);
}

/** Returns half the size of the visibility proxy in pixels. */
export function sunProxy(pixelsPerInchAtOne: number): number {
  const pixelsAtOne = 2 * (0.05 * 0.5) * pixelsPerInchAtOne;
  // Constant size in pixels: that of a sphere of radius 1 at an inch.
  return (pixelsAtOne / (2 * pixelsPerInchAtOne)) * Math.SQRT1_2 * pixelsPerInchAtOne;
}
