import {
  type Eyelids,
  FLEX_OP,
  type FlexControllers,
  type MdlFlexes,
} from "../../formats/studio/rig/flex-types.ts";
import type { BoneFlexDrivers } from "../../formats/studio/rig/rig-types.ts";
import type { StudioVertices } from "../../formats/studio/types.ts";
import type { StudioModel } from "../files/studio-model.ts";

/** `STUDIO_FLEX_STACK` */
const STACK_SIZE = 32;
const stack = new Float32Array(STACK_SIZE);

/**
 * Computes the weight of each flex descriptor from the controllers: `CStudioHdr::RunFlexRules`.
 * Operations without their operands do nothing, as in the engine.
 * @param controllers values in their own ranges
 * @param weights of the descriptors; overwritten
 */
export function runFlexRules(
  { rules, ops, controllers: table }: MdlFlexes,
  controllers: Float32Array,
  weights: Float32Array,
): void {
  weights.fill(0);
  for (let rule = 0; rule < rules.count; rule++) {
    stack.fill(0);
    let depth = 0;
    const end = rules.firstOp[rule] + rules.opCount[rule];
    for (let at = rules.firstOp[rule]; at < end; at++) {
      const op = ops.op[at];
      const index = ops.index[at];
      if (op === FLEX_OP.CONST) depth = push(depth, ops.value[at]);
      else if (op === FLEX_OP.FETCH1) depth = push(depth, controllers[index]);
      else if (op === FLEX_OP.FETCH2) depth = push(depth, weights[index]);
      else if (op === FLEX_OP.TWO_WAY_0) depth = push(depth, ramp(controllers[index], 0, -1));
      else if (op === FLEX_OP.TWO_WAY_1) depth = push(depth, ramp(controllers[index], 0, 1));
      else if (op === FLEX_OP.COMBO) depth = combine(depth, index, table.count);
      else if (op === FLEX_OP.DOMINATE) depth = dominate(depth, index, table.count);
      else if (op === FLEX_OP.N_WAY) depth = choose(depth, index, controllers);
      else if (op === FLEX_OP.DME_LOWER_EYELID)
        depth = closeLid(depth, index, table, controllers, 1);
      else if (op === FLEX_OP.DME_UPPER_EYELID)
        depth = closeLid(depth, index, table, controllers, -1);
      else if (op === FLEX_OP.NEG && depth >= 1) stack[depth - 1] = -stack[depth - 1];
      else if (depth >= 2) depth = reduce(depth, op);
    }
    weights[rules.descriptor[rule]] = stack[0];
  }
}

function push(depth: number, value: number): number {
  if (depth >= STACK_SIZE) return depth;
  stack[depth] = value;
  return depth + 1;
}

/** Replaces the top two values by the result of a binary operation. */
function reduce(depth: number, op: number): number {
  const a = stack[depth - 2];
  const b = stack[depth - 1];
  let value: number;
  if (op === FLEX_OP.ADD) value = a + b;
  else if (op === FLEX_OP.SUB) value = a - b;
  else if (op === FLEX_OP.MUL) value = a * b;
  else if (op === FLEX_OP.DIV) value = b > 0.0001 ? a / b : 0;
  else if (op === FLEX_OP.MAX) value = Math.max(a, b);
  else if (op === FLEX_OP.MIN) value = Math.min(a, b);
  else return depth;
  stack[depth - 2] = value;
  return depth - 1;
}

/** Maps a value linearly, `zero` to 0 and `one` to 1, clamped: `RemapValClamped`. */
function ramp(value: number, zero: number, one: number): number {
  if (zero === one) return value >= one ? 1 : 0;
  const t = (value - zero) / (one - zero);
  return t > 0 ? Math.min(1, t) : 0;
}

/** Replaces the top `count` values by their product. */
function combine(depth: number, count: number, controllerCount: number): number {
  if (count < 0 || count >= controllerCount || depth < count) return depth;
  if (count === 0) return Math.min(depth + 1, STACK_SIZE);
  const first = depth - count;
  for (let i = first + 1; i < depth; i++) stack[first] *= stack[i];
  return first + 1;
}

/** Scales a value by 1 minus the product of the `count` values above it. */
function dominate(depth: number, count: number, controllerCount: number): number {
  if (count < 1 || count >= controllerCount || depth < count + 1) return depth;
  const first = depth - count;
  let product = stack[first];
  for (let i = first + 1; i < depth; i++) product *= stack[i];
  stack[first - 1] *= 1 - product;
  return first;
}

/**
 * Replaces the top five values by a controller's value, scaled by where another controller lies
 * between the four lower ones.
 */
