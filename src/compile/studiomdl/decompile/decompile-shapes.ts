/** Decompiles shapes of a model's face to a VTA, with their names in the script. */

import { createNoTriangles } from "../../../formats/smd/read-triangles.ts";
import type { Smd, SmdVertexAnimation } from "../../../formats/smd/types.ts";
import type { MdlFlexes } from "../../../formats/studio/rig/flex-types.ts";
import type { Mdl } from "../../../formats/studio/types.ts";
import { leftShare } from "../flex/left-share.ts";
import { identityPose, type Pose, transformDirection } from "../pose-matrix.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { QcFlex } from "../qc/qc-types.ts";
import type { DecompiledMesh } from "./decompile-smd.ts";

// Flexes of a model of a body part, grouped by flex over all meshes.

export interface Shape {
  /** Rows of the descriptors; a pair of -1 means no pair. */
  readonly descriptor: number;
  readonly pair: number;
  /** Weights at which it starts, is complete, starts to fade, and has ended. */
  readonly target: readonly number[];
  /** Changes by vertex of the VVD. */
  readonly changes: Map<number, Change>;
}

export interface Change {
  /** 6 numbers in SMD space: change of position and of normal. */
  readonly delta: Float32Array;
  /** 0 is entirely the descriptor's side, 1 entirely its pair's. */
  readonly side: number;
}

/**
 * Reads the shapes in the order of their descriptors. @param space from model space to SMD space
 */
function readFlexShapes(
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

// Width of the transition of a `flexpair` between its sides.

/** Tolerance: one step of the byte that stores a side, plus the rounding of half floats. */
const TOLERANCE = 1.2 / 255;
/** Distance from either side below which a vertex is unusable for finding the width. */
const EDGE = 0.02;

/**
 * @param x position of each vertex in the shape, inches
 * @param side how much each vertex belongs to the left side
 * @returns `null` if no width gives these sides
 */
export function findSplit(x: readonly number[], side: readonly number[]): number | null {
  let sum = 0;
  let count = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < x.length; i++) {
    if (side[i] < EDGE || side[i] > 1 - EDGE) {
      nearest = Math.min(nearest, Math.abs(x[i]));
      continue;
    }
    // Inverse of the smooth step.
    const t = 0.5 - Math.sin(Math.asin(1 - 2 * side[i]) / 3);
    const weight = 2 * t - 1;
    sum += x[i] * weight;
    count += weight * weight;
  }
  const width = count > 0.01 ? sum / count : Math.min(1, nearest);
  for (const digits of [10, 100, 10000]) {
    const split = Math.round(width * digits) / digits;
    if (split === 0 || !Number.isFinite(split)) continue;
    if (x.every((at, i) => Math.abs(leftShare(at, split) - side[i]) <= TOLERANCE)) return split;
  }
  return null;
}

export interface DecompiledShapes {
  readonly smd: Smd;
  readonly flexes: readonly QcFlex[];
}

interface NamedShape {
  readonly name: string;
  /** `null` if both sides have the same weight. */
  readonly split: number | null;
  readonly shape: Shape;
}

/**
 * Decompiles the flexes of a model of a body part; `null` if it has none. A pair whose sides depend
 * only on vertex positions becomes a `flexpair`. Other pairs become two shapes, one for each side.
 * Reports shapes whose weights a script cannot express.
 * @param space from model space to SMD space
 */
export function decompileShapes(
  mdl: Mdl,
  flexes: MdlFlexes,
  mesh: DecompiledMesh,
  space: Pose = identityPose(),
  report: QcReport,
): DecompiledShapes | null {
  const { descriptors } = flexes;
  const named = readFlexShapes(mdl, flexes, mesh, space).flatMap((shape) =>
    nameSides(shape, mesh, descriptors),
  );
  const byName = new Map<string, NamedShape[]>();
  for (const one of named) {
    if (one.shape.changes.size === 0) continue;
    byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  }
  const shown = [...byName.values()].flatMap((chain) => chainOf(chain, report));
  if (shown.length === 0) return null;
  return {
    smd: {
      ...mesh.smd,
      triangles: createNoTriangles(),
      vertexAnimation: writeShapes(mesh, shown),
    },
    flexes: shown.map(({ name, split, shape }, i) => ({
      ...{ name, split, frame: i + 1, line: 1 },
      position: shape.target[1],
    })),
  };
}

