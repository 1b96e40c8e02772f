import type { SmdVertexAnimation } from "../../../formats/smd/types.ts";
import type { StudioFlexFile } from "../../../formats/studio/write/write-types.ts";
import type { MeshBuilder } from "../mesh-builder.ts";
import { type Pose, transformDirection } from "../pose-matrix.ts";
import type { ModelSource } from "../qc/load-sources.ts";
import { qcError } from "../qc/qc-statements.ts";

/** Less is no change, inches and parts of a unit normal: a half float has no finer steps near 1. */
const LEAST = 1 / 2048;

/** The vertices that the corners of an SMD's triangles became. */
export interface CornerTable {
  /** Null: the triangle is left out. */
  readonly mesh: (MeshBuilder | null)[];
  /** As `MeshBuilder.addVertex` gave it. */
  readonly vertex: Uint32Array;
}

export function createCornerTable(triangleCount: number): CornerTable {
  const count = triangleCount * 3;
  return { mesh: new Array(count).fill(null), vertex: new Uint32Array(count) };
}

/** What a movement does to corners: 3 numbers each, of the SMD's space. */
interface Shape {
  readonly descriptor: number;
  readonly corner: readonly number[];
  readonly delta: readonly number[];
  readonly normalDelta: readonly number[];
}

/**
 * The shapes that a model's script names as movements.
 * @param addDescriptor gives the row of a movement's name
 * @throws FormatError where the VTA lacks one, or says something of a corner that is not there
 */
export function readShapes(
  { model, lods, shapes }: ModelSource,
  addDescriptor: (name: string) => number,
): Shape[] {
  const flexFile = model.flexFile ?? null;
  if (flexFile === null || shapes === null) return [];
  const cornerCount = (lods[0]?.triangles.count ?? 0) * 3;
  const base = placesOf(shapes, 0);
  return flexFile.flexes.map(({ name, frame, line }) => {
    const row = shapes.time.indexOf(frame);
    if (row < 0) {
      throw qcError(
        "bad-index",
        "flex",
        line,
        `a shape at the time ${frame} in "${flexFile.file}"`,
      );
    }
    const shape: Shape & { corner: number[]; delta: number[]; normalDelta: number[] } = {
      descriptor: addDescriptor(name),
      corner: [],
      delta: [],
      normalDelta: [],
    };
    for (let i = shapes.firstVertex[row]; i < shapes.firstVertex[row + 1]; i++) {
      const id = shapes.id[i];
      const from = base.get(id);
      if (id >= cornerCount || from === undefined) {
        const expected = `vertices of the model's ${cornerCount} in "${flexFile.file}"`;
        throw qcError("bad-index", "flexfile", flexFile.line, expected, String(id));
      }
      shape.corner.push(id);
      for (let k = 0; k < 3; k++) {
        shape.delta.push(shapes.position[i * 3 + k] - shapes.position[from * 3 + k]);
        shape.normalDelta.push(shapes.normal[i * 3 + k] - shapes.normal[from * 3 + k]);
      }
    }
    return shape;
  });
}

/** Row of each vertex of a shape. */
function placesOf({ firstVertex, id }: SmdVertexAnimation, shape: number): Map<number, number> {
  const rows = new Map<number, number>();
  for (let i = firstVertex[shape]; i < firstVertex[shape + 1]; i++) rows.set(id[i], i);
  return rows;
}

/** What the shapes do to a finished mesh; those that leave it alone are left out. */
export function buildMeshFlexes(
  shapes: readonly Shape[],
  corners: CornerTable,
  mesh: MeshBuilder,
  scale: number,
  smdToModel: Pose,
): StudioFlexFile[] {
  return shapes.flatMap(({ descriptor, corner, delta, normalDelta }) => {
    const byVertex = new Map<number, number>();
    for (let i = 0; i < corner.length; i++) {
      if (corners.mesh[corner[i]] !== mesh) continue;
      const changes = [...delta.slice(i * 3, i * 3 + 3), ...normalDelta.slice(i * 3, i * 3 + 3)];
      if (changes.every((value) => Math.abs(value) < LEAST)) continue;
      byVertex.set(mesh.rowOf(corners.vertex[corner[i]]), i);
    }
    if (byVertex.size === 0) return [];
    const vertices = Uint32Array.from(byVertex.keys()).sort();
    const flex = {
      descriptor,
      vertices,
      delta: new Float32Array(vertices.length * 3),
      normalDelta: new Float32Array(vertices.length * 3),
    };
    vertices.forEach((vertex, row) => {
      const i = byVertex.get(vertex)! * 3;
      const [x, y, z] = [delta[i] * scale, delta[i + 1] * scale, delta[i + 2] * scale];
      turn(flex.delta, row * 3, smdToModel, x, y, z);
      const [nx, ny, nz] = normalDelta.slice(i, i + 3);
      turn(flex.normalDelta, row * 3, smdToModel, nx, ny, nz);
    });
    return [flex];
  });
}

/** As `transformDirection`, and of the length that it had. */
function turn(out: Float32Array, at: number, pose: Pose, x: number, y: number, z: number): void {
  const length = Math.hypot(x, y, z);
  if (length === 0) return;
  transformDirection(out, at, pose, x, y, z);
  for (let k = 0; k < 3; k++) out[at + k] *= length;
}
