/** Shapes of a model's face as a VTA, and as a script names them. */

import { createNoTriangles } from "../../../formats/smd/read-triangles.ts";
import type { Smd, SmdVertexAnimation } from "../../../formats/smd/types.ts";
import type { MdlFlexes } from "../../../formats/studio/rig/flex-types.ts";
import type { Mdl } from "../../../formats/studio/types.ts";
import { identityPose, type Pose } from "../pose-matrix.ts";
import type { QcReport } from "../qc/qc-statements.ts";
import type { QcFlex } from "../qc/qc-types.ts";
import type { DecompiledMesh } from "./decompile-smd.ts";
import { findSplit } from "./find-split.ts";
import { readFlexShapes, type Shape } from "./read-flex-shapes.ts";

export interface DecompiledShapes {
  readonly smd: Smd;
  readonly flexes: readonly QcFlex[];
}

interface NamedShape {
  readonly name: string;
  /** null: one weight for both sides. */
  readonly split: number | null;
  readonly shape: Shape;
}

/**
 * The flexes of a model of a body part; null where it has none. What a pair shares by where its vertices lie is a
 * `flexpair`; any other is two shapes, one for each side. Reports those whose weights a script cannot say.
 * @param space from model space to the SMD's
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

/** A pair as one where its sides go by where vertices lie, else each of its sides. */
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

/** Shapes of one movement, each of which takes over where the one before is whole; of others the plain ones. */
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
      `a shape of "${name}" is left out: it is whole at ${whole}, and begins at ${begin}`,
    );
    return false;
  });
}

/** All corners of the reference first, then of each shape those that it moves. */
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
