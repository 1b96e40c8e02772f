/**
 * Detail sprites as quads, in runs of what stands together in one leaf. How sprites and their shapes are
 * built is the engine's `detailobjectsystem.cpp` (source-sdk-2013).
 */

import type { Ledger } from "../../core/ledger.ts";
import {
  DETAIL_PROP_TYPE_MODEL,
  DETAIL_PROP_TYPE_SHAPE_CROSS,
  DETAIL_PROP_TYPE_SHAPE_TRI,
  DETAIL_PROP_TYPE_SPRITE,
} from "../../formats/bsp/layouts/detail-prop-layouts.ts";
import type { DetailProps } from "../../formats/bsp/types.ts";
import { DETAIL_VERTEX, type DetailSet } from "../../map/details.ts";
import type { LeafTree } from "../../map/tree.ts";
import { CHUNK_FACE, MAX_CHUNK_TRIANGLES } from "../../map/world.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";

const DPRP = "game lump dprp";
const VERTEX_FLOATS = DETAIL_VERTEX.strideBytes / 4;
const MAX_CHUNK_QUADS = MAX_CHUNK_TRIANGLES / 2;
/** Inches: what stands in one square of the ground is put next to each other, so that runs are small. */
const CELL = 256;

/** Throws FormatError (too-large) if it would cost more than it may. */
export function buildDetailQuads(
  props: DetailProps,
  tree: LeafTree,
  ledger: Ledger,
): Omit<DetailSet, "materials"> {
  const rows = sortSprites(props);
  const quadCount = rows.reduce((sum, row) => sum + quadsOf(props.objects.type[row]), 0);
  ledger.take("vertices", quadCount * 4, DPRP);
  ledger.take("indices", quadCount * 6, DPRP);
  const vertices = new Float32Array(quadCount * 4 * VERTEX_FLOATS);
  const chunkOfQuad = new Uint32Array(quadCount);
  const chunkLeaf: number[] = [];
  const chunkFirst: number[] = [];
  let quad = 0;
  for (const row of rows) {
    const leaf = props.objects.leaf[row];
    for (let side = 0; side < quadsOf(props.objects.type[row]); side++) {
      const first = chunkFirst.at(-1);
      const isFull = first === undefined || quad - first === MAX_CHUNK_QUADS;
      if (isFull || leaf !== chunkLeaf.at(-1)) {
        chunkFirst.push(quad);
        chunkLeaf.push(leaf);
      }
      chunkOfQuad[quad] = chunkFirst.length - 1;
      writeQuad(vertices, quad++, props, row, side);
    }
  }
  const box = boundChunks(vertices, chunkOfQuad, chunkFirst.length);
  const cluster = chunkLeaf.map((leaf) => tree.leafCluster[leaf]);
  // What stands in no cluster is seen from everywhere.
  const clusters = Uint32Array.from(cluster.filter((value) => value >= 0));
  ledger.take("clusters", clusters.length, DPRP);
  const clusterCount = Uint32Array.from(cluster, (value) => (value >= 0 ? 1 : 0));
  const firstCluster = new Uint32Array(cluster.length);
  for (let i = 1; i < cluster.length; i++) {
    firstCluster[i] = firstCluster[i - 1] + clusterCount[i - 1];
  }
  return {
    quadCount,
    vertices,
    indices: listIndices(quadCount),
    chunks: {
      count: chunkFirst.length,
      material: new Uint16Array(chunkFirst.length),
      kind: new Uint8Array(chunkFirst.length).fill(CHUNK_FACE),
      firstIndex: Uint32Array.from(chunkFirst, (first) => first * 6),
      indexCount: Uint32Array.from(
        chunkFirst,
        (first, i) => ((chunkFirst[i + 1] ?? quadCount) - first) * 6,
      ),
      box,
      firstCluster,
      clusterCount,
      clusters,
      leaf: Uint32Array.from(chunkLeaf),
    },
  };
}

function quadsOf(type: number): number {
  if (type === DETAIL_PROP_TYPE_SHAPE_TRI) return 3;
  return type === DETAIL_PROP_TYPE_SHAPE_CROSS ? 2 : 1;
}

/** Rows of what is no model, by leaf, and by place there. */
function sortSprites({ objects }: DetailProps): number[] {
  const { origin, leaf, type } = objects;
  const cell = (row: number, axis: number) => Math.floor(origin[row * 3 + axis] / CELL);
  return Array.from({ length: objects.count }, (_, row) => row)
    .filter((row) => type[row] !== DETAIL_PROP_TYPE_MODEL)
    .sort(
      (a, b) => leaf[a] - leaf[b] || cell(a, 0) - cell(b, 0) || cell(a, 1) - cell(b, 1) || a - b,
    );
}

type Vector = readonly [number, number, number];

/** From the middle of a sprite's foot to its picture's plane, and the picture's axes. */
interface Frame {
  readonly away: Vector;
  readonly right: Vector;
  readonly up: Vector;
}

/** In the view's axes: a sprite that faces the eye has its right on the eye's left. */
const TURNED: Frame = { away: [0, 0, 0], right: [-1, 0, 0], up: [0, 0, 1] };
const matrix = new Float32Array(12);

