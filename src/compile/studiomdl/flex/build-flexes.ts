/** Builds the flexes of meshes from the shapes of a VTA, and controllers and rules from a QC. */

import type { SmdVertexAnimation } from "../../../formats/smd/types.ts";
import { FLEX_OP } from "../../../formats/studio/rig/flex-types.ts";
import type { StudioFaceFile, StudioFlexFile } from "../../../formats/studio/write/write-types.ts";
import type { MeshBuilder } from "../mesh-builder.ts";
import { type Pose, transformDirection } from "../pose-matrix.ts";
import type { ModelSmds } from "../qc/load-sources.ts";
import { qcError } from "../qc/qc-statements.ts";
import type { Qc } from "../qc/qc-types.ts";
import { leftShare } from "./left-share.ts";

/**
 * Smallest change that counts, in inches or of a unit normal. Half floats near 1 have no finer
 * steps.
 */
const LEAST = 1 / 2048;

/** Vertices made from the corners of an SMD's triangles. */
export interface CornerTable {
  /** `null` if the triangle was removed. */
  readonly mesh: (MeshBuilder | null)[];
  /** Result of `MeshBuilder.addVertex`. */
  readonly vertex: Uint32Array;
}

export function createCornerTable(triangleCount: number): CornerTable {
  const count = triangleCount * 3;
  return { mesh: new Array(count).fill(null), vertex: new Uint32Array(count) };
}

/** Last two weights of a shape that never ends. */
const ENDLESS = [10, 11];

/** Displacement of corners by a flex: 3 numbers each, in SMD space. */
interface Shape {
  readonly descriptor: number;
  /** Flex of the other side; -1 if none. */
  readonly pair: number;
  /**
   * Target weights as in `StudioFlexFile`. A later shape of the same flex takes over when the
   * previous one is complete.
   */
  readonly target: number[];
  /** Side of each corner, as in `StudioFlexFile`. */
  readonly side: readonly number[];
  readonly corner: readonly number[];
  readonly delta: readonly number[];
  readonly normalDelta: readonly number[];
}

/**
 * Reads the shapes that a model's script uses as flexes.
 * @param addDescriptor returns the row of a flex's name
 * @throws FormatError if the VTA lacks a shape, or has data for a missing corner
 */
export function readShapes(
  { model, lods, shapes }: ModelSmds,
  addDescriptor: (name: string) => number,
): Shape[] {
  const flexFile = model.flexFile ?? null;
  if (flexFile === null || shapes === null) return [];
  const cornerCount = (lods[0]?.triangles.count ?? 0) * 3;
  const base = placesOf(shapes, 0);
  const latest = new Map<number, Shape>();
  return flexFile.flexes.map(({ name, frame, split, position, line }) => {
    const row = shapes.time.indexOf(frame);
    if (row < 0) {
      throw qcError(
        "bad-index",
        "flex",
        line,
        `a shape at the time ${frame} in "${flexFile.file}"`,
      );
    }
    const own = addDescriptor(split === null ? name : `${name}R`);
    const other = split === null ? -1 : addDescriptor(`${name}L`);
    // Pair 0 means no pair. If the left side has row 0, it becomes the descriptor and the right
    // side its pair.
    const isTurned = other === 0;
    const descriptor = isTurned ? other : own;
    const before = latest.get(descriptor);
    if (before !== undefined) {
      before.target[2] = before.target[1];
      before.target[3] = position;
    }
    const shape = {
      descriptor,
      pair: isTurned ? own : other,
      target: [before?.target[1] ?? 0, position, ...ENDLESS],
      side: [] as number[],
      corner: [] as number[],
      delta: [] as number[],
      normalDelta: [] as number[],
    };
    latest.set(descriptor, shape);
    for (let i = shapes.firstVertex[row]; i < shapes.firstVertex[row + 1]; i++) {
      const id = shapes.id[i];
      const from = base.get(id);
      if (id >= cornerCount || from === undefined) {
        const expected = `vertices of the model's ${cornerCount} in "${flexFile.file}"`;
        throw qcError("bad-index", "flexfile", flexFile.line, expected, String(id));
      }
      shape.corner.push(id);
      const left = split === null ? 0 : leftShare(shapes.position[i * 3], split);
      shape.side.push(isTurned ? 1 - left : left);
      for (let k = 0; k < 3; k++) {
        shape.delta.push(shapes.position[i * 3 + k] - shapes.position[from * 3 + k]);
        shape.normalDelta.push(shapes.normal[i * 3 + k] - shapes.normal[from * 3 + k]);
      }
    }
    return shape;
  });
}

