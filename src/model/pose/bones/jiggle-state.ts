/** State of a spring between steps, in model space. */
export interface JiggleState {
  isStarted: boolean;
  readonly tip: Float32Array;
  readonly tipVelocity: Float32Array;
  readonly base: Float32Array;
  readonly lastBase: Float32Array;
  readonly baseVelocity: Float32Array;
  /** Acceleration by friction at the base's limits, applied in the next step. */
  readonly baseAcceleration: Float32Array;
  readonly lastBoing: Float32Array;
  readonly boingDirection: Float32Array;
  readonly boingVelocity: Float32Array;
  boingSpeed: number;
  boingTime: number;
}

export function createJiggleState(): JiggleState {
  const vector = () => new Float32Array(3);
  return {
    isStarted: false,
    tip: vector(),
    tipVelocity: vector(),
    base: vector(),
    lastBase: vector(),
    baseVelocity: vector(),
    baseAcceleration: vector(),
    lastBoing: vector(),
    boingDirection: vector(),
    boingVelocity: vector(),
    boingSpeed: 0,
    boingTime: 0,
  };
}

/** Returns a component of a matrix axis: 0 left, 1 up, 2 forward. */
export function axisOf(m: Float32Array, axis: number, k: number): number {
  return m[k * 4 + axis];
}

/** Returns the component of a vector along a matrix axis. */
export function dotAxis(m: Float32Array, axis: number, v: Float32Array): number {
  return m[axis] * v[0] + m[4 + axis] * v[1] + m[8 + axis] * v[2];
}

export function setDirection(out: Float32Array, x: number, y: number, z: number): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}
