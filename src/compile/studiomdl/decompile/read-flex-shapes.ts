/** The flexes of a model of a body part by movement, whatever meshes they are of. */

import type { MdlFlexes } from "../../../formats/studio/rig/flex-types.ts";
import type { Mdl } from "../../../formats/studio/types.ts";
import { type Pose, transformDirection } from "../pose-matrix.ts";
import type { DecompiledMesh } from "./decompile-smd.ts";

export interface Shape {
  /** Rows of the descriptors; a pair of -1 is none. */
  readonly descriptor: number;
  readonly pair: number;
  /** Weights at which it begins, is whole, is whole still, and has ended. */
  readonly target: readonly number[];
  /** By vertex of the VVD. */
  readonly changes: Map<number, Change>;
}

export interface Change {
  /** 6 numbers in the SMD's space: of its place, and of its normal. */
  readonly delta: Float32Array;
  /** 0 is wholly of the descriptor's side, 1 of its pair's. */
  readonly side: number;
}

/** In the order of their descriptors. @param space from model space to the SMD's */
export function readFlexShapes(
  mdl: Mdl,
  { flexes, vertexAnimations }: MdlFlexes,
  mesh: DecompiledMesh,
  space: Pose,
): Shape[] {
  const shapes = new Map<string, Shape>();
  for (let i = 0; i < flexes.count; i++) {
    const row = flexes.mesh[i];
    if (row < mesh.firstMesh || row >= mesh.firstMesh + mesh.meshCount) continue;
    const target = [...flexes.target.subarray(i * 4, i * 4 + 4)];
    const [descriptor, pair] = [flexes.descriptor[i], flexes.pair[i]];
    const key = [descriptor, pair, ...target].join(" ");
    const shape = shapes.get(key) ?? { descriptor, pair, target, changes: new Map() };
    shapes.set(key, shape);
    const first = flexes.firstVertex[i];
    for (let k = first; k < first + flexes.vertexCount[i]; k++) {
      const vertex = mdl.meshes.firstVertex[row] + vertexAnimations.vertex[k];
      const delta = shape.changes.get(vertex)?.delta ?? new Float32Array(6);
      shape.changes.set(vertex, { delta, side: vertexAnimations.side[k] });
      addTurned(delta, 0, space, vertexAnimations.delta, k * 3);
      addTurned(delta, 3, space, vertexAnimations.normalDelta, k * 3);
    }
  }
  return [...shapes.values()].sort((a, b) => a.descriptor - b.descriptor);
}

function addTurned(
  out: Float32Array,
  at: number,
  space: Pose,
  from: Float32Array,
  row: number,
): void {
  const [x, y, z] = from.subarray(row, row + 3);
  const direction = new Float32Array(3);
  transformDirection(direction, 0, space, x, y, z);
  for (let k = 0; k < 3; k++) out[at + k] += direction[k];
}
