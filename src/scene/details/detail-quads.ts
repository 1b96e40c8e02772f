/** Builds detail sprites as quads, grouped into chunks within one leaf. */

import type { Ledger } from "../../core/ledger.ts";
import {
  DETAIL_PROP_ORIENT_SCREEN_ALIGNED_VERTICAL,
  DETAIL_PROP_TYPE_MODEL,
  DETAIL_PROP_TYPE_SHAPE_CROSS,
  DETAIL_PROP_TYPE_SHAPE_TRI,
  DETAIL_PROP_TYPE_SPRITE,
} from "../../formats/bsp/records/detail-props.ts";
import type { DetailProps } from "../../formats/bsp/types.ts";
import {
  DETAIL_FACING_EYE,
  DETAIL_FACING_FIXED,
  DETAIL_FACING_UPRIGHT,
  DETAIL_SWAY_MAX,
  DETAIL_VERTEX,
  type DetailSet,
} from "../../map/details.ts";
import type { LeafTree } from "../../map/tree.ts";
import { CHUNK_FACE, MAX_CHUNK_TRIANGLES } from "../../map/world.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";

// Corners of a detail sprite's quads relative to its origin. Sprites and shapes are built as in the
// engine's `detailobjectsystem.cpp` (source-sdk-2013).

export type DetailVector = readonly [number, number, number];

/** Offset from the middle of a sprite's foot to its quad's plane, and the quad's axes. */
export interface DetailFrame {
  readonly away: DetailVector;
  readonly right: DetailVector;
  readonly up: DetailVector;
  /** Movement of the upper edge at full `swayAmount`, relative to the largest sway. */
  readonly sway: DetailVector;
  /** Phase delay of the sway, radians. */
  readonly swayPhase: number;
}

/** View-space frame of camera-facing sprites. Their right axis points to the viewer's left. */
const FACING: DetailFrame = {
  ...{ away: [0, 0, 0], right: [-1, 0, 0], up: [0, 0, 1] },
  ...{ sway: [-1, 0, 0], swayPhase: 0 },
};
const matrix = new Float32Array(12);

function quadsOf(type: number): number {
  if (type === DETAIL_PROP_TYPE_SHAPE_TRI) return 3;
  return type === DETAIL_PROP_TYPE_SHAPE_CROSS ? 2 : 1;
}

/** Whether a sprite turns to the camera. Shapes never do. */
function isFacing({ objects }: DetailProps, row: number): boolean {
  return objects.type[row] === DETAIL_PROP_TYPE_SPRITE && objects.orientation[row] !== 0;
}

/**
 * Whether the engine draws a sprite by its fast path, as it does most of them. There the middle of
 * the foot is offset as if the camera faced north, whatever its real direction.
 */
function isFast({ objects }: DetailProps, row: number): boolean {
  return (
    objects.type[row] === DETAIL_PROP_TYPE_SPRITE &&
    objects.orientation[row] === DETAIL_PROP_ORIENT_SCREEN_ALIGNED_VERTICAL &&
    objects.lightStyleCount[row] === 0 &&
    objects.shapeAngle[row] === 0 &&
    objects.shapeSize[row] === 0 &&
    objects.swayAmount[row] === 0
  );
}