/** Returns the row of each vertex of a shape. */
function placesOf({ firstVertex, id }: SmdVertexAnimation, shape: number): Map<number, number> {
  const rows = new Map<number, number>();
  for (let i = firstVertex[shape]; i < firstVertex[shape + 1]; i++) rows.set(id[i], i);
  return rows;
}

/** Builds the flexes of a finished mesh. Leaves out shapes that do not change it. */
export function buildMeshFlexes(
  shapes: readonly Shape[],
  corners: CornerTable,
  mesh: MeshBuilder,
  scale: number,
  smdToModel: Pose,
): StudioFlexFile[] {
  return shapes.flatMap(({ descriptor, pair, target, side, corner, delta, normalDelta }) => {
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
      pair,
      target,
      vertices,
      side: Float32Array.from(vertices, (vertex) => side[byVertex.get(vertex)!]),
      delta: new Float32Array(vertices.length * 3),
      normalDelta: new Float32Array(vertices.length * 3),
    };
    vertices.forEach((vertex, row) => {
      const i = byVertex.get(vertex)! * 3;
      const [x, y, z] = [delta[i] * scale, delta[i + 1] * scale, delta[i + 2] * scale];
      transformDirection(flex.delta, row * 3, smdToModel, x, y, z);
      const [nx, ny, nz] = normalDelta.slice(i, i + 3);
      transformDirection(flex.normalDelta, row * 3, smdToModel, nx, ny, nz);
    });
    return [flex];
  });
}

/** `MAXSTUDIOFLEXDESC`, and the size of a rule's stack. */
const MAX_DESCRIPTORS = 1024;

/** Names of flexes in the order of their first use. */
export class FlexDescriptors {
  readonly names: string[] = [];
  readonly #rows = new Map<string, number>();

  readonly add = (name: string): number => {
    const key = name.toLowerCase();
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = this.names.push(name) - 1;
      this.#rows.set(key, row);
    }
    return row;
  };
}

/**
 * Returns the script's face data with names resolved; `null` if none.
 * @throws FormatError if a rule names a missing controller
 */
export function buildFace(qc: Qc, descriptors: FlexDescriptors): StudioFaceFile | null {
  for (const name of qc.flexVariables) descriptors.add(name);
  const controllers = new Map(
    qc.flexControllers.map(({ name }, row) => [name.toLowerCase(), row] as const),
  );
  const rules = qc.flexRules.map(({ descriptor, operations, line }) => ({
    descriptor: descriptors.add(descriptor),
    operations: operations.map(({ op, value, name }) => {
      if (op === FLEX_OP.FETCH2) return { op, value, index: descriptors.add(name) };
      if (op !== FLEX_OP.FETCH1) return { op, value, index: 0 };
      const index = controllers.get(name.toLowerCase());
      if (index === undefined) {
        throw qcError("mismatch", "rule", line, "a flexcontroller before it", name);
      }
      return { op, value, index };
    }),
  }));
  if (descriptors.names.length > MAX_DESCRIPTORS) {
    const expected = `at most ${MAX_DESCRIPTORS} movements`;
    throw qcError("bad-count", "flex", 1, expected, String(descriptors.names.length));
  }
  if (descriptors.names.length === 0 && qc.flexControllers.length === 0) return null;
  return { descriptors: descriptors.names, controllers: qc.flexControllers, rules };
}
