/**
 * Orthographic camera that looks straight down, with north up: x to the right, y upwards. An inch
 * has the same length everywhere in the picture.
 */

import { mat4 } from "gl-matrix";
import { countBits } from "../../core/bit-set.ts";
import { writeFrustum } from "../../math/frustum.ts";
import type { Camera } from "../types.ts";
import type { ProjectedView } from "./projected-view.ts";

/** The part of the world that the picture shows, in inches. */
export interface TopPicture {
  /** Upper left corner: least x, greatest y. */
  readonly x: number;
  readonly y: number;
  readonly unitsPerPixel: number;
  /** Heights above `top` and below `bottom` are cut off. */
  readonly top: number;
  readonly bottom: number;
  /** Bit set of the clusters drawn, or `null` for all. */
  readonly clusters: Uint32Array | null;
  /** Point below the eye, for view-dependent shading: the same in all tiles of a picture. */
  readonly eyeX: number;
  readonly eyeY: number;
}

/**
 * Height of the eye above the picture's top, in inches. Directions to it deviate from vertical by
 * at most 1 in 2000 at the edge of the largest map, and a float of this size still has a precision
 * of an inch.
 */
const TOP_EYE_HEIGHT = 2 ** 23;

/** No valid cluster, so that the next camera decodes its clusters again. */
const OWN_BITS = -2;

export function createTopCamera(picture: TopPicture): Camera {
  return {
    x: picture.eyeX,
    y: picture.eyeY,
    z: picture.top + TOP_EYE_HEIGHT,
    pitch: 90,
    yaw: 90,
    fov: 90,
    project: (view) => projectFromTop(view, picture),
  };
}

function projectFromTop(view: ProjectedView, picture: TopPicture): void {
  writeTopClip(view.clipFromWorld, picture, view.width, view.height);
  writeFrustum(view.frustum, view.clipFromWorld);
  // 100 / the width in pixels of a sphere of radius 1: the same at any distance, because w is 1.
  view.lodMetricPerInch = 50 * picture.unitsPerPixel;
  if (picture.clusters === null || picture.clusters.length !== view.bits.length) {
    view.visible = null;
    return;
  }
  view.bits.set(picture.clusters);
  view.visible = view.bits;
  view.visibleClusters = countBits(view.bits);
  view.bitsCluster = OWN_BITS;
  view.bitsVersion++;
}

/**
 * Writes the projection. Depth is 1 at the top, 0 at the bottom and linear between, because w is 1.
 */
export function writeTopClip(
  out: mat4,
  { x, y, unitsPerPixel, top, bottom }: TopPicture,
  width: number,
  height: number,
): void {
  const across = 2 / (width * unitsPerPixel);
  const up = 2 / (height * unitsPerPixel);
  const deep = 1 / (top - bottom);
  mat4.set(
    out,
    across,
    0,
    0,
    0,
    0,
    up,
    0,
    0,
    0,
    0,
    deep,
    0,
    -1 - x * across,
    1 - y * up,
    -bottom * deep,
    1,
  );
}
