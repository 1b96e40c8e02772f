/** Smooth noise of four coordinates folded to three. */

import { mixBits } from "../random.ts";

const latticeValue = (x: number, y: number, z: number): number =>
  mixBits((Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) >>> 0) /
    2 ** 31 -
  1;

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10);

/** Returns noise from -1 to 1: random values of a lattice with unit cells, interpolated. */
export function noise(x: number, y: number, z: number): number {
  const [cx, cy, cz] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const [u, v, w] = [fade(x - cx), fade(y - cy), fade(z - cz)];
  const row = (dy: number, dz: number): number => {
    const low = latticeValue(cx, cy + dy, cz + dz);
    return low + (latticeValue(cx + 1, cy + dy, cz + dz) - low) * u;
  };
  const near = row(0, 0) + (row(1, 0) - row(0, 0)) * v;
  const far = row(0, 1) + (row(1, 1) - row(0, 1)) * v;
  return near + (far - near) * w;
}

/** Maps noise to 0 to 1, or its absolute value, or what that lacks to 1. */
export function shapeNoise(value: number, isAbsolute: boolean, isInverted: boolean): number {
  if (!isAbsolute) return value * 0.5 + 0.5;
  return isInverted ? 1 - Math.abs(value) : Math.abs(value);
}
