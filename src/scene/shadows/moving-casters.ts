/**
 * Selects shadows that change with time, and packs the data from which their silhouettes are
 * redrawn.
 */

import type { Ledger } from "../../core/ledger.ts";
import type { StudioMesh, StudioVertices } from "../../formats/studio/types.ts";
import { CAST_VERTEX, type MovingShadows } from "../../map/motion/moving-shadows.ts";
import { PROP_VERTEX } from "../../map/props.ts";
import { buildPropMotion } from "../props/motion/build-prop-motion.ts";
import { readPlay } from "../props/motion/entity-play.ts";
import { writePropVertices } from "../props/prop-geometry.ts";
import type { PropModel } from "../props/prop-model.ts";
import type { CastShadow } from "./shadow-casters.ts";
import { listCastDraws } from "./silhouette.ts";

/**
 * Most moving shadows of a map, because each is tested in every frame. The engine redraws at most
 * 32 per frame.
 */
const MAX_MOVING = 64;

/** A shadow that falls on at least one surface. */
export interface WrittenShadow {
  readonly shadow: CastShadow;
  /** 3 numbers, as in `MovingShadows`, of a size that is drawn. */
  readonly cell: Uint16Array;
  /** First chunk of the shadow. */
  readonly chunk: number;
}

/** Splits shadows into still and moving ones, in map order. */
export function splitMoving(cast: readonly CastShadow[]): {
  readonly still: readonly CastShadow[];
  readonly moving: readonly CastShadow[];
  /** Number of shadows in `still` whose models move, but exceed the limit. */
  readonly leftOut: number;
} {
  const plays = ({ entity, model }: CastShadow) => model.track !== null && readPlay(entity).moves;
  const playing = cast.filter(plays);
  const moving = new Set(playing.slice(0, MAX_MOVING));
  return {
    still: cast.filter((shadow) => !moving.has(shadow)),
    moving: [...moving],
    leftOut: playing.length - moving.size,
  };
}

export interface PackedShadows {
  /** `null` if no moving shadow is left. */
  readonly moving: MovingShadows | null;
  /** Number of shadows kept still for lack of budget. */
  readonly leftOut: number;
}

/** @param texture row of the set's textures */
export function packMovingShadows(
  written: readonly WrittenShadow[],
  texture: number,
  ledger: Ledger,
): PackedShadows {
  const isAffordable = affordModels(ledger);
  const affordable = written.filter(({ shadow }) => isAffordable(shadow.model));
  const models = affordable.map(({ shadow }) => shadow.model);
  const playOf = (row: number) => readPlay(affordable[row].shadow.entity);
  const { motion } = buildPropMotion(models, playOf, 0, ledger);
  const leftOut = written.length - (motion?.posedCount ?? 0);
  if (motion === null) return { moving: null, leftOut };
  const rows = Array.from(motion.posedInstance, (row) => affordable[row]);
  const { vertices, indices, rangeOf } = packModels(rows.map(({ shadow }) => shadow.model.mesh));
  const ranges = rows.map(({ shadow }) => rangeOf(shadow.model.mesh));
  const cell = new Uint16Array(rows.length * 3);
  const cellFromModel = new Float32Array(rows.length * 8);
  for (const [i, row] of rows.entries()) {
    cell.set(row.cell, i * 3);
    cellFromModel.set(row.shadow.cellFromModel, i * 8);
  }
  const moving: MovingShadows = {
    motion: { ...motion, posedInstance: motion.posedInstance.map((_, row) => row) },
    texture,
    vertices,
    indices,
    firstIndex: Uint32Array.from(ranges, ({ first }) => first),
    indexCount: Uint32Array.from(ranges, ({ count }) => count),
    cell,
    cellFromModel,
    chunk: Uint32Array.from(rows, ({ chunk }) => chunk),
  };
  return { moving, leftOut };
}

/**
 * Returns a test for whether the budget has room for a model. Models that cast several shadows
 * count once.
 */
function affordModels(ledger: Ledger): (model: PropModel) => boolean {
  const vertices = new Set<StudioVertices>();
  const meshes = new Set<StudioMesh>();
  return ({ mesh }) => {
    if (meshes.has(mesh)) return true;
    const isNew = !vertices.has(mesh.vertices);
    if (isNew && !ledger.tryTake("vertices", mesh.vertices.count)) return false;
    vertices.add(mesh.vertices);
    const count = listCastDraws({ mesh }).reduce((sum, draw) => sum + mesh.drawIndexCount[draw], 0);
    if (!ledger.tryTake("indices", count)) return false;
    meshes.add(mesh);
    return true;
  };
}

interface IndexRange {
  readonly first: number;
  readonly count: number;
}

/** Packs the vertices of all models, and the indices that cast shadows. */
function packModels(meshes: readonly StudioMesh[]) {
  const firstVertexOf = new Map<StudioVertices, number>();
  const ranges = new Map<StudioMesh, IndexRange>();
  const indices: number[] = [];
  let vertexCount = 0;
  for (const mesh of new Set(meshes)) {
    const firstVertex = firstVertexOf.get(mesh.vertices) ?? vertexCount;
    if (!firstVertexOf.has(mesh.vertices)) vertexCount += mesh.vertices.count;
    firstVertexOf.set(mesh.vertices, firstVertex);
    const first = indices.length;
    for (const draw of listCastDraws({ mesh })) {
      const start = mesh.drawFirstIndex[draw];
      for (let i = start; i < start + mesh.drawIndexCount[draw]; i++) {
        indices.push(firstVertex + mesh.indices[i]);
      }
    }
    ranges.set(mesh, { first, count: indices.length - first });
  }
  const vertices = new Uint8Array(vertexCount * CAST_VERTEX.strideBytes);
  for (const [source, first] of firstVertexOf) writeCastVertices(vertices, first, source);
  return {
    vertices,
    indices: Uint32Array.from(indices),
    rangeOf: (mesh: StudioMesh) => ranges.get(mesh) as IndexRange,
  };
}

/** Writes prop vertices without the fields that only shading needs. */
function writeCastVertices(out: Uint8Array, first: number, source: StudioVertices): void {
  const whole = new Uint8Array(source.count * PROP_VERTEX.strideBytes);
  writePropVertices(new DataView(whole.buffer), 0, source);
  for (let vertex = 0; vertex < source.count; vertex++) {
    const from = vertex * PROP_VERTEX.strideBytes;
    const to = (first + vertex) * CAST_VERTEX.strideBytes;
    const copy = (at: number, bytes: number, toAt: number) =>
      out.set(whole.subarray(from + at, from + at + bytes), to + toAt);
    copy(PROP_VERTEX.position, 12, CAST_VERTEX.position);
    copy(PROP_VERTEX.boneIndex, 4, CAST_VERTEX.boneIndex);
    copy(PROP_VERTEX.boneWeight, 8, CAST_VERTEX.boneWeight);
  }
}
