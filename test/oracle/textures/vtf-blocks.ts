/**
 * BC4, BC5 and packed formats texel by texel from their definitions (Direct3D 11's description of
 * the block formats; `DecompressNormal` of the engine's shaders), independent of the decoders.
 */

/** Returns the unrounded value, 0 to 1, of a texel (0 to 15) of an 8-byte block. */
export function bc4Value(block: Uint8Array, texel: number): number {
  let bits = 0n;
  for (let i = 7; i >= 2; i--) bits = (bits << 8n) | BigInt(block[i]);
  const index = Number((bits >> BigInt(3 * texel)) & 7n);
  const [first, last] = [block[0] / 255, block[1] / 255];
  if (index === 0) return first;
  if (index === 1) return last;
  if (block[0] > block[1]) return ((8 - index) * first + (index - 1) * last) / 7;
  if (index === 6) return 0;
  if (index === 7) return 1;
  return ((6 - index) * first + (index - 1) * last) / 5;
}

/** Returns the normal of two channels, 0 to 255 each, as stored in a normal map. */
export function normalOf(x: number, y: number): number[] {
  const [nx, ny] = [x / 127.5 - 1, y / 127.5 - 1];
  const nz = Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny));
  return [x, y, Math.round((nz * 0.5 + 0.5) * 255), 255];
}

/** Reads bits from `first` on of a little-endian word. */
export function bitsOf(bytes: Uint8Array, first: number, count: number): number {
  let word = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) word = (word << 8n) | BigInt(bytes[i]);
  return Number((word >> BigInt(first)) & ((1n << BigInt(count)) - 1n));
}
