/** Damaged copies of a file, as fast-check arbitraries. */

import fc from "fast-check";

/** Typical invalid counts and offsets. */
const LIES = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

/**
 * Changes a few bytes or little-endian words, most of them near the start where headers are, and
 * sometimes cuts the end off.
 */
export function mutations(original: Uint8Array): fc.Arbitrary<Uint8Array> {
  const last = original.length - 1;
  const near = fc.integer({ min: 0, max: Math.min(last, 127) });
  const offset = fc.oneof(near, fc.integer({ min: 0, max: last }));
  const change = fc.oneof(
    fc.record({ offset, size: fc.constant(1), value: fc.integer({ min: 0, max: 255 }) }),
    fc.record({ offset, size: fc.constantFrom(2, 4), value: fc.constantFrom(...LIES) }),
  );
  const cut = fc.option(fc.integer({ min: 0, max: original.length }), { freq: 4 });
  return fc
    .tuple(fc.array(change, { minLength: 1, maxLength: 4 }), cut)
    .map(([changes, length]) => {
      const bytes = original.slice();
      for (const { offset, size, value } of changes) {
        for (let i = 0; i < size && offset + i < bytes.length; i++) {
          bytes[offset + i] = value >>> (8 * i);
        }
      }
      return length === null ? bytes : bytes.subarray(0, length);
    });
}