/** @param side index of the quad within a cross or triangle shape */
function frameOf(props: DetailProps, row: number, side: number): DetailFrame {
  const { objects, sprites } = props;
  if (isFacing(props, row)) return FACING;
  const [pitch, yaw, roll] = objects.angles.subarray(row * 3, row * 3 + 3);
  writeMatrix3x4(matrix, 0, pitch, yaw, roll, 0, 0, 0);
  const forward: DetailVector = [matrix[0], matrix[4], matrix[8]];
  const right: DetailVector = [-matrix[1], -matrix[5], -matrix[9]];
  const up: DetailVector = [matrix[2], matrix[6], matrix[10]];
  const sprite = objects.detailModel[row] * 2;
  const left = sprites.upperLeft[sprite];
  const width = sprites.lowerRight[sprite] - left;
  if (objects.type[row] === DETAIL_PROP_TYPE_SPRITE) {
    return { away: [0, 0, 0], right, up, sway: right, swayPhase: 0 };
  }
  const sway = swayOf(row);
  if (objects.type[row] === DETAIL_PROP_TYPE_SHAPE_CROSS) {
    // Both quads are centred, regardless of the sprite's own origin.
    const along = side === 0 ? right : mix(forward, -1, up, 0);
    const away = mix(along, -left - width / 2, up, 0);
    return { away, right: along, up, sway, swayPhase: 0 };
  }
  // Three sides around the centre, counter-clockwise. Each leans outwards and is moved along its
  // normal.
  const turn = (side * 2 * Math.PI) / 3;
  const lean = (objects.shapeAngle[row] * Math.PI) / 180;
  const out = mix(forward, Math.cos(turn), right, -Math.sin(turn));
  const normal = mix(out, Math.cos(lean), up, -Math.sin(lean));
  return {
    away: mix(normal, (objects.shapeSize[row] / 255) * width, up, 0),
    right: mix(right, Math.cos(turn), forward, Math.sin(turn)),
    up: mix(up, Math.cos(lean), out, Math.sin(lean)),
    sway,
    swayPhase: side,
  };
}

/**
 * Returns the direction in which a shape sways. The engine picks a random one within half a turn.
 */
