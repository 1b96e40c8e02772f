import { createNoTriangles } from "../../../formats/smd/read-triangles.ts";
import type { Smd, SmdVertexAnimation } from "../../../formats/smd/types.ts";
import type { MdlFlexes } from "../../../formats/studio/rig/flex-types.ts";
import type { Mdl } from "../../../formats/studio/types.ts";
import { formatFlexExpression, isFlexName, parseFlexExpression } from "../flex/flex-expression.ts";
import { identityPose, type Pose, transformDirection } from "../pose-matrix.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { Qc, QcFlex } from "../qc/qc-types.ts";
import type { DecompiledMesh } from "./decompile-smd.ts";

/** Shapes of a model's face as a VTA, and how its script names them. */
export interface DecompiledShapes {
  readonly smd: Smd;
  readonly flexes: readonly QcFlex[];
}

/** By vertex of the VVD, 6 numbers: how a movement changes its place and its normal. */
type Changes = Map<number, Float32Array>;

/**
 * The flexes of a model of a body part; null where it has none. What a pair shares is two shapes, one for each side.
 * Reports those that begin at another weight than 0, which a script cannot say.
 * @param space from model space to the SMD's
 */
export function decompileShapes(
  mdl: Mdl,
  { flexes, vertexAnimations, descriptors }: MdlFlexes,
  mesh: DecompiledMesh,
  space: Pose = identityPose(),
  report: QcReport,
): DecompiledShapes | null {
  const byDescriptor = new Map<number, Changes>();
  for (let i = 0; i < flexes.count; i++) {
    const row = flexes.mesh[i];
    if (row < mesh.firstMesh || row >= mesh.firstMesh + mesh.meshCount) continue;
    const [begin, whole] = flexes.target.subarray(i * 4, i * 4 + 2);
    if (begin !== 0 || whole !== 1) {
      const name = descriptors[flexes.descriptor[i]];
      report.warn(
        `a shape of "${name}" is left out: it is whole at ${whole}, and begins at ${begin}`,
      );
      continue;
    }
    for (const [descriptor, isOther] of [
      [flexes.descriptor[i], false],
      [flexes.pair[i], true],
    ] as const) {
      if (descriptor < 0) continue;
      const changes = byDescriptor.get(descriptor) ?? new Map<number, Float32Array>();
      byDescriptor.set(descriptor, changes);
      const first = flexes.firstVertex[i];
      for (let k = first; k < first + flexes.vertexCount[i]; k++) {
        const side = flexes.pair[i] < 0 ? 0 : vertexAnimations.side[k];
        const share = isOther ? side : 1 - side;
        if (share === 0) continue;
        const vertex = mdl.meshes.firstVertex[row] + vertexAnimations.vertex[k];
        const change = changes.get(vertex) ?? new Float32Array(6);
        changes.set(vertex, change);
        addTurned(change, 0, space, vertexAnimations.delta, k * 3, share);
        addTurned(change, 3, space, vertexAnimations.normalDelta, k * 3, share);
      }
    }
  }
  const shown = [...byDescriptor].filter(([, { size }]) => size > 0).sort(([a], [b]) => a - b);
  if (shown.length === 0) return null;
  return {
    smd: {
      ...mesh.smd,
      triangles: createNoTriangles(),
      vertexAnimation: writeShapes(
        mesh,
        shown.map(([row, changes]) => [descriptors[row], changes]),
      ),
    },
    flexes: shown.map(([row], i) => ({ name: descriptors[row], frame: i + 1, line: 1 })),
  };
}

function addTurned(
  out: Float32Array,
  at: number,
  space: Pose,
  from: Float32Array,
  row: number,
  share: number,
): void {
  const [x, y, z] = from.subarray(row, row + 3);
  const length = Math.hypot(x, y, z) * share;
  const direction = new Float32Array(3);
  transformDirection(direction, 0, space, x, y, z);
  for (let k = 0; k < 3; k++) out[at + k] += direction[k] * length;
}

/** All corners of the reference first, then of each shape those that it moves. */
function writeShapes(
  { smd, corners }: DecompiledMesh,
  shapes: readonly (readonly [string, Changes])[],
): SmdVertexAnimation {
  const { triangles } = smd;
  const id: number[] = Array.from(corners, (_, corner) => corner);
  const position = Array.from(triangles.position);
  const normal = Array.from(triangles.normal);
  const firstVertex = [0, id.length];
  for (const [, changes] of shapes) {
    for (let corner = 0; corner < corners.length; corner++) {
      const change = changes.get(corners[corner]);
      if (change === undefined) continue;
      id.push(corner);
      for (let k = 0; k < 3; k++) {
        position.push(triangles.position[corner * 3 + k] + change[k]);
        normal.push(triangles.normal[corner * 3 + k] + change[3 + k]);
      }
    }
    firstVertex.push(id.length);
  }
  return {
    frameCount: shapes.length + 1,
    time: Int32Array.from({ length: shapes.length + 1 }, (_, i) => i),
    name: ["basis", ...shapes.map(([name]) => name)],
    firstVertex: Uint32Array.from(firstVertex),
    id: Uint32Array.from(id),
    position: Float32Array.from(position),
    normal: Float32Array.from(normal),
  };
}

/** Controllers and rules as a script has them; reports rules that it cannot say. */
export function decompileFace(
  { controllers, rules, ops, descriptors }: MdlFlexes,
  report: QcReport,
): Pick<Qc, "flexControllers" | "flexRules"> {
  const flexRules: Qc["flexRules"][number][] = [];
  for (let i = 0; i < rules.count; i++) {
    const descriptor = descriptors[rules.descriptor[i]];
    const [first, count] = [rules.firstOp[i], rules.opCount[i]];
    const text = formatFlexExpression(ops, first, count, controllers.name, descriptors);
    if (text === null || !isFlexName(descriptor)) {
      report.warn(`the rule of "${descriptor}" is left out: a script has no words for it`);
      continue;
    }
    flexRules.push({ descriptor, operations: parseFlexExpression(text, 1), line: 1 });
  }
  return {
    flexControllers: controllers.name.map((name, i) => ({
      type: controllers.type[i],
      name,
      min: controllers.min[i],
      max: controllers.max[i],
      line: 1,
    })),
    flexRules,
  };
}