/** @param side which of the quads of a cross or a triangle */
function frameOf({ objects, sprites }: DetailProps, row: number, side: number): Frame {
  const [pitch, yaw, roll] = objects.angles.subarray(row * 3, row * 3 + 3);
  writeMatrix3x4(matrix, 0, pitch, yaw, roll, 0, 0, 0);
  const forward: Vector = [matrix[0], matrix[4], matrix[8]];
  const right: Vector = [-matrix[1], -matrix[5], -matrix[9]];
  const up: Vector = [matrix[2], matrix[6], matrix[10]];
  const sprite = objects.detailModel[row] * 2;
  const left = sprites.upperLeft[sprite];
  const width = sprites.lowerRight[sprite] - left;
  if (objects.type[row] === DETAIL_PROP_TYPE_SPRITE) return { away: [0, 0, 0], right, up };
  if (objects.type[row] === DETAIL_PROP_TYPE_SHAPE_CROSS) {
    // Both stand in the middle, wherever the sprite's own is.
    const along = side === 0 ? right : mix(forward, -1, up, 0);
    return { away: mix(along, -left - width / 2, up, 0), right: along, up };
  }
  // Three sides around the middle, counter-clockwise, each leaning outwards and moved along its normal.
  const turn = (side * 2 * Math.PI) / 3;
  const lean = (objects.shapeAngle[row] * Math.PI) / 180;
  const out = mix(forward, Math.cos(turn), right, -Math.sin(turn));
  const normal = mix(out, Math.cos(lean), up, -Math.sin(lean));
  return {
    away: mix(normal, (objects.shapeSize[row] / 255) * width, up, 0),
    right: mix(right, Math.cos(turn), forward, Math.sin(turn)),
    up: mix(up, Math.cos(lean), out, Math.sin(lean)),
  };
}

function mix(a: Vector, s: number, b: Vector, t: number): Vector {
  return [a[0] * s + b[0] * t, a[1] * s + b[1] * t, a[2] * s + b[2] * t];
}

function writeQuad(
  vertices: Float32Array,
  quad: number,
  props: DetailProps,
  row: number,
  side: number,
): void {
  const { objects, sprites } = props;
  const isShape = objects.type[row] >= DETAIL_PROP_TYPE_SHAPE_CROSS;
  const isTurned = !isShape && objects.orientation[row] !== 0;
  // The engine mirrors the picture of every second one, whatever their types, but of no shape.
  const isMirrored = isShape || row % 2 === 1;
  const { away, right, up } = isTurned ? TURNED : frameOf(props, row, side);
  const scale = objects.scale[row];
  const [red, green, blue, exponent] = objects.lighting.subarray(row * 4, row * 4 + 4);
  const light = 2 ** ((exponent << 24) >> 24) / 255;
  const sprite = objects.detailModel[row] * 2;
  for (let corner = 0; corner < 4; corner++) {
    const isRight = corner === 1 || corner === 2;
    const isLow = corner >= 2;
    const horizontal = isRight ? sprites.lowerRight : sprites.upperLeft;
    // A sprite is seen from ahead, where its right is on the left.
    const texH = isRight === isMirrored ? sprites.texLowerRight : sprites.texUpperLeft;
    const [vertical, texV] = isLow
      ? [sprites.lowerRight, sprites.texLowerRight]
      : [sprites.upperLeft, sprites.texUpperLeft];
    const at = (quad * 4 + corner) * VERTEX_FLOATS;
    for (let axis = 0; axis < 3; axis++) {
      vertices[at + DETAIL_VERTEX.origin / 4 + axis] = objects.origin[row * 3 + axis];
      vertices[at + DETAIL_VERTEX.offset / 4 + axis] =
        scale * (away[axis] + right[axis] * horizontal[sprite] + up[axis] * vertical[sprite + 1]);
    }
    vertices[at + DETAIL_VERTEX.texCoord / 4] = texH[sprite];
    vertices[at + DETAIL_VERTEX.texCoord / 4 + 1] = texV[sprite + 1];
    vertices.set([red * light, green * light, blue * light], at + DETAIL_VERTEX.light / 4);
    vertices[at + DETAIL_VERTEX.turned / 4] = isTurned ? 1 : 0;
  }
}

function listIndices(quadCount: number): Uint32Array {
  const indices = new Uint32Array(quadCount * 6);
  for (let quad = 0; quad < quadCount; quad++) {
    const first = quad * 4;
    indices.set([first, first + 3, first + 2, first, first + 2, first + 1], quad * 6);
  }
  return indices;
}

/** What is turned may reach as far as its corners, in any direction. */
function boundChunks(
  vertices: Float32Array,
  chunkOfQuad: Uint32Array,
  chunkCount: number,
): Float32Array {
  const box = new Float32Array(chunkCount * 6);
  for (let i = 0; i < box.length; i++) {
    box[i] = i % 6 < 3 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  for (let vertex = 0; vertex < chunkOfQuad.length * 4; vertex++) {
    const at = vertex * VERTEX_FLOATS;
    const chunk = chunkOfQuad[vertex >> 2] * 6;
    const isTurned = vertices[at + DETAIL_VERTEX.turned / 4] !== 0;
    const reach = isTurned ? Math.abs(vertices[at + DETAIL_VERTEX.offset / 4]) : 0;
    for (let axis = 0; axis < 3; axis++) {
      const origin = vertices[at + DETAIL_VERTEX.origin / 4 + axis];
      const isWide = isTurned && axis < 2;
      const low = isWide ? -reach : vertices[at + DETAIL_VERTEX.offset / 4 + axis];
      const high = isWide ? reach : low;
      box[chunk + axis] = Math.min(box[chunk + axis], origin + low);
      box[chunk + 3 + axis] = Math.max(box[chunk + 3 + axis], origin + high);
    }
  }
  return box;
}
