/** Triangles of models in their present pose, each under a tree of boxes. */

import type { Ledger } from "../../../core/ledger.ts";
import { buildTriangleTree } from "../../collision/collision-tree.ts";
import type { PropModel } from "../prop-model.ts";

/** Numbers of a triangle: its corners. */
const CORNERS = 9;

/** Columns of `PropShapes` that are a model's. A model that is more than a map may have has no triangle. */
export function listModelTrees(models: readonly PropModel[], ledger: Ledger) {
  const parts = models.map((model) => {
    const count = countTriangles(model);
    // A number costs what an index does.
    if (count === 0 || !ledger.tryTake("indices", count * CORNERS * 2)) return null;
    return buildTree(model, count);
  });
  const sum = (of: (part: ModelTree) => number) =>
    parts.reduce((total, part) => total + (part === null ? 0 : of(part)), 0);
  const triangleCount = sum(({ columns }) => columns.length);
  const boxCount = sum(({ boxLinks }) => boxLinks.length / 2);
  const out = {
    modelFirstBox: new Uint32Array(models.length),
    modelFirstTriangle: new Uint32Array(models.length),
    modelTriangleCount: new Uint32Array(models.length),
    triangles: new Float32Array(triangleCount * CORNERS),
    triangleColumn: new Uint16Array(triangleCount),
    boxes: new Float32Array(boxCount * 6),
    boxLinks: new Uint32Array(boxCount * 2),
  };
  let box = 0;
  let triangle = 0;
  for (const [row, part] of parts.entries()) {
    out.modelFirstBox[row] = box;
    out.modelFirstTriangle[row] = triangle;
    if (part === null) continue;
    out.modelTriangleCount[row] = part.columns.length;
    out.triangles.set(part.corners, triangle * CORNERS);
    out.triangleColumn.set(part.columns, triangle);
    out.boxes.set(part.boxes, box * 6);
    out.boxLinks.set(part.boxLinks, box * 2);
    box += part.boxLinks.length / 2;
    triangle += part.columns.length;
  }
  return out;
}

interface ModelTree {
  readonly corners: Float32Array;
  readonly columns: Uint16Array;
  readonly boxes: Float32Array;
  readonly boxLinks: Uint32Array;
}

function countTriangles({ mesh }: PropModel): number {
  let count = 0;
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    if (mesh.drawLod[draw] === 0) count += Math.floor(mesh.drawIndexCount[draw] / 3);
  }
  return count;
}

function buildTree(model: PropModel, count: number): ModelTree {
  const { mesh } = model;
  const corners = new Float32Array(count * CORNERS);
  const columns = new Uint16Array(count);
  let at = 0;
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    if (mesh.drawLod[draw] !== 0) continue;
    const first = mesh.drawFirstIndex[draw];
    const triangles = Math.floor(mesh.drawIndexCount[draw] / 3);
    columns.fill(mesh.drawMaterial[draw], at, at + triangles);
    for (let i = 0; i < triangles * 3; i++) {
      writePosed(corners, at * CORNERS + i * 3, model, mesh.indices[first + i]);
    }
    at += triangles;
  }
  const { order, boxes, boxLinks } = buildTriangleTree(corners);
  const sorted = new Float32Array(corners.length);
  for (let to = 0; to < count; to++) {
    const from = order[to] * CORNERS;
    sorted.set(corners.subarray(from, from + CORNERS), to * CORNERS);
  }
  return { corners: sorted, columns: columns.map((_, to) => columns[order[to]]), boxes, boxLinks };
}

/** A vertex where its bones put it. */
function writePosed(out: Float32Array, to: number, { mesh, palette }: PropModel, vertex: number) {
  const { position, boneIndex, boneWeight } = mesh.vertices;
  const at = vertex * 3;
  if (palette === null) {
    out.set(position.subarray(at, at + 3), to);
    return;
  }
  for (let axis = 0; axis < 3; axis++) {
    let value = 0;
    for (let k = 0; k < 3; k++) {
      const row = boneIndex[at + k] * 12 + axis * 4;
      value +=
        boneWeight[at + k] *
        (palette[row] * position[at] +
          palette[row + 1] * position[at + 1] +
          palette[row + 2] * position[at + 2] +
          palette[row + 3]);
    }
    out[to + axis] = value;
  }
}