/** Names a pair as one if its sides depend on vertex positions, or else each side. */
function nameSides(
  shape: Shape,
  { smd, corners }: DecompiledMesh,
  descriptors: readonly string[],
): NamedShape[] {
  const { descriptor, pair, changes } = shape;
  const name = descriptors[descriptor];
  if (pair < 0) return [{ name, split: null, shape }];
  const stem = name.slice(0, -1);
  if (`${stem}R` === name && `${stem}L` === descriptors[pair] && stem !== "") {
    const x: number[] = [];
    const side: number[] = [];
    corners.forEach((vertex, corner) => {
      const change = changes.get(vertex);
      if (change === undefined) return;
      x.push(smd.triangles.position[corner * 3] + change.delta[0]);
      side.push(change.side);
    });
    const split = findSplit(x, side);
    if (split !== null) return [{ name: stem, split, shape }];
  }
  const share = (weigh: (side: number) => number): Shape["changes"] => {
    const out: Shape["changes"] = new Map();
    for (const [vertex, { delta, side }] of changes) {
      const weight = weigh(side);
      if (weight > 0) out.set(vertex, { delta: delta.map((value) => value * weight), side: 0 });
    }
    return out;
  };
  return [
    { name, split: null, shape: { ...shape, pair: -1, changes: share((side) => 1 - side) } },
    {
      name: descriptors[pair],
      split: null,
      shape: { ...shape, descriptor: pair, pair: -1, changes: share((side) => side) },
    },
  ];
}

/**
 * Returns the shapes of one flex if each takes over when the previous one is complete; otherwise
 * only the plain ones.
 */
function chainOf(shapes: readonly NamedShape[], report: QcReport): NamedShape[] {
  const sorted = [...shapes].sort(
    ({ shape: a }, { shape: b }) => a.target[0] - b.target[0] || a.target[1] - b.target[1],
  );
  const isChain = sorted.every(({ shape: { target } }, i) => {
    const [begin, whole, end, over] = target;
    const begins = sorted[i - 1]?.shape.target[1] ?? 0;
    const next = sorted[i + 1]?.shape.target[1];
    const ends = next === undefined ? end >= 10 : end === whole && over === next;
    return whole > 0 && begin === begins && ends;
  });
  if (isChain) return sorted;
  return sorted.filter(({ name, shape: { target } }) => {
    const [begin, whole] = target;
    if (begin === 0 && whole === 1) return true;
    report.warn(
      `a shape of "${name}" is left out: it starts at ${begin} and is complete at ${whole}`,
    );
    return false;
  });
}

/** Writes all corners of the reference first, then for each shape those it moves. */
function writeShapes(
  { smd, corners }: DecompiledMesh,
  shapes: readonly NamedShape[],
): SmdVertexAnimation {
  const { triangles } = smd;
  const id: number[] = Array.from(corners, (_, corner) => corner);
  const position = Array.from(triangles.position);
  const normal = Array.from(triangles.normal);
  const firstVertex = [0, id.length];
  for (const { shape } of shapes) {
    for (let corner = 0; corner < corners.length; corner++) {
      const change = shape.changes.get(corners[corner]);
      if (change === undefined) continue;
      id.push(corner);
      for (let k = 0; k < 3; k++) {
        position.push(triangles.position[corner * 3 + k] + change.delta[k]);
        normal.push(triangles.normal[corner * 3 + k] + change.delta[3 + k]);
      }
    }
    firstVertex.push(id.length);
  }
  return {
    frameCount: shapes.length + 1,
    time: Int32Array.from({ length: shapes.length + 1 }, (_, i) => i),
    name: ["basis", ...shapes.map(({ name }) => name)],
    firstVertex: Uint32Array.from(firstVertex),
    id: Uint32Array.from(id),
    position: Float32Array.from(position),
    normal: Float32Array.from(normal),
  };
}