function choose(depth: number, index: number, controllers: Float32Array): number {
  const chooser = Math.trunc(stack[depth - 1]);
  if (depth < 5 || chooser < 0 || chooser >= controllers.length) return depth;
  const at = depth - 5;
  const value = controllers[chooser];
  let part = 1;
  if (value <= stack[at] || value >= stack[at + 3]) part = 0;
  else if (value < stack[at + 1]) part = ramp(value, stack[at], stack[at + 1]);
  else if (value > stack[at + 2]) part = ramp(value, stack[at + 3], stack[at + 2]);
  stack[at] = part * controllers[index];
  return depth - 4;
}

/**
 * Computes how far an eyelid closes: the lower lid less when the eyes look up, the upper lid less
 * when they look down.
 * @param side 1 for the lower lid, -1 for the upper
 */
function closeLid(
  depth: number,
  index: number,
  { min, max }: MdlFlexes["controllers"],
  controllers: Float32Array,
  side: 1 | -1,
): number {
  const close = Math.trunc(stack[depth - 1]);
  const blink = Math.trunc(stack[depth - 2]);
  const upDown = Math.trunc(stack[depth - 3]);
  const isThere = (row: number) => row >= 0 && row < controllers.length;
  if (depth < 3 || !isThere(close) || !isThere(blink) || !isThere(upDown)) return depth;
  const share = ramp(controllers[index], min[index], max[index]);
  const closed = ramp(controllers[close], min[close], max[close]);
  const look = 2 * ramp(controllers[upDown], min[upDown], max[upDown]) - 1;
  const away = Math.max(0, side * look);
  stack[depth - 3] = (1 - away) * (side > 0 ? 1 - share : share) * closed;
  return depth - 2;
}

/**
 * Animates a face: controllers drive flex weights by the model's rules, and weights displace
 * vertices. Allocates only at creation. Weights apply immediately: `VertexAnimations.speed` is
 * ignored.
 */
export interface Face {
  /**
   * Values of `MdlFlexes.controllers`, each in its own range; at rest 0, or the nearest value in
   * range.
   */
  readonly controllers: Float32Array;
  /** Weights of `MdlFlexes.descriptors`; written by `evaluate`, and may be changed after it. */
  readonly weights: Float32Array;
  /** Rows of the vertices that any flex displaces, ascending. */
  readonly touched: Uint32Array;
  /** Computes the weights from the controllers. */
  evaluate(): void;
  /**
   * Writes the touched vertices displaced by the weights, in model space before bones: 3 floats for
   * each vertex at its row of `Vvd.vertices`. Normals have unit length.
   */
  morph(position: Float32Array, normal: Float32Array): void;
}

type FacedModel = Pick<StudioModel, "face" | "eyelids" | "mdl" | "vvd">;

/** @returns null if the model has no vertices */
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

/** Sets each eyelid's turn from the weights of its lowered, neutral and raised states. */
function turnLids({ count, descriptor, state, target }: Eyelids, weights: Float32Array): void {
  for (let lid = 0; lid < count; lid++) {
    let turn = 0;
    for (let k = lid * 3; k < lid * 3 + 3; k++) turn += weights[state[k]] * target[k];
    weights[descriptor[lid]] = turn;
  }
}

/** Returns the vertex row of each vertex animation, or -1 if it does not exist. */
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

/**
 * Adds a flex. A pair of descriptors shares a flex of both sides of the face: each vertex blends
 * their weights by its side.
 */
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

/**
 * Returns the effect of a weight between the four targets of `mstudioflex_t`: where the flex
 * begins, is full, starts to fall, and ends.
 */
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

/**
 * Sets face controllers from bones, by each bone's offset from its parent:
 * `C_BaseFlex::BuildTransformations` and `SetFlexWeight`, which clamp the driver's 0 to 1 to the
 * controller's own range. Allocates nothing.
 * @param localPosition 3 numbers a bone: `PosePlayer.localPosition`
 * @param controllers values in their own ranges; overwritten
 * @returns true if any controller changed
 */
export function driveFace(
  { count, bone, controller, component, min, max }: BoneFlexDrivers,
  table: FlexControllers,
  localPosition: Float32Array,
  controllers: Float32Array,
): boolean {
  let isOther = false;
  for (let i = 0; i < count; i++) {
    const at = localPosition[bone[i] * 3 + component[i]];
    const row = controller[i];
    const driven = Math.fround(
      Math.max(table.min[row], Math.min(table.max[row], shareOf(at, min[i], max[i]))),
    );
    if (controllers[row] === driven) continue;
    controllers[row] = driven;
    isOther = true;
  }
  return isOther;
}

/** Maps a value linearly, `zero` to 0 and `one` to 1, clamped: `RemapValClamped`. */
function shareOf(value: number, zero: number, one: number): number {
  if (zero === one) return value >= one ? 1 : 0;
  const share = (value - zero) / (one - zero);
  return share > 0 ? Math.min(1, share) : 0;
}
