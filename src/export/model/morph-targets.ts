import type { MdlFlexes } from "../../formats/studio/rig/flex-types.ts";
import type { GltfBuilder } from "../gltf/gltf-builder.ts";
import { turnVectors } from "../gltf/space.ts";

/** How one movement displaces one mesh. Rows ascend; Source's space, inches. */
interface Displacement {
  readonly rows: Uint32Array;
  readonly position: Float32Array;
  readonly normal: Float32Array;
}

/** A name of a movement, and by mesh what it does there. */
export interface MorphTarget {
  readonly name: string;
  readonly byMesh: ReadonlyMap<number, Displacement>;
}

/** Weights over which most flexes grow: none at 0, whole at 1, and never less again. */
const isPlainRamp = (target: ArrayLike<number>) => target[0] === 0 && target[1] === 1;

/**
 * The movements of a face, a target each: one of a pair, which acts on both sides of a face, is two. A
 * movement may be made of several shapes, each for some range of its weight: glTF knows none of ranges,
 * so they are targets of their own, named after the weight at which they are whole.
 */
export function listMorphTargets(face: MdlFlexes): MorphTarget[] {
  const { flexes, descriptors } = face;
  const byName = new Map<string, Map<number, Displacement>>();
  const add = (name: string, mesh: number, displacement: Displacement | null) => {
    if (displacement === null) return;
    const meshes = byName.get(name) ?? new Map<number, Displacement>();
    byName.set(name, meshes);
    // Of two with one name, range and mesh the engine shows both: so far no compiler has written any.
    if (!meshes.has(mesh)) meshes.set(mesh, displacement);
  };
  for (let i = 0; i < flexes.count; i++) {
    const target = flexes.target.subarray(i * 4, i * 4 + 4);
    const end = isPlainRamp(target) ? "" : ` at ${target[1]}`;
    const pair = flexes.pair[i];
    const own = displace(face, i, pair < 0 ? "whole" : "own side");
    add(descriptors[flexes.descriptor[i]] + end, flexes.mesh[i], own);
    if (pair >= 0) add(descriptors[pair] + end, flexes.mesh[i], displace(face, i, "other side"));
  }
  return Array.from(byName, ([name, byMesh]) => ({ name, byMesh }));
}

function displace(
  { flexes, vertexAnimations }: MdlFlexes,
  flex: number,
  part: "whole" | "own side" | "other side",
): Displacement | null {
  const first = flexes.firstVertex[flex];
  const byVertex = new Map<number, { row: number; share: number }>();
  for (let row = first; row < first + flexes.vertexCount[flex]; row++) {
    const side = vertexAnimations.side[row];
    const share = part === "whole" ? 1 : part === "own side" ? 1 - side : side;
    if (share > 0) byVertex.set(vertexAnimations.vertex[row], { row, share });
  }
  if (byVertex.size === 0) return null;
  const rows = Uint32Array.from(byVertex.keys()).sort();
  const position = new Float32Array(rows.length * 3);
  const normal = new Float32Array(rows.length * 3);
  rows.forEach((vertex, i) => {
    const { row, share } = byVertex.get(vertex)!;
    for (let axis = 0; axis < 3; axis++) {
      position[i * 3 + axis] = vertexAnimations.delta[row * 3 + axis] * share;
      normal[i * 3 + axis] = vertexAnimations.normalDelta[row * 3 + axis] * share;
    }
  });
  return { rows, position, normal };
}

/** The accessors of one target of one mesh of `count` vertices: of a movement that leaves it alone, zeros. */
export function addMorphTarget(
  builder: GltfBuilder,
  displacement: Displacement | undefined,
  count: number,
  scale: number,
): Record<string, number> {
  const rows = displacement?.rows ?? new Uint32Array(0);
  const position = turnVectors(displacement?.position ?? new Float32Array(0), scale);
  const normal = turnVectors(displacement?.normal ?? new Float32Array(0), 1);
  return {
    POSITION: builder.addSparse(count, rows, position, "VEC3", true),
    NORMAL: builder.addSparse(count, rows, normal, "VEC3", false),
  };
}
