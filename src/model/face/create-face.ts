import type { Eyelids, MdlFlexes } from "../../formats/studio/rig/flex-types.ts";
import type { StudioVertices } from "../../formats/studio/types.ts";
import type { StudioModel } from "../studio-model.ts";
import { runFlexRules } from "./flex-rules.ts";

/**
 * A face that moves: controllers to movements by the model's rules, and these to places of vertices. Nothing allocates
 * after it is created. Movements follow at once: how fast a vertex does (`VertexAnimations.speed`) is left out.
 */
export interface Face {
  /** Of `MdlFlexes.controllers`, in each one's own range; at rest they are at 0, or as near to it as they come. */
  readonly controllers: Float32Array;
  /** Of `MdlFlexes.descriptors`; written by `evaluate`, and free to be changed after it. */
  readonly weights: Float32Array;
  /** Rows of the model's vertices that any movement displaces, in rising order. */
  readonly touched: Uint32Array;
  /** Controllers to weights. */
  evaluate(): void;
  /**
   * Writes the touched vertices, displaced by the weights, in model space before bones: 3 floats a vertex each,
   * at the rows of `Vvd.vertices`. Normals are of unit length.
   */
  morph(position: Float32Array, normal: Float32Array): void;
}

type FacedModel = Pick<StudioModel, "face" | "eyelids" | "mdl" | "vvd">;

/** @returns null of a model without vertices */
export function createFace({ face, eyelids, mdl, vvd }: FacedModel): Face | null {
  if (vvd === null) return null;
  const { vertices } = vvd;
  const { controllers: table, descriptors } = face;
  const rows = listRows(face, mdl.meshes.firstVertex, vertices.count);
  const touched = Uint32Array.from(new Set(rows.filter((row) => row >= 0))).sort();
  const controllers = Float32Array.from({ length: table.count }, (_, i) =>
    Math.max(table.min[i], Math.min(table.max[i], 0)),
  );
  const weights = new Float32Array(descriptors.length);
  const evaluate = () => {
    runFlexRules(face, controllers, weights);
    turnLids(eyelids, weights);
  };
  evaluate();
  return {
    controllers,
    weights,
    touched,
    evaluate,
    morph(position, normal) {
      rest(position, normal, vertices, touched);
      for (let flex = 0; flex < face.flexes.count; flex++) {
        addFlex(position, normal, face, rows, weights, flex);
      }
      for (let i = 0; i < touched.length; i++) makeUnit(normal, touched[i] * 3);
    },
  };
}

/** A lid is turned as what lowers, leaves and raises it weighs. */
function turnLids({ count, descriptor, state, target }: Eyelids, weights: Float32Array): void {
  for (let lid = 0; lid < count; lid++) {
    let turn = 0;
    for (let k = lid * 3; k < lid * 3 + 3; k++) turn += weights[state[k]] * target[k];
    weights[descriptor[lid]] = turn;
  }
}

/** For each vertex animation, the row of the vertices; -1: there is none. */
function listRows(
  { flexes, vertexAnimations }: MdlFlexes,
  firstVertex: Uint32Array,
  vertexCount: number,
): Int32Array {
  const rows = new Int32Array(vertexAnimations.count).fill(-1);
  for (let flex = 0; flex < flexes.count; flex++) {
    const first = flexes.firstVertex[flex];
    for (let i = first; i < first + flexes.vertexCount[flex]; i++) {
      const row = firstVertex[flexes.mesh[flex]] + vertexAnimations.vertex[i];
      if (row < vertexCount) rows[i] = row;
    }
  }
  return rows;
}

function rest(
  position: Float32Array,
  normal: Float32Array,
  vertices: StudioVertices,
  touched: Uint32Array,
): void {
  for (let i = 0; i < touched.length; i++) {
    for (let k = touched[i] * 3; k < touched[i] * 3 + 3; k++) {
      position[k] = vertices.position[k];
      normal[k] = vertices.normal[k];
    }
  }
}

/** Two descriptors share a flex of both sides of a face, each vertex by its side. */
function addFlex(
  position: Float32Array,
  normal: Float32Array,
  { flexes, vertexAnimations }: MdlFlexes,
  rows: Int32Array,
  weights: Float32Array,
  flex: number,
): void {
  const own = rampWeight(flexes.target, flex, weights[flexes.descriptor[flex]]);
  const pair = flexes.pair[flex];
  const other = pair < 0 ? own : rampWeight(flexes.target, flex, weights[pair]);
  if (own === 0 && other === 0) return;
  const { side, delta, normalDelta } = vertexAnimations;
  const first = flexes.firstVertex[flex];
  for (let i = first; i < first + flexes.vertexCount[flex]; i++) {
    if (rows[i] < 0) continue;
    const weight = own + (other - own) * side[i];
    for (let k = 0; k < 3; k++) {
      position[rows[i] * 3 + k] += delta[i * 3 + k] * weight;
      normal[rows[i] * 3 + k] += normalDelta[i * 3 + k] * weight;
    }
  }
}

/** What a weight is between those at which the flex begins, is whole, and has ended: the targets of `mstudioflex_t`. */
export function rampWeight(target: Float32Array, flex: number, weight: number): number {
  const at = flex * 4;
  if (!(weight > target[at]) || weight >= target[at + 3]) return 0;
  if (weight < target[at + 1]) return (weight - target[at]) / (target[at + 1] - target[at]);
  if (weight <= target[at + 2]) return 1;
  return (target[at + 3] - weight) / (target[at + 3] - target[at + 2]);
}

function makeUnit(v: Float32Array, at: number): void {
  const length = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
  if (!(length > 0)) return;
  for (let k = at; k < at + 3; k++) v[k] /= length;
}
