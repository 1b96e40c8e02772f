/**
 * Evaluates flex controllers: the stack machine of `RunFlexRules` in Valve's public studio.cpp, and
 * the ramp between a flex's four targets (`mstudioflex_t`). In 64 bits, with a list per program.
 */

export type FlexStep = readonly [name: string, operand?: number];

const clamp01 = (t: number) => Math.max(0, Math.min(1, t));

/** Maps [a, b] to [c, d]. */
function remap(value: number, a: number, b: number, c: number, d: number): number {
  if (a === b) return value >= b ? d : c;
  return c + (d - c) * clamp01((value - a) / (b - a));
}

export interface FlexController {
  readonly min: number;
  readonly max: number;
  readonly value: number;
}

/** @param known weights of movements whose rules came before */
export function runProgram(
  program: readonly FlexStep[],
  controllers: readonly FlexController[],
  known: readonly number[],
): number {
  const stack: number[] = [];
  const top = (n: number) => stack[stack.length - n];
  const binary: Record<string, (a: number, b: number) => number> = {
    add: (a, b) => a + b,
    sub: (a, b) => a - b,
    mul: (a, b) => a * b,
    div: (a, b) => (b > 0.0001 ? a / b : 0),
    max: Math.max,
    min: Math.min,
  };
  const unit = ({ value, min, max }: FlexController, c: number, d: number) =>
    remap(value, min, max, c, d);
  for (const [name, operand = 0] of program) {
    if (name === "const") stack.push(operand);
    else if (name === "fetch1") stack.push(controllers[operand].value);
    else if (name === "fetch2") stack.push(known[operand]);
    else if (name === "neg") stack.push(-(stack.pop() as number));
    else if (name === "2way0") stack.push(remap(controllers[operand].value, -1, 0, 1, 0));
    else if (name === "2way1") stack.push(remap(controllers[operand].value, 0, 1, 0, 1));
    else if (name in binary) {
      const b = stack.pop() as number;
      stack.push(binary[name](stack.pop() as number, b));
    } else if (name === "combo") {
      stack.push(stack.splice(-operand).reduce((a, b) => a * b, 1));
    } else if (name === "dominate") {
      const by = stack.splice(-operand).reduce((a, b) => a * b, 1);
      stack.push((stack.pop() as number) * (1 - by));
    } else if (name === "nway") {
      const [x, y, z, w, row] = stack.splice(-5);
      const value = controllers[row].value;
      let part = 1;
      if (value <= x || value >= w) part = 0;
      else if (value < y) part = remap(value, x, y, 0, 1);
      else if (value > z) part = remap(value, z, w, 1, 0);
      stack.push(part * controllers[operand].value);
    } else {
      const up = unit(controllers[top(3)], -1, 1);
      const close = unit(controllers[top(1)], 0, 1);
      const share = unit(controllers[operand], 0, 1);
      stack.splice(-3);
      if (name === "lower") stack.push((up > 0 ? 1 - up : 1) * (1 - share) * close);
      else stack.push((up < 0 ? 1 + up : 1) * share * close);
    }
  }
  return stack[0] ?? 0;
}

export function rampTarget([zero, one, still, gone]: readonly number[], weight: number): number {
  if (weight <= zero || weight >= gone) return 0;
  if (weight < one) return (weight - zero) / (one - zero);
  if (weight > still) return (gone - weight) / (gone - still);
  return 1;
}

/**
 * Returns the value of a bone-driven controller in its range: `RemapValClamped`, `SetFlexWeight`,
 * which normalizes, and `SetupGlobalWeights`, which restores values (`c_baseflex.cpp`).
 */
export function drivenController(
  position: number,
  zero: number,
  one: number,
  min: number,
  max: number,
): number {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const value = zero === one ? +(position >= one) : clamp((position - zero) / (one - zero));
  const kept = max === min ? value : clamp((value - min) / (max - min));
  return kept * (max - min) + min;
}
