/** Casts rays against the shown model in its pose. Loaded with the first ray. */

import type { StudioVertices } from "../../formats/studio/types.ts";
import type { PropSet } from "../../map/props.ts";
import { meetTriangle } from "../../math/meet-triangle.ts";
import type { Vector } from "../viewer-types.ts";
import { SkinnedMesh } from "./lines/skinned-mesh.ts";
import type { ModelViewer } from "./model-types.ts";

/** The drawn triangles, and the bones that pose them. */
export interface PosedModel {
  /** Vertices with their flexes. */
  readonly vertices: StudioVertices;
  /** Draws of one level of detail; another object after another choice of parts. */
  readonly drawn: PropSet;
  /** 12 floats a bone. */
  readonly palette: Float32Array;
  /** Number of the pose, which increases with each one. */
  readonly pose: number;
}

export interface ModelHit {
  /** Inches, in the model's space. */
  readonly point: Vector;
  /** Unit length, towards the ray's origin. */
  readonly normal: Vector;
  /** Inches from the origin. */
  readonly distance: number;
}

/** Triangles in a box, which rays test first. */
const GROUP = 64;

/** Tests rays against the triangles of one choice of parts. */
export class ModelTrace {
  readonly #mesh: SkinnedMesh;
  /** Three vertices a triangle. */
  readonly #corners: Uint32Array;
  /** 9 numbers a triangle, in the last pose. */
  readonly #triangles: Float32Array;
  /** 6 numbers a group of triangles: mins, maxs. */
  readonly #boxes: Float32Array;

  constructor(vertices: StudioVertices, drawn: PropSet) {
    this.#mesh = new SkinnedMesh(vertices, drawn);
    const corners: number[] = [];
    for (let draw = 0; draw < drawn.drawCount; draw++) {
      const first = drawn.drawFirstIndex[draw];
      for (let i = first; i < first + drawn.drawIndexCount[draw]; i++)
        corners.push(drawn.indices[i]);
    }
    this.#corners = Uint32Array.from(corners);
    this.#triangles = new Float32Array(corners.length * 3);
    this.#boxes = new Float32Array(Math.ceil(corners.length / 3 / GROUP) * 6);
  }

  /** @param palette 12 floats a bone. Allocates nothing */
  pose(palette: Float32Array): void {
    this.#mesh.pose(palette);
    const { posed } = this.#mesh;
    const [triangles, boxes] = [this.#triangles, this.#boxes];
    for (let i = 0; i < boxes.length; i += 6) {
      boxes.fill(Number.POSITIVE_INFINITY, i, i + 3);
      boxes.fill(Number.NEGATIVE_INFINITY, i + 3, i + 6);
    }
    for (let corner = 0; corner < this.#corners.length; corner++) {
      const box = Math.floor(corner / 3 / GROUP) * 6;
      for (let axis = 0; axis < 3; axis++) {
        const value = posed[this.#corners[corner] * 3 + axis];
        triangles[corner * 3 + axis] = value;
        boxes[box + axis] = Math.min(boxes[box + axis], value);
        boxes[box + 3 + axis] = Math.max(boxes[box + 3 + axis], value);
      }
    }
  }

  /**
   * Returns the nearest hit of a ray, from either side of the triangles.
   * @param direction any non-zero length
   */
  cast(origin: Vector, direction: Vector, maxDistance: number): ModelHit | null {
    const length = Math.hypot(...direction);
    const [x, y, z] = origin;
    const [dx, dy, dz] = direction.map((value) => value / length);
    const triangles = this.#triangles;
    let nearest = maxDistance;
    let found = -1;
    for (let box = 0; box < this.#boxes.length; box += 6) {
      if (!this.#meetsBox(box, [x, y, z], [dx, dy, dz], nearest)) continue;
      const first = (box / 6) * GROUP * 9;
      const end = Math.min(first + GROUP * 9, triangles.length);
      for (let t = first; t < end; t += 9) {
        const at = meetTriangle(triangles, t, x, y, z, dx, dy, dz);
        if (at >= nearest) continue;
        nearest = at;
        found = t;
      }
    }
    if (found < 0) return null;
    return {
      point: [x + dx * nearest, y + dy * nearest, z + dz * nearest],
      normal: normalOf(triangles, found, dx, dy, dz),
      distance: nearest,
    };
  }

  #meetsBox(box: number, origin: Vector, direction: Vector, nearest: number): boolean {
    let [enter, exit] = [0, nearest];
    for (let axis = 0; axis < 3; axis++) {
      const [low, high] = [this.#boxes[box + axis], this.#boxes[box + 3 + axis]];
      const [from, step] = [origin[axis], direction[axis]];
      if (step === 0) {
        if (from < low || from > high) return false;
        continue;
      }
      const [a, b] = [(low - from) / step, (high - from) / step];
      enter = Math.max(enter, Math.min(a, b));
      exit = Math.min(exit, Math.max(a, b));
    }
    return enter <= exit;
  }
}

/** Returns the unit normal of a triangle on the side that a ray comes from. */
function normalOf(t: Float32Array, i: number, dx: number, dy: number, dz: number): Vector {
  const [ax, ay, az] = [t[i + 3] - t[i], t[i + 4] - t[i + 1], t[i + 5] - t[i + 2]];
  const [bx, by, bz] = [t[i + 6] - t[i], t[i + 7] - t[i + 1], t[i + 8] - t[i + 2]];
  const [x, y, z] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const length = Math.hypot(x, y, z) * (x * dx + y * dy + z * dz > 0 ? -1 : 1);
  return [x / length, y / length, z / length];
}

export interface ModelRays {
  /** Number of the pose that rays meet, or −1 if no model is shown. */
  readonly pose: number;
  /**
   * @param direction any non-zero length
   * @returns `null` if the model is not hit, or none is shown
   */
  cast(origin: Vector, direction: Vector, maxDistance?: number): ModelHit | null;
}

/** A viewer returned by `createModelViewer`. */
const hasPose = (viewer: object): viewer is { readonly posed: PosedModel | null } =>
  "posed" in viewer;

/** Returns rays that follow the viewer's model. The posed mesh is computed once a pose. */
export function modelRaysOf(viewer: ModelViewer): ModelRays {
  if (!hasPose(viewer)) throw new TypeError("the viewer was not made by createModelViewer");
  let trace: ModelTrace | null = null;
  let drawn: PropSet | null = null;
  let pose = -1;
  return {
    get pose() {
      return viewer.posed?.pose ?? -1;
    },
    cast(origin, direction, maxDistance = Number.POSITIVE_INFINITY) {
      const { posed } = viewer;
      if (posed === null) return null;
      if (trace === null || drawn !== posed.drawn) {
        trace = new ModelTrace(posed.vertices, posed.drawn);
        drawn = posed.drawn;
        pose = -1;
      }
      if (pose !== posed.pose) trace.pose(posed.palette);
      pose = posed.pose;
      return trace.cast(origin, direction, maxDistance);
    },
  };
}