function swayOf(row: number): DetailVector {
  const random = (Math.imul(row + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  return [Math.cos(random * Math.PI), Math.sin(random * Math.PI), 0];
}

function mix(a: DetailVector, s: number, b: DetailVector, t: number): DetailVector {
  return [a[0] * s + b[0] * t, a[1] * s + b[1] * t, a[2] * s + b[2] * t];
}

// Writing and bounds of the quads of detail sprites.

const SNORM16 = 32767;
const FLOATS = DETAIL_VERTEX.strideBytes / 4;
const BYTES = DETAIL_VERTEX.strideBytes;

/** Views of the same vertex memory. */
export interface DetailVertices {
  readonly bytes: Uint8Array;
  readonly floats: Float32Array;
  readonly words: Uint32Array;
  readonly shorts: Int16Array;
}

function createDetailVertices(quadCount: number): DetailVertices {
  const floats = new Float32Array(quadCount * 4 * FLOATS);
  const { buffer } = floats;
  return {
    floats,
    bytes: new Uint8Array(buffer),
    words: new Uint32Array(buffer),
    shorts: new Int16Array(buffer),
  };
}

/** Values shared by all corners of a prop. */
interface Prop {
  readonly row: number;
  readonly scale: number;
  readonly facing: number;
  /**
   * Offset of the middle of the foot for fast-path sprites, used instead of an offset of the
   * corners.
   */
  readonly shift: number;
  readonly isMirrored: boolean;
}

/**
 * Writes the quads of a prop, starting at `quad`.
 * @param aspect width over height of a sheet that is wider than high because its lower part was
 *   cut off
 */
function writeDetail(
  out: DetailVertices,
  quad: number,
  props: DetailProps,
  row: number,
  lightCount: number,
  aspect: number,
): void {
  const { objects, sprites } = props;
  const sprite = objects.detailModel[row] * 2;
  const facing = isFacing(props, row) ? objects.orientation[row] : DETAIL_FACING_FIXED;
  const middle = (sprites.upperLeft[sprite] + sprites.lowerRight[sprite]) / 2;
  const isShape = quadsOf(objects.type[row]) > 1;
  const prop: Prop = {
    row,
    scale: objects.scale[row],
    facing,
    shift: isFast(props, row) ? middle : 0,
    // The engine mirrors the texture of every second prop, counting all types. Shapes are never
    // mirrored; `true` leaves their coordinates unswapped (see `writeCorner`).
    isMirrored: isShape || row % 2 === 1,
  };
  for (let side = 0; side < quadsOf(objects.type[row]); side++) {
    const frame = frameOf(props, row, side);
    for (let corner = 0; corner < 4; corner++) {
      const vertex = (quad + side) * 4 + corner;
      writeCorner(out, vertex, props, prop, frame, corner, aspect);
      out.bytes[vertex * BYTES + DETAIL_VERTEX.facing + 1] = lightCount;
      out.words[vertex * FLOATS + DETAIL_VERTEX.firstLight / 4] =
        lightCount > 0 ? objects.lightStyles[row] : 0;
    }
  }
}

function writeCorner(
  { floats, bytes, shorts }: DetailVertices,
  vertex: number,
  { objects, sprites }: DetailProps,
  { row, scale, facing, shift, isMirrored }: Prop,
  { away, right, up, sway, swayPhase }: DetailFrame,
  corner: number,
  aspect: number,
): void {
  const isRight = corner === 1 || corner === 2;
  const isLow = corner >= 2;
  const sprite = objects.detailModel[row] * 2;
  const horizontal = (isRight ? sprites.lowerRight : sprites.upperLeft)[sprite] - shift;
  const vertical = (isLow ? sprites.lowerRight : sprites.upperLeft)[sprite + 1];
  // The texture is seen from the front, where the sprite's right is on the left.
  const texH = isRight === isMirrored ? sprites.texLowerRight : sprites.texUpperLeft;
  const texV = isLow ? sprites.texLowerRight : sprites.texUpperLeft;
  const amount = isLow ? 0 : (objects.swayAmount[row] / 255) * SNORM16;
  const at = vertex * FLOATS;
  const first = vertex * BYTES;
  const light = lightScale(objects.lighting[row * 4 + 3]);
  for (let axis = 0; axis < 3; axis++) {
    const moved = axis === 0 ? -shift * scale : 0;
    floats[at + DETAIL_VERTEX.origin / 4 + axis] = objects.origin[row * 3 + axis] + moved;
    floats[at + DETAIL_VERTEX.offset / 4 + axis] =
      scale * (away[axis] + right[axis] * horizontal + up[axis] * vertical);
    floats[at + DETAIL_VERTEX.light / 4 + axis] = objects.lighting[row * 4 + axis] * light;
    shorts[(first + DETAIL_VERTEX.sway) / 2 + axis] = Math.round(sway[axis] * amount);
  }
  floats[at + DETAIL_VERTEX.texCoord / 4] = texH[sprite];
  floats[at + DETAIL_VERTEX.texCoord / 4 + 1] = texV[sprite + 1] * aspect;
  bytes[first + DETAIL_VERTEX.facing] = facing;
  bytes[first + DETAIL_VERTEX.facing + 2] = swayPhase;
}

/**
 * Returns the light of one step of a ColorRGBExp32 byte with this exponent, where 1 is fully lit.
 */
function lightScale(exponent: number): number {
  return 2 ** ((exponent << 24) >> 24) / 255;
}

/**
 * Returns a box for each chunk. Camera-facing sprites may reach the distance of their corners in
 * any direction.
 */
function boundDetails(
  { floats, bytes, shorts }: DetailVertices,
  chunkOfQuad: Uint32Array,
  chunkCount: number,
): Float32Array {
  const box = new Float32Array(chunkCount * 6);
  for (let i = 0; i < box.length; i++) {
    box[i] = i % 6 < 3 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  }
  for (let vertex = 0; vertex < chunkOfQuad.length * 4; vertex++) {
    const at = vertex * FLOATS;
    const chunk = chunkOfQuad[vertex >> 2] * 6;
    const facing = bytes[vertex * BYTES + DETAIL_VERTEX.facing];
    const offset = at + DETAIL_VERTEX.offset / 4;
    const firstSway = (vertex * BYTES + DETAIL_VERTEX.sway) / 2;
    const sway = Math.hypot(shorts[firstSway], shorts[firstSway + 1], shorts[firstSway + 2]);
    const more = (sway / SNORM16) * DETAIL_SWAY_MAX;
    const across = Math.abs(floats[offset]);
    const reach = facing === DETAIL_FACING_EYE ? Math.hypot(across, floats[offset + 2]) : across;
    for (let axis = 0; axis < 3; axis++) {
      const origin = floats[at + DETAIL_VERTEX.origin / 4 + axis];
      const isWide = facing === DETAIL_FACING_EYE || (facing === DETAIL_FACING_UPRIGHT && axis < 2);
      const low = isWide ? -reach : floats[offset + axis];
      const high = isWide ? reach : low;
      box[chunk + axis] = Math.min(box[chunk + axis], origin + low - more);
      box[chunk + 3 + axis] = Math.max(box[chunk + 3 + axis], origin + high + more);
    }
  }
  return box;
}

const DPRP = "game lump dprp";
const MAX_CHUNK_QUADS = MAX_CHUNK_TRIANGLES / 2;
/** Edge in inches of the ground cells by which sprites are sorted, so that chunks stay compact. */
const CELL = 256;

/**
 * Throws FormatError (too-large) if the budget is exceeded.
 * @param lightCount number of light-style rows of each prop
 * @param aspect see `writeDetail`
 */
export function buildDetailQuads(
  props: DetailProps,
  tree: LeafTree,
  lightCount: Uint8Array,
  aspect: number,
  ledger: Ledger,
): Pick<DetailSet, "quadCount" | "vertices" | "indices" | "chunks"> {
  const rows = sortSprites(props);
  const quadCount = rows.reduce((sum, row) => sum + quadsOf(props.objects.type[row]), 0);
  ledger.take("vertices", quadCount * 4, DPRP);
  ledger.take("indices", quadCount * 6, DPRP);
  const vertices = createDetailVertices(quadCount);
  const chunkOfQuad = new Uint32Array(quadCount);
  const chunkLeaf: number[] = [];
  const chunkFirst: number[] = [];
  let quad = 0;
  for (const row of rows) {
    const leaf = props.objects.leaf[row];
    writeDetail(vertices, quad, props, row, lightCount[row], aspect);
    for (let side = 0; side < quadsOf(props.objects.type[row]); side++) {
      const first = chunkFirst.at(-1);
      const isFull = first === undefined || quad - first === MAX_CHUNK_QUADS;
      if (isFull || leaf !== chunkLeaf.at(-1)) {
        chunkFirst.push(quad);
        chunkLeaf.push(leaf);
      }
      chunkOfQuad[quad++] = chunkFirst.length - 1;
    }
  }
  const box = boundDetails(vertices, chunkOfQuad, chunkFirst.length);
  const cluster = chunkLeaf.map((leaf) => tree.leafCluster[leaf]);
  // Sprites outside all clusters are always visible.
  const clusters = Uint32Array.from(cluster.filter((value) => value >= 0));
  ledger.take("clusters", clusters.length, DPRP);
  const clusterCount = Uint32Array.from(cluster, (value) => (value >= 0 ? 1 : 0));
  const firstCluster = new Uint32Array(cluster.length);
  for (let i = 1; i < cluster.length; i++) {
    firstCluster[i] = firstCluster[i - 1] + clusterCount[i - 1];
  }
  return {
    quadCount,
    vertices: vertices.bytes,
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

/** Returns the rows of sprites (not models), sorted by leaf and then by place. */
function sortSprites({ objects }: DetailProps): number[] {
  const { origin, leaf, type } = objects;
  const cell = (row: number, axis: number) => Math.floor(origin[row * 3 + axis] / CELL);
  return Array.from({ length: objects.count }, (_, row) => row)
    .filter((row) => type[row] !== DETAIL_PROP_TYPE_MODEL)
    .sort(
      (a, b) => leaf[a] - leaf[b] || cell(a, 0) - cell(b, 0) || cell(a, 1) - cell(b, 1) || a - b,
    );
}

function listIndices(quadCount: number): Uint32Array {
  const indices = new Uint32Array(quadCount * 6);
  for (let quad = 0; quad < quadCount; quad++) {
    const first = quad * 4;
    indices.set([first, first + 3, first + 2, first, first + 2, first + 1], quad * 6);
  }
  return indices;
}
