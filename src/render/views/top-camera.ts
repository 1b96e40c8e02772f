/**
 * A camera that looks straight down without perspective, north up: x is to the right, y upwards, and an inch is as long
 * everywhere in the picture.
 */

import { mat4 } from "gl-matrix";
import { countBits } from "../../core/bit-set.ts";
import { writeFrustum } from "../../math/frustum.ts";
import type { Camera } from "../types.ts";
import type { ProjectedView } from "./projected-view.ts";

/** What the picture shows, inches of the world. */
export interface TopPicture {
  /** Its upper left corner: the least x, the greatest y. */
  readonly x: number;
  readonly y: number;
  readonly unitsPerPixel: number;
  /** What is higher than the first, or lower than the second, is cut off. */
  readonly top: number;
  readonly bottom: number;
  /** Bit set of the clusters that are drawn; null: all. */
  readonly clusters: Uint32Array | null;
  /** Which point the eye is above, for whoever shades by it: the same in all tiles of a picture. */
  readonly eyeX: number;
  readonly eyeY: number;
}

/**
 * Inches that the eye is above the picture's top: all directions to it are upwards, to 1 in 2000 at the edge of the
 * largest map, and a float of its height is still of whole inches.
 */
const EYE_HEIGHT = 2 ** 23;

/** Of no cluster, so that the next camera's are decoded anew. */
const OWN_BITS = -2;

export function createTopCamera(picture: TopPicture): Camera {
  return {
    x: picture.eyeX,
    y: picture.eyeY,
    z: picture.top + EYE_HEIGHT,
    pitch: 90,
    yaw: 90,
    fov: 90,
    project: (view) => projectFromTop(view, picture),
  };
}

function projectFromTop(view: ProjectedView, picture: TopPicture): void {
  writeTopClip(view.clipFromWorld, picture, view.width, view.height);
  writeFrustum(view.frustum, view.clipFromWorld);
  // 100 / the pixels that a sphere of radius 1 is wide: the same at any distance, as w is 1.
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

/** Depth is 1 at the top, 0 at the bottom, and even between: w is 1. */
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
