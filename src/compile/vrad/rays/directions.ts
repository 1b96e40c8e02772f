/** Evenly spread directions, the same for every point, so that sampling errors make no noise. */

import { allocateFloat32 } from "../../shared-arrays.ts";

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Returns a spiral from pole to pole: 3 a direction, unit length. */
export function makeSphere(count: number): Float32Array {
  return makeSpiral(count, -1, 1);
}

/** Returns directions around +z with equal solid angles. */
export function makeHemisphere(count: number): Float32Array {
  return makeSpiral(count, 0, 1);
}

function makeSpiral(count: number, low: number, high: number): Float32Array {
  const out = allocateFloat32(count * 3);
  for (let i = 0; i < count; i++) {
    const z = low + ((high - low) * (i + 0.5)) / count;
    const radius = Math.sqrt(Math.max(0, 1 - z * z));
    const angle = i * GOLDEN_ANGLE;
    out[i * 3] = radius * Math.cos(angle);
    out[i * 3 + 1] = radius * Math.sin(angle);
    out[i * 3 + 2] = z;
  }
  return out;
}

/** Writes two axes perpendicular to a direction, 3 each. */
export function writeAcross(out: Float64Array, x: number, y: number, z: number): void {
  // Duff et al., "Building an Orthonormal Basis, Revisited".
  const sign = z >= 0 ? 1 : -1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  out[0] = 1 + sign * x * x * a;
  out[1] = sign * b;
  out[2] = -sign * x;
  out[3] = b;
  out[4] = sign + y * y * a;
  out[5] = -y;
}
