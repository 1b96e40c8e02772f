/**
 * The view of what level water mirrors. As in the engine (`CBaseWorldView::AdjustView` of
 * `game/client/viewrender.cpp`) that is a camera below the water that looks up as far as the picture's looks down:
 * the mirrored picture, upside down. So what is seen from the front stays so, and the same pipelines draw it.
 */

import type { mat4 } from "gl-matrix";
import { writeFrustum } from "../../math/frustum.ts";
import { NEAR_PLANE } from "../../math/projection.ts";
import type { View } from "../views/view.ts";

/** Inches below the water from which on something is mirrored: no gap is left along its shores. */
const SPREAD = 2;
/** And pixels, of what is far: mirrored pictures are small ones, and filtered. */
const SPREAD_PIXELS = 2;

/** The farthest corner of the picture is drawn, too, however it is rounded. */
const MARGIN = 0.999;

/** Of directions that are level. */
const LEVEL = 1e-4;

/**
 * Moves a view to what water at a height mirrors of another view.
 * @param height inches; the other view is above it
 * @param rows pixels that the mirrored view is high
 * @returns whether anything above the water is in that view
 */
export function mirrorView(
  view: View,
  from: View,
  height: number,
  columns: number,
  rows: number,
): boolean {
  view.x = from.x;
  view.y = from.y;
  view.z = 2 * height - from.z;
  view.width = columns;
  view.height = rows;
  view.lodMetricPerInch = (from.lodMetricPerInch * from.height) / rows;
  writeMirrored(view.clipFromWorld, from.clipFromWorld, height);
  // From so near to the water that it would cut off what is behind the eye, the plane stays before the eye.
  const nearest = Math.max(height - SPREAD, view.z + NEAR_PLANE);
  if (!setNearPlane(view.clipFromWorld, nearest, SPREAD_PIXELS / rows)) return false;
  writeFrustum(view.frustum, view.clipFromWorld);
  return true;
}

/** Mirrors the world in the plane z = height, and turns the picture upside down. */
function writeMirrored(out: mat4, m: mat4, height: number): void {
  for (let row = 0; row < 4; row++) {
    const sign = row === 1 ? -1 : 1;
    out[row] = m[row] * sign;
    out[4 + row] = m[4 + row] * sign;
    out[8 + row] = -m[8 + row] * sign;
    out[12 + row] = (m[12 + row] + 2 * height * m[8 + row]) * sign;
  }
}

/**
 * Puts the near plane of a clip-space matrix at z = height below the eye, all above being behind it: depth is 1
 * there, and positive in all of the picture (reverse-Z). The view has no other end.
 * @param slack what the plane falls with distance, in heights of the picture
 * @returns whether the picture shows anything above it
 */
function setNearPlane(m: mat4, height: number, slack: number): boolean {
  // Up, of the longest of the picture's rays that is an inch long along the view's axis.
  const across = Math.abs(m[8]) / (m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
  const down = Math.abs(m[9]) / (m[1] * m[1] + m[5] * m[5] + m[9] * m[9]);
  const rise = m[11] + across + down;
  if (rise < LEVEL) return false;
  const fall = (2 * slack) / Math.hypot(m[1], m[5], m[9]);
  const scale = MARGIN / (rise + fall);
  const rest = 1 - scale * fall;
  m[2] = m[3] * rest;
  m[6] = m[7] * rest;
  m[10] = m[11] * rest - scale;
  m[14] = m[15] * rest + scale * height;
  return true;
}
