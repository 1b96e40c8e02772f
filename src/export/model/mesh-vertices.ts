import { FormatError } from "../../core/errors.ts";
import type { StudioVertices } from "../../formats/studio/types.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import { ARRAY_BUFFER } from "../gltf/gltf-types.ts";
import { turnVectors } from "../gltf/space.ts";

/** Below it a normal or a tangent says no direction. */
const MIN_LENGTH = 1e-6;
const UP = [0, 1, 0];

/**
 * The vertices `first` to `first + count - 1` as accessors, by attribute.
 * @param boneCount of the skin; 0: without one
 * @throws FormatError where a vertex hangs on a bone that is not there
 */
export function addMeshVertices(
  builder: GltfBuilder,
  vertices: StudioVertices,
  first: number,
  count: number,
  boneCount: number,
  scale: number,
): Record<string, number> {
  const end = first + count;
  const target = ARRAY_BUFFER;
  const position = turnVectors(vertices.position.subarray(first * 3, end * 3), scale);
  const normal = turnVectors(vertices.normal.subarray(first * 3, end * 3), 1);
  makeUnit(normal, 3, null);
  const attributes: Record<string, number> = {
    POSITION: builder.addAccessor(position, "VEC3", { target, bounds: true }),
    NORMAL: builder.addAccessor(normal, "VEC3", { target }),
  };
  const tangent = turnVectors(vertices.tangent.subarray(first * 4, end * 4), 1, 4);
  if (makeUnit(tangent, 4, normal)) {
    // Along falling v, where Source has it along growing v: green of the normal maps is turned, too.
    for (let i = 3; i < tangent.length; i += 4) tangent[i] = tangent[i] < 0 ? 1 : -1;
    attributes.TANGENT = builder.addAccessor(tangent, "VEC4", { target });
  }
  const texCoord = vertices.texCoord.slice(first * 2, end * 2);
  attributes.TEXCOORD_0 = builder.addAccessor(texCoord, "VEC2", { target });
  if (boneCount > 0) {
    const { joints, weights } = takeWeights(vertices, first, count, boneCount);
    attributes.JOINTS_0 = builder.addAccessor(joints, "VEC4", { target });
    attributes.WEIGHTS_0 = builder.addAccessor(weights, "VEC4", { target });
  }
  return attributes;
}

/** Makes directions 1 long, those without any square to `beside`; false where none has any. */
function makeUnit(column: Float32Array, stride: 3 | 4, beside: Float32Array | null): boolean {
  let found = 0;
  for (let i = 0; i < column.length; i += stride) {
    const length = Math.hypot(column[i], column[i + 1], column[i + 2]);
    if (length >= MIN_LENGTH) {
      found++;
      for (let k = 0; k < 3; k++) column[i + k] /= length;
    } else {
      const at = (i / stride) * 3;
      column.set(beside === null ? UP : squareTo(beside[at], beside[at + 1], beside[at + 2]), i);
    }
  }
  return found > 0;
}

function squareTo(x: number, y: number, z: number): number[] {
  const square = Math.abs(y) < 0.7 ? [-z, 0, x] : [0, z, -y];
  const length = Math.hypot(...square);
  return square.map((value) => value / length);
}

/** Four a vertex, each bone once; they sum to 1. */
function takeWeights(vertices: StudioVertices, first: number, count: number, boneCount: number) {
  const joints = new Uint8Array(count * 4);
  const weights = new Float32Array(count * 4);
  for (let i = 0; i < count; i++) {
    const from = (first + i) * 3;
    let used = 0;
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const weight = vertices.boneWeight[from + k];
      if (!(weight > 0)) continue;
      const bone = vertices.boneIndex[from + k];
      if (bone >= boneCount) throw strayBone(bone, boneCount);
      const own = joints.subarray(i * 4, i * 4 + used).indexOf(bone);
      const at = i * 4 + (own >= 0 ? own : used++);
      joints[at] = bone;
      weights[at] += weight;
      sum += weight;
    }
    if (used === 0) weights[i * 4] = 1;
    else settle(weights, i * 4, used, sum);
  }
  return { joints, weights };
}

/** Scales weights so that what is stored of them comes to 1, rounding and all. */
function settle(weights: Float32Array, at: number, used: number, sum: number): void {
  let rest = 1;
  for (let k = used - 1; k > 0; k--) {
    weights[at + k] /= sum;
    rest -= weights[at + k];
  }
  weights[at] = Math.max(0, rest);
}

function strayBone(found: number, boneCount: number): FormatError {
  return new FormatError({
    format: "VVD",
    code: "bad-index",
    where: "mstudioboneweight_t.bone",
    offset: 0,
    expected: `bones below ${boneCount} of the MDL`,
    found: String(found),
  });
}
