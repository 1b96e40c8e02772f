import { FLEX_OP, type MdlFlexes } from "../../formats/studio/rig/flex-types.ts";

/** `STUDIO_FLEX_STACK` */
const STACK_SIZE = 32;
const stack = new Float32Array(STACK_SIZE);

/**
 * What controllers make of each movement of a face: `CStudioHdr::RunFlexRules`. Operations that lack what they work on
 * do nothing, as there.
 * @param controllers in their own ranges
 * @param weights of the descriptors; written
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

/** Two values become one. */
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

/** 0 at one value, 1 at another, `RemapValClamped`. */
function ramp(value: number, zero: number, one: number): number {
  if (zero === one) return value >= one ? 1 : 0;
  const t = (value - zero) / (one - zero);
  return t > 0 ? Math.min(1, t) : 0;
}

/** The product of the last values. */
function combine(depth: number, count: number, controllerCount: number): number {
  if (count < 0 || count >= controllerCount || depth < count) return depth;
  if (count === 0) return Math.min(depth + 1, STACK_SIZE);
  const first = depth - count;
  for (let i = first + 1; i < depth; i++) stack[first] *= stack[i];
  return first + 1;
}

/** Takes as much of a value away as the product of those above it. */
function dominate(depth: number, count: number, controllerCount: number): number {
  if (count < 1 || count >= controllerCount || depth < count + 1) return depth;
  const first = depth - count;
  let product = stack[first];
  for (let i = first + 1; i < depth; i++) product *= stack[i];
  stack[first - 1] *= 1 - product;
  return first;
}

/** A controller's value, where another is between the four values on the stack. */
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
 * How far a lid closes: the lower one less as eyes look up, the upper one as they look down.
 * @param side 1: the lower; -1: the upper
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
