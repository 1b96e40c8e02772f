/**
 * One-subset BC6H blocks by Direct3D 11's definition of the format, in big integers and independent
 * of the decoder: modes 11 to 14 only.
 */

/** By mode bits: bits of the first endpoint, and of the second or its delta. */
const MODES: Readonly<Record<number, readonly [number, number]>> = {
  3: [10, 10],
  7: [11, 9],
  11: [12, 8],
  15: [16, 4],
};
const WEIGHTS = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64];

/**
 * Returns the half floats of a texel (0 to 15) of a 16-byte block as numbers, or `null` for another
 * mode.
 */
export function bc6hTexel(block: Uint8Array, texel: number, isSigned: boolean): number[] | null {
  const mode = MODES[block[0] & 31];
  if (mode === undefined) return null;
  let all = 0n;
  for (let i = 15; i >= 0; i--) all = (all << 8n) | BigInt(block[i]);
  const take = (from: number, count: number) =>
    Number((all >> BigInt(from)) & ((1n << BigInt(count)) - 1n));
  const [bits, otherBits] = mode;
  const extra = bits - 10;
  // After three times ten bits, for each channel: the other endpoint, then the rest of the first,
  // highest bit first.
  return [0, 1, 2].map((channel) => {
    let first = take(5 + channel * 10, 10);
    const at = 35 + channel * 10;
    for (let i = 0; i < extra; i++) first += take(at + 10 - 1 - i, 1) * 2 ** (10 + i);
    const stored = take(at, otherBits);
    const asSigned = (value: number, count: number) =>
      value >= 2 ** (count - 1) ? value - 2 ** count : value;
    let second = stored;
    if (extra > 0) {
      const sum = (first + asSigned(stored, otherBits) + 2 ** bits) % 2 ** bits;
      second = sum;
    }
    const ends = [first, second].map((value) =>
      isSigned ? widenSigned(asSigned(value, bits), bits) : widen(value, bits),
    );
    const index = texel === 0 ? take(65, 3) : take(68 + (texel - 1) * 4, 4);
    const weight = WEIGHTS[index];
    const mixed = Math.floor((ends[0] * (64 - weight) + ends[1] * weight + 32) / 64);
    if (!isSigned) return Math.floor((mixed * 31) / 64);
    const size = Math.floor((Math.abs(mixed) * 31) / 32);
    return mixed < 0 && size > 0 ? 0x8000 + size : size;
  });
}

function widen(value: number, bits: number): number {
  if (bits >= 15 || value === 0) return value;
  if (value === 2 ** bits - 1) return 65535;
  return Math.floor((value * 65536 + 32768) / 2 ** bits);
}

function widenSigned(value: number, bits: number): number {
  const size = Math.abs(value);
  if (bits >= 16 || size === 0) return value;
  const wide =
    size >= 2 ** (bits - 1) - 1 ? 32767 : Math.floor((size * 32768 + 16384) / 2 ** (bits - 1));
  return value < 0 ? -wide : wide;
}
