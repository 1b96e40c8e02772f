/** A model of which no triangles are there: where its bones, its vertices and its hulls are. */

import { buildStudioMesh } from "../../formats/studio/mesh/build-studio-mesh.ts";
import type { StudioMesh, StudioVertices, Vtx } from "../../formats/studio/types.ts";
import type { PosePlayer } from "../../model/pose/pose-player.ts";
import type { StudioModel } from "../../model/studio-model.ts";
import { assembleModel, type PropModel } from "../props/prop-model.ts";
import { buildHullCorners } from "../stand-in/hull-corners.ts";
import { boxRadius } from "./model-scene.ts";
import { boxOfVertices } from "./vertex-box.ts";

/** Inches: below that there is nothing to look at but a point. */
const MIN_RADIUS = 2;

const NO_VERTICES: StudioVertices = {
  count: 0,
  position: new Float32Array(0),
  normal: new Float32Array(0),
  tangent: new Float32Array(0),
  texCoord: new Float32Array(0),
  boneWeight: new Float32Array(0),
  boneIndex: new Uint8Array(0),
  boneCount: new Uint8Array(0),
};

/** What animations for other models are, and a model whose triangles are missing. */
function noMesh(vertices: StudioVertices): StudioMesh {
  return {
    vertices,
    indices: new Uint32Array(0),
    lodCount: 1,
    switchPoint: new Float32Array(1),
    drawCount: 0,
    drawLod: new Uint8Array(0),
    drawMesh: new Uint32Array(0),
    drawMaterial: new Uint16Array(0),
    drawFirstIndex: new Uint32Array(0),
    drawIndexCount: new Uint32Array(0),
  };
}

/**
 * Its box holds what can be shown as lines: vertices, bones, hulls, else hit boxes, else what its header says.
 * @throws FormatError of vertices that are moved by bones it has not
 */
export function assembleBare(model: StudioModel, pose: PosePlayer): PropModel {
  const { name, mdl, vvd } = model;
  const vertices =
    vvd === null ? NO_VERTICES : buildStudioMesh(mdl, vvd, noTriangles(vvd)).vertices;
  const shown = assembleModel(name, mdl, noMesh(vertices), [], pose.palette);
  const palette = shown.palette ?? pose.palette.slice();
  return { ...shown, palette, box: boxOf(model, vertices, pose) };
}

function noTriangles({ checksum }: { readonly checksum: number }): Vtx {
  const none = new Uint32Array(0);
  return {
    ...{ version: 7, checksum, lodCount: 1, maxBonesPerVert: 3, stripGroupHeaderBytes: 25 },
    ...{ stripGroupCount: 0, stripCount: 0, indices: none },
    meshes: {
      count: 0,
      bodyPart: new Uint16Array(0),
      model: new Uint16Array(0),
      lod: new Uint8Array(0),
      switchPoint: new Float32Array(0),
      mesh: new Uint16Array(0),
      firstIndex: none,
      indexCount: none,
    },
  };
}

function boxOf(model: StudioModel, vertices: StudioVertices, pose: PosePlayer): Float32Array {
  const { mdl, phy } = model;
  const m = pose.modelFromBone;
  const box = new Float32Array(6);
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let bone = 0; bone < m.length; bone += 12)
    extend(box, m[bone + 3], m[bone + 7], m[bone + 11]);
  if (vertices.count > 0) extendBy(box, boxOfVertices(vertices, pose.palette));
  if (phy !== null) extendBy(box, buildHullCorners(phy, mdl));
  if (boxRadius(box) < MIN_RADIUS) extendByHitBoxes(box, model, m);
  if (boxRadius(box) < MIN_RADIUS) extendBy(box, [...mdl.hullMins, ...mdl.hullMaxs]);
  if (!(boxRadius(box) >= MIN_RADIUS)) return Float32Array.of(-8, -8, 0, 8, 8, 16);
  return box;
}

/** Their corners, in the pose. */
function extendByHitBoxes(box: Float32Array, { rig }: StudioModel, m: Float32Array): void {
  const { count, bone, mins, maxs } = rig.hitBoxes;
  for (let row = 0; row < count; row++) {
    const at = bone[row] * 12;
    for (let corner = 0; corner < 8; corner++) {
      const [x, y, z] = [0, 1, 2].map((k) => ((corner >> k) & 1 ? maxs : mins)[row * 3 + k]);
      const place = (k: number) =>
        m[at + k] * x + m[at + k + 1] * y + m[at + k + 2] * z + m[at + k + 3];
      extend(box, place(0), place(4), place(8));
    }
  }
}

/** @param points 3 numbers each */
function extendBy(box: Float32Array, points: ArrayLike<number>): void {
  for (let i = 0; i + 2 < points.length; i += 3)
    extend(box, points[i], points[i + 1], points[i + 2]);
}

function extend(box: Float32Array, ...point: [x: number, y: number, z: number]): void {
  for (let axis = 0; axis < 3; axis++) {
    if (!Number.isFinite(point[axis])) continue;
    box[axis] = Math.min(box[axis], point[axis]);
    box[3 + axis] = Math.max(box[3 + axis], point[axis]);
  }
}
